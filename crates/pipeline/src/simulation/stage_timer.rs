//! Times of the stages of a solve.

use ripstop_dynamics::SolveStage;

use super::{Clock, StageTimes};

/// Activities of a solve with barriers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// A stage of the solver.
    Solver(SolveStage),
    /// Detection of contacts.
    Contacts,
    /// The step limit from CCD.
    StepLimit,
}

/// Adds up the times between changes.
pub(crate) struct StageTimer<'a> {
    clock: &'a mut dyn Clock,
    now: Activity,
    since: f64,
    pub(crate) times: StageTimes,
}

impl<'a> StageTimer<'a> {
    pub(crate) fn new(clock: &'a mut dyn Clock) -> Self {
        let since = clock.seconds();
        Self { clock, now: Activity::Contacts, since, times: StageTimes::default() }
    }

    /// Goes over to another activity; returns the one before.
    pub(crate) fn enter(&mut self, next: Activity) -> Activity {
        let time = self.clock.seconds();
        let spent = time - self.since;
        let times = &mut self.times;
        *match self.now {
            Activity::Solver(SolveStage::Derivatives) => &mut times.derivatives,
            Activity::Solver(SolveStage::Linear) => &mut times.linear,
            Activity::Solver(SolveStage::Search) => &mut times.search,
            Activity::Contacts => &mut times.barrier_contacts,
            Activity::StepLimit => &mut times.step_limits,
        } += spent;
        self.since = time;
        std::mem::replace(&mut self.now, next)
    }
}
