//! Two edges within a thickness of each other.
//!
//! The vector between closest points flips once the edges have passed through each other, so a
//! reference from the start of the step is needed, exactly as for vertex–face:
//!
//! ```text
//! r = x_a − x_b at the start           n = ± (u × v)/|u × v| now, turned so that n · r > 0
//! d = (x_a − x_b) · n                  negative once they have passed
//! ```
//!
//! This is for closest points inside both edges. Where one of them is an end, the edges have gone
//! around each other or never met, and the direction is that of the closest points. Parallel edges
//! use the middle of their overlap and the same direction.
//!
//! Edges that touch at the start have no `r`: then they belong to the side to which they move
//! apart, or, parallel or at rest, to that on which they end.

use glam::DVec3;
use ripstop_geometry::MovingPoint;
use ripstop_geometry::closest::{PointSegmentRegion, SegmentSegmentClosest, segment_segment};

use super::{Proximity, first_direction, unit};

/// Two edges at most `thickness` (m) apart at the end of the step.
#[must_use]
pub fn edge_edge_proximity(
    a: [MovingPoint; 2],
    b: [MovingPoint; 2],
    thickness: f64,
) -> Option<Proximity> {
    let (ends_a, ends_b) = (a.map(|p| p.end), b.map(|p| p.end));
    let closest = segment_segment(ends_a, ends_b);
    let distance = closest.distance();
    if distance > thickness || !distance.is_finite() {
        return None;
    }
    let between = apart(&closest, ends_a, ends_b);
    let normal = (ends_a[1] - ends_a[0]).cross(ends_b[1] - ends_b[0]);
    let reference = reference(a, b, &closest);
    let inside = closest.region.a == PointSegmentRegion::Interior
        && closest.region.b == PointSegmentRegion::Interior;
    let ([s0, s1], [r0, r1]) = (closest.weights_a, closest.weights_b);
    let weights = [s0, s1, -r0, -r1];
    match unit(normal) {
        Some(n) if inside && reference != DVec3::ZERO => {
            let n = if n.dot(reference) < 0.0 { -n } else { n };
            let distance = if between.dot(n) < 0.0 { -distance } else { distance };
            Some(Proximity { weights, normal: n, distance })
        }
        _ => {
            let between = if distance > 0.0 { between } else { DVec3::ZERO };
            let across = any_normal(ends_a[1] - ends_a[0]);
            let n = first_direction([between, normal, reference, across]);
            Some(Proximity { weights, normal: n, distance })
        }
    }
}

/// From the closest point of the second edge to that of the first (m).
fn apart(closest: &SegmentSegmentClosest, a: [DVec3; 2], b: [DVec3; 2]) -> DVec3 {
    let [on_a, on_b] = closest.points(a, b);
    on_a - on_b
}

/// The direction from the second edge to the first at the start; zero if there is none.
fn reference(a: [MovingPoint; 2], b: [MovingPoint; 2], now: &SegmentSegmentClosest) -> DVec3 {
    let (starts_a, starts_b) = (a.map(|p| p.start), b.map(|p| p.start));
    let closest = segment_segment(starts_a, starts_b);
    if closest.distance_squared > 0.0 {
        return apart(&closest, starts_a, starts_b);
    }
    // In touch at the start: where the two points that are closest now have come from and gone to.
    let moved = |p: MovingPoint| p.end - p.start;
    apart(now, a.map(moved), b.map(moved))
}

/// Some direction across an edge.
fn any_normal(edge: DVec3) -> DVec3 {
    unit(edge).map_or(DVec3::Z, DVec3::any_orthonormal_vector)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    const B: [DVec3; 2] = [dvec3(0.0, -1.0, 0.0), dvec3(0.0, 1.0, 0.0)];

    fn moved(from: f64, to: f64) -> Option<Proximity> {
        let a =
            [-1.0, 1.0].map(|x| MovingPoint { start: dvec3(x, 0.0, from), end: dvec3(x, 0.0, to) });
        edge_edge_proximity(a, B.map(MovingPoint::at_rest), 0.1)
    }

    #[test]
    fn the_normal_remembers_the_side() {
        let stayed = moved(0.5, 0.05).unwrap();
        assert_eq!((stayed.normal, stayed.distance), (DVec3::Z, 0.05));
        let passed = moved(0.5, -0.05).unwrap();
        assert_eq!((passed.normal, passed.distance), (DVec3::Z, -0.05));
        assert_eq!(passed.weights, [0.5, 0.5, -0.5, -0.5]);
        assert_eq!(moved(0.5, 0.2), None);
    }

    #[test]
    fn touching_edges_have_a_normal() {
        let arrived = moved(0.5, 0.0).unwrap();
        assert_eq!((arrived.normal, arrived.distance), (DVec3::Z, 0.0));
        let left = moved(0.0, -0.05).unwrap();
        assert_eq!((left.normal, left.distance), (-DVec3::Z, 0.05));
        assert_eq!(moved(0.0, 0.0).unwrap().normal.length(), 1.0);
    }

    #[test]
    fn parallel_edges_and_points_are_ordinary() {
        let a = [dvec3(0.05, -1.0, 0.0), dvec3(0.05, 1.0, 0.0)].map(MovingPoint::at_rest);
        let found = edge_edge_proximity(a, B.map(MovingPoint::at_rest), 0.1).unwrap();
        assert!(
            (found.normal - DVec3::X).length() < 1e-15 && (found.distance - 0.05).abs() < 1e-15
        );
        let point = [MovingPoint::at_rest(DVec3::ONE); 2];
        let found = edge_edge_proximity(point, point, 0.1).unwrap();
        assert_eq!((found.normal.length(), found.distance), (1.0, 0.0));
    }

    #[test]
    fn passing_by_an_end_is_not_passing_through() {
        // The first edge moves around the end of the second.
        let a = [-1.0, 1.0]
            .map(|x| MovingPoint { start: dvec3(x, 1.05, 0.05), end: dvec3(x, 1.05, -0.05) });
        let found = edge_edge_proximity(a, B.map(MovingPoint::at_rest), 0.1).unwrap();
        assert!(found.distance > 0.0 && found.normal.z < 0.0);
    }
}
