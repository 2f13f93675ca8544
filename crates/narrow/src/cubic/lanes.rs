//! The signs of the coplanarity cubic for four candidates at a time.
//!
//! The same formulas and bounds as in [`super::window`], on arrays that a compiler turns into vector registers.

use super::window::{TINY, TRIPLE};

/// Candidates that are looked at together.
pub(crate) const LANES: usize = 4;

/// One number for each candidate.
type Lane = [f64; LANES];
/// A vector for each candidate, by component.
type LaneVector = [Lane; 3];

/// The differences `d₀, d₁, d₂` of each candidate.
#[derive(Default)]
pub(crate) struct LaneDifferences {
    /// At the start of the step.
    pub(crate) start: [LaneVector; 3],
    /// At the horizon.
    pub(crate) end: [LaneVector; 3],
    /// Largest magnitudes over the whole step.
    pub(crate) magnitude: [LaneVector; 3],
    /// Bound on a change of every component of the differences that shall not matter either.
    pub(crate) disturbance: f64,
}

/// Whether the signs of the cubic allow coplanarity between the start and the horizon.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
pub(crate) fn may_be_coplanar(d: &LaneDifferences) -> [bool; LANES] {
    let [u0, v0, w0] = &d.start;
    let [u1, v1, w1] = &d.end;
    let [mu, mv, mw] = &d.magnitude;
    let n0 = cross(u0, v0);
    let n1 = cross(u1, v1);
    let mixed = add(&cross(u0, v1), &cross(u1, v0));
    let b0 = dot(&n0, w0);
    let b3 = dot(&n1, w1);
    let third = |x: f64, y: f64| (x + y) / 3.0;
    let b1 = zip(dot(&n0, w1), dot(&mixed, w0), third);
    let b2 = zip(dot(&n1, w0), dot(&mixed, w1), third);
    let low = zip(zip(b0, b1, f64::min), zip(b2, b3, f64::min), f64::min);
    let high = zip(zip(b0, b1, f64::max), zip(b2, b3, f64::max), f64::max);

    let permanent = dot(&cross_of_magnitudes(mu, mv), mw);
    let widest = |m: &LaneVector| zip(zip(m[0], m[1], f64::max), m[2], f64::max);
    let largest = zip(zip(widest(mu), widest(mv), f64::max), widest(mw), f64::max);
    let error = zip(permanent, largest, |p, s| TRIPLE * p + TINY * (1.0 + s) * (1.0 + s));
    let r = d.disturbance;
    let [su, sv, sw] =
        d.magnitude.map(|m| zip(zip(m[0], m[1], |x, y| x + y), m[2], |x, y| x + y + 3.0 * r));
    let error: Lane =
        std::array::from_fn(|i| error[i] + r * (su[i] * sv[i] + sv[i] * sw[i] + sw[i] * su[i]));
    // An overflow makes the error infinite or NaN, and the candidate is kept.
    std::array::from_fn(|i| !(low[i] > error[i] || high[i] < -error[i]))
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one vector instruction")]
fn zip(a: Lane, b: Lane, f: impl Fn(f64, f64) -> f64) -> Lane {
    std::array::from_fn(|i| f(a[i], b[i]))
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn cross(a: &LaneVector, b: &LaneVector) -> LaneVector {
    let minor = |j: usize, k: usize| -> Lane {
        std::array::from_fn(|i| a[j][i] * b[k][i] - a[k][i] * b[j][i])
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn cross_of_magnitudes(a: &LaneVector, b: &LaneVector) -> LaneVector {
    let minor = |j: usize, k: usize| -> Lane {
        std::array::from_fn(|i| a[j][i] * b[k][i] + a[k][i] * b[j][i])
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn dot(a: &LaneVector, b: &LaneVector) -> Lane {
    std::array::from_fn(|i| a[0][i] * b[0][i] + a[1][i] * b[1][i] + a[2][i] * b[2][i])
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn add(a: &LaneVector, b: &LaneVector) -> LaneVector {
    [0, 1, 2].map(|axis| zip(a[axis], b[axis], |x, y| x + y))
}
