//! The coplanarity cubic, exact in its decisions.
//!
//! Primitives with four moving points can touch only when the points are coplanar [Provot 1997]:
//!
//! ```text
//! f(t) = (d₀(t) × d₁(t)) · d₂(t) = 0
//! ```
//!
//! with the differences of [`primitives`]. Three tiers decide whether and when they do:
//!
//! 1. bounds on the whole step: a separating axis, the signs of the Bernstein coefficients of `f`,
//!    the signs of the inside tests;
//! 2. windows of time, halved until the same bounds exclude a contact, or a simple root of `f` is
//!    bracketed and the inside tests have certain signs over the bracket;
//! 3. integers: the same polynomials without rounding.
//!
//! `docs/ccd.md` derives the error bounds. Tiers 1 and 2 allocate nothing.
//!
//! A hit is reported exactly if the closed primitives touch. The time of impact (TOI) is
//! conservative: never later than the exact first contact, and earlier by at most `2⁻³⁶` of the
//! step; one from the exact tier is the largest `f64` that is not later.

mod bracket;
mod exact;
pub(crate) mod lanes;
pub(crate) mod primitives;
mod window;

use ripstop_geometry::MovingPoint;

use crate::ccd::{Ccd, Decision, Verdict, all_finite};
use bracket::Roots;
use primitives::{EdgeEdge, Primitives, VertexFace};
use window::{Inside, Opening, Step, Window};

/// Widest bracket whose lower end is a good enough time (fraction of the step).
const TIME_TOLERANCE: f64 = f64::from_bits((1023 - 36) << 52);

/// Treatment of a query that floating point cannot decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// Decide it in exact arithmetic.
    Exact,
    /// Report a hit.
    Hit,
}

/// Continuous collision detection by the coplanarity cubic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cubic {
    /// Treatment of a query that floating point cannot decide.
    pub undecided: Undecided,
}

impl Cubic {
    /// Decides every query exactly.
    #[must_use]
    pub const fn exact() -> Self {
        Self { undecided: Undecided::Exact }
    }

    /// Floating point only: still misses nothing and its TOI is conservative, but it reports some
    /// contacts that are only near.
    #[must_use]
    pub const fn float_only() -> Self {
        Self { undecided: Undecided::Hit }
    }
}

impl Default for Cubic {
    fn default() -> Self {
        Self::exact()
    }
}

impl Ccd for Cubic {
    fn earliness(&self) -> Option<f64> {
        (self.undecided == Undecided::Exact).then_some(TIME_TOLERANCE)
    }

    fn vertex_face(&self, vertex: MovingPoint, face: [MovingPoint; 3], horizon: f64) -> Verdict {
        let [a, b, c] = face;
        self.decide::<VertexFace>([vertex, a, b, c], horizon)
    }

    fn edge_edge(
        &self,
        [a0, a1]: [MovingPoint; 2],
        [b0, b1]: [MovingPoint; 2],
        horizon: f64,
    ) -> Verdict {
        self.decide::<EdgeEdge>([a0, a1, b0, b1], horizon)
    }
}

/// Outcome of one window.
enum Examined {
    /// No contact in it.
    Clear,
    /// Contact not before this time, but shortly after.
    Hit(f64),
    /// Too wide to tell.
    Wide,
    /// Halving would not help; no contact before this time.
    Unknown(f64),
}

impl Cubic {
    #[inline]
    fn decide<P: Primitives>(self, points: [MovingPoint; 4], horizon: f64) -> Verdict {
        let finite = all_finite(&points);
        debug_assert!(finite, "coordinates must be finite: {points:?}");
        if !finite {
            return Verdict::hit(0.0, Decision::Surrender);
        }
        let (step, [enter, leave]) = match Step::<P>::open(&points, self.contact_horizon(horizon)) {
            Opening::Clear => return Verdict::clear(Decision::Bounds),
            Opening::OutOfRange => return self.give_up::<P>(&points, 0.0),
            Opening::Between(step, times) => (step, times),
        };
        match examine(&step, &step.window(enter, leave)) {
            Examined::Clear => Verdict::clear(Decision::Bounds),
            Examined::Hit(time) => Verdict::hit(time, Decision::Refinement),
            Examined::Unknown(time) => self.give_up::<P>(&points, time),
            Examined::Wide => match self.refine(&step, [enter, leave], horizon) {
                Examined::Clear => Verdict::clear(Decision::Refinement),
                Examined::Hit(time) => Verdict::hit(time, Decision::Refinement),
                Examined::Unknown(time) => self.give_up::<P>(&points, time),
                Examined::Wide => self.give_up::<P>(&points, enter),
            },
        }
    }

    /// Halves a window that is too wide, the earlier half first.
    fn refine<P: Primitives>(
        self,
        step: &Step<P>,
        [enter, leave]: [f64; 2],
        horizon: f64,
    ) -> Examined {
        /// As deep as halving can go before the bounds stop improving.
        const DEPTH: usize = 48;
        let budget = self.budget();
        let mut ends = [0.0; DEPTH];
        ends[0] = leave;
        let mut pending = 1;
        let mut lo = enter;
        let mut hi = 0.5 * (enter + leave);
        for _ in 0..budget {
            match examine(step, &step.window(lo, hi)) {
                Examined::Clear => {
                    if pending == 0 || hi > horizon {
                        return Examined::Clear;
                    }
                    pending -= 1;
                    (lo, hi) = (hi, ends[pending]);
                }
                Examined::Wide if pending < DEPTH => {
                    ends[pending] = hi;
                    pending += 1;
                    hi = 0.5 * (lo + hi);
                }
                Examined::Wide => return Examined::Unknown(lo),
                decided => return decided,
            }
        }
        Examined::Unknown(lo)
    }

    /// A query without contact until this time has no reported time until `horizon`.
    #[inline]
    fn contact_horizon(self, horizon: f64) -> f64 {
        match self.undecided {
            Undecided::Exact => (horizon + 2.0 * TIME_TOLERANCE).min(1.0),
            // What is reported to be safe may be arbitrarily early.
            Undecided::Hit => 1.0,
        }
    }

    /// Windows to examine before giving up: few if exact arithmetic stands ready.
    const fn budget(self) -> usize {
        match self.undecided {
            Undecided::Exact => 32,
            Undecided::Hit => 512,
        }
    }

    #[cold]
    fn give_up<P: Primitives>(self, points: &[MovingPoint; 4], no_contact_before: f64) -> Verdict {
        match self.undecided {
            Undecided::Exact => {
                Verdict { time: exact::first_contact::<P>(points), decision: Decision::Exact }
            }
            Undecided::Hit => Verdict::hit(no_contact_before, Decision::Surrender),
        }
    }
}

#[inline]
fn examine<P: Primitives>(step: &Step<P>, window: &Window) -> Examined {
    if step.separated(window) {
        return Examined::Clear;
    }
    let cubic = window.coplanarity();
    let roots = bracket::count(cubic, step.coplanarity_error());
    if roots == Roots::No || step.inside(window) == Inside::Never {
        return Examined::Clear;
    }
    if roots == Roots::One { examine_root(step, window, cubic) } else { Examined::Wide }
}

/// Brackets the only root in the window, and tests whether the contact point is inside then.
fn examine_root<P: Primitives>(step: &Step<P>, window: &Window, cubic: [f64; 4]) -> Examined {
    const ATTEMPTS: usize = 3;
    let root = bracket::find(cubic);
    let width = window.hi - window.lo;
    let time = window.lo + root.position * width;
    let error = step.coplanarity_error();
    let mut reach = 2.0 * width * (error / root.slope.abs()) + 2.0 * f64::EPSILON;
    for _ in 0..ATTEMPTS {
        let (lo, hi) = ((time - reach).max(window.lo), (time + reach).min(window.hi));
        let sign = cubic[0].signum();
        let before = lo == window.lo || sign * step.coplanarity_at(lo) > error;
        let after = hi == window.hi || sign * step.coplanarity_at(hi) < -error;
        if before && after {
            return match step.inside(&step.window(lo, hi)) {
                Inside::Never => Examined::Clear,
                Inside::Always if hi - lo <= TIME_TOLERANCE => Examined::Hit(lo),
                _ => Examined::Unknown(lo),
            };
        }
        reach *= 4.0;
    }
    Examined::Unknown(window.lo)
}
