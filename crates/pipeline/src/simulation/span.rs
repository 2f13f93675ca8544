//! Time spans, and the one place where they are halved.

use ripstop_geometry::State;

use super::step_context::StepContext;
use crate::StepError;

/// A part of a time interval (s, or a fraction of the interval).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// Number of times that it was halved.
    pub(crate) depth: u32,
}

impl Span {
    /// Both halves.
    pub(crate) fn halves(self) -> [Self; 2] {
        let (middle, depth) = (0.5 * (self.from + self.to), self.depth + 1);
        [Self { to: middle, depth, ..self }, Self { from: middle, depth, ..self }]
    }
}

/// Outcome of an attempt to advance by a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Attempt {
    /// The state is that of its end.
    Done,
    /// It has to be done again in halves.
    Halve(Reason),
}

/// The reason why a step is done again in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Impacts are left that the response could not resolve.
    Impacts,
    /// The certified check moved vertices by a large part of the thickness.
    Rough,
    /// Edges are too long.
    Stretched,
    /// An implicit solve did not converge.
    Unsolved,
}

/// Advances by a span, as a whole or in halves; `attempt` gets the state at the start of its span.
///
/// The state alone is restored. Contacts and predicted paths of an attempt that is given up stay as
/// they are: paths that do not fit any more are found out by the deviations of the vertices, and
/// then the candidates are searched anew.
///
/// # Errors
/// Those of an attempt, or that it was stopped; the state is then that of the start.
pub(crate) fn in_halves(
    context: &mut StepContext,
    span: Span,
    attempt: &mut dyn FnMut(&mut StepContext, &State, Span) -> Result<Attempt, StepError>,
) -> Result<(), StepError> {
    context.watch.check()?;
    let (start, corners) = (context.state.clone(), context.path.len());
    let advanced = match attempt(context, &start, span) {
        Ok(Attempt::Done) => {
            context.deepest = context.deepest.max(span.depth);
            return Ok(());
        }
        Ok(Attempt::Halve(reason)) => {
            context.report.fail_safe.count_halving(reason);
            context.state.clone_from(&start);
            context.path.truncate(corners);
            let [first, second] = span.halves();
            in_halves(context, first, attempt).and_then(|()| in_halves(context, second, attempt))
        }
        Err(error) => Err(error),
    };
    advanced.inspect_err(|_| *context.state = start)
}
