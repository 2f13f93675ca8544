//! Finite-element cloth, solved by implicit Euler with penalties for contact.

use glam::DVec3;
use ripstop_dynamics::{
    Damping, ElementSettings, FiniteElementCloth, ImplicitEuler, ImplicitMethod, ImplicitSettings,
    NoHook, Step, Target,
};
use ripstop_geometry::{Motion, VertexId};

use crate::contact_shares::ContactShares;
use crate::penalty_hook::{ContactCounts, PenaltyContext, PenaltyHook};
use crate::proposer::{Interval, Stage};
use crate::repulsion_hook::RepulsionHook;
use crate::scene::{RepulsionForm, ResponseMethod, Settings};
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// Speed (m/s) below which a correction ends Newton's method.
const TOLERANCE: f64 = 5e-5;

/// Most iterations of Newton's method; what is left then is left to the fail-safe and to the next step.
const ITERATIONS: u32 = 40;

/// The cloths of a scene as finite elements, and the penalties between them.
pub(crate) struct ImplicitStep {
    euler: ImplicitEuler,
    penalties: PenaltyContext,
}

impl ImplicitStep {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let cloth = |part: &ClothPart| {
            let (fabric, elements) = (part.fabric.fabric(), ElementSettings::default());
            FiniteElementCloth::new(&part.topology, &part.shape, fabric, elements, part.first)
                .map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        let implicit = ImplicitSettings {
            method: ImplicitMethod::Newton { tolerance: TOLERANCE, iterations: ITERATIONS },
            damping: Damping { drag: settings.damping, internal: 0.0 },
            ..ImplicitSettings::default()
        };
        let euler = ImplicitEuler::new(cloths, implicit)
            .map_err(|error| SceneError::Cloth { owner: "the scene".to_owned(), error })?;
        let penalties = PenaltyContext {
            settings: settings.penalty,
            shares: ContactShares::new(&world.mesh, &world.rest),
            thickness: world.surfaces.max_thickness(),
        };
        Ok(Self { euler, penalties })
    }

    /// Solves the interval in equal parts.
    pub(crate) fn propose(
        &mut self,
        stage: &mut Stage,
        interval: Interval,
    ) -> Result<(), StepError> {
        let parts = stage.settings.parts();
        let dt = interval.dt / parts as f64;
        let start = stage.world.state.positions.clone();
        let ends = stage.world.prescribed_ends(interval.to);
        for part in 1..=parts {
            let progress = part as f64 / parts as f64;
            let ways = Motion { start: &start, end: &ends };
            self.solve(stage, ways, progress, dt)?;
        }
        Ok(())
    }

    /// One implicit step, at whose end prescribed vertices have gone the share `progress` of their ways.
    fn solve(
        &mut self,
        stage: &mut Stage,
        ways: Motion,
        progress: f64,
        dt: f64,
    ) -> Result<(), StepError> {
        let clock = stage.clock.seconds();
        let forces = stage.forces();
        let vertices = stage.world.prescribed.iter().flat_map(|group| &group.vertices);
        let target =
            |&vertex: &VertexId| Target { vertex, position: ways.vertex(vertex).at(progress) };
        let targets: Vec<Target> = vertices.map(target).collect();
        let state = &mut stage.world.state;
        let start = state.positions.clone();
        let mut expected: Vec<DVec3> =
            start.iter().zip(&state.velocities).map(|(x, v)| *x + dt * *v).collect();
        for target in &targets {
            expected[target.vertex.index()] = target.position;
        }
        let motion = Motion { start: &start, end: &expected };
        let step = Step { dt, forces: &forces, targets: &targets, potentials: &[] };
        if stage.settings.response() == ResponseMethod::Impulse {
            let solved = match stage.settings.impulse.repulsion {
                RepulsionForm::Impulses => self.euler.step(state, &step, &mut NoHook)?,
                RepulsionForm::Forces => {
                    stage.detector.expect(&motion);
                    let settings = stage.settings.impulse.settings();
                    let slip = stage.settings.penalty.friction_speed * dt;
                    let mut hook =
                        RepulsionHook::new(stage.detector, ways.start, state, &settings, slip);
                    let solved = self.euler.step(state, &step, &mut hook)?;
                    [stage.report.contacts, stage.report.active_contacts] =
                        hook.counts(&state.positions);
                    solved
                }
            };
            stage.report.count(&solved);
            stage.report.times.dynamics += stage.clock.seconds() - clock;
            return Ok(());
        }
        let mut hook = PenaltyHook::new(&self.penalties, stage.detector, &motion, dt);
        let solved = self.euler.step(state, &step, &mut hook)?;
        // Whoever could not go the whole way in the solve goes it now; what is in the way is the fail-safe's.
        for target in &targets {
            state.positions[target.vertex.index()] = target.position;
            state.velocities[target.vertex.index()] = DVec3::ZERO;
        }
        let ContactCounts { active, deepest } = hook.counts(&state.positions);
        let report = &mut *stage.report;
        report.count(&solved);
        report.passes += hook.passes;
        report.contacts = hook.pair_count();
        report.active_contacts = active;
        report.deepest = deepest;
        report.times.dynamics += stage.clock.seconds() - clock;
        Ok(())
    }
}
