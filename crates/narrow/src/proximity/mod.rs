//! Discrete collision detection: primitives within a thickness of each other at the end of a step.
//!
//! A proximity is four signed weights, a unit normal and a distance along it. The side on which the
//! primitives *started* decides the sign: a distance is negative once they have passed through each
//! other, and the normal still points to the side that they came from, so that a responder that
//! moves along it undoes the passage.
//!
//! Rounded arithmetic on closest points, with exact signs of sides. Primitives that pass through
//! each other and part by more than the thickness within one step are the business of continuous
//! detection.

mod edge_edge;
mod vertex_face;

pub use edge_edge::edge_edge_proximity;
pub use vertex_face::{Sides, vertex_face_proximity};

use glam::DVec3;
use rayon::iter::ParallelIterator;
use ripstop_geometry::{Candidate, Contact, SurfaceId, VertexId};

use crate::batch::MovingMesh;

/// Two primitives close to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Proximity {
    /// Signed weights of the four points, as in [`Contact`].
    pub weights: [f64; 4],
    /// Unit direction from the second primitive towards the side of the first.
    pub normal: DVec3,
    /// Distance along the normal (m); negative if they have passed through each other.
    pub distance: f64,
}

/// Criteria of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProximitySettings<'a> {
    /// Primitives at most this far apart are in contact (m).
    pub thickness: f64,
    /// Surfaces whose faces have an outer side only: closed obstacles.
    pub one_sided: &'a [SurfaceId],
}

impl ProximitySettings<'_> {
    /// Contacts up to a thickness (m), of surfaces that all have two sides.
    #[must_use]
    pub const fn new(thickness: f64) -> Self {
        Self { thickness, one_sided: &[] }
    }
}

impl MovingMesh<'_> {
    /// All contacts among the candidates at the end of the motion, sorted by candidate.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn contacts(
        &self,
        settings: ProximitySettings<'_>,
        candidates: impl ParallelIterator<Item = Candidate>,
    ) -> Vec<Contact> {
        let surfaces = self.mesh().surfaces();
        let sides = |face: [VertexId; 3]| {
            let surface = surfaces[face[0].index()];
            if settings.one_sided.contains(&surface) { Sides::Outer } else { Sides::Both }
        };
        let contact = |candidate: Candidate| {
            let [p, a, b, c] = self.points(candidate);
            let proximity = match candidate {
                Candidate::VertexFace { face, .. } => vertex_face_proximity(
                    p,
                    [a, b, c],
                    settings.thickness,
                    sides(self.mesh().face(face)),
                ),
                Candidate::EdgeEdge { .. } => {
                    edge_edge_proximity([p, a], [b, c], settings.thickness)
                }
            };
            proximity.map(|Proximity { weights, normal, distance }| Contact {
                candidate,
                vertices: self.mesh().stencil(candidate),
                weights,
                normal,
                distance,
            })
        };
        let mut contacts: Vec<Contact> = candidates.filter_map(contact).collect();
        contacts.sort_unstable_by_key(|contact| contact.candidate);
        contacts
    }
}

/// The unit vector of the first candidate that has a direction.
fn first_direction(candidates: impl IntoIterator<Item = DVec3>) -> DVec3 {
    candidates.into_iter().find_map(unit).unwrap_or(DVec3::Z)
}

/// The unit vector, at any scale; `None` for zero.
fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    (largest > 0.0 && largest < f64::INFINITY).then(|| (v / largest).normalize())
}
