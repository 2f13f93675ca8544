//! Capsules that the vertices of a zone stay out of.
//!
//! A zone is kept off the triangles of an obstacle by its impacts. The triangles may approximate a
//! smooth solid: a sphere, a capsule. Then vertices shall not end between a triangle and the round
//! surface above it. With the axis from `p` to `q` and the closest point `c = (1 − s) p + s q` on
//! it,
//!
//! ```text
//! C(x, p, q) = |x − c| − R ≥ 0              n = (x − c)/|x − c|
//! ∂C/∂x = n,   ∂C/∂p = −(1 − s) n,   ∂C/∂q = −s n
//! ```
//!
//! `s` depends on the points, but `|x − c|` is least in it, or `s` is at an end of its range: its
//! derivative drops out. So a capsule is a constraint with signed weights `[1, s − 1, −s]` like all
//! others, and works between free vertices too: a thick thread.
//!
//! The outside of a capsule is not convex. A vertex that has gone round it has a plane that its
//! start does not satisfy; it gets the plane of its start instead, so that the start satisfies all
//! planes of a zone.

use glam::DVec3;
use ripstop_geometry::VertexId;

use super::ZoneSettings;
use super::plane::Plane;
use crate::impulse::Stencil;

/// All points within a radius of a segment between two vertices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// The ends of the segment.
    pub ends: [VertexId; 2],
    /// Fraction of the segment at each end, in `[0, ½]`, that is not axis: 0 if the vertices are
    /// the ends of the axis, `R/(L + 2R)` if they are the poles of a capsule whose axis has the
    /// length `L`, and ½ if they are the poles of a sphere.
    pub caps: f64,
    /// `R` (m).
    pub radius: f64,
}

/// Closest point of the axis to a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    /// `s`.
    pub(super) along: f64,
    /// From the axis to the vertex (m).
    pub(super) apart: DVec3,
}

impl Capsule {
    /// The point of the axis that is nearest to `x`.
    pub(super) fn nearest(&self, x: DVec3, [p, q]: [DVec3; 2]) -> Nearest {
        let axis = q - p;
        let along = axis.dot(x - p) / axis.length_squared();
        let caps = self.caps.clamp(0.0, 0.5);
        // A degenerate segment takes the middle.
        let along = if along.is_finite() { along.clamp(caps, 1.0 - caps) } else { 0.5 };
        Nearest { along, apart: x - (p + along * axis) }
    }

    /// The plane of the capsule for a moving vertex; `None` if it ends outside, or no deeper than
    /// it starts.
    pub(super) fn plane(
        &self,
        vertex: usize,
        (start, end): (&[DVec3], &[DVec3]),
        inverse_masses: &[f64],
        settings: &ZoneSettings,
    ) -> Option<Plane> {
        let ends = self.ends.map(VertexId::index);
        if ends.contains(&vertex) {
            return None;
        }
        let at = |x: &[DVec3]| self.nearest(x[vertex], ends.map(|i| x[i]));
        let (before, after) = (at(start), at(end));
        let distance = self.radius.min(before.apart.length());
        if after.apart.length() >= distance - settings.gap {
            return None;
        }
        let plane = |Nearest { along, apart }| {
            let stencil = Stencil::of(
                [vertex, ends[0], ends[1], ends[1]],
                [1.0, along - 1.0, -along, 0.0],
                inverse_masses,
            );
            let normal = DVec3::try_normalize(apart)?;
            let tolerance = 0.5 * settings.gap;
            let (gap, friction, multiplier) = (distance, 0.0, 0.0);
            Some(Plane { stencil, normal, gap, tolerance, friction, multiplier })
        };
        let is_satisfied = |plane: &Plane| {
            plane.stencil.relative(start).dot(plane.normal) >= distance - plane.tolerance
        };
        plane(after).filter(is_satisfied).or_else(|| plane(before))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    const CAPSULE: Capsule = Capsule { ends: [VertexId(1), VertexId(2)], caps: 0.25, radius: 0.5 };

    fn depth(points: [DVec3; 3]) -> f64 {
        CAPSULE.nearest(points[0], [points[1], points[2]]).apart.length() - CAPSULE.radius
    }

    /// Beside the axis, and beyond either of its ends.
    fn cases() -> [[DVec3; 3]; 3] {
        let (p, q) = (dvec3(0.1, -0.2, 0.3), dvec3(1.3, 0.4, -0.2));
        [dvec3(0.6, 0.5, 0.4), dvec3(-0.3, 0.1, 0.2), dvec3(1.5, 0.6, 0.3)].map(|x| [x, p, q])
    }

    #[test]
    fn derivatives_are_normals_times_weights() {
        for points in cases() {
            let Nearest { along, apart } = CAPSULE.nearest(points[0], [points[1], points[2]]);
            let weights = [1.0, along - 1.0, -along];
            for (i, weight) in weights.into_iter().enumerate() {
                for axis in 0..3 {
                    let h = 1e-6;
                    let moved = |by: f64| {
                        let mut points = points;
                        points[i][axis] += by;
                        depth(points)
                    };
                    let difference = (moved(h) - moved(-h)) / (2.0 * h);
                    let exact = weight * apart.normalize()[axis];
                    assert!((difference - exact).abs() < 1e-8, "{difference} {exact}");
                }
            }
        }
    }

    #[test]
    fn the_axis_ends_before_the_caps() {
        let [beside, before, beyond] = cases().map(|[x, p, q]| CAPSULE.nearest(x, [p, q]).along);
        assert!(beside > 0.25 && beside < 0.75);
        assert_eq!((before, beyond), (0.25, 0.75));
        let nowhere = CAPSULE.nearest(DVec3::X, [DVec3::ZERO; 2]);
        assert_eq!((nowhere.along, nowhere.apart), (0.5, DVec3::X));
    }

    /// The plane of a vertex that would go round to the other side is that of its start.
    #[test]
    fn the_start_satisfies_every_plane() {
        let settings = ZoneSettings { gap: 1e-4, ..ZoneSettings::new(0.0, 0.01) };
        let start = [dvec3(0.5, 0.8, 0.0), DVec3::ZERO, DVec3::X];
        for end in [dvec3(0.5, 0.2, 0.0), dvec3(0.5, -0.3, 0.1), dvec3(0.9, 0.1, -0.2)] {
            let ends = [end, start[1], start[2]];
            let plane = CAPSULE.plane(0, (&start, &ends), &[1.0, 0.0, 0.0], &settings);
            let plane = plane.expect("it ends inside");
            let across = |x: &[DVec3]| plane.stencil.relative(x).dot(plane.normal) - plane.gap;
            assert!(across(&start) >= -plane.tolerance);
            assert!(across(&ends) < -plane.tolerance);
        }
        let outside = [dvec3(0.5, 0.6, 0.0), start[1], start[2]];
        assert!(CAPSULE.plane(0, (&start, &outside), &[1.0, 0.0, 0.0], &settings).is_none());
    }
}
