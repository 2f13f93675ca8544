//! Somebody outside who follows a simulation inside its frames, and may stop it there.

use std::fmt::{self, Display, Formatter};

use ripstop_geometry::StopFlag;

use super::span::Span;
use crate::StepError;

/// A flag that stops a simulation inside a frame, and an observer who is told where it is.
///
/// Neither changes a result: a frame that was stopped is given up as a whole, and an observer gets
/// numbers alone.
#[derive(Default)]
pub struct Watch {
    stop: StopFlag,
    observer: Option<Observer>,
    /// Start and length of the frame (s).
    frame: [f64; 2],
    now: Moment,
}

/// Told about moments.
type Observer = Box<dyn FnMut(&Moment) + Send>;

/// The place of a simulation inside a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Moment {
    /// The frame in the making; 0 before there is one.
    pub frame: usize,
    /// Start of the part of the frame that is being made, as a part of the frame.
    pub from: f64,
    /// Its end.
    pub to: f64,
    /// Its stage.
    pub stage: Stage,
}

/// Stage of a part of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub enum Stage {
    /// The dynamics propose positions.
    #[default]
    Motion,
    /// An iteration of Newton's method begins.
    Newton {
        /// Iterations before it.
        iterations: u32,
        /// Speed (m/s) by which the last direction would have moved the fastest vertex; 0 before
        /// the first.
        residual: f64,
    },
    /// Proposed positions are checked and corrected.
    Response,
    /// The start is untangled.
    Untangling {
        /// Searches for crossings so far.
        searches: usize,
        /// Crossings that the last one has found.
        crossings: usize,
    },
}

impl Watch {
    /// Stops when `stop` is raised, and tells `observer` where the simulation is: before every
    /// iteration of a solve, at the latest. It is called by a thread of the pool, and what it
    /// takes in time is added to the simulation's.
    #[must_use]
    pub fn new(stop: StopFlag, observer: impl FnMut(&Moment) + Send + 'static) -> Self {
        Self { stop, observer: Some(Box::new(observer)), ..Self::default() }
    }

    /// The flag.
    pub(crate) const fn stop(&self) -> &StopFlag {
        &self.stop
    }

    /// True if the flag is raised.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.is_raised()
    }

    /// An error if the flag is raised.
    pub(crate) fn check(&self) -> Result<(), StepError> {
        if self.is_stopped() { Err(StepError::Stopped) } else { Ok(()) }
    }

    /// Begins a frame with its start and its length (s).
    pub(crate) fn begin_frame(&mut self, number: usize, start: f64, length: f64) {
        self.frame = [start, length];
        self.now = Moment { frame: number, ..Moment::default() };
    }

    /// Tells that the dynamics of a part of a frame (s) begin, unless it is stopped.
    pub(crate) fn begin_part(&mut self, part: Span) -> Result<(), StepError> {
        let [start, length] = self.frame;
        self.now.from = (part.from - start) / length;
        self.now.to = (part.to - start) / length;
        self.enter(Stage::Motion)
    }

    /// Tells that a stage begins, unless it is stopped, before or by the observer.
    pub(crate) fn enter(&mut self, stage: Stage) -> Result<(), StepError> {
        self.check()?;
        self.now.stage = stage;
        if let Some(observer) = &mut self.observer {
            observer(&self.now);
        }
        self.check()
    }
}

/// Part of the frame, stage, and for a solve its residual; not the number of the frame.
impl Display for Moment {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { from, to, .. } = self;
        if let Stage::Untangling { searches, crossings } = self.stage {
            return write!(f, "untangling the start, round {searches}, {crossings} crossings");
        }
        write!(f, "{:.0}–{:.0} %, ", 100.0 * from, 100.0 * to)?;
        match self.stage {
            Stage::Newton { iterations, residual } if iterations > 0 => {
                write!(f, "iteration {} ({residual:.1e} m/s)", iterations + 1)
            }
            Stage::Newton { .. } => f.write_str("iteration 1"),
            Stage::Response => f.write_str("checking and correcting"),
            Stage::Motion | Stage::Untangling { .. } => f.write_str("dynamics"),
        }
    }
}

#[test]
fn moments_say_where_they_are() {
    let newton = |iterations, residual| Stage::Newton { iterations, residual };
    let said = |stage| Moment { frame: 3, from: 0.5, to: 0.75, stage }.to_string();
    assert_eq!(said(newton(0, 0.0)), "50–75 %, iteration 1");
    assert_eq!(said(newton(13, 0.0213)), "50–75 %, iteration 14 (2.1e-2 m/s)");
    assert_eq!(said(Stage::Response), "50–75 %, checking and correcting");
    let untangling = Stage::Untangling { searches: 12, crossings: 340 };
    assert_eq!(said(untangling), "untangling the start, round 12, 340 crossings");
}
