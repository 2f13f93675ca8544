//! One certified step, done again as long as something is pinched and may be released.

use glam::DVec3;
use ripstop_geometry::{Candidate, Motion};

use super::correction::largest_distance;
use super::pace::Pace;
use super::sewing::Sewing;
use super::solve_path::SolvePath;
use super::span::Span;
use super::step::Stepper;
use super::step_context::StepContext;
use super::tangles::TangleOrigin;
use super::{FrameReport, Simulation};
use crate::StepError;
use crate::scene::{DynamicsMethod, MOST_HALVINGS, ResponseMethod};

/// Part of the least thickness by which something kinematic may move into cloth at once.
const PUSHED: f64 = 0.5;

impl Simulation {
    /// Advances by one certified step.
    pub(super) fn advance_step(
        &mut self,
        span: Span,
        report: &mut FrameReport,
    ) -> Result<(), StepError> {
        let threads = self.held();
        if let Some(crossings) = self.pinches.begin_step(&self.world, &self.state, span) {
            // Contacts may be of pairs that were disabled, or were not.
            self.integrator.forget();
            self.tangles.take(crossings);
            self.release_followers(span);
        }
        loop {
            self.tangles.release(self.pinches.marks(&self.world));
            self.tangles.begin_step(&self.world, &self.state);
            if self.tangles.knows_all() {
                self.doubt.settle();
            }
            self.doubt.add(self.tangles.disabled());
            match self.attempt_step(span, report) {
                Err(StepError::Pinched { candidates, .. })
                    if self.pinches.release(&self.world, &self.state, span, &candidates) =>
                {
                    self.release_followers(span);
                    self.hold(&threads);
                    self.integrator.forget();
                }
                Err(error) => return Err(error),
                Ok(()) => break,
            }
        }
        self.tangles.end_step(&self.world, &self.state);
        Ok(())
    }

    /// Releases what follows obstacles into each other in a step: an attempt would only find that
    /// out later.
    fn release_followers(&mut self, span: Span) {
        loop {
            self.tangles.release(self.pinches.marks(&self.world));
            let masses = self.pinches.hold(&mut self.state);
            let start = &self.state.positions;
            let mut ends = self.world.kinematic_ends(start, span.to);
            self.pinches.follow(&mut ends);
            let mut query = self.detector.query(self.world.subject(), self.tangles.disabled());
            let motion = Motion { start, end: &ends };
            let impacts = query.kinematic_impacts(&motion, &self.state.inverse_masses);
            self.pinches.unhold(&mut self.state, &masses);
            let pairs: Vec<Candidate> = impacts.iter().map(|impact| impact.candidate).collect();
            if !self.pinches.release(&self.world, &self.state, span, &pairs) {
                return;
            }
        }
    }

    fn attempt_step(&mut self, span: Span, report: &mut FrameReport) -> Result<(), StepError> {
        let masses = self.pinches.hold(&mut self.state);
        let start = self.pinches.is_any_released().then(|| self.state.positions.clone());
        let sewing = self.sewing.is_sewing().then(|| Sewing::frame_settings(&self.settings));
        let halvings = self.most_halvings(span);
        let is_left = self.tangles.origin() == TangleOrigin::Pinch && self.tangles.count() > 0;
        let is_pinched = is_left || self.pinches.is_any_released();
        let is_projected = self.settings.dynamics == DynamicsMethod::Pbd
            && matches!(self.settings.response(), ResponseMethod::Pbd | ResponseMethod::Ray);
        let has_pace = is_projected && !is_pinched;
        let mut context = StepContext {
            halvings,
            is_pinched,
            pace: if has_pace { self.pace.depth().min(halvings) } else { 0 },
            deepest: 0,
            roughness: 0.0,
            settings: sewing.as_ref().unwrap_or(&self.settings),
            world: &self.world,
            state: &mut self.state,
            pinches: &self.pinches,
            query: self.detector.query(self.world.subject(), self.tangles.disabled()),
            stitches: self.sewing.stitches(),
            user: &mut self.user,
            clock: self.clock.as_mut(),
            watch: &mut self.watch,
            report,
            path: SolvePath::default(),
        };
        let mut stepper = Stepper {
            integrator: &mut self.integrator,
            correction: &self.correction,
            tangles: &self.tangles,
        };
        let advanced = stepper.advance(&mut context, span);
        if let (Some(start), Ok(())) = (start, &advanced) {
            context.count_released(&start);
        }
        let (deepest, roughness) = (context.deepest, context.roughness);
        self.pinches.unhold(&mut self.state, &masses);
        match advanced {
            Ok(()) if has_pace => self.pace.learn(deepest, roughness),
            _ => self.pace = Pace::default(),
        }
        advanced
    }

    /// Most halvings of a step: those of the settings, or before anything is released as many as it
    /// takes for nothing kinematic to move farther than a part of the thickness. What such a motion
    /// meets has room, unless there is none.
    fn most_halvings(&self, span: Span) -> u32 {
        let given = self.settings.halvings;
        if !self.pinches.may_release() {
            return given;
        }
        let start = &self.state.positions;
        let mut ends = self.world.kinematic_ends(start, span.to);
        self.pinches.follow(&mut ends);
        let way = largest_distance(start, &ends);
        let thickness = self.world.rules.surfaces.min_thickness();
        let is_far = |depth: &u32| way > PUSHED * thickness * f64::from(1_u32 << depth);
        given.max((0..MOST_HALVINGS).take_while(is_far).count() as u32)
    }
}

impl StepContext<'_> {
    /// Counts what a pinch has disabled in a step from some positions (m).
    fn count_released(&mut self, start: &[DVec3]) {
        let motion = Motion { start, end: &self.state.positions };
        let pairs = self.query.released_pairs(&motion);
        let response = &mut self.report.response;
        response.released = response.released.max(pairs);
        let vertices = self.pinches.released().len();
        response.released_vertices = response.released_vertices.max(vertices);
    }
}
