//! Position-based cloth and its contacts, in Gauss–Seidel sweeps by turns.

use glam::DVec3;
use ripstop_detection::CONTACT_REACH;
use ripstop_dynamics::{
    ClothError, Constraint, Damping, FastProjection, Forces, PositionBasedCloth,
    Settings as ClothSettings, StitchSweep, Target, TieSweep,
};
use ripstop_geometry::{Motion, State, VertexId, separation};
use ripstop_response::Instants;

use super::contact_model::FieldCover;
use super::correction::{correct_velocities, strain_limits, tightens};
use super::inflation;
use super::integrator::Interval;
use super::ray_response::RayResponse;
use super::ropes::{mean_edge, ropes};
use super::solid_sweep::{SolidSweep, SubstepEnd};
use super::span::Span;
use super::step_context::StepContext;
use super::substep_contacts::{Replacement, SubstepContacts};
use super::substep_count::substeps;
use crate::scene::{BarrierLaw, Settings};
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// Iterations that tighten seams and edges at the end of a step.
const TIGHTENED: usize = 24;

/// Iterations of these that are made in any case, if it is not sewn at the start: what a seam lacks
/// there it has for good.
const LEAST_TIGHTENED: usize = 3;

/// Strain of edges at the end of a step, as a part of the limit, if the cloth is sewn: what
/// contacts and seams leave of it is below the limit then, but for a few edges.
const TIGHT: f64 = 0.7;

/// The same of cloth without seams.
const TIGHT_UNSEWN: f64 = 0.95;

/// The cloths of a scene as constraints, and the contacts between them.
pub(crate) struct PositionBasedIntegrator {
    /// In the order of the scene.
    cloths: Vec<PositionBasedCloth>,
    contacts: SubstepContacts,
    stitches: StitchSweep,
    ties: TieSweep,
    /// Seams and edges together at the end of a step.
    tightening: Option<FastProjection>,
    rays: Option<Box<RayResponse>>,
    /// Pairs for which fields of obstacles stand in, if there are fields.
    cover: Option<FieldCover>,
    /// Positions at which the contacts were found; empty if there are none yet.
    contacts_at: Vec<DVec3>,
    /// Mean length of an edge (m).
    edge: f64,
}

impl PositionBasedIntegrator {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let damping = Damping { drag: settings.damping, internal: 0.0 };
        let strain_limit = strain_limits(world, settings).map(|[limit, _]| limit);
        let cover = settings.pushes_out().then(|| FieldCover::new(world));
        let rays = RayResponse::new(world, settings);
        let descends = settings.descends_in_every_step();
        if descends && settings.barrier.form == BarrierLaw::PlainLog {
            let owner = "settings.barrier".to_owned();
            let what = "`form = \"plain_log\"` does not go with `descent = \"every_step\"`: it has a \
                        kink at the activation distance, where a descent stalls; take \"log\" or \
                        \"squared_log\"";
            return Err(SceneError::Part { owner, what: what.to_owned() });
        }
        let contacts = SubstepContacts::new(settings);
        let mut cloth_settings = ClothSettings::with_membrane(settings.position_based.membrane()?);
        cloth_settings.method = settings.position_based.method(settings.iterations);
        (cloth_settings.damping, cloth_settings.strain_limit) = (damping, strain_limit);
        let cloth = |part: &ClothPart| {
            let wrap = |error| SceneError::Cloth { owner: part.owner.clone(), error };
            let ClothPart { topology, shape, fabric, .. } = part;
            let cloth = PositionBasedCloth::new(topology, shape, fabric.fabric(), cloth_settings);
            let mut cloth = cloth.map_err(wrap)?.starting_at(part.first);
            for constraint in inflation::constraints(world, part)? {
                cloth.add_constraint(constraint).map_err(wrap)?;
            }
            Ok(cloth)
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        let is_sewn = !world.seams.is_empty();
        let held = if is_sewn { ropes(world, strain_limit) } else { Vec::new() };
        let stitches = StitchSweep::with_ropes(held);
        let part = if is_sewn { TIGHT } else { TIGHT_UNSEWN };
        let tight = (settings.strain_limit > 0.0).then_some(part * settings.strain_limit);
        let edge = mean_edge(world);
        let tightening =
            tightens(world, settings).then(|| FastProjection::new(ropes(world, tight), edge));
        let contacts_at = Vec::new();
        let ties = TieSweep::default();
        Ok(Self { cloths, contacts, stitches, ties, tightening, rays, cover, contacts_at, edge })
    }

    /// Adds a constraint to a cloth.
    pub(crate) fn add_constraint(
        &mut self,
        cloth: usize,
        constraint: Box<dyn Constraint>,
    ) -> Result<(), ClothError> {
        self.cloths[cloth].add_constraint(constraint)
    }

    /// Forgets the contacts.
    pub(crate) fn forget(&mut self) {
        self.contacts.forget();
        self.contacts_at.clear();
    }

    /// Solves the cloths with their contacts in substeps.
    pub(crate) fn propose(
        &mut self,
        context: &mut StepContext,
        start: &State,
        interval: Interval,
    ) -> Result<(), StepError> {
        let ends = context.kinematic_ends(&start.positions, interval.to);
        let substeps = substeps(context, [&start.positions, &ends], interval.dt, self.edge);
        let begin = interval.to - interval.dt;
        let mut step = Substeps {
            motion: Motion { start: &start.positions, end: &ends },
            forces: context.forces(interval.to - 0.5 * interval.dt),
            dt: interval.dt / substeps as f64,
            count: substeps,
            begin,
            solids: SolidSweep::new(context.world, context.settings, &start.positions, begin),
        };
        let clock = context.clock.seconds();
        if self.contacts.needs_contacts() {
            context.predict_candidates(&start.positions, &ends, interval.dt);
        }
        context.report.times.contacts += context.clock.seconds() - clock;
        let (mut before, mut pushed) = (Vec::new(), 0);
        for substep in 0..substeps {
            context.watch.begin_part(step.span(substep))?;
            before.clone_from(&context.state.positions);
            pushed = self.solve_substep(context, &mut step, substep, &before)?;
        }
        self.tighten(context, &start.positions, interval.dt);
        let response = &mut context.report.response;
        response.active_contacts = self.contacts.active_count();
        response.deepest = self.contacts.deepest(&context.state.positions);
        response.contacts += pushed;
        response.active_contacts += pushed;
        step.solids.count(&context.state.positions, response);
        Ok(())
    }

    /// Meets stitches, ropes and contacts together at the end of a step, if there are seams or an
    /// edge is too long.
    fn tighten(&mut self, context: &mut StepContext, start: &[DVec3], dt: f64) {
        let Some(tightening) = self.tightening.as_mut() else { return };
        let clock = context.clock.seconds();
        // What follows an obstacle draws its neighbours out, which is no fault of theirs.
        let is_held = || {
            context.pinches.is_any_released() || !tightening.is_exceeded(&context.state.positions)
        };
        if context.stitches.is_empty() && is_held() {
            return;
        }
        tightening.forget();
        let kept = self.contacts.kept_distances(&context.state.positions);
        let loose = context.state.positions.clone();
        let threads = context.stitches.threads(start, dt);
        let least = if context.stitches.is_drawn() { TIGHTENED } else { LEAST_TIGHTENED };
        tightening.project(context.state, &threads, &kept, least..=TIGHTENED);
        correct_velocities(context.state, &loose, dt);
        context.report.times.dynamics += context.clock.seconds() - clock;
    }

    /// Solves one substep, which starts with the positions `before`. Returns the number of vertices
    /// that rays have pushed.
    fn solve_substep(
        &mut self,
        context: &mut StepContext,
        step: &mut Substeps,
        substep: usize,
        before: &[DVec3],
    ) -> Result<usize, StepError> {
        let Settings { iterations, separation_speed, .. } = *context.settings;
        let clock = context.clock.seconds();
        self.predict(context, step, substep)?;
        context.report.times.dynamics += context.clock.seconds() - clock;
        self.stitches.begin_substep(context.stitches, before, step.dt);
        let (end, mut iteration) = (step.end(substep), 0);
        self.ties.begin_substep(&context.world.ties, before, end.time, step.dt);
        while iteration < self.contacts.iterations(iterations) {
            if iteration < iterations {
                self.detect_if_due(context, step, substep * iterations + iteration, before);
            }
            if iteration == 0 {
                let masses = &context.state.inverse_masses;
                self.contacts.begin_substep(before, masses, separation_speed * step.dt);
                step.solids.begin_substep(end, before, separation_speed * step.dt);
            }
            self.sweep_once(context, before, step.dt)?;
            step.solids.sweep(before, context.state);
            iteration += 1;
        }
        let state = &mut *context.state;
        let pushed = match &mut self.rays {
            Some(rays) => rays.push(context.world, before, state, step.dt),
            None => Ok(0),
        };
        let pushed = pushed.map_err(StepError::Boxes)?;
        for cloth in &self.cloths {
            cloth.update_velocities(state)?;
        }
        self.contacts.settle(state, step.dt);
        step.solids.settle(end, state);
        Ok(pushed)
    }

    /// A detection pass before a sweep of the step, if there is one to be.
    fn detect_if_due(
        &mut self,
        context: &mut StepContext,
        step: &Substeps,
        sweep: usize,
        before: &[DVec3],
    ) {
        let Settings { iterations, collision_passes, .. } = *context.settings;
        let clock = context.clock.seconds();
        if self.contacts.needs_contacts()
            && let Some(until_next) = collision_passes.due(sweep, iterations)
        {
            let ahead = step.dt * until_next.min(step.count - sweep / iterations) as f64;
            let start = step.motion.start;
            let is_in_substep = !sweep.is_multiple_of(iterations);
            self.find_contacts(context, &DetectionPass { start, before, ahead, is_in_substep });
        }
        context.report.response.contacts = self.contacts.count();
        context.report.times.contacts += context.clock.seconds() - clock;
    }

    /// One sweep over the constraints of all cloths, and one over the contacts.
    fn sweep_once(
        &mut self,
        context: &mut StepContext,
        before: &[DVec3],
        dt: f64,
    ) -> Result<(), StepError> {
        context.report.solve.sweeps += 1;
        let clock = context.clock.seconds();
        for cloth in &mut self.cloths {
            cloth.sweep(context.state)?;
        }
        self.stitches.sweep(context.state);
        self.ties.sweep(context.state);
        let after_cloth = context.clock.seconds();
        context.report.times.dynamics += after_cloth - clock;
        self.contacts.sweep(before, context.state, dt);
        context.report.times.response += context.clock.seconds() - after_cloth;
        Ok(())
    }

    /// Moves kinematic vertices along their motion and everything else by its velocity.
    fn predict(
        &mut self,
        context: &mut StepContext,
        step: &Substeps,
        substep: usize,
    ) -> Result<(), StepError> {
        let kinematic: Vec<VertexId> = context.kinematic_vertices().collect();
        let StepContext { state, user, .. } = context;
        user.apply_forces(step.begin + substep as f64 * step.dt, step.dt, state);
        let progress = (substep + 1) as f64 / step.count as f64;
        let cloths = &mut self.cloths;
        let along = |i: usize| step.motion.vertex(VertexId(i as u32)).at(progress);
        for vertex in &kinematic {
            if cloths.iter().all(|cloth| !cloth.vertices().contains(&vertex.index())) {
                state.positions[vertex.index()] = along(vertex.index());
            }
        }
        for cloth in cloths {
            let range = cloth.vertices();
            let targets: Vec<Target> = kinematic
                .iter()
                .filter(|vertex| range.contains(&vertex.index()))
                .map(|&vertex| Target { vertex, position: along(vertex.index()) })
                .collect();
            cloth.predict(state, step.dt, &step.forces, &targets)?;
        }
        Ok(())
    }

    /// Finds contacts that may matter until the next detection pass.
    ///
    /// Only those of vertices are searched that have moved, or are about to, by so much that there
    /// may be others. A pair that was farther apart than [`CONTACT_REACH`] thicknesses at its last
    /// detection pass, and whose vertices have not moved by half of what is beyond one thickness,
    /// is still farther apart than one.
    fn find_contacts(&mut self, context: &mut StepContext, pass: &DetectionPass) {
        let DetectionPass { start, before, ahead, is_in_substep } = *pass;
        let State { positions, velocities, .. } = &*context.state;
        let soon: Vec<DVec3> =
            positions.iter().zip(velocities).map(|(x, v)| *x + 1.5 * ahead * *v).collect();
        let margin = (CONTACT_REACH - 1.0) * context.world.rules.surfaces.min_thickness();
        let moved = self.moved(positions, &soon, 0.4 * margin);
        if !moved.contains(&true) {
            return;
        }
        context.report.detection.passes += 1;
        let has_moved =
            |vertices: &[VertexId; 4]| vertices.iter().any(|vertex| moved[vertex.index()]);
        let instants = Instants { start, before, now: positions, soon: &soon };
        let query = &context.query;
        let contacts = query.contacts_where(&instants, has_moved);
        let stands_in = |candidate| {
            self.cover.as_ref().is_some_and(|cover| cover.stands_in(&context.world.mesh, candidate))
        };
        let by_ray = |vertices: &[VertexId; 4]| {
            self.rays.as_ref().is_some_and(|rays| rays.stands_for(vertices))
        };
        let kept = contacts.into_iter().filter_map(|contact| {
            if stands_in(contact.candidate) || by_ray(&contact.vertices) {
                return None;
            }
            let rule = query.rule(contact.candidate);
            let at_soon = contact.vertices.map(|vertex| soon[vertex.index()]);
            let later = separation(contact.weights, at_soon).dot(contact.normal);
            let is_near = contact.distance.min(later) <= rule.thickness + margin;
            is_near.then_some((contact, rule))
        });
        let inverse_masses = &context.state.inverse_masses;
        let replacement = Replacement { before, inverse_masses, is_in_substep };
        self.contacts.replace(|contact| has_moved(&contact.vertices), kept, &replacement);
    }

    /// Marks the vertices that are farther than `spare` (m) from where contacts were found, now or
    /// soon. From then on these have been found where they are now.
    fn moved(&mut self, now: &[DVec3], soon: &[DVec3], spare: f64) -> Vec<bool> {
        let found_at = &mut self.contacts_at;
        if found_at.len() != now.len() {
            *found_at = vec![DVec3::INFINITY; now.len()];
        }
        let vertices = found_at.iter_mut().zip(now).zip(soon);
        vertices
            .map(|((found_at, now), soon)| {
                let moved = found_at.distance_squared(*now).max(now.distance_squared(*soon));
                let has_moved = moved > spare * spare;
                if has_moved {
                    *found_at = *now;
                }
                has_moved
            })
            .collect()
    }
}

/// A detection pass.
struct DetectionPass<'a> {
    /// Positions at the start of the step (m).
    start: &'a [DVec3],
    /// Positions at the start of the substep (m).
    before: &'a [DVec3],
    /// Time up to the next pass (s).
    ahead: f64,
    /// True if sweeps of this substep came before.
    is_in_substep: bool,
}

/// The substeps of a step.
struct Substeps<'a> {
    /// From the start of the step to its end, for kinematic vertices (m).
    motion: Motion<'a>,
    forces: Forces,
    /// Length of a substep (s).
    dt: f64,
    count: usize,
    /// Start of the step, since the start of the scene (s).
    begin: f64,
    solids: SolidSweep<'a>,
}

impl Substeps<'_> {
    /// A substep (s).
    fn span(&self, substep: usize) -> Span {
        let to = self.end(substep).time;
        Span { from: to - self.dt, to, depth: 0 }
    }

    fn end(&self, substep: usize) -> SubstepEnd {
        SubstepEnd { time: self.begin + (substep + 1) as f64 * self.dt, dt: self.dt }
    }
}
