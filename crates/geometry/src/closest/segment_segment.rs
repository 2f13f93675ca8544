//! The closest points of two segments.
//!
//! ```text
//! a(s) = a₀ + s u,   b(t) = b₀ + t v,   r = a₀ − b₀
//! minimise f(s, t) = |r + s u − t v|²   over [0, 1]²
//! ```
//!
//! Three steps, each the exact minimum over one parameter:
//!
//! ```text
//! t₁ = clamp(r⊥·v⊥ / v⊥·v⊥)        the best t if s were free
//! s  = clamp(u·(t₁ v − r) / u·u)   the best s for that t
//! t  = clamp(v·(s u + r) / v·v)    the best t for that s
//! ```
//!
//! with `r⊥ = r − (u·r/u·u) u`, and `v⊥` likewise.
//!
//! *Why this is the minimum.* `(s₁, t₁)`, with `s₁` before clamping, is the minimum of `f` over the
//! strip `t ∈ [0, 1]`. If `s₁` is in `[0, 1]`, nothing in the square can be lower, and the third
//! step changes nothing. If `s₁ < 0`, take any point of the square and walk from it straight to
//! `(s₁, t₁)`: `f` is convex and ends no higher than it began, so it is no higher where the walk
//! crosses `s = 0`. Some minimum of the square lies on that side, and the third step finds it. The
//! same for `s₁ > 1`.
//!
//! *Why it is stable.* In the first step `r⊥·v⊥` and `v⊥·v⊥` are, times `u·u`, the differences
//! `(u·u)(v·r) − (u·v)(u·r)` and `(u·u)(v·v) − (u·v)²`. They are taken in that cheap form only for
//! `sin²θ > 1/16`, where they lose no more than four bits; an error of `t₁` then costs `sin θ`
//! times as much distance, because `s` follows it. Below, `t₁` comes from the orthogonalised
//! vectors (see [`closest`](super)). The other two steps are projections of a point onto a segment,
//! and a step that minimises over one parameter cannot make the distance larger. [Eberly 2015]
//! reaches the same goal by conjugate gradients, constrained to the square.

use glam::DVec3;

use super::direction::{Direction, saturate};
use super::scale::{MAX_SQUARED, Scale, copied, is_moderate};
use super::{PointSegmentRegion, SegmentSegmentRegion};

/// `sin²θ` below which segments count as parallel, `(2⁻⁴⁹)²`.
///
/// `v⊥` is computed to `2⁻⁵¹ |v|` or so; below four times that its direction is noise. Over
/// the whole of a segment such an angle opens a gap of `8 ε` of its length.
const PARALLEL_SQUARED: f64 = f64::from_bits((1023 - 98) << 52);

/// `sin²θ` above which the determinant may be used, `1/16`: it then loses no more than four bits.
const STEEP_SQUARED: f64 = 0.0625;

/// `2⁻⁵⁰⁰` (m⁴): with no length above `2²⁰⁰` m it keeps the other above `2⁻⁴⁵⁰` m, where squares
/// have all their digits.
const MIN_DETERMINANT: f64 = f64::from_bits((1023 - 500) << 52);

/// `2⁻⁹⁰⁰` (m²): the square of a length that counts as zero, since less has lost its digits.
///
/// Sizes are `2⁻²⁰⁰` m and more here, so that such a segment is far shorter than the last digit of
/// the result.
const ZERO_LENGTH_SQUARED: f64 = f64::from_bits((1023 - 900) << 52);

/// The closest points of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentSegmentClosest {
    /// Barycentric weights of the closest point of the first segment on its ends.
    pub weights_a: [f64; 2],
    /// Barycentric weights of the closest point of the second segment on its ends.
    pub weights_b: [f64; 2],
    /// The parts of the two segments on which they lie.
    pub region: SegmentSegmentRegion,
    /// Squared distance (m²).
    pub distance_squared: f64,
}

impl SegmentSegmentClosest {
    /// The closest points on the first and on the second segment (m), given the ends again.
    #[must_use]
    #[inline]
    pub fn points(&self, [a0, a1]: [DVec3; 2], [b0, b1]: [DVec3; 2]) -> [DVec3; 2] {
        [
            self.weights_a[0] * a0 + self.weights_a[1] * a1,
            self.weights_b[0] * b0 + self.weights_b[1] * b1,
        ]
    }

    /// Distance (m).
    #[must_use]
    #[inline]
    pub fn distance(&self) -> f64 {
        self.distance_squared.sqrt()
    }
}

/// Finds the closest points of two segments.
///
/// Parallel segments give the middle of their overlap; one of no length gives its first end.
#[must_use]
#[inline]
pub fn segment_segment(a: [DVec3; 2], b: [DVec3; 2]) -> SegmentSegmentClosest {
    let ([a0, a1], [b0, b1]) = (a, b);
    let (u, v) = (Direction::between(a0, a1), Direction::between(b0, b1));
    match steep_parameters(u, v, a0 - b0) {
        Some(found) => found.closest(),
        None => careful(a.map(copied), b.map(copied)),
    }
}

/// A pair of points on two segments.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameters {
    /// On the first segment.
    pub(super) s: f64,
    /// On the second segment.
    pub(super) t: f64,
    /// Squared distance (m²) of the pair.
    pub(super) distance_squared: f64,
}

impl Parameters {
    #[inline]
    fn closest(self) -> SegmentSegmentClosest {
        let Self { s, t, distance_squared } = self;
        let (a, b) = (PointSegmentRegion::of_parameter(s), PointSegmentRegion::of_parameter(t));
        SegmentSegmentClosest {
            weights_a: [1.0 - s, s],
            weights_b: [1.0 - t, t],
            region: SegmentSegmentRegion { a, b },
            distance_squared,
        }
    }
}

/// Closest points of the segments along `u` and `v`, where `r` runs from the start of the second to
/// the start of the first; `None` if they are too close to parallel or their size is not moderate.
#[inline]
pub(super) fn steep_parameters(u: Direction, v: Direction, r: DVec3) -> Option<Parameters> {
    let (uu, vv) = (u.length_squared, v.length_squared);
    let (uv, ur, vr) = (u.vector.dot(v.vector), u.vector.dot(r), v.vector.dot(r));
    let determinant = uu * vv - uv * uv;
    let t = saturate((uu * vr - uv * ur) / determinant);
    let s = saturate((uv * t - ur) * u.inverse_squared);
    let t = saturate((uv * s + vr) * v.inverse_squared);
    let distance_squared = (r + s * u.vector - t * v.vector).length_squared();
    let steep = determinant > STEEP_SQUARED * (uu * vv) + MIN_DETERMINANT;
    let moderate = uu + vv + distance_squared <= MAX_SQUARED;
    (steep & moderate).then_some(Parameters { s, t, distance_squared })
}

/// The result for whatever [`steep_parameters`] turns down.
#[cold]
fn careful(a: [DVec3; 2], b: [DVec3; 2]) -> SegmentSegmentClosest {
    let (found, size_squared) = kernel(a, b);
    if is_moderate(size_squared) {
        return found.closest();
    }
    let scale = Scale::of(&[a[0], a[1], b[0], b[1]]);
    let (found, _) = kernel(a.map(|end| end * scale.down), b.map(|end| end * scale.down));
    let distance_squared = scale.unscale_squared(found.distance_squared);
    Parameters { distance_squared, ..found }.closest()
}

/// The closest points, and the squared size of the query (m²).
fn kernel([a0, a1]: [DVec3; 2], [b0, b1]: [DVec3; 2]) -> (Parameters, f64) {
    let (u, v) = (Direction::between(a0, a1), Direction::between(b0, b1));
    let found = careful_parameters(u, v, a0 - b0);
    (found, u.length_squared + v.length_squared + found.distance_squared)
}

/// As [`steep_parameters`], at any angle, for a moderate size.
#[cold]
pub(super) fn careful_parameters(u: Direction, v: Direction, r: DVec3) -> Parameters {
    let v_perp = u.reject(v.vector);
    let v_perp_squared = v_perp.length_squared();
    let parallel = v_perp_squared <= PARALLEL_SQUARED * v.length_squared;
    let s = if parallel || u.length_squared < ZERO_LENGTH_SQUARED {
        middle_of_overlap(u, v, r)
    } else {
        let t = saturate(u.reject(r).dot(v_perp) / v_perp_squared);
        u.parameter(t * v.vector - r)
    };
    let t = v.parameter(s * u.vector + r);
    let distance_squared = (r + s * u.vector - t * v.vector).length_squared();
    Parameters { s, t, distance_squared }
}

/// The parameter on the first of two parallel segments in the middle of the part that faces the
/// second, or of its end nearest to the second if there is no such part.
fn middle_of_overlap(u: Direction, v: Direction, r: DVec3) -> f64 {
    0.5 * (u.parameter(-r) + u.parameter(v.vector - r))
}
