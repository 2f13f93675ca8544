//! The volume inside a closed surface.

use glam::DVec3;
use ripstop_geometry::{Topology, VertexId};

use super::constraint::Constraint;
use crate::ClothError;
use crate::error::{positive, within};
use crate::rest_shape::check_length;

/// `C = V(x) − p V₀`, with the energy `½ K C²/V₀` for a bulk modulus `K` (Pa) and a pressure factor
/// `p`.
///
/// ```text
/// V = Σ_faces x_a · (x_b × x_c) / 6,    ∇_a V += (x_b − o) × (x_c − o) / 6
/// ```
///
/// Points are taken relative to one of them, `o`, so that a surface far from the origin loses no
/// digits.
#[derive(Clone, Debug, PartialEq)]
pub struct EnclosedVolume {
    vertices: Vec<VertexId>,
    faces: Vec<[VertexId; 3]>,
    volume: f64,
    compliance: f64,
}

impl EnclosedVolume {
    /// Keeps the volume of `mesh` at `pressure` times that of the `rest` positions (m), against a
    /// bulk modulus (Pa).
    ///
    /// # Errors
    /// If the surface is not closed and oriented, its rest volume is not positive (as when it is
    /// inside out), or a number is out of range.
    pub fn new(
        mesh: &Topology,
        rest: &[DVec3],
        pressure: f64,
        bulk_modulus: f64,
    ) -> Result<Self, ClothError> {
        check_length("rest positions", rest.len(), "vertices", mesh.vertex_count())?;
        positive("bulk modulus", bulk_modulus)?;
        within("pressure", pressure, [0.0, f64::MAX])?;
        check_closed(mesh)?;
        let faces = mesh.faces().to_vec();
        let volume = volume(&faces, rest, None);
        positive("rest volume", volume)?;
        Ok(Self {
            vertices: (0..).take(rest.len()).map(VertexId).collect(),
            faces,
            volume: pressure * volume,
            compliance: volume / bulk_modulus,
        })
    }
}

impl Constraint for EnclosedVolume {
    fn vertices(&self) -> &[VertexId] {
        &self.vertices
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        volume(&self.faces, points, Some(gradient)) - self.volume
    }

    fn compliance(&self) -> f64 {
        self.compliance
    }
}

/// Returns the signed volume, and adds its gradient if asked for.
fn volume(faces: &[[VertexId; 3]], points: &[DVec3], mut gradient: Option<&mut [DVec3]>) -> f64 {
    let origin = points[0];
    let mut six_volumes = 0.0;
    for face in faces {
        let [a, b, c] = face.map(VertexId::index);
        let [p, q, r] = [a, b, c].map(|i| points[i] - origin);
        let normal = q.cross(r);
        six_volumes += p.dot(normal);
        if let Some(gradient) = gradient.as_deref_mut() {
            gradient[a] += normal / 6.0;
            gradient[b] += r.cross(p) / 6.0;
            gradient[c] += p.cross(q) / 6.0;
        }
    }
    six_volumes / 6.0
}

/// Checks that every edge has two faces that pass it in opposite directions.
pub(crate) fn check_closed(mesh: &Topology) -> Result<(), ClothError> {
    for (ends, faces) in mesh.edges().iter().zip(mesh.edge_faces().rows()) {
        let upward = |face: usize| {
            let corners = mesh.faces()[face];
            (0..3).any(|i| [corners[i], corners[(i + 1) % 3]] == *ends)
        };
        let upward_count = faces.iter().filter(|face| upward(face.index())).count();
        if faces.len() != 2 || upward_count != 1 {
            return Err(ClothError::NotClosed { first: ends[0].0, second: ends[1].0 });
        }
    }
    Ok(())
}
