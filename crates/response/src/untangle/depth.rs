//! How far vertices are on the wrong side, along one direction.
//!
//! From each vertex a ray goes along the direction; where it leaves the patch of the other surface that the contour surrounds is the depth:
//!
//! ```text
//!      ──────╮ patch ╭──────
//!            ╰───┬───╯   ▲ direction
//!     wrong side └ depth │
//! ```
//!
//! A vertex whose ray misses the patch is measured to the plane through the middle of the contour.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{CollisionMesh, FaceId, VertexId};

/// Up to how many pairs of vertices and faces rays are cast.
const MOST_PAIRS: usize = 200_000;

/// What depths are measured to.
pub(crate) struct Opposite<'a> {
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) positions: &'a [DVec3],
    /// Faces of the patch.
    pub(crate) faces: &'a [FaceId],
    /// The middle of the contour (m).
    pub(crate) center: DVec3,
    /// Unit direction in which vertices leave.
    pub(crate) direction: DVec3,
}

impl Opposite<'_> {
    /// Depths of some vertices (m), none negative.
    pub(crate) fn depths(&self, vertices: &[VertexId]) -> Vec<f64> {
        let is_cheap = vertices.len().saturating_mul(self.faces.len()) <= MOST_PAIRS;
        let faces: Vec<[DVec3; 3]> = if is_cheap {
            let corners = |face: &FaceId| self.mesh.face(*face);
            self.faces
                .iter()
                .map(|face| corners(face).map(|vertex| self.positions[vertex.index()]))
                .collect()
        } else {
            Vec::new()
        };
        let depth = |vertex: &VertexId| {
            let x = self.positions[vertex.index()];
            let hits = faces.iter().filter_map(|face| ray_hit(x, self.direction, face));
            let farthest = hits.fold(f64::NEG_INFINITY, f64::max);
            let plane = (self.center - x).dot(self.direction);
            if farthest >= 0.0 { farthest } else { plane.max(0.0) }
        };
        vertices.par_iter().with_min_len(TASK).map(depth).collect()
    }
}

/// Vertices in a task, at least.
const TASK: usize = 32;

/// Where a ray meets a triangle, if it does, in units of its direction.
fn ray_hit(origin: DVec3, direction: DVec3, &[a, b, c]: &[DVec3; 3]) -> Option<f64> {
    let (e1, e2) = (b - a, c - a);
    let p = direction.cross(e2);
    let det = e1.dot(p);
    if det == 0.0 {
        return None;
    }
    let s = origin - a;
    let u = s.dot(p) / det;
    let q = s.cross(e1);
    let v = direction.dot(q) / det;
    let t = e2.dot(q) / det;
    (u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0 && t.is_finite()).then_some(t)
}
