//! The negative eigenpairs of a contact's Hessian, from a matrix of three or five rows instead of
//! nine or twelve.
//!
//! With the weights `a` and the separation `r = d n` of [`ripstop_geometry::distance`], the
//! tangents `tₖ` along which the closest points move, and `hₖ` the derivatives of the weights
//! (`mᵢₖ = aᵢ tₖ + hᵢₖ n`), a function `b(d²)` has the Hessian
//!
//! ```text
//! H = γ (a⊗n)(a⊗n)ᵀ + β Σₖ [ (hₖ⊗n)(hₖ⊗n)ᵀ + (a⊗tₖ)(hₖ⊗n)ᵀ + (hₖ⊗n)(a⊗tₖ)ᵀ ] − β Σ_b (a⊗b)(a⊗b)ᵀ
//!
//! γ = 4d²b″ + 2b′ = ∂²b/∂d²,    β = −2b′ > 0,    b: directions normal to n and to all tₖ
//! ```
//!
//! It lives in the span of `a⊗n`, `h₁⊗n`, `h₂⊗n`, `a⊗t₁`, `a⊗t₂` and `a⊗b`. The last are
//! eigenvectors with the eigenvalue `−β|a|²`. For the others let `q₀ = a/|a|`, `q₁`, `q₂` be an
//! orthonormal basis of the weights; in the basis `q₀⊗n, q₁⊗n, q₂⊗n, q₀⊗t₁, q₀⊗t₂`, with
//! `ĥₖ = Qᵀhₖ`,
//!
//! ```text
//! S = ⎡ γ|a|² e₀e₀ᵀ + β Σ ĥₖĥₖᵀ    β|a| ĥ₁   β|a| ĥ₂ ⎤
//!     ⎢ β|a| ĥ₁ᵀ                       0         0     ⎥
//!     ⎣ β|a| ĥ₂ᵀ                       0         0     ⎦
//! ```
//!
//! has the remaining eigenpairs of `H`. A vertex and an edge have one tangent (three rows), two
//! vertices none.

use glam::DVec3;
use ripstop_geometry::distance::SquaredDistance;
use ripstop_geometry::potential::SymmetricEigen;

/// Up to four eigenpairs of a Hessian: its negative ones.
#[derive(Debug, Default)]
pub(super) struct NegativePart {
    pub(super) pairs: [(f64, [DVec3; 4]); 4],
    pub(super) count: usize,
}

impl NegativePart {
    fn push(&mut self, value: f64, vector: [DVec3; 4]) {
        if value < 0.0 && self.count < self.pairs.len() {
            self.pairs[self.count] = (value, vector);
            self.count += 1;
        }
    }
}

/// The negative part for `tangents` free weights, with `[b′, b″]` at the squared distance. `None`
/// if a tangent is missing, as for degenerate features.
pub(super) fn negative_part(
    squared: &SquaredDistance,
    [b1, b2]: [f64; 2],
    tangents: usize,
) -> Option<NegativePart> {
    let d_squared = squared.value();
    let n = squared.separation / d_squared.sqrt();
    let a = squared.weights;
    let a_squared = dot(a, a);
    let beta = -2.0 * b1;
    let gamma = 4.0 * d_squared * b2 + 2.0 * b1;
    let h: [[f64; 4]; 2] =
        std::array::from_fn(|k| std::array::from_fn(|i| squared.responses[i][k].dot(n)));
    let tangent = |k: usize| {
        let sum: DVec3 = (0..4).map(|i| a[i] * (squared.responses[i][k] - h[k][i] * n)).sum();
        sum / a_squared
    };
    let t = [tangent(0), tangent(1)];
    if !n.is_finite() || t[..tangents].iter().any(|t| t.length_squared() < 0.5) {
        return None;
    }
    let length = a_squared.sqrt();
    let q0 = a.map(|a| a / length);
    let reduced = Reduced { n, t, h, q0, length, a_squared, beta, gamma };
    Some(match tangents {
        0 => reduced.two_vertices(),
        1 => reduced.one_tangent(),
        _ => reduced.two_tangents(),
    })
}

/// The quantities of which the reduced matrix is made.
struct Reduced {
    n: DVec3,
    /// `tₖ`.
    t: [DVec3; 2],
    /// `hₖ`.
    h: [[f64; 4]; 2],
    /// `a/|a|`.
    q0: [f64; 4],
    /// `|a|`.
    length: f64,
    /// `|a|²`.
    a_squared: f64,
    beta: f64,
    gamma: f64,
}

impl Reduced {
    /// `q₀⊗direction`.
    #[inline]
    fn along(&self, direction: DVec3) -> [DVec3; 4] {
        self.q0.map(|q| q * direction)
    }

    #[inline]
    fn two_vertices(&self) -> NegativePart {
        let Self { n, a_squared, beta, gamma, .. } = *self;
        let mut found = NegativePart::default();
        let (b, c) = n.any_orthonormal_pair();
        found.push(-beta * a_squared, self.along(b));
        found.push(-beta * a_squared, self.along(c));
        found.push(gamma * a_squared, self.along(n));
        found
    }

    #[inline]
    fn one_tangent(&self) -> NegativePart {
        let Self { n, t, h, q0, length, a_squared, beta, gamma } = *self;
        let mut found = NegativePart::default();
        found.push(-beta * a_squared, self.along(n.cross(t[0])));
        let q1 = unit(without(h[0], &[q0]));
        let [x, y] = [dot(q0, h[0]), dot(q1, h[0])];
        let side = beta * length;
        let s = [
            [gamma * a_squared + beta * x * x, beta * x * y, side * x],
            [beta * x * y, beta * y * y, side * y],
            [side * x, side * y, 0.0],
        ];
        let eigen = SymmetricEigen::of_rows(&s);
        for (k, &value) in eigen.values().iter().enumerate() {
            let v = eigen.entries(k);
            let vector = |i: usize| (v[0] * q0[i] + v[1] * q1[i]) * n + v[2] * q0[i] * t[0];
            found.push(value, std::array::from_fn(vector));
        }
        found
    }

    #[inline]
    fn two_tangents(&self) -> NegativePart {
        let Self { n, t, h, q0, length, a_squared, beta, gamma } = *self;
        let mut found = NegativePart::default();
        let q1 = unit(without(h[0], &[q0]));
        let q2 = unit(without(h[1], &[q0, q1]));
        let q = [q0, q1, q2];
        let side = beta * length;
        let hat = h.map(|h| q.map(|q| dot(q, h)));
        let mut s = [[0.0; 5]; 5];
        for i in 0..3 {
            for j in 0..3 {
                s[i][j] = beta * (hat[0][i] * hat[0][j] + hat[1][i] * hat[1][j]);
            }
            for (k, hat) in hat.iter().enumerate() {
                s[i][3 + k] = side * hat[i];
                s[3 + k][i] = side * hat[i];
            }
        }
        s[0][0] += gamma * a_squared;
        let eigen = SymmetricEigen::of_rows(&s);
        for (k, &value) in eigen.values().iter().enumerate() {
            let v = eigen.entries(k);
            let vector = |i: usize| {
                let along = v[0] * q0[i] + v[1] * q1[i] + v[2] * q2[i];
                along * n + q0[i] * (v[3] * t[0] + v[4] * t[1])
            };
            found.push(value, std::array::from_fn(vector));
        }
        found
    }
}

#[inline]
fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])
}

/// Gram–Schmidt: `v` without its parts along unit vectors; twice, because the first pass may leave
/// mostly rounding.
#[inline]
fn without(mut v: [f64; 4], units: &[[f64; 4]]) -> [f64; 4] {
    for _ in 0..2 {
        for unit in units {
            let along = dot(v, *unit);
            v = std::array::from_fn(|i| v[i] - along * unit[i]);
        }
    }
    v
}

/// The unit vector, or 0.
#[inline]
fn unit(v: [f64; 4]) -> [f64; 4] {
    let length = dot(v, v).sqrt();
    if length > 0.0 { v.map(|x| x / length) } else { v }
}
