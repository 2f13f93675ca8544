//! Where the time of a solve goes.

use ripstop_dynamics::SolveStage;

use crate::simulation::{Clock, StageTimes};

/// What a solve with barriers spends time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Activity {
    /// What the solver is at.
    Solver(SolveStage),
    /// Looking for contacts.
    Contacts,
    /// Finding out how far a direction is safe.
    SafeStep,
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
            Activity::SafeStep => &mut times.safe_steps,
        } += spent;
        self.since = time;
        std::mem::replace(&mut self.now, next)
    }
}
