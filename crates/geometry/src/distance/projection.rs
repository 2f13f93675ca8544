//! Least squares over one or two free weights, by QR.
//!
//! Two flats are nearest where `|w + u₁e₁ + u₂e₂|` is least. With the thin QR factorisation of the
//! edges,
//!
//! ```text
//! [e₁ e₂] = [t₁ t₂] ⎡ℓ₁ c ⎤      t₁, t₂ orthonormal,  c = t₁·e₂
//!                   ⎣0  ℓ₂⎦      ℓ₁ = |e₁|,  ℓ₂ = |e₁ × e₂|/ℓ₁: the height of e₂ over e₁
//!
//! u₂ = −t₂·w / ℓ₂,    u₁ = −(t₁·w + c u₂) / ℓ₁,    r = w + u₁e₁ + u₂e₂ = n (n·w),    n = t₁ × t₂
//! ```
//!
//! The Gram matrix `eᵢ·eⱼ` is never formed, so the error grows with `1/sin θ` and not with its
//! square.
//!
//! **Rank.** Edges that do not span what they should are dropped, so every finite input has a
//! finite result: two edges that are parallel to working precision (`sin θ ≤ 8u`) count as the
//! longer one alone, and an edge shorter than 2⁻²⁰⁰ times the largest extent in play counts as a
//! point. A dropped edge keeps weight 0.

use glam::DVec3;

/// The window of squared lengths in which no intermediate result can overflow or lose bits; outside
/// it everything is first multiplied by a power of two, which changes no bit of a mantissa.
const SMALLEST_SQUARED: f64 = power_of_two(-200);
const LARGEST_SQUARED: f64 = power_of_two(200);
/// After scaling the largest component is about 1, and shorter squared lengths count as 0.
const ZERO_SQUARED: f64 = power_of_two(-400);
/// `(8u)²`, with the unit roundoff `u`: the error of a cross product of unit vectors, squared.
const PARALLEL_SQUARED: f64 = 16.0 * f64::EPSILON * f64::EPSILON;

/// The minimiser of `|w + u₁e₁ + u₂e₂|`, and its response when the edges move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Projection {
    /// The free weights `u₁, u₂`.
    pub(super) u: [f64; 2],
    /// The least vector `r` (m), normal to the edges.
    pub(super) separation: DVec3,
    /// `t₁, t₂`: an orthonormal basis of the edges' span; 0 for a dropped edge.
    pub(super) tangents: [DVec3; 2],
    /// `r/ℓ₁`: the part of `e₁` in the response along `t₁`.
    pub(super) first: DVec3,
    /// `r/ℓ₂`: the part of `e₂` in the response along `t₂`.
    pub(super) second: DVec3,
    /// `−c r/(ℓ₁ℓ₂)`: the part of `e₁` in the response along `t₂`.
    pub(super) mixed: DVec3,
}

impl Projection {
    /// No free weight: two points.
    #[inline]
    pub(super) fn onto_point(w: DVec3) -> Self {
        Self {
            u: [0.0; 2],
            separation: w,
            tangents: [DVec3::ZERO; 2],
            first: DVec3::ZERO,
            second: DVec3::ZERO,
            mixed: DVec3::ZERO,
        }
    }

    /// One free weight: `|w + u₁e₁|`.
    #[inline]
    pub(super) fn onto_line(w: DVec3, e: DVec3) -> Self {
        let length_sq = e.length_squared();
        if length_sq >= SMALLEST_SQUARED && length_sq.max(w.length_squared()) <= LARGEST_SQUARED {
            Self::onto_line_in_range(w, e, length_sq)
        } else {
            Self::onto_line_rescaled(w, e)
        }
    }

    /// Two free weights: `|w + u₁e₁ + u₂e₂|`.
    #[inline]
    pub(super) fn onto_plane(w: DVec3, e1: DVec3, e2: DVec3) -> Self {
        let (sq1, sq2) = (e1.length_squared(), e2.length_squared());
        if sq1.min(sq2) >= SMALLEST_SQUARED
            && sq1.max(sq2).max(w.length_squared()) <= LARGEST_SQUARED
        {
            Self::onto_plane_in_range(w, [e1, e2], [sq1, sq2])
        } else {
            Self::onto_plane_rescaled(w, [e1, e2])
        }
    }

    /// `mᵢₖ = aᵢtₖ + ηᵢₖr` of a point with this weight; `shifts` are `ηᵢₖr`.
    #[inline]
    pub(super) fn response(&self, weight: f64, shifts: [DVec3; 2]) -> [DVec3; 2] {
        [weight * self.tangents[0] + shifts[0], weight * self.tangents[1] + shifts[1]]
    }

    #[inline]
    fn onto_line_in_range(w: DVec3, e: DVec3, length_sq: f64) -> Self {
        let inverse = 1.0 / length_sq.sqrt();
        let t = e * inverse;
        let along = t.dot(w);
        let r = w - along * t;
        Self {
            u: [-along * inverse, 0.0],
            separation: r,
            tangents: [t, DVec3::ZERO],
            first: inverse * r,
            second: DVec3::ZERO,
            mixed: DVec3::ZERO,
        }
    }

    #[inline]
    fn onto_plane_in_range(w: DVec3, edges: [DVec3; 2], [sq1, sq2]: [f64; 2]) -> Self {
        let normal = edges[0].cross(edges[1]);
        let area_sq = normal.length_squared();
        if area_sq <= PARALLEL_SQUARED * sq1 * sq2 {
            return Self::onto_parallel(w, edges, [sq1, sq2]);
        }
        // The two roots do not wait for each other.
        let (length1, area) = (sq1.sqrt(), area_sq.sqrt());
        let (inverse1, inverse_area) = (1.0 / length1, 1.0 / area);
        let inverse2 = length1 * inverse_area;
        let t1 = edges[0] * inverse1;
        let n = normal * inverse_area;
        let t2 = n.cross(t1);
        let ratio = t1.dot(edges[1]) * inverse1;
        let u2 = -t2.dot(w) * inverse2;
        let u1 = -t1.dot(w) * inverse1 - ratio * u2;
        let separation = n.dot(w) * n;
        let second = inverse2 * separation;
        Self {
            u: [u1, u2],
            separation,
            tangents: [t1, t2],
            first: inverse1 * separation,
            second,
            mixed: -ratio * second,
        }
    }

    /// The longer of two parallel edges alone; the first of two equal ones.
    #[cold]
    fn onto_parallel(w: DVec3, [e1, e2]: [DVec3; 2], [sq1, sq2]: [f64; 2]) -> Self {
        if sq1 >= sq2 {
            Self::onto_line_in_range(w, e1, sq1)
        } else {
            Self::onto_line_in_range(w, e2, sq2).with_edges_swapped()
        }
    }

    #[cold]
    fn onto_line_rescaled(w: DVec3, e: DVec3) -> Self {
        let (down, up) = scales(&[w, e]);
        Self::onto_line_of_unit_size(w * down, e * down).scaled(up)
    }

    #[cold]
    fn onto_plane_rescaled(w: DVec3, edges: [DVec3; 2]) -> Self {
        let (down, up) = scales(&[w, edges[0], edges[1]]);
        let w = w * down;
        let edges = edges.map(|e| e * down);
        let squared = edges.map(DVec3::length_squared);
        let scaled = match squared.map(|sq| sq < ZERO_SQUARED) {
            [false, false] => Self::onto_plane_in_range(w, edges, squared),
            [_, true] => Self::onto_line_of_unit_size(w, edges[0]),
            [true, false] => Self::onto_line_of_unit_size(w, edges[1]).with_edges_swapped(),
        };
        scaled.scaled(up)
    }

    fn onto_line_of_unit_size(w: DVec3, e: DVec3) -> Self {
        let length_sq = e.length_squared();
        if length_sq < ZERO_SQUARED {
            Self::onto_point(w)
        } else {
            Self::onto_line_in_range(w, e, length_sq)
        }
    }

    /// A projection on a line, as if its edge had been the second one.
    fn with_edges_swapped(self) -> Self {
        let [u, _] = self.u;
        let [t, _] = self.tangents;
        Self {
            u: [0.0, u],
            tangents: [DVec3::ZERO, t],
            first: DVec3::ZERO,
            second: self.first,
            ..self
        }
    }

    /// Weights, tangents and responses have no unit, so only the separation scales.
    fn scaled(self, factor: f64) -> Self {
        Self { separation: self.separation * factor, ..self }
    }
}

/// A power of two that brings the largest component into `[1, 2)`, and its inverse.
fn scales(vectors: &[DVec3]) -> (f64, f64) {
    let largest = vectors.iter().map(|v| v.abs().max_element()).fold(0.0, f64::max);
    // The ends of the exponent range stay away from factors that are not normal numbers.
    let exponent = ((largest.to_bits() >> 52) as i32 - 1023).clamp(-1020, 1020);
    (power_of_two(-exponent), power_of_two(exponent))
}

/// `2ⁿ` for a normal result.
const fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n).cast_unsigned() as u64) << 52)
}
