//! Reasons to do a step again in halves though it is safe.

use glam::DVec3;

use super::{Correction, Method, Proposal, ROUGH, STRAIN_EXCESS, largest_distance};
use crate::simulation::span::Reason;
use crate::simulation::step_context::StepContext;

/// Halvings of a step because its correction was rough; more only if there is none, or an edge is
/// too long.
const HALVED_FOR_QUALITY: u32 = 2;

/// Strain beyond the limit of edges that are drawn out, as a part of their greatest length.
const DRAWN_OUT: f64 = 0.15;

/// Strain beyond the limit of an edge that is torn, as a part of its greatest length: what was
/// caught between two parts of a body came out so, where shorter steps let it slip.
const TORN: f64 = 1.0;

/// Halvings of a step because it tore an edge.
const HALVED_WHEN_TORN: u32 = 5;

/// One edge of so many that is drawn out in a step is no reason to halve it.
const FEW: usize = 4000;

impl Correction {
    /// The reason why halves would do better, if a correction was rough or left edges too long.
    pub(crate) fn flaw(&self, context: &StepContext, proposal: &Proposal) -> Option<Reason> {
        let positions = &context.state.positions;
        let is_met = matches!(self.method, Method::Project | Method::Impulses(_));
        let may_tear = is_met && proposal.may_halve && proposal.depth < HALVED_WHEN_TORN;
        if may_tear && self.is_torn(context, positions, proposal.start) {
            return Some(Reason::Stretched);
        }
        match &self.method {
            Method::Project => {
                // A sheet that was stopped so late is drawn out, because its neighbours were not;
                // in shorter steps contacts are found in time.
                let is_rough = || self.roughness(context, proposal) > 1.0;
                let is_overstretched = || {
                    let is_long = |positions: &[DVec3]| {
                        self.strain_limit.exceeding_where(positions, 0.0, |ends| {
                            !ends.iter().any(|i| context.pinches.follows(*i))
                        }) > 0
                    };
                    is_long(positions) && !is_long(proposal.start)
                };
                if context.is_pinched && proposal.may_halve && is_overstretched() {
                    Some(Reason::Stretched)
                } else if proposal.depth >= HALVED_FOR_QUALITY {
                    None
                } else if is_rough() {
                    Some(Reason::Rough)
                } else {
                    self.is_drawn_out(context, positions, proposal.start)
                        .then_some(Reason::Stretched)
                }
            }
            Method::Impulses(_) => {
                let is_exceeded = |positions: &[DVec3]| {
                    let is_own =
                        |ends: [usize; 2]| !ends.iter().any(|i| context.pinches.follows(*i));
                    self.strain_limit.is_exceeded_where(positions, STRAIN_EXCESS, is_own)
                };
                (proposal.may_halve && is_exceeded(positions) && !is_exceeded(proposal.start))
                    .then_some(Reason::Stretched)
            }
            Method::BarrierProjection | Method::CertifyOnly => None,
        }
    }

    /// Largest distance by which a correction moved a vertex, in those that are rough.
    pub(crate) fn roughness(&self, context: &StepContext, proposal: &Proposal) -> f64 {
        let thickness = context.world.rules.surfaces.min_thickness();
        let rough = if context.is_pinched { ROUGH * thickness } else { self.rough };
        largest_distance(&context.state.positions, proposal.end) / rough
    }

    /// True if a step tore an edge that was whole at its start.
    fn is_torn(&self, context: &StepContext, end: &[DVec3], start: &[DVec3]) -> bool {
        let is_own = |ends: [usize; 2]| !ends.iter().any(|i| context.pinches.follows(*i));
        let torn = |positions: &[DVec3]| self.strain_limit.exceeding_where(positions, TORN, is_own);
        let after = torn(end);
        after > 0 && after > torn(start)
    }

    /// True if many more edges are too long, or drawn out, than at the start of the step.
    fn is_drawn_out(&self, context: &StepContext, end: &[DVec3], start: &[DVec3]) -> bool {
        // What follows an obstacle is drawn out by it, in shorter steps as well.
        let is_own = |ends: [usize; 2]| !ends.iter().any(|i| context.pinches.follows(*i));
        let few = self.strain_limit.edges.len() / FEW;
        [0.0, DRAWN_OUT].into_iter().any(|slack| {
            let long = self.strain_limit.exceeding_where(end, slack, is_own);
            long > few && long > 2 * self.strain_limit.exceeding_where(start, slack, is_own) + few
        })
    }
}
