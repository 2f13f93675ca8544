//! Solves and searches that somebody outside may stop.

use std::ops::ControlFlow;

use glam::DVec3;
use ripstop_dynamics::{SolveStage, SolveStart, StepHook, StepReport};
use ripstop_geometry::{CollisionMesh, Crossing, EdgeId, FaceId, Potential, VertexId};
use ripstop_response::untangle::CrossingDetector;

use super::watch::{Stage, Watch};

/// A hook whose solve is watched. Once it is stopped nothing is searched any more, and the solve
/// ends before its next iteration.
pub(crate) struct WatchedHook<'a> {
    inner: &'a mut dyn StepHook,
    watch: &'a mut Watch,
    /// Most iterations until the hook changes its potentials, and from then on.
    budget: Option<u32>,
    /// Iterations before those that the budget is for.
    spent: u32,
    /// Iterations with the one that goes on.
    made: u32,
}

impl<'a> WatchedHook<'a> {
    /// Watches the solve of a hook, whose potentials it may solve for in so many iterations each
    /// time that it changes them.
    pub(crate) fn new(
        inner: &'a mut dyn StepHook,
        watch: &'a mut Watch,
        budget: Option<u32>,
    ) -> Self {
        Self { inner, watch, budget, spent: 0, made: 0 }
    }
}

impl StepHook for WatchedHook<'_> {
    fn wants_start(&self) -> bool {
        self.inner.wants_start()
    }

    fn begin(&mut self, start: &SolveStart) {
        self.inner.begin(start);
    }

    fn needs_descent(&self) -> bool {
        self.inner.needs_descent()
    }

    fn before_iteration(&mut self, report: &StepReport) -> ControlFlow<()> {
        let StepReport { iterations, residual, .. } = *report;
        if self.watch.enter(Stage::Newton { iterations, residual }).is_err() {
            return ControlFlow::Break(());
        }
        if self.budget.is_some_and(|budget| iterations - self.spent >= budget) {
            return ControlFlow::Break(());
        }
        self.made = iterations + 1;
        self.inner.before_iteration(report)
    }

    fn enter(&self, stage: SolveStage) {
        self.inner.enter(stage);
    }

    fn refresh(&mut self, positions: &[DVec3]) {
        self.inner.refresh(positions);
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        self.inner.potentials()
    }

    fn step_limit(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64 {
        if self.watch.is_stopped() {
            // No step: then there is no line search either.
            return 0.0;
        }
        self.inner.step_limit(positions, displacement)
    }

    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        self.inner.truncate(positions, displacement)
    }

    fn has_friction(&self) -> bool {
        self.inner.has_friction()
    }

    fn accept(&mut self, positions: &[DVec3]) {
        self.inner.accept(positions);
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        let is_done = self.inner.is_done(positions);
        if !is_done {
            self.spent = self.made;
        }
        is_done
    }
}

/// A search for crossings while the start is untangled. Once it is stopped it finds none, and the
/// untangling ends.
pub(crate) struct WatchedCrossings<'a> {
    inner: &'a mut dyn CrossingDetector,
    watch: &'a mut Watch,
    searches: usize,
}

impl<'a> WatchedCrossings<'a> {
    pub(crate) fn new(inner: &'a mut dyn CrossingDetector, watch: &'a mut Watch) -> Self {
        Self { inner, watch, searches: 0 }
    }
}

impl CrossingDetector for WatchedCrossings<'_> {
    fn mesh(&self) -> &CollisionMesh {
        self.inner.mesh()
    }

    fn crossings(&mut self, positions: &[DVec3]) -> Vec<Crossing> {
        if self.watch.is_stopped() {
            return Vec::new();
        }
        let found = self.inner.crossings(positions);
        self.searches += 1;
        let (searches, crossings) = (self.searches, found.len());
        let entered = self.watch.enter(Stage::Untangling { searches, crossings });
        if entered.is_ok() { found } else { Vec::new() }
    }

    fn pairs_around(
        &mut self,
        positions: &[DVec3],
        vertices: &[VertexId],
        reach: f64,
    ) -> Vec<Vec<(EdgeId, FaceId)>> {
        self.inner.pairs_around(positions, vertices, reach)
    }
}
