//! Contacts that are well posed, so that an early time says something about the method.
//!
//! With the differences `d₀`, `d₁` that span the plane of contact and `d₂` from one primitive to
//! the other,
//!
//! ```text
//! f = (d₀ × d₁) · d₂        v = |f′(t)| / |d₀ × d₁|
//! ```
//!
//! is the normal speed at which the primitives meet. Where it vanishes (tangential and coplanar
//! contact), or where no normal exists (slivers, parallel edges), a small distance lasts for a long
//! time, and a method with a tolerance in space is early by as much.

use glam::DVec3;
use ripstop_fixtures::ccd_queries::{Kind, Query};
use ripstop_geometry::MovingPoint;

/// Least normal speed (sizes of the query per step).
const LEAST_SPEED: f64 = 1e-2;
/// Least sine of the angle between the two differences that span the plane.
const LEAST_SINE: f64 = 1e-2;

/// True if the primitives meet at a definite speed, across a definite plane, after the start.
pub(super) fn is_transversal(query: &Query, time: f64) -> bool {
    let [p, a, b, c] = query.points;
    let [u, v, w] = match query.kind {
        Kind::VertexFace => [b.relative_to(a), c.relative_to(a), p.relative_to(a)],
        Kind::EdgeEdge => [a.relative_to(p), c.relative_to(b), b.relative_to(p)],
    };
    let size = [u, v, w].iter().map(extent).fold(0.0, f64::max);
    // In units of the size, so that nothing underflows.
    let [du, dv, dw] = [u, v, w].map(|x| x.displacement() / size);
    let [u, v, w] = [u, v, w].map(|x| x.at(time) / size);
    let n = u.cross(v);
    let slope = (du.cross(v) + u.cross(dv)).dot(w) + n.dot(dw);
    time > 0.0
        && n.length() > LEAST_SINE * u.length() * v.length()
        && slope.abs() > LEAST_SPEED * n.length()
}

fn extent(point: &MovingPoint) -> f64 {
    let largest = |x: DVec3| x.abs().max_element();
    largest(point.start).max(largest(point.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn falling(end: DVec3, corner: DVec3) -> Query {
        let vertex = MovingPoint { start: dvec3(0.25, 0.25, 1.0), end };
        let [a, b, c] = [DVec3::ZERO, DVec3::X, corner].map(MovingPoint::at_rest);
        Query { kind: Kind::VertexFace, family: 1, points: [vertex, a, b, c], contact: None }
    }

    #[test]
    fn needs_a_normal_speed_and_a_normal() {
        let below = dvec3(0.25, 0.25, -1.0);
        assert!(is_transversal(&falling(below, DVec3::Y), 0.5));
        assert!(!is_transversal(&falling(below, DVec3::Y), 0.0));
        assert!(!is_transversal(&falling(below, dvec3(1.0, 1e-3, 0.0)), 0.5));
        assert!(!is_transversal(&falling(dvec3(0.25, 0.25, 0.995), DVec3::Y), 0.5));
    }

    #[test]
    fn crossing_edges_meet_parallel_ones_do_not() {
        let edges = |direction: DVec3| {
            let moving = |x: DVec3| MovingPoint { start: x + DVec3::Z, end: x - DVec3::Z };
            let a = [-DVec3::X, DVec3::X].map(MovingPoint::at_rest);
            let b = [-direction, direction].map(moving);
            Query {
                kind: Kind::EdgeEdge,
                family: 1,
                points: [a[0], a[1], b[0], b[1]],
                contact: None,
            }
        };
        assert!(is_transversal(&edges(DVec3::Y), 0.5));
        assert!(!is_transversal(&edges(DVec3::X), 0.5));
    }
}
