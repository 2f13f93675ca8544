//! Repulsions as forces inside an implicit solve, before impulses.
//!
//! Pairs that are close at the start of the solve keep their normals while it lasts, so that it
//! needs no detection pass of its own. Friction is lagged: its normal forces are those at the
//! start, and once more those at which the solve has converged.

use glam::DVec3;
use ripstop_detection::Query;
use ripstop_dynamics::StepHook;
use ripstop_geometry::{Potential, State};
use ripstop_response::penalty::LaggedFriction;
use ripstop_response::{Detector, ImpulseSettings, Instants, RepulsionSpring, RepulsionSprings};

/// Springs and friction of one solve.
pub(crate) struct RepulsionHook {
    springs: RepulsionSprings,
    friction: LaggedFriction,
    /// Positions at the start of the solve.
    start: Vec<DVec3>,
    has_lagged: bool,
}

impl RepulsionHook {
    /// The pairs that are close in `state`; `certified` are the last positions known to be free of
    /// crossings, and `threshold` is the slip (m) below which friction fades.
    pub(crate) fn new(
        query: &mut Query,
        certified: &[DVec3],
        state: &State,
        settings: &ImpulseSettings,
        threshold: f64,
    ) -> Self {
        let now: &[DVec3] = &state.positions;
        let contacts = query.contacts(&Instants { start: certified, before: now, now, soon: now });
        let springs = contacts.iter().filter_map(|contact| {
            let rule = query.rule(contact.candidate);
            RepulsionSpring::new(contact, rule, &state.inverse_masses, settings)
        });
        let mut hook = Self {
            springs: RepulsionSprings { springs: springs.collect() },
            friction: LaggedFriction { elements: Vec::new(), threshold, static_ratio: 1.0 },
            start: now.to_vec(),
            has_lagged: false,
        };
        hook.update_friction(now);
        hook
    }

    /// Keeps the springs whose vertices are all below `end`.
    pub(crate) fn keep_below(&mut self, end: usize) {
        self.springs.springs.retain(|spring| spring.vertices.iter().all(|v| v.index() < end));
        self.update_friction(&self.start.clone());
    }

    /// Numbers of pairs that are close, and of those that push at `positions`.
    pub(crate) fn counts(&self, positions: &[DVec3]) -> [usize; 2] {
        let springs = &self.springs.springs;
        let pushing = springs.iter().filter(|spring| spring.force(positions) > 0.0).count();
        [springs.len(), pushing]
    }

    fn update_friction(&mut self, positions: &[DVec3]) {
        let friction = |spring: &RepulsionSpring| spring.friction(&self.start, positions);
        self.friction.elements = self.springs.springs.iter().filter_map(friction).collect();
    }
}

impl StepHook for RepulsionHook {
    fn refresh(&mut self, _: &[DVec3]) {}

    fn potentials(&self) -> Vec<&dyn Potential> {
        vec![&self.springs, &self.friction]
    }

    fn step_limit(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
        1.0
    }

    fn is_done(&mut self, positions: &[DVec3]) -> bool {
        if self.has_lagged {
            return true;
        }
        self.has_lagged = true;
        self.update_friction(positions);
        self.friction.elements.is_empty()
    }
}
