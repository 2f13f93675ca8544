//! Newton's method with a line search, and its first iteration alone.
//!
//! ```text
//! A d = −∇Φ,    x ← x + α d
//! ```
//!
//! Kinematic vertices have all of their displacement as part of `d`, and the others respond to it
//! within the same linear solve. As long as they have not arrived (a hook may limit the step), `Φ`
//! of two points cannot be compared: steps are then taken without the Armijo condition, and only
//! have to end at a finite energy. From where the energy is NaN or infinite the solve cannot go on.

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::Spectrum;
use ripstop_linear::{LinearSolver, add_scaled, dot, largest};

use super::direction::{Direction, DirectionSolve, Start, next_theta, raised_theta};
use super::hook::{SolveStage, SolveStart, StepHook};
use super::line_search::{Accepted, Condition, LineSearch};
use super::objective::{Objective, Terms};
use super::settings::{ImplicitSettings, Method};
use super::truncated::{capped, truncated};

/// Least step length that is expected of a truncated CG direction. If it is shorter, the direction
/// is long in soft modes, and a larger blend factor is called for.
const EXPECTED_LENGTH: f64 = 0.25;

/// Work and outcome of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct StepReport {
    /// Iterations of Newton's method.
    pub iterations: u32,
    /// Iterations of conjugate gradients, of all linear solves; 1 for each by Cholesky.
    pub linear_iterations: u32,
    /// Backtracking steps of all line searches.
    pub backtracks: u32,
    /// Iterations in which the Hessian needed a PSD projection.
    pub projections: u32,
    /// Speed (m/s) by which the last direction would have moved the fastest vertex: the distance
    /// from convergence, whatever the rule that ended the solve.
    pub residual: f64,
    /// Part of the way along the directions that was left at the end, in `[0, 1]`.
    pub left: f64,
    /// True if the solve met the rule of its method. Newton's: its tolerance, with a direction that
    /// solves its linear system and that the hook did not shorten; that of
    /// [`Method::Advance`]: the way has been followed to its end; a linearly implicit step: nothing
    /// shortened it.
    pub converged: bool,
}

/// A solve: the minimum of an objective, under what a hook allows.
pub(super) struct Newton<'a> {
    pub(super) objective: &'a mut Objective,
    pub(super) linear: &'a mut LinearSolver,
    pub(super) settings: &'a ImplicitSettings,
    /// Potentials without those of the hook.
    pub(super) terms: Terms<'a>,
    /// Positions of kinematic vertices at the end of the step (m).
    pub(super) ends: &'a [DVec3],
    /// Velocities at the start (m/s).
    pub(super) velocities: &'a [DVec3],
    /// Time step (s).
    pub(super) dt: f64,
    pub(super) hook: &'a mut dyn StepHook,
}

/// A direction to search along, with the energy at its start.
struct Search {
    found: Direction,
    /// Remaining displacement of kinematic vertices (m).
    remaining: Vec<DVec3>,
    /// `Φ` (J); 0 for a step without a line search, which does not ask for it.
    energy: f64,
}

impl Search {
    /// True while kinematic vertices have not arrived.
    fn is_arriving(&self) -> bool {
        self.remaining.iter().any(|d| *d != DVec3::ZERO)
    }
}

/// End of an iteration.
struct Iterate {
    /// Blend factor that the next one begins with.
    theta: f64,
    /// Step length, as a part of the direction.
    alpha: f64,
    /// True if the direction solves its system.
    complete: bool,
    /// True if kinematic vertices had arrived before it.
    had_arrived: bool,
    /// True if the tolerance is met.
    is_solved: bool,
}

/// The part of the way that may be left when an advance ends.
const LEFT: f64 = 1e-3;

/// Iterations in which an advance has to make some way before it has arrived, or it is given up.
const PATIENCE: u32 = 8;

/// Part of what was left that has to be done in them.
const SOME_WAY: f64 = 0.1;

impl Newton<'_> {
    /// Solves from `x`, the start of the step, and leaves the solution there.
    pub(super) fn solve(&mut self, x: &mut Vec<DVec3>) -> StepReport {
        let mut report = StepReport { left: 1.0, ..StepReport::default() };
        self.begin(x);
        if matches!(self.settings.method, Method::Advance { .. }) {
            self.start_ahead(x);
        }
        let (mut theta, mut has_arrived) = (0.0, false);
        let mut left_before = 1.0;
        while report.iterations < self.settings.method.most_iterations() {
            if self.hook.before_iteration(&report).is_break() {
                return report;
            }
            report.iterations += 1;
            let search = self.search_direction(x, theta);
            report.linear_iterations += search.found.linear_iterations;
            report.projections += u32::from(search.found.theta > 0.0);
            let Some(iterate) = self.advance(x, search, &mut report) else {
                report.converged = self.has_ended(x, &report);
                return report;
            };
            theta = iterate.theta;
            report.left *= 1.0 - iterate.alpha;
            has_arrived |= iterate.had_arrived;
            let is_solved = match self.settings.method {
                Method::Advance { least, tolerance, .. } => {
                    let least = if self.hook.has_friction() { least } else { 1 };
                    let is_enough = report.iterations >= least || report.residual <= tolerance;
                    iterate.complete
                        && report.left <= LEFT
                        && self.arrive(x)
                        && has_arrived
                        && is_enough
                }
                _ => iterate.is_solved,
            };
            if is_solved && (self.is_linear() || self.hook.is_done(x)) {
                report.converged = true;
                return report;
            }
            if report.iterations.is_multiple_of(PATIENCE) {
                let is_stuck = report.left > LEFT.max((1.0 - SOME_WAY) * left_before);
                if is_stuck && matches!(self.settings.method, Method::Advance { .. }) {
                    return report;
                }
                left_before = report.left;
            }
        }
        report
    }

    /// True if a direction that cannot be walked is shorter than what matters to an advance: the
    /// energies at its ends then differ by rounding.
    fn has_ended(&self, x: &[DVec3], report: &StepReport) -> bool {
        let remaining = remaining(&self.objective.data.fixed, x, self.ends);
        let has_arrived = largest(&remaining) == 0.0;
        matches!(self.settings.method, Method::Advance { tolerance, .. }
            if has_arrived && report.residual <= tolerance)
    }

    /// Begins where inertia alone would lead, as far as the hook allows, if `Φ` is not larger
    /// there.
    fn start_ahead(&mut self, x: &mut Vec<DVec3>) {
        let remaining = remaining(&self.objective.data.fixed, x, self.ends);
        let fixed = &self.objective.data.fixed;
        let ahead = |((velocity, fixed), remaining): ((&DVec3, &bool), &DVec3)| {
            if *fixed { *remaining } else { self.dt * *velocity }
        };
        let ways = self.velocities.iter().zip(fixed).zip(&remaining);
        let displacement: Vec<DVec3> = ways.map(ahead).collect();
        if largest(&displacement) == 0.0 || largest(&displacement) > self.reach(x) {
            return;
        }
        let energy = self.energy(x);
        let limit = self.hook.step_limit(x, &displacement).clamp(0.0, 1.0);
        let mut start = x.clone();
        add_scaled(&mut start, limit, &displacement);
        self.hook.refresh(&start);
        if self.energy(&start) <= energy {
            self.hook.accept(&start);
            *x = start;
        } else {
            self.hook.refresh(x);
        }
    }

    /// Takes kinematic vertices the last bit of their way. True if they are at their ends.
    fn arrive(&mut self, x: &mut Vec<DVec3>) -> bool {
        let remaining = remaining(&self.objective.data.fixed, x, self.ends);
        if largest(&remaining) == 0.0 {
            return true;
        }
        if self.hook.step_limit(x, &remaining) < 1.0 {
            return false;
        }
        let mut arrived = x.clone();
        add_scaled(&mut arrived, 1.0, &remaining);
        self.hook.refresh(&arrived);
        let is_finite = self.energy(&arrived).is_finite();
        if is_finite {
            self.hook.accept(&arrived);
            *x = arrived;
        } else {
            self.hook.refresh(x);
        }
        is_finite
    }

    /// `Φ` (J) at the positions of the last refresh.
    fn energy(&self, x: &[DVec3]) -> f64 {
        let extra = [self.terms.extra, &self.hook.potentials()].concat();
        self.objective.energy(Terms { extra: &extra, ..self.terms }, x)
    }

    /// Longest way (m) that a direction may lead a vertex: twice the size of the scene, the ends of
    /// free and kinematic motion included, or 2 m. Boxes around longer ways would meet everything,
    /// and nothing that lets go of the cloth in a step is meant to fling it farther.
    fn reach(&self, x: &[DVec3]) -> f64 {
        let all = x.iter().chain(self.ends).chain(&self.objective.data.targets);
        let [low, high] = all.fold([DVec3::INFINITY, DVec3::NEG_INFINITY], |[low, high], x| {
            [low.min(*x), high.max(*x)]
        });
        2.0 * low.distance(high).max(1.0)
    }

    /// Refreshes the hook at the start, and tells it about the solve if it asks for that.
    fn begin(&mut self, x: &[DVec3]) {
        self.hook.refresh(x);
        self.hook.enter(SolveStage::Derivatives);
        if self.hook.wants_start() {
            let gradient = self.objective.gradient(self.terms, x);
            let system = self.objective.hessian(self.terms, x, Spectrum::Clamped);
            let diagonal: Vec<DMat3> = (0..x.len()).map(|i| system.diagonal(i)).collect();
            self.hook.begin(&SolveStart { gradient: &gradient, diagonal: &diagonal });
        }
    }

    /// True for one linear solve.
    fn is_linear(&self) -> bool {
        self.settings.method == Method::LinearlyImplicit
    }

    /// True if steps have to lower the energy.
    fn has_line_search(&self) -> bool {
        !self.is_linear() || self.hook.needs_descent()
    }

    /// Speed (m/s) below which the solve ends.
    fn tolerance(&self) -> f64 {
        match self.settings.method {
            Method::LinearlyImplicit | Method::Advance { .. } => f64::INFINITY,
            Method::Newton { tolerance, .. } => tolerance,
        }
    }

    /// Finds the direction at `x`, and the energy there.
    fn search_direction(&mut self, x: &[DVec3], theta: f64) -> Search {
        let has_line_search = self.has_line_search();
        let Self { objective, linear, settings, terms, ends, hook, .. } = self;
        let extra = [terms.extra, &hook.potentials()].concat();
        let terms = Terms { extra: &extra, ..*terms };
        let remaining = remaining(&objective.data.fixed, x, ends);
        let enter = |stage| hook.enter(stage);
        let start = Start { x, remaining: &remaining, theta };
        let mut solve = DirectionSolve { objective, linear, settings, terms, enter: &enter };
        let found = solve.find(start);
        hook.enter(SolveStage::Search);
        let energy = if has_line_search { objective.energy(terms, x) } else { 0.0 };
        Search { found, remaining, energy }
    }

    /// Moves `x` along a direction. Nothing if that is not possible: the hook is then refreshed at
    /// `x`, and the solve cannot go on.
    fn advance(
        &mut self,
        x: &mut Vec<DVec3>,
        search: Search,
        report: &mut StepReport,
    ) -> Option<Iterate> {
        let is_arriving = search.is_arriving();
        let Search { found, remaining, energy } = search;
        let Direction { displacement: mut direction, right, complete, theta, .. } = found;
        let slope = -dot(&right, &direction);
        report.residual = largest(&direction) / self.dt;
        let is_short = report.residual <= self.tolerance();
        add_scaled(&mut direction, 1.0, &remaining);
        let (is_linear, has_line_search) = (self.is_linear(), self.has_line_search());
        // Without a descent to ask for, only a direction that solves its system is walked.
        let leads_nowhere = !complete && (is_arriving || report.residual == 0.0);
        if has_line_search && (!energy.is_finite() || leads_nowhere) {
            return None;
        }
        let cap = capped(&mut direction, self.reach(x));
        let truncated_slope = truncated(self.hook, x, &mut direction, &right, cap * slope);
        let is_whole = truncated_slope.is_none() && cap == 1.0;
        let part = truncated_slope.map_or(cap, |cut| (cut / slope).clamp(0.0, 1.0));
        let condition = match (has_line_search, is_arriving) {
            (false, _) => Condition::Any,
            (true, true) => Condition::Finite,
            (true, false) => {
                Condition::Armijo { energy, slope: truncated_slope.unwrap_or(cap * slope) }
            }
        };
        let limit = self.hook.step_limit(x, &direction).clamp(0.0, 1.0);
        if limit == 0.0 {
            return None;
        }
        let Self { objective, terms, hook, .. } = self;
        let (direction, terms) = (&direction, *terms);
        let mut search = LineSearch { objective, terms, start: x, direction, hook: *hook };
        let found = search.run(limit, condition);
        report.backtracks += found.as_ref().map_or_else(|all| *all, |end| end.backtracks);
        let Accepted { positions, backtracks } = found.ok()?;
        self.hook.accept(&positions);
        *x = positions;
        let alpha = part * limit * 0.5_f64.powi(backtracks.cast_signed());
        let has_helped = complete || (!is_short && alpha >= EXPECTED_LENGTH);
        let is_full = is_whole && limit == 1.0 && backtracks == 0;
        let has_arrived = !is_arriving || is_full;
        Some(Iterate {
            theta: if has_helped { next_theta(theta) } else { raised_theta(theta) },
            alpha,
            complete,
            had_arrived: !is_arriving,
            is_solved: has_arrived
                && is_short
                && complete
                && is_whole
                && limit == 1.0
                && (is_full || !is_linear),
        })
    }
}

/// Returns the remaining displacement of kinematic vertices, 0 for the others.
fn remaining(fixed: &[bool], x: &[DVec3], ends: &[DVec3]) -> Vec<DVec3> {
    let remaining = |((fixed, x), end): ((&bool, &DVec3), &DVec3)| {
        if *fixed { *end - *x } else { DVec3::ZERO }
    };
    fixed.iter().zip(x).zip(ends).map(remaining).collect()
}
