//! The deformation of a triangle, and its rotation without a singular value decomposition.
//!
//! With the images `f₁`, `f₂` of warp and weft, the columns of the 3×2 deformation gradient `F`,
//! the unit normal `n` and `J = |f₁ × f₂| = σ₁σ₂`, the polar decomposition `F = R U` has a closed
//! form:
//!
//! ```text
//! s = σ₁ + σ₂ = √(|f₁|² + |f₂|² + 2J)
//! r₁ = (f₁ + f₂ × n)/s,    r₂ = (f₂ + n × f₁)/s,    U = RᵀF
//! ```
//!
//! because in the plane `F + cof F = s R` for every `F` with `det F ≥ 0`, and a triangle in space
//! has no inverted state: its normal follows it. The singular values are `σ₁ = s/2 + r`,
//! `σ₂ = J/σ₁`, with `r` the radius of Mohr's circle of `U`; nothing is divided by their
//! difference.
//!
//! A triangle without area has no normal; it gets one perpendicular to its longer column, and a
//! triangle that is a point the frame of the axes. Both are limits of neighbouring states.

use glam::{DVec2, DVec3};

/// The rest shape of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RestTriangle {
    /// Coefficients `b₁`, `b₂` of corners 1 and 2 (1/m); that of corner 0 is `−b₁ − b₂`.
    pub(super) b: [DVec2; 2],
    /// Area (m²).
    pub(super) area: f64,
}

impl RestTriangle {
    /// The triangle with the given corners, warp along x.
    pub(super) fn new([p, q, r]: [DVec2; 3]) -> Self {
        let (e, f) = (q - p, r - p);
        let d = e.perp_dot(f);
        Self {
            b: [DVec2::new(f.y / d, -f.x / d), DVec2::new(-e.y / d, e.x / d)],
            area: 0.5 * d.abs(),
        }
    }

    /// `f₁` and `f₂` of the given corners.
    #[inline]
    pub(super) fn columns(&self, [x0, x1, x2]: [DVec3; 3]) -> [DVec3; 2] {
        let (e, f) = (x1 - x0, x2 - x0);
        let [b1, b2] = self.b;
        [b1.x * e + b2.x * f, b1.y * e + b2.y * f]
    }
}

/// A symmetric 2×2 matrix: entries 11, 12, 22.
pub(super) type Symmetric2 = [f64; 3];

/// `F = R U` of one triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deformation {
    /// Columns `f₁`, `f₂` of `F`.
    pub(super) columns: [DVec3; 2],
    /// Columns `r₁`, `r₂` of `R`: orthonormal, with `r₁ × r₂ = n`.
    pub(super) rotation: [DVec3; 2],
    /// The unit normal.
    pub(super) normal: DVec3,
    /// `s = σ₁ + σ₂`.
    pub(super) stretch_sum: f64,
    /// `J = σ₁σ₂`.
    pub(super) area_ratio: f64,
}

impl Deformation {
    #[inline]
    pub(super) fn new(columns: [DVec3; 2]) -> Self {
        let [f1, f2] = columns;
        let cross = f1.cross(f2);
        let area_ratio = cross.length();
        let s = (f1.length_squared() + f2.length_squared() + 2.0 * area_ratio).sqrt();
        let normal = cross / area_ratio;
        if normal.is_finite() && s > 0.0 {
            let rotation = [(f1 + f2.cross(normal)) / s, (f2 + normal.cross(f1)) / s];
            return Self { columns, rotation, normal, stretch_sum: s, area_ratio };
        }
        Self::degenerate(columns)
    }

    /// A triangle without area.
    #[cold]
    fn degenerate(columns: [DVec3; 2]) -> Self {
        let [f1, f2] = columns;
        let s = (f1.length_squared() + f2.length_squared()).sqrt();
        let longer = if f1.length_squared() >= f2.length_squared() { f1 } else { f2 };
        let Some(along) = longer.try_normalize() else {
            let (rotation, normal) = ([DVec3::X, DVec3::Y], DVec3::Z);
            return Self { columns, rotation, normal, stretch_sum: 0.0, area_ratio: 0.0 };
        };
        let normal = along.any_orthonormal_vector();
        let across = normal.cross(along);
        // In the frame (along, across) both columns are along the first axis: F = along · (p, q).
        let (p, q) = (f1.dot(along), f2.dot(along));
        let t = (p * p + q * q).sqrt();
        let (c, d) = (p / t, q / t);
        let rotation = [c * along - d * across, d * along + c * across];
        Self { columns, rotation, normal, stretch_sum: s, area_ratio: 0.0 }
    }

    /// The strain `E = U − 1`: entries 11, 12, 22. Differences are taken first, so that small
    /// strains keep their digits.
    #[inline]
    pub(super) fn strain(&self) -> Symmetric2 {
        let ([f1, f2], [r1, r2]) = (self.columns, self.rotation);
        let (d1, d2) = (f1 - r1, f2 - r2);
        [r1.dot(d1), 0.5 * (r1.dot(d2) + r2.dot(d1)), r2.dot(d2)]
    }

    /// The stretch `U`, with its eigen-system.
    #[inline]
    pub(super) fn stretch(&self) -> Stretch {
        let [e11, u12, e22] = self.strain();
        let (u11, u22) = (1.0 + e11, 1.0 + e22);
        let p = 0.5 * (u11 - u22);
        let radius = (p * p + u12 * u12).sqrt();
        let double_angle = if radius > 0.0 { [p / radius, u12 / radius] } else { [1.0, 0.0] };
        let large = 0.5 * self.stretch_sum + radius;
        let small = if large > 0.0 { self.area_ratio / large } else { 0.0 };
        Stretch { matrix: [u11, u12, u22], values: [large, small], double_angle }
    }
}

/// Singular values below this count as this where they are divided by, so that everything stays
/// finite.
pub(super) const LEAST_STRETCH: f64 = 1e-6;

/// The right stretch `U` and its eigen-system.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) matrix: Symmetric2,
    /// `σ₁ ≥ σ₂`.
    pub(super) values: [f64; 2],
    /// Cosine and sine of twice the angle from the warp to the direction of `σ₁`.
    pub(super) double_angle: [f64; 2],
}

impl Stretch {
    /// `Σ f(σᵢ) vᵢvᵢᵀ`. Equal singular values leave the directions open, and then they do not
    /// matter.
    #[inline]
    pub(super) fn map(&self, f: impl Fn(f64) -> f64) -> Symmetric2 {
        let [large, small] = self.values.map(f);
        let (mean, half) = (0.5 * (large + small), 0.5 * (large - small));
        let [cos, sin] = self.double_angle;
        [mean + half * cos, half * sin, mean - half * cos]
    }

    /// `U⁻¹`, finite always.
    #[inline]
    pub(super) fn inverse(&self) -> Symmetric2 {
        self.map(|value| value.max(LEAST_STRETCH).recip())
    }
}
