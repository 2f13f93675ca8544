//! The point of a segment that is closest to a point.
//!
//! ```text
//! x(s) = a + s (b − a),    s = clamp((p − a)·(b − a) / |b − a|², 0, 1)
//! ```
//!
//! The rounding error of `s` is a few `ε |p − a| / |b − a|`, so that `x` is off by a few
//! `ε |p − a|` however short the segment is.

use glam::DVec3;

use super::PointSegmentRegion;
use super::direction::saturate;
use super::scale::{Scale, copied, is_moderate};

/// The point of a segment that is closest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointSegmentClosest {
    /// Barycentric weights of the closest point on the two ends.
    pub weights: [f64; 2],
    /// The part of the segment on which it lies.
    pub region: PointSegmentRegion,
    /// Squared distance (m²).
    pub distance_squared: f64,
}

impl PointSegmentClosest {
    /// The closest point (m), given the ends again.
    #[must_use]
    #[inline]
    pub fn point(&self, [start, end]: [DVec3; 2]) -> DVec3 {
        self.weights[0] * start + self.weights[1] * end
    }

    /// Distance (m).
    #[must_use]
    #[inline]
    pub fn distance(&self) -> f64 {
        self.distance_squared.sqrt()
    }
}

/// Finds the point of `segment` that is closest to `p`.
///
/// A segment of no length gives its first end.
#[must_use]
#[inline]
pub fn point_segment(p: DVec3, segment: [DVec3; 2]) -> PointSegmentClosest {
    let (closest, size_squared) = kernel(p, segment);
    if is_moderate(size_squared) { closest } else { rescaled(copied(p), segment.map(copied)) }
}

/// The closest point, and the squared size of the query (m²).
#[inline]
fn kernel(p: DVec3, [start, end]: [DVec3; 2]) -> (PointSegmentClosest, f64) {
    let along = end - start;
    let offset = p - start;
    let length_squared = along.length_squared();
    let s = saturate(offset.dot(along) / length_squared);
    let distance_squared = (offset - s * along).length_squared();
    let region = PointSegmentRegion::of_parameter(s);
    (
        PointSegmentClosest { weights: [1.0 - s, s], region, distance_squared },
        length_squared + distance_squared,
    )
}

#[cold]
fn rescaled(p: DVec3, segment: [DVec3; 2]) -> PointSegmentClosest {
    let scale = Scale::of(&[p, segment[0], segment[1]]);
    let (mut closest, _) = kernel(p * scale.down, segment.map(|end| end * scale.down));
    closest.distance_squared = scale.unscale_squared(closest.distance_squared);
    closest
}
