//! The sign of a quadratic at the root of a cubic, by a fixed number of evaluations at rational
//! points.
//!
//! Let `f` of degree at most 3 have exactly one root `α` in the interior of the interval, a simple
//! one, and let `g` be of degree at most 2. Where `g` has no root in the interior its sign is at
//! hand. Otherwise the question is on which side of a root `ρ` of `g` the root `α` lies, and that
//! is decided by the sign of `f(ρ)`: on one side of `α` it is that of `f` at the start of the
//! interval, on the other side the opposite.
//!
//! ```text
//! g linear      ρ is rational: evaluate f(ρ)
//! g quadratic   γ₂² f = q g + r,  r linear:  sign f(ρ) = sign r(ρ), and the same question again,
//!               now for the root of r (rational) and the root ρ of g: evaluate g there
//! ```
//!
//! No isolation, no refinement, no loop: coefficients grow by a fixed factor.

use std::cmp::Ordering;

use ripstop_geometry::exact::{Integer, Sign};
use smallvec::SmallVec;

use super::form::{Form, Moment};

/// The sign of `g` at the one root of `f` in the interior of the interval.
pub(super) fn sign_at_root(g: &Form, f: &Form) -> Sign {
    if let Some(sign) = g.common_sign() {
        return sign;
    }
    let f = f.without_ends();
    let g = g.without_ends();
    match &g.coefficients[..] {
        [g0, g1] => sign_of_linear([g0, g1], &f),
        [g0, g1, g2] => sign_of_quadratic([g0, g1, g2], &g, &f),
        _ => unreachable_degree(&g),
    }
}

/// A form whose coefficients differ in sign has at least two of them, and quadratics have at most
/// three.
fn unreachable_degree(g: &Form) -> Sign {
    debug_assert!(false, "degree {} in an inside test", g.degree());
    Sign::Zero
}

/// `γ₀ + γ₁ y` with coefficients of opposite sign.
fn sign_of_linear([g0, g1]: [&Integer; 2], f: &Form) -> Sign {
    match root_side(f, &ratio(g0, g1)) {
        Ordering::Less => g1.sign(),
        Ordering::Equal => Sign::Zero,
        Ordering::Greater => g0.sign(),
    }
}

/// Compares a rational point `ρ` to the root `α` of `f`.
fn root_side(f: &Form, point: &Moment) -> Ordering {
    side(f.sign_at(point), f.coefficients[0].sign())
}

/// A value that is zero, or has the sign that belongs to points before the root, or the other one.
fn side(value: Sign, before: Sign) -> Ordering {
    if value.is_zero() {
        Ordering::Equal
    } else if value == before {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

/// `y = |low| / |high|` as a moment.
fn ratio(low: &Integer, high: &Integer) -> Moment {
    Moment { start: high.clone().abs(), end: low.clone().abs() }
}

/// `γ₀ + γ₁ y + γ₂ y²` with `γ₀, γ₂ ≠ 0` and at least one change of sign.
fn sign_of_quadratic([g0, g1, g2]: [&Integer; 3], g: &Form, f: &Form) -> Sign {
    let before = f.coefficients[0].sign();
    let remainder = reduce(f, [g0, g1, g2]);
    if g0.sign() != g2.sign() {
        // One positive root ρ.
        let position = |point: &Moment| side(g.sign_at(point), g0.sign());
        return match side(sign_of_remainder(&remainder, &position), before) {
            Ordering::Less => g2.sign(),
            Ordering::Equal => Sign::Zero,
            Ordering::Greater => g0.sign(),
        };
    }
    // Two positive roots around the vertex, or none.
    let discriminant = g1.squared() - ((g0 * g2) << 2);
    let vertex = ratio(g1, &(g2 << 1));
    let outer = g0.sign();
    match discriminant.sign() {
        Sign::Negative => outer,
        Sign::Zero => match root_side(f, &vertex) {
            Ordering::Equal => Sign::Zero,
            _ => outer,
        },
        Sign::Positive => match root_side(f, &vertex) {
            Ordering::Equal => -outer,
            // α is beyond the vertex: compare it with the later root.
            Ordering::Less => {
                let position = |point: &Moment| match point.compare(&vertex) {
                    Ordering::Greater => side(g.sign_at(point), -outer),
                    _ => Ordering::Less,
                };
                match side(sign_of_remainder(&remainder, &position), before) {
                    Ordering::Less => outer,
                    Ordering::Equal => Sign::Zero,
                    Ordering::Greater => -outer,
                }
            }
            Ordering::Greater => {
                let position = |point: &Moment| match point.compare(&vertex) {
                    Ordering::Less => side(g.sign_at(point), outer),
                    _ => Ordering::Greater,
                };
                match side(sign_of_remainder(&remainder, &position), before) {
                    Ordering::Less => -outer,
                    Ordering::Equal => Sign::Zero,
                    Ordering::Greater => outer,
                }
            }
        },
    }
}

/// `γ₂² f` modulo `g`, as `r₀ + r₁ y`.
fn reduce(f: &Form, [g0, g1, g2]: [&Integer; 3]) -> [Integer; 2] {
    let mut c: SmallVec<[Integer; 4]> = f.coefficients.clone();
    c.resize(4, Integer::zero());
    let [c0, c1, c2, c3] = [&c[0], &c[1], &c[2], &c[3]];
    // γ₂ f − c₃ y g has degree 2 …
    let quadratic = g2 * c2 - c3 * g1;
    let linear = g2 * c1 - c3 * g0;
    let constant = g2 * c0;
    // … and one more step leaves degree 1.
    [g2 * &constant - &quadratic * g0, g2 * &linear - &quadratic * g1]
}

/// The sign of `r₀ + r₁ y` at a root `ρ > 0`, given where rational points lie to it.
fn sign_of_remainder([r0, r1]: &[Integer; 2], position: &dyn Fn(&Moment) -> Ordering) -> Sign {
    let (low, high) = (r0.sign(), r1.sign());
    if low.is_zero() || high.is_zero() || low == high {
        return if high.is_zero() { low } else { high };
    }
    match position(&ratio(r0, r1)) {
        Ordering::Less => high,
        Ordering::Equal => Sign::Zero,
        Ordering::Greater => low,
    }
}
