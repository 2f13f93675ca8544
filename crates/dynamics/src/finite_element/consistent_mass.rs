//! The mass matrix of the shape functions, as an energy of the displacement from where inertia
//! would lead.
//!
//! ```text
//! E = 1/(2Δt²) (x − x̃)ᵀ M (x − x̃),    M_ij = ρ ∫ φᵢφⱼ dA = ρ A/12 (1 + δ_ij) per face
//! ```
//!
//! Lumped, the rows of `M` are summed into its diagonal, a third of each face's mass per corner.
//! The consistent matrix is right for linear velocity fields; the lumped one is diagonal, and keeps
//! the velocities of neighbours apart.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Topology, VertexId};

use super::membrane::shifted;
use crate::error::positive;
use crate::{ClothError, RestShape};

/// Inertia with the mass matrix of the shape functions.
#[derive(Clone, Debug)]
pub struct ConsistentMass {
    corners: Vec<[VertexId; 3]>,
    /// `ρ A/12` of every face (kg).
    masses: Vec<f64>,
    /// `x̃`: where the vertices of the state would be without forces at the end of the step (m).
    targets: Vec<DVec3>,
    /// `1/Δt²` (1/s²).
    rate: f64,
}

impl ConsistentMass {
    /// The faces of `mesh`, whose vertex 0 is vertex `first` of the state, with `density` in kg/m².
    /// Until [`ConsistentMass::begin_step`] there is no energy.
    ///
    /// # Errors
    /// If the density is not positive, or the rest shape is that of another mesh.
    pub fn new(
        mesh: &Topology,
        rest: &RestShape,
        density: f64,
        first: VertexId,
    ) -> Result<Self, ClothError> {
        positive("density", density)?;
        rest.check_for(mesh)?;
        Ok(Self {
            corners: mesh.faces().iter().map(|face| face.map(|v| shifted(v, first))).collect(),
            masses: rest.areas().iter().map(|area| density * area / 12.0).collect(),
            targets: Vec::new(),
            rate: 0.0,
        })
    }

    /// Sets `x̃` of all vertices of the state (m) and the step (s).
    pub fn begin_step(&mut self, targets: &[DVec3], dt: f64) {
        self.targets.clear();
        self.targets.extend_from_slice(targets);
        self.rate = 1.0 / (dt * dt);
    }

    /// `½ vᵀ M v` (J).
    #[must_use]
    pub fn kinetic_energy(&self, velocities: &[DVec3]) -> f64 {
        let energy = |(corners, mass): (&[VertexId; 3], &f64)| {
            let v = corners.map(|v| velocities[v.index()]);
            0.5 * mass * form(v)
        };
        self.corners.iter().zip(&self.masses).map(energy).sum()
    }

    fn displacements(&self, element: usize, positions: &[DVec3]) -> [DVec3; 3] {
        let at = |v: VertexId| {
            self.targets.get(v.index()).map_or(DVec3::ZERO, |target| positions[v.index()] - *target)
        };
        self.corners[element].map(at)
    }
}

/// `Σ (1 + δ_ij) vᵢ·vⱼ`.
fn form(v: [DVec3; 3]) -> f64 {
    let sum = v[0] + v[1] + v[2];
    sum.length_squared() + v.iter().map(|v| v.length_squared()).sum::<f64>()
}

impl Potential for ConsistentMass {
    fn element_count(&self) -> usize {
        self.corners.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.corners[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        elements
            .map(|element| {
                let moved = self.displacements(element, positions);
                0.5 * self.rate * self.masses[element] * form(moved)
            })
            .sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let d = self.displacements(element, positions);
            let (factor, sum) = (self.rate * self.masses[element], d[0] + d[1] + d[2]);
            sink.add(&d.map(|d| factor * (sum + d)));
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        for element in elements {
            let off = DMat3::from_diagonal(DVec3::splat(self.rate * self.masses[element]));
            let on = 2.0 * off;
            sink.add(&[[on, off, off], [off, on, off], [off, off, on]]);
        }
    }
}
