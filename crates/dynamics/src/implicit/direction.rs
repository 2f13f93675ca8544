//! Search directions, from a Hessian that need not be positive definite.
//!
//! A sheet that is pressed together buckles: there the Hessian `H` has negative eigenvalues, and
//! the Newton direction need not descend. The sum of elements after a PSD projection of each, `H⁺`,
//! is positive, but far too stiff in the modes that buckle: Newton's method then leaves a saddle by
//! a factor of `1 + |λ|/λ⁺` in an iteration, which is slow (iterations with steps that grow by a
//! tenth each, tens of them). So no more is taken of it than is needed:
//!
//! ```text
//! A = (1 − θ) H + θ H⁺,    θ = 0, ⅛, ¼, ½, 1: the first for which A is positive definite
//! ```
//!
//! (or of the sum of elements with absolute eigenvalues, if the settings say so).
//!
//! An iteration begins with half of the last one's blend factor `θ`, so that a factor that has just
//! failed is not tried again each time, and with 0 after ⅛. Conjugate gradients that were truncated
//! at a negative curvature have a direction all the same. If it is too short to go on with, or so
//! long that hardly a part of it could be taken (in folds that touch, all of it goes into a few
//! vertices that are soft), the next iteration begins with a larger `θ`.
//!
//! While kinematic vertices have not arrived no descent can be asked for, and a truncated CG
//! direction, which may be long beyond all measure where the curvature was almost nothing, would be
//! taken in full. Then only a direction that solves its system counts, with as large a `θ` as that
//! takes; what conjugate gradients do not solve with `θ = 1` is factored, and if that fails, too,
//! there is no direction. The same holds throughout for a solve that has no tolerance to meet.
//!
//! Just above the least `θ` the modes that buckle are soft, directions are long in them, and the
//! line search finds the step length. With `θ = 0` the direction is Newton's own, and convergence
//! is quadratic: needless changes slow it down [Longva 2023].

use glam::DVec3;
use ripstop_geometry::potential::Spectrum;
use ripstop_linear::{LinearMethod, LinearSolver, Solution, System};

use super::hook::SolveStage;
use super::objective::{Objective, Terms, right_side};
use super::settings::{ImplicitSettings, Method};

/// The first blend factor that is tried after 0; then it is doubled.
const FIRST_THETA: f64 = 0.125;

/// Least and largest part of a diagonal block that is added to it where rounding has made a system
/// indefinite.
const LEAST_STIFFER: f64 = 1e-12;
const MOST_STIFFER: f64 = 1e-4;

/// A search direction, and its linear system.
pub(super) struct Direction {
    /// Displacement (m), 0 for kinematic vertices.
    pub(super) displacement: Vec<DVec3>,
    /// Right side of its system (N).
    pub(super) right: Vec<DVec3>,
    /// Iterations of all linear solves.
    pub(super) linear_iterations: u32,
    /// Blend factor `θ` that was needed.
    pub(super) theta: f64,
    /// True if it solves its system. Otherwise its length says nothing about the distance to the
    /// minimum.
    pub(super) complete: bool,
}

/// Start of a direction.
#[derive(Clone, Copy)]
pub(super) struct Start<'a> {
    /// Positions (m).
    pub(super) x: &'a [DVec3],
    /// Remaining displacement of kinematic vertices (m).
    pub(super) remaining: &'a [DVec3],
    /// Blend factor that is tried first.
    pub(super) theta: f64,
}

/// Returns the blend factor to begin with after an iteration that needed `theta`.
pub(super) fn next_theta(theta: f64) -> f64 {
    if theta > FIRST_THETA { 0.5 * theta } else { 0.0 }
}

/// Returns the blend factor to begin with after a truncated CG direction that has not helped.
pub(super) fn raised_theta(theta: f64) -> f64 {
    (2.0 * theta).clamp(FIRST_THETA, 1.0)
}

/// The search for a direction.
pub(super) struct DirectionSolve<'a> {
    pub(super) objective: &'a mut Objective,
    pub(super) linear: &'a mut LinearSolver,
    pub(super) settings: &'a ImplicitSettings,
    /// All potentials, those of the hook included.
    pub(super) terms: Terms<'a>,
    /// Told about every stage of the work.
    pub(super) enter: &'a dyn Fn(SolveStage),
}

impl DirectionSolve<'_> {
    /// Finds a direction that descends, or one that solves its system while kinematic vertices have
    /// not arrived.
    pub(super) fn find(&mut self, start: Start) -> Direction {
        let Start { x, remaining, mut theta } = start;
        let (terms, enter, method) = (self.terms, self.enter, self.settings.linear);
        enter(SolveStage::Derivatives);
        let gradient = self.objective.gradient(terms, x);
        let system = self.objective.hessian(terms, x, self.spectrum());
        let asks_for_all = matches!(self.settings.method, Method::Advance { .. });
        let mut attempts = Attempts { gradient, remaining, method, asks_for_all, iterations: 0 };
        if theta == 0.0 {
            enter(SolveStage::Linear);
            let (right, solution) = attempts.solve(self.linear, &system);
            if attempts.suffices(&solution) {
                return attempts.direction(right, solution, theta);
            }
            if asks_for_all {
                return self.repaired(attempts);
            }
            theta = FIRST_THETA;
        }
        enter(SolveStage::Derivatives);
        self.objective.project_beside(terms, x, self.settings.psd_projection);
        loop {
            enter(SolveStage::Derivatives);
            let system = self.objective.blended(theta);
            enter(SolveStage::Linear);
            let (right, solution) = attempts.solve(self.linear, &system);
            if attempts.suffices(&solution) {
                return attempts.direction(right, solution, theta);
            }
            if theta >= 1.0 {
                return self.repaired(attempts);
            }
            theta = (2.0 * theta).min(1.0);
        }
    }

    /// Factors the last system, after all elements were projected, if iterations have not solved
    /// it, and makes it a little stiffer as long as rounding has made it indefinite. There may be
    /// no direction in the end.
    fn repaired(&mut self, mut attempts: Attempts) -> Direction {
        let is_direct = attempts.method == LinearMethod::Cholesky;
        attempts.method = LinearMethod::Cholesky;
        let mut stiffer = if is_direct { LEAST_STIFFER } else { 0.0 };
        loop {
            let shift = self.objective.stiffened(stiffer);
            let system = System { shift: &shift, ..self.objective.system() };
            let (right, solution) = attempts.solve(self.linear, &system);
            if attempts.suffices(&solution) || stiffer >= MOST_STIFFER {
                return attempts.direction(right, solution, 1.0);
            }
            stiffer = (100.0 * stiffer).max(LEAST_STIFFER);
        }
    }

    /// A single linear solve cannot try again, and a solve for motion has no time to: they take a
    /// matrix that is positive for certain.
    fn spectrum(&self) -> Spectrum {
        match (self.settings.method, self.settings.spectrum, self.settings.psd_projection) {
            (Method::Advance { .. }, Spectrum::Exact, Spectrum::Clamped) => Spectrum::GaussNewton,
            (Method::LinearlyImplicit | Method::Advance { .. }, Spectrum::Exact, projection) => {
                projection
            }
            (_, spectrum, _) => spectrum,
        }
    }
}

/// Linear solves with one gradient and several matrices.
struct Attempts<'a> {
    gradient: Vec<DVec3>,
    remaining: &'a [DVec3],
    method: LinearMethod,
    /// True if truncated directions do not count.
    asks_for_all: bool,
    /// Iterations so far.
    iterations: u32,
}

impl Attempts<'_> {
    /// Solves with one matrix. Returns the right side, too.
    fn solve(&mut self, linear: &mut LinearSolver, system: &System) -> (Vec<DVec3>, Solution) {
        let right = right_side(system, &self.gradient, self.remaining);
        let solution = linear.solve(system, &right, self.method);
        self.iterations += solution.iterations;
        (right, solution)
    }

    fn suffices(&self, solution: &Solution) -> bool {
        let asks_for_all = self.asks_for_all || self.remaining.iter().any(|d| *d != DVec3::ZERO);
        solution.positive && (solution.complete || !asks_for_all)
    }

    fn direction(&self, right: Vec<DVec3>, solution: Solution, theta: f64) -> Direction {
        let Solution { x: displacement, complete, .. } = solution;
        Direction { displacement, right, linear_iterations: self.iterations, theta, complete }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A blend factor is halved from iteration to iteration, down to the smallest, and is then 0.
    #[test]
    fn blend_factors_fade() {
        let mut theta = 1.0;
        let thetas: Vec<f64> = std::iter::from_fn(|| {
            theta = next_theta(theta);
            (theta > 0.0).then_some(theta)
        })
        .collect();
        assert_eq!(thetas, [0.5, 0.25, FIRST_THETA]);
        assert_eq!(next_theta(0.0), 0.0);
    }

    /// A truncated direction raises it, up to 1.
    #[test]
    fn blend_factors_are_raised() {
        let thetas = [0.0, FIRST_THETA, 0.5, 1.0].map(raised_theta);
        assert_eq!(thetas, [FIRST_THETA, 0.25, 1.0, 1.0]);
    }
}
