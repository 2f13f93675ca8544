//! The side of a line or a plane on which a point lies.
//!
//! Three stages, each used only where the one before cannot tell:
//!
//! 1. **A filter in floating point**, with an error bound that holds under overflow and underflow.
//!    Let `u = 2^−53`. A difference of two numbers is rounded to within a factor `1 ± u` (it never
//!    underflows inexactly), a product to within a factor `1 ± u` and an absolute `η = 2^−1075`.
//!
//!    In 3D, with `a, b, c` relative to `d`, the determinant is a sum of six products. Their
//!    absolute values add up to no more than the product of the sums along the axes:
//!
//!    ```text
//!    det = Σ z (x y′ − x′ y)     Σ |z| (|x y′| + |x′ y|) ≤ X Y Z     X = |a_x| + |b_x| + |c_x|, …
//!    ```
//!
//!    Each of the six carries at most eight roundings: three differences, two products, one
//!    difference, two sums. Underflow adds at most `2 η |z| + η` for each of the three rows, so
//!
//!    ```text
//!    |det − exact| ≤ ((1 + u)^8 − 1) X Y Z + (1 + u)^4 η (2 Z + 3)
//!                  ≤ 9 u (2 X Y + 2^−750) (Z + 2^−250) / 2
//!    ```
//!
//!    The difference between 8 and 9 pays for the thirteen roundings of the bound itself (each a
//!    factor `1 ± u`), the two small constants for underflow in it and in the determinant:
//!    `9 u 2^−751 Z` and `9 u 2^−1001` are far above `2 η Z` and `3 η`. If a difference, product or
//!    sum of the determinant overflows, the six products reach `2^1024 (1 − 6 u)`, so the bound,
//!    which is twice `X Y Z` before the factor `9 u / 2`, is infinite, or NaN from `∞ · 0`; then no
//!    comparison with it succeeds. That is what the 2 is for.
//!
//!    In 2D the determinant is `l − r` with two products. Four roundings (two differences, one
//!    product, one difference) and two products to underflow give
//!
//!    ```text
//!    |det − exact| ≤ ((1 + u)^4 − 1) (|l| + |r|) + (1 + u) 2 η
//!    ```
//!
//!    and the bound is `5 u |l + r| + 2^−1000`. For `l` and `r` of one sign that is the line above;
//!    for opposite signs `|l| + |r| = |det|`, and a relative error of `5 u` cannot turn the sign.
//!
//! 2. **Adaptive expansions** [Shewchuk 1997], from the crate `robust`, if every coordinate is zero
//!    or has a magnitude in `[2^−200, 2^200]`. Every such number is a multiple of `2^−252`, and
//!    every quantity of the expansions a multiple of `2^−756`, hence never rounded by underflow;
//!    its error bounds are `2^−104` times such a multiple at the least, hence normal numbers; and
//!    nothing exceeds `6 · 2^603 · 2^27`, hence nothing overflows.
//!
//! 3. **[Integers](Integer)** with a common power of two taken out.

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

use crate::exact::{Integer, Sign, scaled_integers};

/// Relative error of the filter in 2D: 5 u.
const RELATIVE_2D: f64 = 5.0 * (f64::EPSILON / 2.0);

/// 2^−1000, above all that underflow can do in 2D.
const UNDERFLOW_2D: f64 = power_of_two(-1000);

/// Half of the relative error of the filter in 3D: 9 u / 2.
const HALF_RELATIVE_3D: f64 = 4.5 * (f64::EPSILON / 2.0);

/// Error that underflow may add to the sums of the filter in 3D.
const UNDERFLOW_3D: [f64; 2] = [power_of_two(-750), power_of_two(-250)];

/// The magnitudes for which expansions neither overflow nor underflow.
const EXPANSION_RANGE: [f64; 2] = [power_of_two(-200), power_of_two(200)];

const fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits((1023 + exponent).cast_unsigned() << 52)
}

/// The side of the line from `a` to `b` on which `c` lies: `sign (b − a) × (c − a)`.
///
/// Positive on the left, that is if `a, b, c` turn counter-clockwise; zero if they are collinear.
#[must_use]
#[inline]
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let (u, v) = (a - c, b - c);
    let (left, right) = (u.x * v.y, u.y * v.x);
    let determinant = left - right;
    let bound = RELATIVE_2D * (left + right).abs() + UNDERFLOW_2D;
    if determinant.abs() > bound { certain(determinant) } else { orient2d_exact(a, b, c) }
}

/// The side of the plane of `a, b, c` on which `d` lies: `sign ((b − a) × (c − a)) · (d − a)`.
///
/// Positive on the side to which the normal `(b − a) × (c − a)` points, from where `a, b, c` turn
/// counter-clockwise; zero if the four are coplanar.
#[must_use]
#[inline]
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let (u, v, w) = (a - d, b - d, c - d);
    // Seen from `d` the triple product has the opposite sign.
    let determinant = u.z * (w.x * v.y - v.x * w.y)
        + v.z * (u.x * w.y - w.x * u.y)
        + w.z * (v.x * u.y - u.x * v.y);
    let sums = u.abs() + v.abs() + w.abs();
    let [area, height] = UNDERFLOW_3D;
    let bound = HALF_RELATIVE_3D * ((2.0 * sums.x * sums.y + area) * (sums.z + height));
    if determinant.abs() > bound { certain(determinant) } else { orient3d_exact([a, b, c, d]) }
}

/// The sign of a number that is not zero: its sign bit, so that no branch is mispredicted.
#[inline]
fn certain(determinant: f64) -> Sign {
    if determinant.is_sign_positive() { Sign::Positive } else { Sign::Negative }
}

#[cold]
fn orient2d_exact(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let in_a_row = |x: [f64; 3]| x[0] == x[1] && x[1] == x[2];
    if in_a_row([a.x, b.x, c.x]) || in_a_row([a.y, b.y, c.y]) || a == b || b == c || c == a {
        return Sign::Zero;
    }
    let coordinates = [a.x, a.y, b.x, b.y, c.x, c.y];
    debug_assert!(coordinates.iter().all(|x| x.is_finite()), "{a}, {b}, {c}");
    if in_expansion_range(&coordinates) {
        let [a, b, c] = [a, b, c].map(|p| Coord { x: p.x, y: p.y });
        return Sign::of(robust::orient2d(a, b, c));
    }
    let ([ax, ay, bx, by, cx, cy], _) = scaled_integers(coordinates);
    (&(ax - &cx) * &(by - &cy)).cmp(&(&(ay - cy) * &(bx - cx))).into()
}

#[cold]
fn orient3d_exact(points: [DVec3; 4]) -> Sign {
    let [a, b, c, d] = points;
    let in_axis_plane = a.cmpeq(d) & b.cmpeq(d) & c.cmpeq(d);
    if in_axis_plane.any() || a == b || b == c || c == a || a == d || b == d || c == d {
        return Sign::Zero;
    }
    let coordinates = [a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z, d.x, d.y, d.z];
    debug_assert!(coordinates.iter().all(|x| x.is_finite()), "{points:?}");
    if in_expansion_range(&coordinates) {
        let [a, b, c, d] = points.map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
        // There, positive is the side from which a, b, c turn clockwise.
        return -Sign::of(robust::orient3d(a, b, c, d));
    }
    orient3d_integers(coordinates)
}

fn orient3d_integers(coordinates: [f64; 12]) -> Sign {
    let ([ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz], _) = scaled_integers(coordinates);
    let [ux, uy, uz] = [ax - &dx, ay - &dy, az - &dz];
    let [vx, vy, vz] = [bx - &dx, by - &dy, bz - &dz];
    let [wx, wy, wz] = [cx - dx, cy - dy, cz - dz];
    let minor = |x: &Integer, y: &Integer, x1: &Integer, y1: &Integer| x1 * y - x * y1;
    let determinant = uz * minor(&vx, &vy, &wx, &wy)
        + vz * minor(&wx, &wy, &ux, &uy)
        + wz * minor(&ux, &uy, &vx, &vy);
    determinant.sign()
}

/// True if every coordinate is zero or in the range in which expansions are exact.
fn in_expansion_range(coordinates: &[f64]) -> bool {
    let [least, greatest] = EXPANSION_RANGE;
    let outside = |x: &&f64| **x != 0.0 && !(least..=greatest).contains(&x.abs());
    // No early exit: nearly always all are in range.
    coordinates.iter().filter(outside).count() == 0
}
