//! What contact may say while a step is solved.

use glam::{DMat3, DVec3};
use ripstop_geometry::Potential;

/// What a solve is about to do, for whoever measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStage {
    /// Gradient and Hessian.
    Derivatives,
    /// The linear system.
    Linear,
    /// Energies along a direction.
    Search,
}

/// What a solve is like where it starts, without the hook's own potentials.
#[derive(Clone, Copy, Debug)]
pub struct SolveStart<'a> {
    /// `∇Φ` of everything else (N).
    pub gradient: &'a [DVec3],
    /// The blocks of vertices with themselves in `∇²Φ` of everything else, made positive (N/m); the identity for those that are prescribed.
    pub diagonal: &'a [DMat3],
}

/// Follows an implicit solve: supplies potentials whose stencils change, and limits steps.
///
/// The solve calls [`StepHook::refresh`] for every position at which it then asks for energies or
/// derivatives, and [`StepHook::max_step`] once per direction. All calls come from one thread of the pool, one after
/// another.
pub trait StepHook: Send {
    /// Whether the hook wants to know what the solve is like where it starts; it costs an assembly.
    fn wants_start(&self) -> bool {
        false
    }

    /// The solve starts, at the positions of the last refresh: a stiffness may be chosen to suit it.
    fn begin(&mut self, start: &SolveStart) {
        let _ = start;
    }

    /// The solve begins with something else: time may be taken.
    fn enter(&self, stage: SolveStage) {
        let _ = stage;
    }

    /// The solve is at `positions` now: contacts may be looked for.
    fn refresh(&mut self, positions: &[DVec3]);

    /// Potentials beside those of the cloths, right for the positions of the last refresh.
    fn potentials(&self) -> Vec<&dyn Potential>;

    /// The largest share in `[0, 1]` of `displacement` that may be gone from `positions`. Prescribed vertices move
    /// with the others.
    fn max_step(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64;

    /// Shortens the displacement of every vertex on its own, before [`StepHook::max_step`] is asked; whether any was shortened.
    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        let _ = (positions, displacement);
        false
    }

    /// The solve has converged at `positions`, the positions of the last refresh. `false` if the potentials have
    /// been changed (friction that lags, a stiffness that grows) and the solve has to go on.
    fn is_done(&mut self, positions: &[DVec3]) -> bool;
}

/// Nothing is in the way.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHook;

impl StepHook for NoHook {
    fn refresh(&mut self, _: &[DVec3]) {}

    fn potentials(&self) -> Vec<&dyn Potential> {
        Vec::new()
    }

    fn max_step(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
        1.0
    }

    fn is_done(&mut self, _: &[DVec3]) -> bool {
        true
    }
}
