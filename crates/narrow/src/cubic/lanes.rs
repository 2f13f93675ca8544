//! The signs of the coplanarity cubic and of the inside tests for four candidates at a time.
//!
//! The same formulas and bounds as in [`super::window`], on arrays that a compiler turns into
//! vector registers. Everything is inlined without fail: what is not would be compiled for the
//! least instruction set.

use super::primitives::IndexPair;
use super::window::{CROSS, TINY, TRIPLE};

/// Candidates that are tested together.
pub(crate) const LANES: usize = 4;

/// One number for each candidate.
type Lane = [f64; LANES];
/// A vector for each candidate, by component.
type LaneVector = [Lane; 3];

/// The first `N` differences of each candidate.
pub(crate) struct LaneDifferences<const N: usize> {
    /// At the start of the step.
    pub(crate) start: [LaneVector; N],
    /// At its end, or at the horizon after [`LaneDifferences::cut_at`].
    pub(crate) end: [LaneVector; N],
    /// Largest magnitudes over the whole step.
    magnitude: [LaneVector; N],
    /// Bound on a change of every component of the differences that shall not matter either.
    disturbance: f64,
}

impl<const N: usize> LaneDifferences<N> {
    /// Zeros, to be filled.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
    pub(crate) fn new(disturbance: f64) -> Self {
        let zeros = [[[0.0; LANES]; 3]; N];
        Self { start: zeros, end: zeros, magnitude: zeros, disturbance }
    }

    /// Takes the magnitudes, and ends the step at the horizon.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
    pub(crate) fn cut_at(&mut self, horizon: f64) {
        for k in 0..N {
            for axis in 0..3 {
                let (start, end) = (self.start[k][axis], self.end[k][axis]);
                self.magnitude[k][axis] = zip(start, end, |x, y| greatest(x.abs(), y.abs()));
                self.end[k][axis] = zip(start, end, |x, y| (1.0 - horizon) * x + horizon * y);
            }
        }
    }
}

/// True if the signs of the cubic allow coplanarity between the start and the horizon.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
pub(crate) fn may_be_coplanar(d: &LaneDifferences<3>) -> [bool; LANES] {
    let [u0, v0, w0] = &d.start;
    let [u1, v1, w1] = &d.end;
    let n0 = cross(u0, v0);
    let n1 = cross(u1, v1);
    let mixed = add(&cross(u0, v1), &cross(u1, v0));
    let b0 = dot(&n0, w0);
    let b3 = dot(&n1, w1);
    let third = |x: f64, y: f64| (x + y) / 3.0;
    let b1 = zip(dot(&n0, w1), dot(&mixed, w0), third);
    let b2 = zip(dot(&n1, w0), dot(&mixed, w1), third);
    let low = zip(zip(b0, b1, least), zip(b2, b3, least), least);
    let high = zip(zip(b0, b1, greatest), zip(b2, b3, greatest), greatest);

    let error = error(d);
    // An overflow makes the error infinite or NaN, and the candidate is kept.
    let keep = |i: usize| !(low[i] > error[i] || high[i] < -error[i]);
    [keep(0), keep(1), keep(2), keep(3)]
}

/// `32u P + 2⁻¹⁰²⁰ (1 + S)² + ρ (s₀s₁ + s₁s₂ + s₂s₀)`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
fn error(d: &LaneDifferences<3>) -> Lane {
    let [mu, mv, mw] = &d.magnitude;
    let permanent = dot(&cross_of_magnitudes(mu, mv), mw);
    let largest = zip(zip(widest(mu), widest(mv), greatest), widest(mw), greatest);
    let rounding = zip(permanent, largest, |p, s| TRIPLE * p + TINY * (1.0 + s) * (1.0 + s));
    let r = d.disturbance;
    let (su, sv, sw) = (sum(mu, 3.0 * r), sum(mv, 3.0 * r), sum(mw, 3.0 * r));
    let times = |x: f64, y: f64| x * y;
    let plus = |x: f64, y: f64| x + y;
    let products = zip(zip(zip(su, sv, times), zip(sv, sw, times), plus), zip(sw, su, times), plus);
    zip(rounding, products, |x, y| x + r * y)
}

/// True if the signs of the inside tests allow a contact between the start and the horizon.
///
/// Along one axis, one test certainly positive and another certainly negative exclude it. A change
/// of the factors by `ρ` changes a product `x × y` by at most `ρ (|x|₁ + |y|₁ + 2ρ)`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
pub(crate) fn may_be_inside(d: &LaneDifferences<6>, tests: &[IndexPair]) -> [bool; LANES] {
    let nothing = [[f64::NEG_INFINITY; LANES]; 3];
    let (mut above, mut below) = (nothing, nothing);
    let r = d.disturbance;
    let minus = |x: f64, y: f64| x - y;
    for &[i, j] in tests {
        let (x0, y0, x1, y1) = (&d.start[i], &d.start[j], &d.end[i], &d.end[j]);
        let (mx, my) = (&d.magnitude[i], &d.magnitude[j]);
        let (first, last) = (cross(x0, y0), cross(x1, y1));
        let middle = add(&cross(x0, y1), &cross(x1, y0));
        let size = cross_of_magnitudes(mx, my);
        let widest = zip(widest(mx), widest(my), greatest);
        let reserve = zip(sum(mx, r), sum(my, r), |x, y| r * (x + y));
        let slack = zip(widest, reserve, |s, reserve| TINY * (1.0 + s) + reserve);
        for axis in 0..3 {
            let middle = zip(middle[axis], [0.5; LANES], |x, half| x * half);
            let slack = zip(size[axis], slack, |size, slack| CROSS * size + slack);
            let low = zip(zip(first[axis], last[axis], least), middle, least);
            let high = zip(zip(first[axis], last[axis], greatest), middle, greatest);
            above[axis] = zip(above[axis], zip(low, slack, minus), greatest);
            below[axis] = zip(below[axis], zip(high, slack, |high, slack| -high - slack), greatest);
        }
    }
    let both = |axis: usize| zip(above[axis], below[axis], least);
    let mixed = zip(zip(both(0), both(1), greatest), both(2), greatest);
    // An overflow makes the slack infinite or NaN, and no test certain.
    let outside = |i: usize| mixed[i] > 0.0;
    [!outside(0), !outside(1), !outside(2), !outside(3)]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one vector instruction")]
fn zip(a: Lane, b: Lane, f: impl Fn(f64, f64) -> f64) -> Lane {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one instruction")]
fn least(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one instruction")]
fn greatest(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn widest(m: &LaneVector) -> Lane {
    zip(zip(m[0], m[1], greatest), m[2], greatest)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn sum(m: &LaneVector, more: f64) -> Lane {
    zip(zip(m[0], m[1], |x, y| x + y), m[2], |x, y| x + y + more)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn cross(a: &LaneVector, b: &LaneVector) -> LaneVector {
    let minor = |j: usize, k: usize| {
        let products = zip(a[j], b[k], |x, y| x * y);
        zip(products, zip(a[k], b[j], |x, y| x * y), |x, y| x - y)
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn cross_of_magnitudes(a: &LaneVector, b: &LaneVector) -> LaneVector {
    let minor = |j: usize, k: usize| {
        let products = zip(a[j], b[k], |x, y| x * y);
        zip(products, zip(a[k], b[j], |x, y| x * y), |x, y| x + y)
    };
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn dot(a: &LaneVector, b: &LaneVector) -> Lane {
    let product = |axis: usize| zip(a[axis], b[axis], |x, y| x * y);
    zip(zip(product(0), product(1), |x, y| x + y), product(2), |x, y| x + y)
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "a few vector instructions")]
fn add(a: &LaneVector, b: &LaneVector) -> LaneVector {
    let sum = |axis: usize| zip(a[axis], b[axis], |x, y| x + y);
    [sum(0), sum(1), sum(2)]
}
