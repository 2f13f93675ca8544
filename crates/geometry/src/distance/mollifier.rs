//! The edge–edge mollifier of incremental potential contact [Li 2020].
//!
//! The distance of two edges is not smooth where they are parallel: the nearest points jump from
//! one end to the other, and the gradient with them. A factor that goes to 0 there, multiplied to
//! the barrier, makes the energy once continuously differentiable again:
//!
//! ```text
//! c = |eₐ × e_b|²,    ε = 10⁻³ |ēₐ|² |ē_b|²       ē: the edges at rest
//! m = (2 − z) z,  z = c/ε     below z = 1,     m = 1 from there on
//!
//! ∇m = 2(1 − z) ∇z,    ∇²m = 2(1 − z) ∇²z − 2 ∇z ∇zᵀ
//! ```
//!
//! Measured in rest lengths, `a = eₐ/|ēₐ|` and `b = e_b/|ē_b|`, nothing has a unit and nothing
//! overflows: `z = 10³ |n|²` with `n = a × b`, and (a cross product, because `|a|²|b|² − (a·b)²`
//! cancels just where the mollifier is at work)
//!
//! ```text
//! ∂z/∂a = 2·10³ b × n              ∂²z/∂a²  = 2·10³ (|b|² I − b bᵀ)
//! ∂z/∂b = 2·10³ n × a              ∂²z/∂b²  = 2·10³ (|a|² I − a aᵀ)
//!                                  ∂²z/∂a∂b = 2·10³ (2 a bᵀ − b aᵀ − (a·b) I)
//! ```
//!
//! **Limits.** The second derivative jumps at `z = 1`. An edge of rest length 0 is not mollified:
//! `m = 1`.

use glam::{DMat3, DVec3};

use super::Derivatives;
use super::derivatives::{outer, symmetric};

/// `ε/(|ēₐ|²|ē_b|²)`: edges at rest are mollified where the sine of their angle is below the root
/// of this.
pub const MOLLIFIER_THRESHOLD: f64 = 1e-3;

/// The edge to which each of the four points belongs, and its sign in that edge.
const EDGE: [usize; 4] = [0, 0, 1, 1];
const SIGN: [f64; 4] = [-1.0, 1.0, -1.0, 1.0];

/// The mollifier of two edges, expanded to second order.
///
/// Most pairs are far from parallel and are not mollified at all: see [`Mollifier::is_one`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mollifier {
    /// The edges in units of their rest lengths, `a` and `b` (no unit).
    pub edges: [DVec3; 2],
    /// `1/|ēₐ|` and `1/|ē_b|` (1/m).
    pub inverse_rest_lengths: [f64; 2],
    /// `z = c/ε`, cut off at 1: how far from parallel the edges are, in units of the threshold.
    pub ratio: f64,
}

/// The mollifier of the edges `points = [a₀, a₁, b₀, b₁]` with the given rest lengths (m).
#[must_use]
#[inline]
pub fn edge_edge_mollifier(points: [DVec3; 4], rest_lengths: [f64; 2]) -> Mollifier {
    let inverse_rest_lengths = rest_lengths.map(|length| 1.0 / length);
    let a = (points[1] - points[0]) * inverse_rest_lengths[0];
    let b = (points[3] - points[2]) * inverse_rest_lengths[1];
    let z = a.cross(b).length_squared() / MOLLIFIER_THRESHOLD;
    // Written so that NaN, from a rest length of 0, counts as not parallel.
    let ratio = if z < 1.0 { z } else { 1.0 };
    Mollifier { edges: [a, b], inverse_rest_lengths, ratio }
}

impl Mollifier {
    /// True if the edges are so far from parallel that the mollifier is constant.
    #[must_use]
    #[inline]
    pub fn is_one(&self) -> bool {
        self.ratio == 1.0
    }

    /// `m`, in `[0, 1]`.
    #[must_use]
    #[inline]
    pub fn value(&self) -> f64 {
        (2.0 - self.ratio) * self.ratio
    }

    /// `∂m/∂xᵢ` (1/m).
    #[must_use]
    pub fn gradient(&self) -> [DVec3; 4] {
        if self.is_one() {
            return [DVec3::ZERO; 4];
        }
        let slopes = self.ratio_slopes().map(|slope| 2.0 * (1.0 - self.ratio) * slope);
        std::array::from_fn(|i| SIGN[i] * slopes[EDGE[i]])
    }

    /// `∂²m/∂xᵢ∂xⱼ` (1/m²), symmetric to the bit. Below the threshold; 0 from there on.
    #[must_use]
    pub fn hessian(&self) -> [[DMat3; 4]; 4] {
        if self.is_one() {
            return [[DMat3::ZERO; 4]; 4];
        }
        let [aa, ab, bb] = self.edge_hessians();
        symmetric(|i, j| {
            let block = match EDGE[i] + EDGE[j] {
                0 => aa,
                1 => ab,
                _ => bb,
            };
            SIGN[i] * SIGN[j] * block
        })
    }

    /// Value, gradient and Hessian together.
    #[must_use]
    pub fn derivatives(&self) -> Derivatives {
        Derivatives { value: self.value(), gradient: self.gradient(), hessian: self.hessian() }
    }

    /// `∂z/∂eₐ` and `∂z/∂e_b`.
    fn ratio_slopes(&self) -> [DVec3; 2] {
        let [a, b] = self.edges;
        let n = a.cross(b);
        let [p, q] = self.inverse_rest_lengths.map(|inverse| 2.0 * inverse / MOLLIFIER_THRESHOLD);
        [p * b.cross(n), q * n.cross(a)]
    }

    /// `∂²m/∂eₐ²`, `∂²m/∂eₐ∂e_b`, `∂²m/∂e_b²`.
    fn edge_hessians(&self) -> [DMat3; 3] {
        let [a, b] = self.edges;
        let [p, q] = self.inverse_rest_lengths;
        let [ga, gb] = self.ratio_slopes();
        let scale = 4.0 * (1.0 - self.ratio) / MOLLIFIER_THRESHOLD;
        let identity = |s: f64| DMat3::from_diagonal(DVec3::splat(s));
        let aa = identity(b.length_squared()) - outer(b, b);
        let bb = identity(a.length_squared()) - outer(a, a);
        let ab = 2.0 * outer(a, b) - outer(b, a) - identity(a.dot(b));
        [
            scale * p * p * aa - 2.0 * outer(ga, ga),
            scale * p * q * ab - 2.0 * outer(ga, gb),
            scale * q * q * bb - 2.0 * outer(gb, gb),
        ]
    }
}
