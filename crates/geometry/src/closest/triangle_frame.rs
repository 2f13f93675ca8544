//! A triangle's plane as two orthogonal directions, and weights on it that survive slivers.
//!
//! ```text
//!              c
//!             /|\              u = b − a,  v = c − a
//!            / | \             τ = u·v / u·u,   h = v − τ u          (u ⟂ h)
//!           /  |h \
//!          a───┴───b           x = a + σ u + η h = a + (σ − η τ) u + η v
//!            τ u
//! ```
//!
//! The closest point of the plane to `p` has `σ = (p − a)·u / u·u` and, with the *rest*
//! `r = p − a − σ u`, `η = r·h / h·h`. The weights are `w_c = η`, `w_b = σ − η τ`,
//! `w_a = 1 − w_b − w_c`.
//!
//! Taking `r` instead of `p − a` is what makes this stable. The computed `h` is not quite
//! orthogonal to `u`: it is off by `ε |v|`, an angle of `ε |v| / |h|`. Against `p − a` that angle
//! would cost `ε |p − a| |v| / |h|`, without bound on slivers; the part of `r` along `u` is only
//! `ε |p − a|`, and the cost is of second order. What remains is the error of the true `h`, that is
//! of a corner `c` moved by `ε |v|`.

use glam::DVec3;

use super::direction::Direction;

/// Smallest height over longest side, squared, below which a triangle has no face: `(2⁻⁵⁰)²`.
///
/// The height is computed to `2⁻⁵²` of the sides or so; below four times that its direction is
/// noise.
const FLAT_SQUARED: f64 = f64::from_bits((1023 - 100) << 52);

/// Two orthogonal directions that span a triangle's plane, seen from its first corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct TriangleFrame {
    /// The first corner (m).
    pub(super) origin: DVec3,
    along: DVec3,
    inverse_along_squared: f64,
    /// `h`: from the foot of the height to the third corner (m).
    height: DVec3,
    height_squared: f64,
    /// `τ`: where on the first edge the foot of the height is.
    foot: f64,
}

/// The closest point of a plane to a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnPlane {
    /// Barycentric weights, of any sign; they sum to 1.
    pub(super) weights: [f64; 3],
    /// From the plane to the point (m).
    pub(super) offset: DVec3,
}

impl OnPlane {
    /// True if the closest point of the plane is in the triangle. False for NaN.
    #[inline]
    pub(super) fn is_inside(&self) -> bool {
        let [wa, wb, wc] = self.weights;
        wa.min(wb).min(wc) >= 0.0
    }
}

impl TriangleFrame {
    /// The frame of the triangle with first corner `origin` and the edges `ab` and `ac` from it;
    /// `None` if it is flat.
    #[inline]
    pub(super) fn new(origin: DVec3, ab: Direction, ac: Direction) -> Option<Self> {
        let foot = ac.vector.dot(ab.vector) * ab.inverse_squared;
        let height = ac.vector - foot * ab.vector;
        let height_squared = height.length_squared();
        // The longest side is at most √2 times the root of this sum. Area²/side² is the smallest
        // height².
        let sides_squared = ab.length_squared + ac.length_squared;
        let area_squared = height_squared * ab.length_squared;
        (area_squared > FLAT_SQUARED * (sides_squared * sides_squared)).then_some(Self {
            origin,
            along: ab.vector,
            inverse_along_squared: ab.inverse_squared,
            height,
            height_squared,
            foot,
        })
    }

    /// The closest point of the plane to the point at `offset` (m) from the first corner.
    #[inline]
    pub(super) fn project(&self, offset: DVec3) -> OnPlane {
        let sigma = offset.dot(self.along) * self.inverse_along_squared;
        let rest = offset - sigma * self.along;
        let eta = rest.dot(self.height) / self.height_squared;
        let wb = sigma - eta * self.foot;
        OnPlane { weights: [1.0 - (wb + eta), wb, eta], offset: rest - eta * self.height }
    }

    /// Unit normal of the plane, right-handed in the order of the corners.
    ///
    /// `None` only if the squares of the triangle's sides leave the range of `f64`.
    #[inline]
    pub(super) fn unit_normal(&self) -> Option<DVec3> {
        self.along.cross(self.height).try_normalize()
    }
}
