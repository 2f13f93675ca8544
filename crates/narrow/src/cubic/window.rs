//! A part of the step, and what floating point can certify on it.
//!
//! All polynomials are written in Bernstein form on the window, computed from the differences at
//! its two ends, so that a narrow window costs no accuracy. `docs/ccd.md` derives the bounds that
//! `Bounds` holds.

use std::marker::PhantomData;

use glam::{BVec3, DVec3};
use ripstop_geometry::MovingPoint;

use super::primitives::{Differences, Primitives};

/// Magnitudes beyond this go to exact arithmetic: triple products could overflow (m).
const LARGEST: f64 = f64::from_bits((1023 + 300) << 52);
/// Relative bounds `32u`, `16u`, `8u` with `u = 2⁻⁵³`.
pub(super) const TRIPLE: f64 = f64::from_bits((1023 - 48) << 52);
pub(super) const CROSS: f64 = f64::from_bits((1023 - 49) << 52);
const LINEAR: f64 = f64::from_bits((1023 - 50) << 52);
/// Absolute slack for what underflow can take away, `2⁻¹⁰²⁰`, far above the smallest number.
pub(super) const TINY: f64 = f64::from_bits(3 << 52);

/// Trimmed windows are widened by this (fraction of the step): where a face is flat along an axis,
/// the boxes overlap at the moment of contact only, and a window needs certain signs at its ends.
const PAD: f64 = f64::from_bits((1023 - 16) << 52);

/// The differences over the whole step, with the error bounds that hold for every window in it.
pub(super) struct Step<P> {
    start: Differences,
    end: Differences,
    /// Componentwise largest magnitude of each difference.
    magnitude: Differences,
    /// Bound on the error of a Bernstein coefficient of the coplanarity cubic.
    triple_error: f64,
    /// Slack of all second-degree terms for underflow.
    cross_slack: f64,
    primitives: PhantomData<P>,
}

/// Result of the tests that need no division.
#[expect(clippy::large_enum_variant, reason = "returned in place, taken apart at once")]
pub(super) enum Opening<P> {
    /// No contact during the step, or until the horizon.
    Clear,
    /// Too large for the bounds.
    OutOfRange,
    /// Contact is possible only between the two times.
    Between(Step<P>, [f64; 2]),
}

/// A closed interval of time with the differences at its ends.
pub(super) struct Window {
    pub(super) lo: f64,
    pub(super) hi: f64,
    at_lo: Differences,
    at_hi: Differences,
}

/// Location of the contact point, supposing that the four points are coplanar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inside {
    /// Inside, at every moment of the window.
    Always,
    /// Outside, at every moment of the window.
    Never,
    /// Not certain.
    Unknown,
}

impl<P: Primitives> Step<P> {
    /// Tests for a separating axis and the signs of the coplanarity cubic, both up to the horizon,
    /// and trims the step to the times when the boxes can overlap.
    #[inline]
    pub(super) fn open(points: &[MovingPoint; 4], horizon: f64) -> Opening<P> {
        let (start, end) = (points.map(|p| p.start), points.map(|p| p.end));
        let (spans_0, spans_1) = (span::<P>(&start), span::<P>(&end));
        // The signs of differences are exact, and a linear function that is positive at both ends
        // stays so.
        let above = spans_0[0].cmpgt(DVec3::ZERO) & spans_1[0].cmpgt(DVec3::ZERO);
        let below = spans_0[1].cmplt(DVec3::ZERO) & spans_1[1].cmplt(DVec3::ZERO);
        if (above | below).any() {
            return Opening::Clear;
        }
        let (start, end) = (P::differences(start), P::differences(end));
        let magnitude: Differences = std::array::from_fn(|i| start[i].abs().max(end[i].abs()));
        let largest = magnitude.iter().fold(DVec3::ZERO, |m, &d| m.max(d)).max_element();
        if largest > LARGEST {
            return Opening::OutOfRange;
        }
        let triple_error =
            TRIPLE * permanent(&magnitude) + TINY * (1.0 + largest) * (1.0 + largest);
        let cross_slack = TINY * (1.0 + largest);
        let step =
            Self { start, end, magnitude, triple_error, cross_slack, primitives: PhantomData };
        if !step.may_be_coplanar_before(horizon) {
            return Opening::Clear;
        }
        let (enter, leave) = overlap_times(spans_0, spans_1);
        if enter > leave || enter > horizon {
            return Opening::Clear;
        }
        Opening::Between(step, [(enter - PAD).max(0.0), (leave + PAD).min(1.0)])
    }

    /// True if the signs of the cubic allow coplanarity in `[0, horizon]`.
    #[inline]
    fn may_be_coplanar_before(&self, horizon: f64) -> bool {
        let [u0, v0, w0] = [self.start[0], self.start[1], self.start[2]];
        let s = 1.0 - horizon;
        let [u1, v1, w1] = [0, 1, 2].map(|i| s * self.start[i] + horizon * self.end[i]);
        let b = bernstein([u0, v0, w0], [u1, v1, w1]);
        let low = b[0].min(b[1]).min(b[2].min(b[3]));
        let high = b[0].max(b[1]).max(b[2].max(b[3]));
        low <= self.triple_error && high >= -self.triple_error
    }

    /// The window between two times.
    #[inline]
    pub(super) fn window(&self, lo: f64, hi: f64) -> Window {
        Window { lo, hi, at_lo: self.at(lo), at_hi: self.at(hi) }
    }

    #[inline]
    fn at(&self, t: f64) -> Differences {
        let s = 1.0 - t;
        std::array::from_fn(|i| s * self.start[i] + t * self.end[i])
    }

    /// Bound on the error of [`Window::coplanarity`] and [`Step::coplanarity_at`].
    #[inline]
    pub(super) fn coplanarity_error(&self) -> f64 {
        self.triple_error
    }

    /// The coplanarity cubic at one moment.
    #[inline]
    pub(super) fn coplanarity_at(&self, t: f64) -> f64 {
        let s = 1.0 - t;
        let [u, v, w] = [0, 1, 2].map(|i| s * self.start[i] + t * self.end[i]);
        u.cross(v).dot(w)
    }

    /// True if an axis separates the primitives during the whole window.
    #[inline]
    pub(super) fn separated(&self, window: &Window) -> bool {
        let mut above = BVec3::TRUE;
        let mut below = BVec3::TRUE;
        for &i in P::SEPARATIONS {
            let slack = LINEAR * self.magnitude[i] + DVec3::splat(TINY);
            above &= window.at_lo[i].min(window.at_hi[i]).cmpgt(slack);
            below &= window.at_lo[i].max(window.at_hi[i]).cmplt(-slack);
        }
        (above | below).any()
    }

    /// Location of a contact during the window, seen along each of the three axes.
    #[inline]
    pub(super) fn inside(&self, window: &Window) -> Inside {
        let mut some = [BVec3::FALSE; 2];
        let mut all = [BVec3::TRUE; 2];
        for &[i, j] in P::INSIDE {
            let (x0, y0) = (window.at_lo[i], window.at_lo[j]);
            let (x1, y1) = (window.at_hi[i], window.at_hi[j]);
            let slack = CROSS * cross_of_magnitudes(self.magnitude[i], self.magnitude[j])
                + DVec3::splat(self.cross_slack);
            let ends = [x0.cross(y0), x1.cross(y1)];
            let middle = 0.5 * (x0.cross(y1) + x1.cross(y0));
            let signs = [
                ends[0].min(ends[1]).min(middle).cmpgt(slack),
                ends[0].max(ends[1]).max(middle).cmplt(-slack),
            ];
            for k in 0..2 {
                some[k] |= signs[k];
                all[k] &= signs[k];
            }
        }
        if (some[0] & some[1]).any() {
            Inside::Never
        } else if (all[0] | all[1]).any() {
            Inside::Always
        } else {
            Inside::Unknown
        }
    }
}

impl Window {
    /// Bernstein coefficients of the coplanarity cubic on the window.
    #[inline]
    pub(super) fn coplanarity(&self) -> [f64; 4] {
        let [u0, v0, w0, ..] = self.at_lo;
        let [u1, v1, w1, ..] = self.at_hi;
        bernstein([u0, v0, w0], [u1, v1, w1])
    }
}

/// Bernstein coefficients of `(u × v) · w` between two moments.
#[inline]
fn bernstein([u0, v0, w0]: [DVec3; 3], [u1, v1, w1]: [DVec3; 3]) -> [f64; 4] {
    let n0 = u0.cross(v0);
    let n1 = u1.cross(v1);
    let mixed = u0.cross(v1) + u1.cross(v0);
    [n0.dot(w0), (n0.dot(w1) + mixed.dot(w0)) / 3.0, (n1.dot(w0) + mixed.dot(w1)) / 3.0, n1.dot(w1)]
}

/// Least and greatest component of the differences between the primitives.
#[inline]
fn span<P: Primitives>(points: &[DVec3; 4]) -> [DVec3; 2] {
    let difference = |i: usize| {
        let [j, k] = P::PAIRS[i];
        points[j] - points[k]
    };
    let first = difference(P::SEPARATIONS[0]);
    P::SEPARATIONS[1..].iter().fold([first, first], |[low, high], &i| {
        let d = difference(i);
        [low.min(d), high.max(d)]
    })
}

/// The first and the last time at which the boxes can overlap on all axes, rounded outwards.
///
/// While all differences along an axis are at least `low₀ > 0` at the start and `low₁ ≤ 0` at the
/// end, they stay positive until `low₀ / (low₀ − low₁)`.
#[inline]
fn overlap_times(start: [DVec3; 2], end: [DVec3; 2]) -> (f64, f64) {
    let mut enter = 0.0_f64;
    let mut remain = 0.0_f64;
    for axis in 0..3 {
        for side in 0..2 {
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let (m0, m1) = (sign * start[side][axis], sign * end[side][axis]);
            if m0 > 0.0 {
                enter = enter.max(m0 / (m0 - m1));
            }
            if m1 > 0.0 {
                remain = remain.max(m1 / (m1 - m0));
            }
        }
    }
    // The quotient may be subnormal; then its error is absolute.
    let enter = (enter * (1.0 - LINEAR) - TINY).max(0.0);
    let leave = (1.0 - remain * (1.0 - LINEAR)) + f64::EPSILON;
    (enter, leave.min(1.0))
}

/// `|x| × |y|` with plus signs.
#[inline]
fn cross_of_magnitudes(x: DVec3, y: DVec3) -> DVec3 {
    DVec3::new(x.y * y.z + x.z * y.y, x.z * y.x + x.x * y.z, x.x * y.y + x.y * y.x)
}

/// The permanent of the magnitudes of the three differences of the cubic.
#[inline]
fn permanent(magnitude: &Differences) -> f64 {
    cross_of_magnitudes(magnitude[0], magnitude[1]).dot(magnitude[2])
}
