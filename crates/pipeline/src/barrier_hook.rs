//! Barriers and friction inside an implicit solve: incremental potential contact [Li 2020].
//!
//! Every position at which the solve asks for energies is free of crossings: it starts so, and each direction of Newton's method is cut off before
//! the first impact on its way. There the contacts are found anew, all pairs within their reach, and the barriers of the contacts make the energy
//! infinite where surfaces would touch.

use std::cell::RefCell;

use glam::{DMat3, DVec3};
use ripstop_dynamics::{SolveStage, SolveStart, StepHook};
use ripstop_geometry::{Candidate, Motion, Potential};
use ripstop_response::Detector;
use ripstop_response::barrier::{
    BarrierPotential, BarrierRange, ContactSet, ContactSurface, PairRule, balancing_stiffness,
    least_stiffness, matching_stiffness, mean_stiffness, safe_ways, truncate,
};
use ripstop_response::penalty::LaggedFriction;

use crate::MeshDetector;
use crate::contact_shares::ContactShares;
use crate::report::{Clock, StageTimes};
use crate::scene::{BarrierSettings, StepFilter, StiffnessRule};
use crate::stage_timer::{Activity, StageTimer};

/// Share of the way to the first impact that is gone.
const CAUTION: f64 = 0.9;

/// Distances that limit the ways of vertices are looked for up to so many thicknesses.
const TRUST: f64 = 8.0;

/// A gap below this part of the reach makes the stiffness grow.
const TOO_CLOSE: f64 = 0.02;

/// How often the stiffness may be doubled in a solve.
const DOUBLINGS: u32 = 8;

/// IPC's greatest stiffness beside its least.
const BALANCE_RANGE: f64 = 100.0;

/// What stays the same over all steps.
#[derive(Clone, Debug)]
pub(crate) struct BarrierContext {
    pub(crate) settings: BarrierSettings,
    pub(crate) shares: ContactShares,
    /// The largest thickness of a pair (m).
    pub(crate) thickness: f64,
    /// Mean mass of a free vertex (kg).
    pub(crate) mass: f64,
    /// `m/Δt²` of it in a step that is not cut (N/m).
    pub(crate) inertia: f64,
    /// Of all vertices (1/kg).
    pub(crate) inverse_masses: Vec<f64>,
}

impl BarrierContext {
    /// What a pair wants.
    fn rule(&self, detector: &MeshDetector, candidate: Candidate) -> PairRule {
        let wanted = detector.wanted(candidate);
        let separation = self.settings.separation * wanted.thickness;
        let range = BarrierRange { d_hat: wanted.thickness - separation, separation };
        PairRule { range, weight: 1.0, friction: wanted.friction }
    }

    /// The range of the thickest pair.
    fn widest(&self) -> BarrierRange {
        let separation = self.settings.separation * self.thickness;
        BarrierRange { d_hat: self.thickness - separation, separation }
    }

    /// The stiffness that matches `k` (N/m).
    fn matching(&self, k: f64) -> f64 {
        let settings = &self.settings;
        settings.stiffness_factor * matching_stiffness(settings.form.form(), self.widest(), k)
    }
}

/// Contact in one step.
pub(crate) struct BarrierHook<'a> {
    context: &'a BarrierContext,
    detector: &'a mut MeshDetector,
    timer: RefCell<StageTimer<'a>>,
    /// Positions at the start of the step.
    start: &'a [DVec3],
    dt: f64,
    barrier: BarrierPotential,
    friction: LaggedFriction,
    updates: u32,
    doublings: u32,
    /// How often contacts were looked for.
    pub(crate) passes: usize,
}

impl<'a> BarrierHook<'a> {
    /// For a step of `dt` (s) that is expected to go along `motion`.
    pub(crate) fn new(
        context: &'a BarrierContext,
        detector: &'a mut MeshDetector,
        clock: &'a mut dyn Clock,
        motion: &Motion<'a>,
        dt: f64,
    ) -> Self {
        detector.cover(motion, 0.5 * context.thickness);
        let BarrierSettings { form, friction_speed, static_ratio, .. } = context.settings;
        let stiffness = context.matching(context.inertia);
        let threshold = friction_speed * dt;
        let mut hook = Self {
            context,
            detector,
            timer: RefCell::new(StageTimer::new(clock)),
            start: motion.start,
            dt,
            barrier: BarrierPotential { set: ContactSet::default(), form: form.form(), stiffness },
            friction: LaggedFriction { elements: Vec::new(), threshold, static_ratio },
            updates: 0,
            doublings: 0,
            passes: 0,
        };
        hook.find(motion.start);
        hook.friction.elements = hook.barrier.friction(motion.start, motion.start);
        hook
    }

    fn find(&mut self, x: &[DVec3]) {
        let before = self.timer.get_mut().enter(Activity::Contacts);
        let candidates = self.detector.near(x, self.context.thickness);
        let detector = &*self.detector;
        let surface =
            ContactSurface { mesh: detector.mesh(), edge_lengths: self.context.shares.lengths() };
        let rule = |candidate| self.context.rule(detector, candidate);
        self.barrier.set = ContactSet::find(surface, x, &candidates, self.context.thickness, rule);
        self.passes += 1;
        self.timer.get_mut().enter(before);
    }

    /// Contacts of the last look.
    pub(crate) fn contact_count(&self) -> usize {
        self.barrier.set.contacts.len()
    }

    /// The least distance at the positions of the last look (m), at most the reach.
    pub(crate) fn least_distance(&self, x: &[DVec3]) -> f64 {
        let reach = self.context.thickness;
        self.barrier.set.least_distance(x).map_or(reach, |least| least.min(reach))
    }

    /// Where the time went.
    pub(crate) fn times(&mut self) -> StageTimes {
        let timer = self.timer.get_mut();
        timer.enter(Activity::Contacts);
        timer.times
    }

    /// Brings friction up to date; whether it has changed by more than the tolerance.
    fn update_friction(&mut self, x: &[DVec3]) -> bool {
        let next = self.barrier.friction(x, self.start);
        let [mut old, mut new] = [vec![DVec3::ZERO; x.len()], vec![DVec3::ZERO; x.len()]];
        self.friction.add_forces(x, &mut old);
        self.friction.elements = next;
        self.friction.add_forces(x, &mut new);
        let speeds = old.iter().zip(&new).zip(&self.context.inverse_masses);
        let change = speeds.map(|((old, new), w)| self.dt * w * old.distance(*new));
        change.fold(0.0, f64::max) > self.context.settings.tolerance
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

impl StepHook for BarrierHook<'_> {
    fn wants_start(&self) -> bool {
        self.context.settings.stiffness != StiffnessRule::Inertia
    }

    fn begin(&mut self, start: &SolveStart) {
        let context = self.context;
        let is_free = |i: usize| context.inverse_masses[i] > 0.0;
        self.barrier.stiffness = match context.settings.stiffness {
            StiffnessRule::Inertia => self.barrier.stiffness,
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
                let least = least_stiffness(form, context.widest(), extent, context.mass);
                let balance = balancing_stiffness(&barrier, start.gradient).unwrap_or(least);
                context.settings.stiffness_factor * balance.clamp(least, BALANCE_RANGE * least)
            }
        };
        self.friction.elements = self.barrier.friction(self.start, self.start);
    }

    fn enter(&self, stage: SolveStage) {
        self.timer.borrow_mut().enter(Activity::Solver(stage));
    }

    fn refresh(&mut self, positions: &[DVec3]) {
        self.find(positions);
    }

    fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.barrier, &self.friction]
    }

    fn truncate(&mut self, positions: &[DVec3], displacement: &mut [DVec3]) -> bool {
        if self.context.settings.filter == StepFilter::Impact {
            return false;
        }
        let before = self.timer.get_mut().enter(Activity::SafeStep);
        let reach = TRUST * self.context.thickness;
        let candidates = self.detector.near(positions, reach);
        let ways = safe_ways(self.detector.mesh(), positions, &candidates, reach);
        let is_cut = truncate(displacement, &ways);
        self.timer.get_mut().enter(before);
        is_cut
    }

    fn max_step(&mut self, positions: &[DVec3], displacement: &[DVec3]) -> f64 {
        if self.context.settings.filter == StepFilter::Distance {
            return 1.0;
        }
        let before = self.timer.get_mut().enter(Activity::SafeStep);
        let end: Vec<DVec3> = positions.iter().zip(displacement).map(|(x, d)| *x + *d).collect();
        let motion = Motion { start: positions, end: &end };
        let safe = self.detector.largest_safe_step(&motion);
        self.timer.get_mut().enter(before);
        if safe < 1.0 { CAUTION * safe } else { 1.0 }
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        if self.doublings < DOUBLINGS && self.is_too_close(positions) {
            self.doublings += 1;
            self.barrier.stiffness *= 2.0;
            return false;
        }
        if self.updates == self.context.settings.friction_updates {
            return true;
        }
        self.updates += 1;
        !self.update_friction(positions)
    }
}

/// The diagonal of the box around some positions (m).
fn extent(positions: &[DVec3]) -> f64 {
    let first = positions.first().copied().unwrap_or_default();
    let (low, high) =
        positions.iter().fold((first, first), |(low, high), x| (low.min(*x), high.max(*x)));
    low.distance(high)
}
