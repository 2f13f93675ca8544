//! One certified step.
//!
//! ```text
//! propose   the integrator says where the cloth goes   promises nothing
//! correct   impulses or projection, then zones         says whether it succeeded
//! halve     otherwise the step is done again as two steps of half its length
//! freeze    vertices keep their start positions        succeeds, or names who is pinched
//! ```

use ripstop_geometry::State;
use ripstop_response::{Pinched, freeze};

use super::contact_model::SolidField;
use super::correction::{Correction, Proposal, correct_velocities};
use super::integrator::{Integrator, Interval};
use super::span::{Attempt, Reason, Span, in_halves};
use super::step_context::StepContext;
use super::tangles::Tangles;
use super::watch::Stage;
use crate::StepError;

/// The parts of a simulation that make a step.
pub(crate) struct Stepper<'a> {
    pub(crate) integrator: &'a mut Integrator,
    pub(crate) correction: &'a Correction,
    pub(crate) tangles: &'a Tangles,
}

impl Stepper<'_> {
    /// Advances by a span of time (s), as a whole or in halves. Every accepted end has passed a
    /// certified check from its start.
    pub(crate) fn advance(
        &mut self,
        context: &mut StepContext,
        span: Span,
    ) -> Result<(), StepError> {
        let start = (context.pace > 0).then(|| context.state.clone());
        let advanced = self.advance_parts(context, span, context.pace);
        if let (Err(_), Some(start)) = (&advanced, start) {
            *context.state = start;
        }
        advanced
    }

    /// Advances by a span that is halved so many times at once.
    fn advance_parts(
        &mut self,
        context: &mut StepContext,
        span: Span,
        halvings: u32,
    ) -> Result<(), StepError> {
        if halvings > 0 {
            let [first, second] = span.halves();
            self.advance_parts(context, first, halvings - 1)?;
            return self.advance_parts(context, second, halvings - 1);
        }
        in_halves(context, span, &mut |context, start, span| self.attempt(context, start, span))
    }

    fn attempt(
        &mut self,
        context: &mut StepContext,
        start: &State,
        span: Span,
    ) -> Result<Attempt, StepError> {
        let dt = span.to - span.from;
        context.path.truncate(0);
        context.watch.begin_part(span)?;
        self.integrator.propose(context, start, Interval { to: span.to, dt })?;
        let solved = context.state.positions.clone();
        self.tangles.displace(context.state, 0.5_f64.powi(span.depth.cast_signed()));
        let proposed = context.state.positions.clone();
        if let Some(vertex) = proposed.iter().position(|x| !x.is_finite()) {
            return Err(StepError::NotFinite { vertex });
        }
        context.watch.enter(Stage::Response)?;
        let may_halve = span.depth < context.halvings;
        let proposal = Proposal {
            start: &start.positions,
            end: &proposed,
            solved: &solved,
            dt,
            depth: span.depth,
            may_halve,
        };
        let left = self.correction.correct(context, &proposal);
        if left > 0 && may_halve {
            return Ok(Attempt::Halve(Reason::Impacts));
        }
        if let Some(reason) = self.correction.flaw(context, &proposal) {
            return Ok(Attempt::Halve(reason));
        }
        context.roughness = context.roughness.max(self.correction.roughness(context, &proposal));
        if left > 0 {
            freeze_rest(context, &proposal)?;
        }
        if context.settings.filters_velocities() {
            // Corrections may have turned velocities into a solid again.
            for solid in SolidField::of_world(context.world, proposal.start, span.from) {
                solid.filter_velocities(span.to, dt, context.state);
            }
        }
        if let Some(error) = context.query.detector().refused() {
            return Err(StepError::Boxes(error));
        }
        if let Some(mut threads) = self.integrator.threads() {
            threads.settle(&context.state.positions);
        }
        Ok(Attempt::Done)
    }
}

/// The last resort: vertices are carried along or keep their start positions.
fn freeze_rest(context: &mut StepContext, proposal: &Proposal) -> Result<(), StepError> {
    let clock = context.clock.seconds();
    let before = context.state.positions.clone();
    let frozen = freeze(&mut context.query, proposal.start, context.state).map_err(|pinched| {
        let Pinched { candidates } = pinched;
        StepError::pinched(&context.world.mesh, &context.world.names, candidates)
    })?;
    let report = &mut *context.report;
    report.fail_safe.carried += frozen.carried;
    report.fail_safe.frozen += frozen.frozen;
    report.detection.checks += frozen.passes;
    correct_velocities(context.state, &before, proposal.dt);
    report.times.freeze += context.clock.seconds() - clock;
    Ok(())
}
