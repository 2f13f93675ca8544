//! Pressures that contacts have to bear.
//!
//! A contact bears what presses on it: the weight of the cloth, the force that stops it within a
//! substep at the speed of a fall, and the pressure of a stretched cloth on what it is bent around.
//! Per area that is
//!
//! ```text
//! P = ρ (|g| + v/Δt) + c S/L,    v² = |g| L/2
//! ```
//!
//! with the mass per area `ρ` of the cloth, its stretch stiffness `S`, and its size `L`, the root
//! of its area; between cloths, which give way, 0.15 of the last term. A pair that stands for the
//! area `A` bears `P A`. Nothing in it changes under refinement but `A`, which the number of pairs
//! makes up for.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh};

use crate::scene::{Settings, SolveMethod};
use crate::world::{ClothPart, World};

/// `c`: strain times size over radius of a cloth that is bent around something.
const TENSION: f64 = 1.0;

/// Part of the tension that contacts between cloths bear: neither holds still, and sheets that
/// start too close are to part gently.
const BETWEEN_CLOTHS: f64 = 0.15;

/// Pressures (Pa) that contacts of every vertex have to bear: of weight and falls, and of tension;
/// 0 for obstacles.
#[derive(Clone, Debug)]
pub(super) struct Pressures(Vec<[f64; 2]>);

impl Pressures {
    /// In substeps of `dt` (s).
    pub(super) fn new(world: &World, settings: &Settings, dt: f64) -> Self {
        let gravity = DVec3::from_array(settings.gravity).length();
        let mut pressures = vec![[0.0; 2]; world.start.positions.len()];
        for part in &world.cloths {
            let ClothPart { shape, fabric, .. } = part;
            let size = shape.areas().iter().sum::<f64>().sqrt();
            let speed = (0.5 * gravity * size).sqrt();
            let [warp, weft] = fabric.stretch_stiffness.0;
            let inertia = fabric.density * (gravity + speed / dt);
            // One linear solve cannot follow contacts that are much stiffer than inertia.
            let is_linear = settings.elements.method == SolveMethod::Linear;
            let tension = if is_linear { 0.0 } else { TENSION * warp.max(weft) / size };
            pressures[part.vertices()].fill([inertia, tension]);
        }
        Self(pressures)
    }

    /// The pressure (Pa) on a pair; 1 for those of obstacles, which push nobody.
    pub(super) fn on(&self, mesh: &CollisionMesh, candidate: Candidate) -> f64 {
        let [a, b, c, _] = mesh.stencil(candidate);
        let second = match candidate {
            Candidate::VertexFace { .. } => b,
            Candidate::EdgeEdge { .. } => c,
        };
        let [[inertia, tension], [other_inertia, other_tension]] =
            [a, second].map(|vertex| self.0[vertex.index()]);
        let gives_way = tension.min(other_tension) > 0.0;
        let tension = tension.max(other_tension) * if gives_way { BETWEEN_CLOTHS } else { 1.0 };
        let pressure = inertia.max(other_inertia) + tension;
        if pressure > 0.0 { pressure } else { 1.0 }
    }
}
