//! Least-squares shape functions of a triangle: weights on its plane, and the distance from it.
//!
//! ```text
//! minimise |Σ φᵢ Xᵢ − X|²  with  Σ φᵢ = 1
//!
//! T = (ΔX₁ ΔX₂),   TᵀT (φ₁, φ₂)ᵀ = Tᵀ ΔX,   φ₀ = 1 − φ₁ − φ₂          ΔX = X − X₀
//! X = Σ φᵢ Xᵢ + α N,                        α = ΔX·N                   N unit normal
//! ```
//!
//! The weights are those of the foot of `X` on the plane and are not clamped: outside the triangle
//! some are negative. They are not computed from the normal equations, whose condition number is
//! the square of that of `T`, but from the QR factorisation of `T` (see `triangle_frame`), so that
//! `Σ φᵢ Xᵢ` is within a few `ε (1 + |φ|)` sizes of the foot on slivers too. Without area there is
//! no plane, and no result.

use glam::DVec3;

use super::direction::Direction;
use super::scale::{Scale, is_moderate};
use super::triangle_frame::TriangleFrame;

/// A point in the coordinates of a triangle: `X = Σ φᵢ Xᵢ + α N`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeFunctions {
    /// `φ`: barycentric weights of the foot of the point on the plane, of any sign; they sum to 1.
    pub weights: [f64; 3],
    /// `N`: unit normal of the triangle, right-handed in the order of its corners.
    pub normal: DVec3,
    /// `α`: signed distance from the plane (m), positive on the side of the normal.
    pub offset: f64,
}

/// Evaluates the shape functions of `triangle` at `x`.
///
/// `None` if the triangle has no area up to rounding, that is if its smallest height is below
/// `2⁻⁵⁰` of its longest sides, or if the weights are too large for `f64`.
#[must_use]
#[inline]
pub fn shape_functions(x: DVec3, triangle: [DVec3; 3]) -> Option<ShapeFunctions> {
    let [a, b, c] = triangle;
    let (ab, ac) = (Direction::between(a, b), Direction::between(a, c));
    let sides_squared = ab.length_squared + ac.length_squared;
    if is_moderate(sides_squared) && is_moderate(sides_squared + (x - a).length_squared()) {
        in_frame(x, TriangleFrame::new(a, ab, ac)?)
    } else {
        rescaled(x, triangle)
    }
}

#[inline]
fn in_frame(x: DVec3, frame: TriangleFrame) -> Option<ShapeFunctions> {
    let normal = frame.unit_normal()?;
    let foot = frame.project(x - frame.origin);
    // What is left of `x` beside the foot is all along the normal, up to rounding.
    Some(ShapeFunctions { weights: foot.weights, normal, offset: foot.offset.dot(normal) })
}

/// Scales by the triangle alone: `x` may be far away, and then the weights are large.
#[cold]
fn rescaled(x: DVec3, triangle: [DVec3; 3]) -> Option<ShapeFunctions> {
    let scale = Scale::of(&triangle);
    let [a, b, c] = triangle.map(|corner| corner * scale.down);
    let frame = TriangleFrame::new(a, Direction::between(a, b), Direction::between(a, c))?;
    let mut found = in_frame(x * scale.down, frame)?;
    found.offset = scale.unscale(found.offset);
    let finite = found.weights.iter().all(|weight| weight.is_finite());
    finite.then_some(found)
}
