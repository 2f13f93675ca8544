//! The plane that keeps an impact from happening.
//!
//! At the time of impact the two features meet, and the direction between them is 0/0. The plane
//! they meet in is not: it is spanned by the face, or by the two edges, at that time. It is turned
//! to the side from which the first feature came.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Contact, Impact, Motion, PairKind, separation};

/// The contact of an impact, at its time; `distance` is measured at the end of the motion, so that
/// a negative value is the depth to which the pair would have passed through.
///
/// Degenerate features (a face without area, parallel edges) take the direction in which they are
/// apart at the start instead of a plane's normal; if they touch there too, the direction is the x
/// axis.
#[must_use]
pub fn impact_contact(mesh: &CollisionMesh, motion: &Motion, impact: &Impact) -> Contact {
    let vertices = mesh.stencil(impact.candidate);
    let points = vertices.map(|vertex| motion.vertex(vertex));
    let (weights, plane) =
        contact_plane(impact.candidate.kind(), points.map(|point| point.at(impact.time)));
    let apart = separation(weights, points.map(|point| point.start));
    let side = if plane.dot(apart) < 0.0 { -plane } else { plane };
    let normal = [side, apart].into_iter().find_map(DVec3::try_normalize).unwrap_or(DVec3::X);
    let distance = separation(weights, points.map(|point| point.end)).dot(normal);
    Contact { candidate: impact.candidate, vertices, weights, normal, distance }
}

/// Signed weights of the closest points, and a normal of the plane of contact, of any length.
fn contact_plane(kind: PairKind, points: [DVec3; 4]) -> ([f64; 4], DVec3) {
    let [p, q, r, s] = points;
    let across = match kind {
        PairKind::VertexFace => (r - q).cross(s - q),
        PairKind::EdgeEdge => (q - p).cross(s - r),
    };
    (kind.closest_weights(points), across)
}
