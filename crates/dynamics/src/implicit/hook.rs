//! The part of contact in an implicit solve.

use std::ops::ControlFlow;

use glam::{DMat3, DVec3};
use ripstop_geometry::Potential;

use super::newton::StepReport;

/// Stage of a solve, for measuring time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStage {
    /// Gradient and Hessian.
    Derivatives,
    /// The linear system.
    Linear,
    /// The line search.
    Search,
}

/// Derivatives at the start of a solve, without the hook's own potentials.
#[derive(Clone, Copy, Debug)]
pub struct SolveStart<'a> {
    /// `∇Φ` (N).
    pub gradient: &'a [DVec3],
    /// Diagonal blocks of `∇²Φ` after PSD projection (N/m); the identity for kinematic vertices.
    pub diagonal: &'a [DMat3],
}

/// Follows an implicit solve: supplies potentials whose stencils change, and limits steps.
///
/// The solve calls [`StepHook::refresh`] for every position at which it then asks for energies or
/// derivatives, and [`StepHook::step_limit`] once per direction. All calls come from one thread of
/// the pool, one after another.
pub trait StepHook: Send {
    /// True if the hook asks for [`StepHook::begin`], which costs an assembly.
    fn wants_start(&self) -> bool {
        false
    }

    /// Called at the start of the solve, at the positions of the last refresh: a stiffness may be
    /// chosen to suit it.
    fn begin(&mut self, start: &SolveStart) {
        let _ = start;
    }

    /// True if no step may raise the energy: then a linearly implicit step has a line search, too.
    fn needs_descent(&self) -> bool {
        false
    }

    /// Called before every iteration, with the work so far. A break ends the solve where it is, for
    /// whoever does not want its result any more.
    fn before_iteration(&mut self, report: &StepReport) -> ControlFlow<()> {
        let _ = report;
        ControlFlow::Continue(())
    }

    /// Called at the beginning of every stage: time may be taken.
    fn enter(&self, stage: SolveStage) {
        let _ = stage;
    }

    /// Called when the solve has come to `positions`: contacts may be found there.
    fn refresh(&mut self, positions: &[DVec3]);

    /// Potentials beside those of the cloths, for the positions of the last refresh.
    fn potentials(&self) -> Vec<&dyn Potential>;

    /// Step limit in `[0, 1]`: the largest step length `α` along `displacement` from `positions`.
    /// Kinematic vertices move with the others.
    fn step_limit(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64;

    /// Truncates the displacement of every vertex on its own, at its trust radius, before
    /// [`StepHook::step_limit`] is asked. True if any was truncated.
    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        let _ = (positions, displacement);
        false
    }

    /// True if some potential is friction, or may be: a solve for motion then makes more
    /// iterations.
    fn has_friction(&self) -> bool {
        true
    }

    /// Called when the solve has gone straight on to `positions`: a path may be kept.
    fn accept(&mut self, positions: &[DVec3]) {
        let _ = positions;
    }

    /// Called when the solve has converged at `positions`, the positions of the last refresh.
    /// `false` if the potentials have been changed (lagged friction, a stiffness that grows) and
    /// the solve has to go on.
    fn is_done(&mut self, positions: &[DVec3]) -> bool;
}

/// A hook without contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHook;

impl StepHook for NoHook {
    fn refresh(&mut self, _: &[DVec3]) {}

    fn potentials(&self) -> Vec<&dyn Potential> {
        Vec::new()
    }

    fn step_limit(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
        1.0
    }

    fn is_done(&mut self, _: &[DVec3]) -> bool {
        true
    }
}
