//! Newton's method with a line search, and its first step alone.
//!
//! ```text
//! A d = −∇Φ,    x ← x + α d,    Φ(x + α d) ≤ Φ(x) + 10⁻⁴ α ∇Φ·d
//! ```
//!
//! Vertices whose motion is prescribed have their whole way to go as part of `d`, and the others answer to it within the
//! same linear solve. As long as they have not arrived (a hook may allow a part of the way only), `Φ` of
//! two points cannot be compared, and steps are taken without asking for descent, only for an energy that is finite. From where the
//! energy is not finite there is no way on: the solve ends.

use glam::{DMat3, DVec3};
use ripstop_geometry::Potential;
use ripstop_geometry::potential::Spectrum;
use ripstop_linear::{LinearSolver, add_scaled, dot, largest};

use super::direction::{Direction, From, direction, next_share, raised_share};
use super::hook::{SolveStage, SolveStart, StepHook};
use super::objective::Objective;
use super::settings::{ImplicitSettings, Method};
use super::truncated::truncated;

/// Share of the expected descent that a step must bring.
const ENOUGH: f64 = 1e-4;

/// Steps are halved at most this many times.
const HALVINGS: u32 = 30;

/// A direction that was cut short should be gone along by this share of its length. Otherwise it is long in what is soft, and more of the
/// clamped Hessian is called for.
const FAR: f64 = 0.25;

/// What a solve did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StepReport {
    /// Iterations of Newton's method.
    pub iterations: u32,
    /// Iterations of conjugate gradients, of all linear solves; 1 for each by Cholesky.
    pub linear_iterations: u32,
    /// Halvings of line searches.
    pub halvings: u32,
    /// Iterations in which the Hessian had to be made positive.
    pub projections: u32,
    /// Speed (m/s) by which the last direction would have moved the fastest vertex.
    pub residual: f64,
    /// Whether Newton's method met its tolerance with a direction that solves its linear system and was gone to its end; true for a
    /// linearly implicit step that nothing cut short.
    pub converged: bool,
}

/// The potentials of a solve.
#[derive(Clone, Copy)]
pub(super) struct Terms<'a> {
    /// Those of the cloths, whose stencils stay.
    pub(super) cloths: &'a [&'a dyn Potential],
    /// Others that were given for the step.
    pub(super) given: &'a [&'a dyn Potential],
}

/// Solves from `x`, the start of the step; `ends` says where prescribed vertices have to be.
pub(super) fn solve(
    (objective, linear): (&mut Objective, &mut LinearSolver),
    terms: Terms,
    settings: &ImplicitSettings,
    (x, ends, dt): (&mut Vec<DVec3>, &[DVec3], f64),
    hook: &mut dyn StepHook,
) -> StepReport {
    let mut report = StepReport::default();
    let (tolerance, most) = match settings.method {
        Method::LinearlyImplicit => (f64::INFINITY, 1),
        Method::Newton { tolerance, iterations } => (tolerance, iterations),
    };
    hook.refresh(x);
    hook.enter(SolveStage::Derivatives);
    if hook.wants_start() {
        let gradient = objective.gradient(terms.cloths, terms.given, x);
        let system = objective.hessian(terms.cloths, terms.given, x, Spectrum::Clamped);
        let diagonal: Vec<DMat3> = (0..x.len()).map(|i| system.diagonal(i)).collect();
        hook.begin(&SolveStart { gradient: &gradient, diagonal: &diagonal });
    }
    let mut share = 0.0;
    while report.iterations < most {
        report.iterations += 1;
        let extra = [terms.given, &hook.potentials()].concat();
        let to_go = way(&objective.data.fixed, x, ends);
        let arriving = to_go.iter().any(|d| *d != DVec3::ZERO);
        let all = Terms { given: &extra, ..terms };
        let from = From { x, to_go: &to_go, share };
        let found = direction((objective, linear), all, settings, from, &|stage| hook.enter(stage));
        report.linear_iterations += found.linear_iterations;
        report.projections += u32::from(found.share > 0.0);
        let Direction { ways: mut direction, right, complete, .. } = found;
        hook.enter(SolveStage::Search);
        let mut slope = -dot(&right, &direction);
        report.residual = largest(&direction) / dt;
        let is_short = report.residual <= tolerance;
        add_scaled(&mut direction, 1.0, &to_go);
        let rule = if settings.method == Method::LinearlyImplicit {
            Rule::Any
        } else {
            let energy = objective.energy(terms.cloths, &extra, x);
            let leads_nowhere = report.residual == 0.0 && !complete && !arriving;
            if !energy.is_finite() || leads_nowhere {
                return report;
            }
            if arriving { Rule::Finite } else { Rule::Descent { energy, slope } }
        };
        drop(extra);
        let is_whole = !truncated(hook, x, &mut direction, (&right, &mut slope));
        let rule = rule.with_slope(slope);
        let allowed = hook.max_step(x, &direction).clamp(0.0, 1.0);
        if allowed == 0.0 {
            // The hook is still refreshed at x: there is no way on.
            return report;
        }
        let mut search = Search { objective, terms, start: x, direction: &direction, hook };
        let (end, halvings) = search.run(allowed, rule);
        report.halvings += halvings;
        let Some(end) = end else { return report };
        *x = end;
        let gone = allowed * 0.5_f64.powi(halvings.cast_signed());
        let has_helped = complete || (!is_short && gone >= FAR);
        share = if has_helped { next_share(found.share) } else { raised_share(found.share) };
        let there = !arriving || (is_whole && allowed == 1.0 && halvings == 0);
        if there && is_short && complete && is_whole && allowed == 1.0 {
            report.converged = hook.is_done(x);
            if report.converged {
                return report;
            }
        }
    }
    report
}

/// What prescribed vertices have still to go.
fn way(fixed: &[bool], x: &[DVec3], ends: &[DVec3]) -> Vec<DVec3> {
    let way = |((fixed, x), end): ((&bool, &DVec3), &DVec3)| {
        if *fixed { *end - *x } else { DVec3::ZERO }
    };
    fixed.iter().zip(x).zip(ends).map(way).collect()
}

/// What the end of a step must fulfil.
#[derive(Clone, Copy)]
enum Rule {
    /// Nothing.
    Any,
    /// Its energy is finite.
    Finite,
    /// Its energy is less than that of the start by a part of what the slope promises.
    Descent { energy: f64, slope: f64 },
}

impl Rule {
    fn with_slope(self, slope: f64) -> Self {
        match self {
            Self::Descent { energy, .. } => Self::Descent { energy, slope },
            other => other,
        }
    }

    /// Whether it is met by the energy `reached` at the end of the share `share` of a step.
    fn allows(self, reached: f64, share: f64) -> bool {
        match self {
            Self::Any => true,
            Self::Finite => reached.is_finite(),
            Self::Descent { energy, slope } => {
                // Near the minimum the descent is smaller than what rounding leaves of the energies.
                let rounding = 1e-14 * (energy.abs() + reached.abs());
                reached.is_finite() && reached <= energy + ENOUGH * share * slope + rounding
            }
        }
    }
}

/// A search along a direction.
struct Search<'a> {
    objective: &'a mut Objective,
    terms: Terms<'a>,
    start: &'a [DVec3],
    direction: &'a [DVec3],
    hook: &'a mut dyn StepHook,
}

impl Search<'_> {
    /// The end of the longest step, from `share` by halving, that the rule allows. Nothing if there is none. The hook has been refreshed at the end.
    fn run(&mut self, mut share: f64, rule: Rule) -> (Option<Vec<DVec3>>, u32) {
        for halvings in 0..=HALVINGS {
            let moved = self.start.iter().zip(self.direction).map(|(x, d)| *x + share * *d);
            let end: Vec<DVec3> = moved.collect();
            self.hook.refresh(&end);
            if matches!(rule, Rule::Any) {
                return (Some(end), 0);
            }
            let extra = [self.terms.given, &self.hook.potentials()].concat();
            let reached = self.objective.energy(self.terms.cloths, &extra, &end);
            if rule.allows(reached, share) {
                return (Some(end), halvings);
            }
            share *= 0.5;
        }
        self.hook.refresh(self.start);
        (None, HALVINGS)
    }
}
