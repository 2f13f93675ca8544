//! Directions of descent, from a Hessian that need not be positive definite.
//!
//! A sheet that is pressed together buckles: there the Hessian `H` has negative eigenvalues, and Newton's direction need not descend. The sum of
//! elements that have been clamped one by one, `H⁺`, is positive, but far too stiff in the modes that buckle: Newton's method then leaves a
//! saddle by a factor of `1 + |λ|/λ⁺` in an iteration, which is slow (iterations with steps that grow by a tenth each, tens of them). So no more is taken of
//! it than is needed:
//!
//! ```text
//! A = (1 − θ) H + θ H⁺,    θ = 0, ⅛, ¼, ½, 1: the first for which A is positive definite
//! ```
//!
//! (or of the sum of elements with the signs of their negative eigenvalues changed, if the settings say so).
//!
//! An iteration begins with half of the last one's `θ`, so that what has just failed is not tried again each time, and with 0 after ⅛. Conjugate gradients that
//! were cut short by a negative curvature have a direction all the same. If it is too short to go on with, or so long that hardly a part of it could be gone (in folds that
//! touch, all of it goes into a few vertices that are soft), the next iteration begins with more of `H⁺`.
//!
//! While prescribed vertices are on their way no descent can be asked for, and a direction that was cut short, which may be long beyond all measure where the curvature was almost nothing, would be gone
//! to its end. Then only a direction that solves its system counts, with as much of `H⁺` as that takes.
//!
//! Just above the least `θ` the modes that buckle are soft, directions are long in them, and the line search finds out how long they may be. With `θ = 0` the
//! direction is Newton's own, and convergence is quadratic: needless changes slow it down [Longva 2023].

use glam::DVec3;
use ripstop_geometry::potential::Spectrum;
use ripstop_linear::{LinearSolver, Solution};

use super::hook::SolveStage;
use super::newton::Terms;
use super::objective::{Objective, right_side};
use super::settings::{ImplicitSettings, Method};

/// The first share of the clamped Hessian that is tried beside none; then it is doubled.
const FIRST_SHARE: f64 = 0.125;

/// A direction, and how it was found.
pub(super) struct Direction {
    /// The direction (m), 0 for prescribed vertices.
    pub(super) ways: Vec<DVec3>,
    /// The right side of its system (N).
    pub(super) right: Vec<DVec3>,
    /// Iterations of all linear solves.
    pub(super) linear_iterations: u32,
    /// `θ`: how much of the clamped Hessian was needed.
    pub(super) share: f64,
    /// Whether it solves its system. Otherwise it says nothing about how far the minimum is.
    pub(super) complete: bool,
}

/// Where a direction starts.
#[derive(Clone, Copy)]
pub(super) struct From<'a> {
    /// Positions (m).
    pub(super) x: &'a [DVec3],
    /// What prescribed vertices have still to go (m).
    pub(super) to_go: &'a [DVec3],
    /// The share `θ` that is tried first.
    pub(super) share: f64,
}

/// The share to begin with after an iteration that needed `share`.
pub(super) fn next_share(share: f64) -> f64 {
    if share > FIRST_SHARE { 0.5 * share } else { 0.0 }
}

/// The share to begin with after a direction that was cut short and has not helped.
pub(super) fn raised_share(share: f64) -> f64 {
    (2.0 * share).clamp(FIRST_SHARE, 1.0)
}

/// The direction of an iteration; `terms` holds all potentials. `enter` is told what is done.
pub(super) fn direction(
    (objective, linear): (&mut Objective, &mut LinearSolver),
    terms: Terms,
    settings: &ImplicitSettings,
    from: From,
    enter: &dyn Fn(SolveStage),
) -> Direction {
    let From { x, to_go, mut share } = from;
    // A single linear solve cannot try again: it takes a matrix that is positive for certain.
    let spectrum = match (settings.method, settings.spectrum) {
        (Method::LinearlyImplicit, Spectrum::Exact) => settings.remedy,
        (_, spectrum) => spectrum,
    };
    enter(SolveStage::Derivatives);
    let gradient = objective.gradient(terms.cloths, terms.given, x);
    let system = objective.hessian(terms.cloths, terms.given, x, spectrum);
    let mut right = right_side(&system, &gradient, to_go);
    let mut linear_iterations = 0;
    let arriving = to_go.iter().any(|d| *d != DVec3::ZERO);
    let is_enough = |positive: bool, complete: bool| positive && (complete || !arriving);
    if share == 0.0 {
        enter(SolveStage::Linear);
        let Solution { x: ways, iterations, positive, complete } =
            linear.solve(&system, &right, settings.linear);
        linear_iterations += iterations;
        if is_enough(positive, complete) {
            return Direction { ways, right, linear_iterations, share, complete };
        }
        share = FIRST_SHARE;
    }
    enter(SolveStage::Derivatives);
    objective.remedy_beside(terms.cloths, terms.given, x, settings.remedy);
    loop {
        enter(SolveStage::Derivatives);
        let system = objective.mixed(share);
        right = right_side(&system, &gradient, to_go);
        enter(SolveStage::Linear);
        let Solution { x: ways, iterations, positive, complete } =
            linear.solve(&system, &right, settings.linear);
        linear_iterations += iterations;
        if is_enough(positive, complete) || share >= 1.0 {
            return Direction { ways, right, linear_iterations, share, complete };
        }
        share *= 2.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What was needed is halved from iteration to iteration, down to the smallest share, and then nothing is mixed in.
    #[test]
    fn shares_fade() {
        let mut share = 1.0;
        let shares: Vec<f64> = std::iter::from_fn(|| {
            share = next_share(share);
            (share > 0.0).then_some(share)
        })
        .collect();
        assert_eq!(shares, [0.5, 0.25, FIRST_SHARE]);
        assert_eq!(next_share(0.0), 0.0);
    }

    /// What was cut short gets more and more, up to all of it.
    #[test]
    fn shares_are_raised() {
        let shares = [0.0, FIRST_SHARE, 0.5, 1.0].map(raised_share);
        assert_eq!(shares, [FIRST_SHARE, 0.25, 1.0, 1.0]);
    }
}
