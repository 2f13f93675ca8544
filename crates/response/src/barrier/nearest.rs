//! The nearest points of two features, for energies and gradients: as
//! [`ripstop_geometry::distance`], without second derivatives.
//!
//! ```text
//! vertex–edge    u = w·e/|e|²,                                     r = w − u e
//! vertex–face    n = e₁ × e₂,  u₁ = (w × e₂)·n/|n|²,  u₂ = (e₁ × w)·n/|n|²,  r = n (n·w)/|n|²
//! edge–edge      n = e × f,    u  = −(w × f)·n/|n|²,  v  = −(w × e)·n/|n|²,  r = n (n·w)/|n|²
//! ```
//!
//! Degenerate features, or edges and faces so thin that `|n|²` has lost digits, are left to the
//! careful formulas.

use std::ops::RangeInclusive;

use glam::DVec3;

/// `sin²θ` below which the careful formulas are used.
const THIN: f64 = 1e-8;

/// Squared lengths (m²) whose squares neither overflow nor underflow.
const MODERATE: RangeInclusive<f64> = 1e-60..=1e60;

/// Signed weights of the nearest points, and the vector from the second to the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    pub(super) weights: [f64; 4],
    pub(super) separation: DVec3,
}

impl Nearest {
    #[inline]
    pub(super) fn of_points(p: DVec3, q: DVec3) -> Self {
        Self { weights: [1.0, -1.0, 0.0, 0.0], separation: p - q }
    }

    /// A point and the line through two others.
    #[inline]
    pub(super) fn on_line([p, a, b, _]: [DVec3; 4]) -> Option<Self> {
        let (w, e) = (p - a, b - a);
        let length_squared = e.length_squared();
        let u = w.dot(e) / length_squared;
        let is_moderate = MODERATE.contains(&length_squared);
        is_moderate.then_some(Self { weights: [1.0, u - 1.0, -u, 0.0], separation: w - u * e })
    }

    /// A point and the plane through three others.
    #[inline]
    pub(super) fn on_plane([p, a, b, c]: [DVec3; 4]) -> Option<Self> {
        let (w, e, f) = (p - a, b - a, c - a);
        let normal = Normal::of(e, f)?;
        let (u, v) = (normal.coordinate(w.cross(f)), normal.coordinate(e.cross(w)));
        let weights = [1.0, u + v - 1.0, -u, -v];
        Some(Self { weights, separation: normal.along(w) })
    }

    /// Two lines.
    #[inline]
    pub(super) fn of_lines([a0, a1, b0, b1]: [DVec3; 4]) -> Option<Self> {
        let (w, e, f) = (a0 - b0, a1 - a0, b1 - b0);
        let normal = Normal::of(e, f)?;
        let (u, v) = (-normal.coordinate(w.cross(f)), -normal.coordinate(w.cross(e)));
        let weights = [1.0 - u, u, v - 1.0, -v];
        Some(Self { weights, separation: normal.along(w) })
    }
}

/// A normal `n` and `1/|n|²`.
struct Normal {
    n: DVec3,
    inverse: f64,
}

impl Normal {
    /// `None` if the vectors are too short, too long or too close to parallel.
    #[inline]
    fn of(e: DVec3, f: DVec3) -> Option<Self> {
        let n = e.cross(f);
        let square = n.length_squared();
        let product = e.length_squared() * f.length_squared();
        let is_moderate = MODERATE.contains(&product);
        (is_moderate && square > THIN * product).then_some(Self { n, inverse: 1.0 / square })
    }

    #[inline]
    fn coordinate(&self, v: DVec3) -> f64 {
        self.n.dot(v) * self.inverse
    }

    #[inline]
    fn along(&self, v: DVec3) -> DVec3 {
        self.coordinate(v) * self.n
    }
}
