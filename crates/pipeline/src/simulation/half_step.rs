//! Velocities at the end of a step by Bridson's implicit half-step, if a scene asks for it.
//!
//! ```text
//! vⁿ⁺¹ = vⁿ⁺½ + ½Δt a(xⁿ⁺¹, vⁿ⁺¹)      a: gravity, drag, elastic forces of finite elements
//! ```
//!
//! Impulses have made `vⁿ⁺½`, which is kept; positions stay. Constraints of position-based cloth
//! have no forces: there gravity and drag are all.

use glam::DVec3;
use ripstop_dynamics::{ElementSettings, FiniteElementCloth};
use ripstop_geometry::potential::GradientSink;
use ripstop_geometry::{Potential, State, SurfaceId};
use ripstop_response::half_step;

use super::step_context::StepContext;
use crate::SceneError;
use crate::scene::{DynamicsMethod, Settings};
use crate::world::{ClothPart, World};

/// Most iterations for the part that depends on the velocity.
const ITERATIONS: usize = 30;

/// The forces at the end of a step.
pub(super) struct EndForces {
    /// Cloths whose elastic forces count.
    cloths: Vec<FiniteElementCloth>,
}

impl EndForces {
    /// The forces of a world.
    pub(super) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let is_elastic = settings.dynamics == DynamicsMethod::Fem;
        let cloth = |part: &ClothPart| {
            let ClothPart { topology, shape, fabric, first, owner, .. } = part;
            let elements = ElementSettings::default();
            FiniteElementCloth::new(topology, shape, fabric.fabric(), elements, *first)
                .map_err(|error| SceneError::Cloth { owner: owner.clone(), error })
        };
        let cloths = world.cloths.iter().filter(|_| is_elastic).map(cloth);
        Ok(Self { cloths: cloths.collect::<Result<_, _>>()? })
    }

    /// Takes the velocities of some surfaces from the middle of a step of `dt` (s) to its end.
    pub(super) fn finish(&self, context: &mut StepContext, surfaces: &[SurfaceId], dt: f64) {
        let StepContext { world, settings, state, .. } = context;
        if surfaces.is_empty() {
            return;
        }
        let State { positions, velocities, inverse_masses } = &mut **state;
        let elastic = self.accelerations(positions, inverse_masses);
        let gravity = DVec3::from(settings.gravity);
        let moves = |i: usize| {
            inverse_masses[i] > 0.0 && surfaces.binary_search(&world.mesh.surfaces()[i]).is_ok()
        };
        let end = half_step(velocities, dt, ITERATIONS, |v| {
            let acceleration = |i: usize| {
                if moves(i) { gravity + elastic[i] - settings.damping * v[i] } else { DVec3::ZERO }
            };
            (0..v.len()).map(acceleration).collect()
        });
        *velocities = end.velocities;
    }

    /// Accelerations by elastic forces (m/s²), of all vertices.
    fn accelerations(&self, positions: &[DVec3], inverse_masses: &[f64]) -> Vec<DVec3> {
        let mut accelerations = vec![DVec3::ZERO; positions.len()];
        for potential in self.cloths.iter().flat_map(FiniteElementCloth::potentials) {
            add_forces(potential, positions, &mut accelerations);
        }
        for (acceleration, w) in accelerations.iter_mut().zip(inverse_masses) {
            *acceleration *= *w;
        }
        accelerations
    }
}

/// Adds the forces (N) of a potential, element by element.
fn add_forces(potential: &dyn Potential, positions: &[DVec3], forces: &mut [DVec3]) {
    let mut slots = Vec::new();
    for element in 0..potential.element_count() {
        let stencil = potential.stencil(element);
        slots.clear();
        slots.resize(stencil.len(), DVec3::ZERO);
        potential.gradient(element..element + 1, positions, &mut GradientSink::new(&mut slots));
        for (vertex, gradient) in stencil.iter().zip(&slots) {
            forces[vertex.index()] -= *gradient;
        }
    }
}
