//! Barriers and friction inside an implicit solve: incremental potential contact [Li 2020].
//!
//! Every position at which the solve evaluates energies is free of crossings: it starts so, unless
//! a kinematic obstacle was put into cloth at the end of the substep before, which the certified
//! check of the step finds; and each Newton direction has a step limit from CCD, before the first
//! impact, or before a pair comes closer than its separation. There the contacts are found anew,
//! all pairs within their reach, and their barriers make the energy infinite where surfaces would
//! touch.
//!
//! A pair that starts closer than its separation keeps half of that distance in this step: then its
//! barrier is finite, and pushes it apart.

use std::cell::RefCell;
use std::ops::ControlFlow;

use glam::{DMat3, DVec3};
use ripstop_detection::Query;
use ripstop_dynamics::{SolveStage, SolveStart, StepHook, StepReport};
use ripstop_geometry::{Motion, Potential};
use ripstop_response::Detector;
use ripstop_response::barrier::{
    BarrierPotential, BarrierRange, ContactSet, ContactSurface, balancing_stiffness,
    least_stiffness, mean_stiffness, truncate, truncate_at_planes, trust_radii,
};
use ripstop_response::penalty::LaggedFriction;

use super::barrier_context::BarrierContext;
use crate::scene::{BarrierSettings, SolveMode, StepFilter, StiffnessRule};
use crate::simulation::solve_path::SolvePath;
use crate::simulation::stage_timer::{Activity, StageTimer};
use crate::simulation::{Clock, StageTimes};

/// Part of the step limit from CCD that is taken.
const CAUTION: f64 = 0.9;

/// Distances that limit trust radii are found up to so many thicknesses.
const TRUST: f64 = 8.0;

/// A gap beyond the separation below this part of `d̂` makes the stiffness grow.
const TOO_CLOSE: f64 = 0.02;

/// Most doublings of the stiffness in a solve.
const DOUBLINGS: u32 = 8;

/// Backtracking steps of a line search after which the next direction is truncated by vertex.
const CROWDED: u32 = 2;

/// IPC's greatest stiffness beside its least.
const BALANCE_RANGE: f64 = 100.0;

/// Contact in one step.
pub(crate) struct BarrierHook<'a, 'q> {
    context: &'a BarrierContext,
    query: &'a mut Query<'q>,
    timer: RefCell<StageTimer<'a>>,
    /// Positions at the start of the step.
    start: &'a [DVec3],
    dt: f64,
    barrier: BarrierPotential,
    friction: LaggedFriction,
    updates: u32,
    doublings: u32,
    /// Backtracking steps of all line searches so far.
    backtracks: u32,
    /// True if the last line search went back so often that too many contacts are in the way of a
    /// step that is one for all.
    is_crowded: bool,
    /// True if lagged friction was to be updated more often than it may be.
    pub(crate) is_unsettled: bool,
    /// Detection passes.
    pub(crate) passes: usize,
    /// The path of the solve.
    pub(crate) path: SolvePath,
}

impl<'a, 'q> BarrierHook<'a, 'q> {
    /// For a step of `dt` (s) that is predicted to go along `motion`.
    pub(crate) fn new(
        context: &'a BarrierContext,
        query: &'a mut Query<'q>,
        clock: &'a mut dyn Clock,
        motion: &Motion<'a>,
        dt: f64,
    ) -> Self {
        query.cover(motion, 0.5 * context.thickness);
        let BarrierSettings { form, friction_speed, static_ratio, .. } = context.settings;
        let stiffness = context.first_stiffness();
        let threshold = friction_speed * dt;
        Self {
            context,
            query,
            timer: RefCell::new(StageTimer::new(clock)),
            start: motion.start,
            dt,
            barrier: BarrierPotential { set: ContactSet::default(), form: form.form(), stiffness },
            friction: LaggedFriction { elements: Vec::new(), threshold, static_ratio },
            updates: 0,
            doublings: 0,
            backtracks: 0,
            is_crowded: false,
            is_unsettled: false,
            passes: 0,
            path: SolvePath::default(),
        }
    }

    fn find(&mut self, x: &[DVec3]) {
        let before = self.timer.get_mut().enter(Activity::Contacts);
        let candidates = self.query.near_within(x, self.context.thickness);
        let query = &*self.query;
        let surface =
            ContactSurface { mesh: query.mesh(), edge_lengths: self.context.areas.lengths() };
        let reach = |candidate| self.context.most_reach(query, candidate);
        let rule = |candidate| self.context.rule(query, self.start, candidate);
        self.barrier.set = ContactSet::find_where(surface, x, &candidates, reach, rule);
        self.passes += 1;
        self.timer.get_mut().enter(before);
    }

    /// Contacts of the last detection pass.
    pub(crate) fn contact_count(&self) -> usize {
        self.barrier.set.contacts.len()
    }

    /// Times of the stages.
    pub(crate) fn times(&mut self) -> StageTimes {
        let timer = self.timer.get_mut();
        timer.enter(Activity::Contacts);
        timer.times
    }

    /// Lagged friction brought up to date, and true if that differs by more than the tolerance.
    fn friction_now(&self, x: &[DVec3]) -> (LaggedFriction, bool) {
        let LaggedFriction { threshold, static_ratio, .. } = self.friction;
        let elements = self.barrier.friction(x, self.start);
        let next = LaggedFriction { elements, threshold, static_ratio };
        let [mut old, mut new] = [vec![DVec3::ZERO; x.len()], vec![DVec3::ZERO; x.len()]];
        self.friction.add_forces(x, &mut old);
        next.add_forces(x, &mut new);
        let speeds = old.iter().zip(&new).zip(&self.context.inverse_masses);
        let change = speeds.map(|((old, new), w)| self.dt * w * old.distance(*new));
        (next, change.fold(0.0, f64::max) > self.context.settings.tolerance)
    }

    fn is_too_close(&self, x: &[DVec3]) -> bool {
        let close = |contact: &ripstop_response::barrier::BarrierContact| {
            let BarrierRange { d_hat, separation } = contact.rule.range;
            let limit = separation + TOO_CLOSE * d_hat;
            contact.distance_squared(x) < limit * limit
        };
        self.barrier.set.contacts.iter().any(close)
    }
}

impl StepHook for BarrierHook<'_, '_> {
    fn needs_descent(&self) -> bool {
        true
    }

    fn wants_start(&self) -> bool {
        matches!(self.context.settings.stiffness, StiffnessRule::Elastic | StiffnessRule::Balance)
    }

    fn begin(&mut self, start: &SolveStart) {
        let context = self.context;
        let is_free = |i: usize| context.inverse_masses[i] > 0.0;
        self.barrier.stiffness = match context.settings.stiffness {
            StiffnessRule::Automatic | StiffnessRule::Inertia => self.barrier.stiffness,
            StiffnessRule::Elastic => {
                let blocks: Vec<DMat3> = (0..start.diagonal.len())
                    .map(|i| if is_free(i) { start.diagonal[i] } else { DMat3::ZERO })
                    .collect();
                let felt = mean_stiffness(&self.barrier.set, self.start, &blocks);
                context.matching(felt.map_or(context.inertia, |k| k.max(context.inertia)))
            }
            StiffnessRule::Balance => {
                let unit = BarrierPotential { stiffness: 1.0, ..self.barrier.clone() };
                let mut barrier = unit.gradient_sum(self.start);
                for (i, g) in barrier.iter_mut().enumerate() {
                    *g = if is_free(i) { *g } else { DVec3::ZERO };
                }
                let extent = extent(self.start);
                let form = self.barrier.form;
                let least = least_stiffness(form, context.widest(), extent, context.inertia);
                let balance = balancing_stiffness(&barrier, start.gradient).unwrap_or(least);
                context.settings.factor() * balance.clamp(least, BALANCE_RANGE * least)
            }
        };
        self.friction.elements = self.barrier.friction(self.start, self.start);
    }

    fn before_iteration(&mut self, report: &StepReport) -> ControlFlow<()> {
        self.is_crowded = report.backtracks >= self.backtracks + CROWDED;
        self.backtracks = report.backtracks;
        ControlFlow::Continue(())
    }

    fn enter(&self, stage: SolveStage) {
        self.timer.borrow_mut().enter(Activity::Solver(stage));
    }

    fn refresh(&mut self, positions: &[DVec3]) {
        // The first positions of a solve are those of its start.
        let is_start = self.passes == 0;
        self.find(positions);
        if is_start {
            self.friction.elements = self.barrier.friction(positions, self.start);
        }
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.barrier, &self.friction]
    }

    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        let filter = match self.context.settings.filter {
            StepFilter::Impact if !self.is_crowded => return false,
            StepFilter::Impact => StepFilter::Planes,
            filter => filter,
        };
        let before = self.timer.get_mut().enter(Activity::StepLimit);
        let reach = TRUST * self.context.thickness;
        let candidates = self.query.near_within(positions, reach);
        let (context, query, start) = (self.context, &*self.query, self.start);
        let separation = |candidate| context.separation(query, start, candidate);
        let gap = reach - context.widest().separation;
        let is_cut = if filter == StepFilter::Planes {
            let at = (query.mesh(), positions);
            truncate_at_planes(at, displacement, &candidates, gap, separation)
        } else {
            let ways = trust_radii(query.mesh(), positions, &candidates, gap, separation);
            truncate(displacement, &ways)
        };
        self.timer.get_mut().enter(before);
        is_cut
    }

    fn step_limit(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64 {
        if self.context.settings.filter != StepFilter::Impact {
            return 1.0;
        }
        let before = self.timer.get_mut().enter(Activity::StepLimit);
        let end: Vec<DVec3> = positions.iter().zip(displacement).map(|(x, d)| *x + *d).collect();
        let motion = Motion { start: positions, end: &end };
        let impact = self.query.first_impact_in_parts(&motion);
        let mut safe = impact.unwrap_or(1.0);
        let (context, start) = (self.context, self.start);
        let most = context.widest().separation;
        if most > 0.0 {
            let separation = |query: &Query, candidate| context.separation(query, start, candidate);
            safe = safe.min(self.query.largest_step_apart(&motion, most, separation));
        }
        self.timer.get_mut().enter(before);
        if impact.is_none() {
            self.path.found_free(positions, end);
        }
        if impact.is_none() && safe == 1.0 { 1.0 } else { CAUTION * safe }
    }

    fn has_friction(&self) -> bool {
        !self.friction.elements.is_empty()
    }

    fn accept(&mut self, positions: &[DVec3]) {
        self.path.go_on(self.query, self.start, positions);
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        if self.context.solve == SolveMode::Advance {
            // Friction lags by a substep, and what is close is pushed apart in the next ones.
            return true;
        }
        if self.doublings < DOUBLINGS && self.is_too_close(positions) {
            self.doublings += 1;
            self.barrier.stiffness *= 2.0;
            return false;
        }
        let (friction, has_changed) = self.friction_now(positions);
        if self.updates == self.context.settings.friction_updates {
            self.is_unsettled = has_changed;
            return true;
        }
        self.updates += 1;
        self.friction = friction;
        !has_changed
    }
}

/// The diagonal of the box around some positions (m).
fn extent(positions: &[DVec3]) -> f64 {
    let first = positions.first().copied().unwrap_or_default();
    let (low, high) =
        positions.iter().fold((first, first), |(low, high), x| (low.min(*x), high.max(*x)));
    low.distance(high)
}
