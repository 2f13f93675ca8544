//! Penetration depths of vertices, along one direction.
//!
//! From each vertex a ray goes along the direction; its length up to the last face of the patch of
//! the other surface that the contour surrounds is the depth:
//!
//! ```text
//!      ──────╮ patch ╭──────
//!            ╰───┬───╯   ▲ direction
//!     wrong side └ depth │
//! ```
//!
//! A vertex whose ray misses the patch is measured to the plane through the centroid of the
//! contour.

use glam::{DVec2, DVec3, dvec2};
use ripstop_geometry::{CollisionMesh, FaceId, VertexId};

/// Most pairs of vertices and faces for which rays are cast.
const MOST_PAIRS: usize = 200_000;

/// The patch that depths are measured to.
pub(crate) struct Opposite<'a> {
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) positions: &'a [DVec3],
    /// Faces of the patch.
    pub(crate) faces: &'a [FaceId],
    /// The centroid of the contour (m).
    pub(crate) center: DVec3,
    /// Unit direction in which vertices leave.
    pub(crate) direction: DVec3,
}

impl Opposite<'_> {
    /// Depths of some vertices (m), none negative.
    pub(crate) fn depths(&self, vertices: &[VertexId]) -> Vec<f64> {
        let is_cheap = vertices.len().saturating_mul(self.faces.len()) <= MOST_PAIRS;
        let (right, up) = self.direction.any_orthonormal_pair();
        let across = |x: DVec3| dvec2(right.dot(x - self.center), up.dot(x - self.center));
        let faces = if is_cheap { self.faces } else { &[] };
        let corners = |face: &FaceId| self.mesh.face(*face).map(|v| self.positions[v.index()]);
        let projected =
            ProjectedFaces::new(faces.iter().map(|face| ProjectedFace::new(corners(face), across)));
        let depth = |vertex: &VertexId| {
            let x = self.positions[vertex.index()];
            let hits =
                projected.around(across(x)).filter_map(|face| ray_hit(x, self.direction, face));
            let farthest = hits.fold(f64::NEG_INFINITY, f64::max);
            let plane = (self.center - x).dot(self.direction);
            if farthest >= 0.0 { farthest } else { plane.max(0.0) }
        };
        vertices.iter().map(depth).collect()
    }
}

/// A face, and the bounding box of its projection along the direction of rays.
struct ProjectedFace {
    corners: [DVec3; 3],
    min: DVec2,
    max: DVec2,
}

impl ProjectedFace {
    fn new(corners: [DVec3; 3], across: impl Fn(DVec3) -> DVec2) -> Self {
        let [a, b, c] = corners.map(across);
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        // Far more than rounding of a projection, so that no hit is lost.
        let margin = 1e-9 * (min.abs().max(max.abs()));
        Self { corners, min: min - margin, max: max + margin }
    }

    fn may_cover(&self, point: DVec2) -> bool {
        self.min.cmple(point).all() && self.max.cmpge(point).all()
    }
}

/// Projected faces, sorted by their lower bound on the first axis.
struct ProjectedFaces {
    sorted: Vec<ProjectedFace>,
    /// Largest extent on the first axis (m).
    width: f64,
}

impl ProjectedFaces {
    fn new(projected: impl Iterator<Item = ProjectedFace>) -> Self {
        let mut sorted: Vec<ProjectedFace> = projected.collect();
        sorted.sort_unstable_by(|a, b| a.min.x.total_cmp(&b.min.x));
        let width = sorted.iter().map(|face| face.max.x - face.min.x).fold(0.0, f64::max);
        Self { sorted, width }
    }

    /// Faces whose projection may cover a point.
    fn around(&self, point: DVec2) -> impl Iterator<Item = &[DVec3; 3]> {
        let begin = self.sorted.partition_point(|face| face.min.x + self.width < point.x);
        let candidates = self.sorted[begin..].iter().take_while(move |s| s.min.x <= point.x);
        candidates.filter(move |face| face.may_cover(point)).map(|face| &face.corners)
    }
}

/// Parameter at which a ray meets a triangle, if it does, in units of its direction.
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
