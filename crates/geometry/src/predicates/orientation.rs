//! The side of a line or a plane on which a point lies.
//!
//! Three stages, each used only where the one before cannot tell:
//!
//! 1. **A filter in floating point**, with an error bound that holds under overflow and underflow.
//!    Let `u = 2^−53`. A difference of two numbers is rounded to within a factor `1 ± u` (it never
//!    underflows inexactly), a product to within a factor `1 ± u` and an absolute `η = 2^−1075`.
//!    With `a, b, c` relative to `d` in 3D, the determinant is a sum of six products
//!
//!    ```text
//!    det = Σ  z (x y′ − x′ y)         P = Σ |z| (|x y′| + |x′ y|)        Z = |a_z| + |b_z| + |c_z|
//!    ```
//!
//!    Each of the six carries at most eight roundings: three differences, two products, one difference, two
//!    sums. Underflow adds at most `2 η |z| + η` for each of the three rows, so
//!
//!    ```text
//!    |det − exact| ≤ ((1 + u)^8 − 1) P_exact + (1 + u)^4 η (2 Z + 3)
//!                  ≤ 9 u P + 2^−1000 (Z + 1)
//!    ```
//!
//!    where the second line, in computed values, has room for the rounding of `P`, of `Z` and of itself. In 2D there
//!    are four roundings (two differences, one product, one difference) and two products to underflow:
//!    `|det − exact| ≤ 5 u P + 2^−1000`.
//!    If a difference, product or sum overflows, then so does `P`, which adds up the absolute values of the
//!    same products, or it is NaN (0 · ∞); either way no comparison with the bound succeeds. The constant `2^−1000`
//!    is above what is needed to keep subnormal operands out of the fast path.
//!
//! 2. **Adaptive expansions** [Shewchuk 1997], from the crate `robust`, if every coordinate is zero or
//!    has a magnitude in `[2^−200, 2^200]`. Every such number is a multiple of `2^−252`, and every
//!    quantity of the expansions a multiple of `2^−756`, hence never rounded by underflow; its error
//!    bounds are `2^−104` times such a multiple at the least, hence normal numbers; and nothing exceeds
//!    `6 · 2^603 · 2^27`, hence nothing overflows.
//!
//! 3. **[Integers](Integer)** with a common power of two taken out.

use glam::{DVec2, DVec3};
use robust::{Coord, Coord3D};

use crate::exact::{Integer, Sign, scaled_integers};

/// Relative error of the filter in 2D: 5 u.
const RELATIVE_2D: f64 = 5.0 * (f64::EPSILON / 2.0);

/// Relative error of the filter in 3D: 9 u.
const RELATIVE_3D: f64 = 9.0 * (f64::EPSILON / 2.0);

/// 2^−1000, above all that underflow can do.
const UNDERFLOW: f64 = f64::from_bits((1023 - 1000) << 52);

/// The magnitudes for which expansions neither overflow nor underflow: 2^−200 and 2^200.
const EXPANSION_RANGE: [f64; 2] =
    [f64::from_bits((1023 - 200) << 52), f64::from_bits((1023 + 200) << 52)];

/// The side of the line from `a` to `b` on which `c` lies: `sign (b − a) × (c − a)`.
///
/// Positive on the left, that is if `a, b, c` turn counter-clockwise; zero if they are collinear.
#[must_use]
#[inline]
pub fn orient2d(a: DVec2, b: DVec2, c: DVec2) -> Sign {
    let (u, v) = (a - c, b - c);
    let (left, right) = (u.x * v.y, u.y * v.x);
    let determinant = left - right;
    let bound = RELATIVE_2D * (left.abs() + right.abs()) + UNDERFLOW;
    if determinant > bound {
        Sign::Positive
    } else if -determinant > bound {
        Sign::Negative
    } else {
        orient2d_exact(a, b, c)
    }
}

/// The side of the plane of `a, b, c` on which `d` lies: `sign ((b − a) × (c − a)) · (d − a)`.
///
/// Positive on the side to which the normal `(b − a) × (c − a)` points, from where `a, b, c` turn
/// counter-clockwise; zero if the four are coplanar.
#[must_use]
#[inline]
pub fn orient3d(a: DVec3, b: DVec3, c: DVec3, d: DVec3) -> Sign {
    let (u, v, w) = (a - d, b - d, c - d);
    let (vw, wv) = (v.x * w.y, w.x * v.y);
    let (wu, uw) = (w.x * u.y, u.x * w.y);
    let (uv, vu) = (u.x * v.y, v.x * u.y);
    // Seen from `d` the triple product has the opposite sign.
    let determinant = u.z * (wv - vw) + v.z * (uw - wu) + w.z * (vu - uv);
    let permanent = u.z.abs() * (wv.abs() + vw.abs())
        + v.z.abs() * (uw.abs() + wu.abs())
        + w.z.abs() * (vu.abs() + uv.abs());
    let heights = u.z.abs() + v.z.abs() + w.z.abs();
    let bound = RELATIVE_3D * permanent + UNDERFLOW * (heights + 1.0);
    if determinant > bound {
        Sign::Positive
    } else if -determinant > bound {
        Sign::Negative
    } else {
        orient3d_exact([a, b, c, d])
    }
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
    let flat = |axis: usize| points.iter().all(|p| p[axis] == d[axis]);
    if flat(0) || flat(1) || flat(2) || a == b || b == c || c == a || a == d || b == d || c == d {
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

/// Whether every coordinate is zero or in the range in which expansions are exact.
fn in_expansion_range(coordinates: &[f64]) -> bool {
    let [least, greatest] = EXPANSION_RANGE;
    coordinates.iter().all(|x| *x == 0.0 || (least..=greatest).contains(&x.abs()))
}
