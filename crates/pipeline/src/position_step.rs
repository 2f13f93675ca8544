//! Position-based cloth and its contacts, swept in turns.

use glam::DVec3;
use ripstop_dynamics::{Damping, Forces, PositionBasedCloth, Settings as ClothSettings, Target};
use ripstop_geometry::{Motion, State, VertexId, separation};
use ripstop_response::{ContactSweep, Instants};

use crate::mesh_detector::REACH;
use crate::proposer::{Interval, Stage};
use crate::scene::{ResponseMethod, Settings};
use crate::world::{ClothPart, World};
use crate::{SceneError, StepError};

/// The cloths of a scene as constraints, and the contacts between them.
pub(crate) struct PositionStep {
    /// In the order of the scene.
    cloths: Vec<PositionBasedCloth>,
    sweep: ContactSweep,
    /// Positions at which the contacts were found; empty if there are none yet.
    contacts_at: Vec<DVec3>,
}

impl PositionStep {
    /// The cloths of a world.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let damping = Damping { drag: settings.damping, internal: 0.0 };
        let strain_limit = (settings.strain_limit > 0.0).then_some(settings.strain_limit);
        let settings = ClothSettings { damping, strain_limit, ..ClothSettings::default() };
        let cloth = |part: &ClothPart| {
            PositionBasedCloth::new(&part.topology, &part.shape, part.fabric.fabric(), settings)
                .map(|cloth| cloth.starting_at(part.first))
                .map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error })
        };
        let cloths = world.cloths.iter().map(cloth).collect::<Result<_, _>>()?;
        Ok(Self { cloths, sweep: ContactSweep::default(), contacts_at: Vec::new() })
    }

    /// Forgets the contacts.
    pub(crate) fn forget(&mut self) {
        self.sweep = ContactSweep::default();
        self.contacts_at.clear();
    }

    /// Solves the cloths with their contacts in substeps.
    pub(crate) fn propose(
        &mut self,
        stage: &mut Stage,
        interval: Interval,
    ) -> Result<(), StepError> {
        let Settings { iterations, collision_passes, .. } = *stage.settings;
        let substeps = stage.settings.parts();
        let h = interval.dt / substeps as f64;
        let start = stage.world.state.positions.clone();
        let ends = stage.world.prescribed_ends(interval.to);
        let forces = stage.forces();
        let clock = stage.clock.seconds();
        let with_contacts = stage.settings.response() != ResponseMethod::Impulse;
        if with_contacts {
            stage.cover(&start, &ends, interval.dt);
        }
        stage.report.times.contacts += stage.clock.seconds() - clock;
        let mut substep_start = Vec::new();
        for substep in 0..substeps {
            let clock = stage.clock.seconds();
            substep_start.clone_from(&stage.world.state.positions);
            let progress = (substep + 1) as f64 / substeps as f64;
            let ways = Motion { start: &start, end: &ends };
            self.predict(stage.world, ways, (progress, h), &forces)?;
            let after_dynamics = stage.clock.seconds();
            stage.report.times.dynamics += after_dynamics - clock;
            if with_contacts && substep.is_multiple_of(collision_passes) {
                let ahead = h * collision_passes.min(substeps - substep) as f64;
                self.find_contacts(stage, &start, &substep_start, ahead);
            }
            stage.report.contacts = self.sweep.contacts.len();
            self.sweep.begin_substep(stage.settings.separation_speed * h);
            stage.report.times.contacts += stage.clock.seconds() - after_dynamics;
            for _ in 0..iterations {
                self.sweep_once(stage, &substep_start)?;
            }
            let state = &mut stage.world.state;
            for cloth in &self.cloths {
                cloth.update_velocities(state)?;
            }
            self.sweep.settle(&mut state.velocities, &state.inverse_masses, h);
        }
        stage.report.active_contacts = self.sweep.active_count();
        stage.report.deepest = self.sweep.deepest(&stage.world.state.positions);
        Ok(())
    }

    /// One sweep over the constraints of all cloths, and one over the contacts.
    fn sweep_once(&mut self, stage: &mut Stage, before: &[DVec3]) -> Result<(), StepError> {
        stage.report.sweeps += 1;
        let clock = stage.clock.seconds();
        for cloth in &mut self.cloths {
            cloth.sweep(&mut stage.world.state)?;
        }
        let after_cloth = stage.clock.seconds();
        stage.report.times.dynamics += after_cloth - clock;
        let State { positions, inverse_masses, .. } = &mut stage.world.state;
        self.sweep.sweep(before, positions, inverse_masses);
        stage.report.times.response += stage.clock.seconds() - after_cloth;
        Ok(())
    }

    /// Moves prescribed vertices along their ways and everything else by its velocity.
    fn predict(
        &mut self,
        world: &mut World,
        ways: Motion,
        (progress, h): (f64, f64),
        forces: &Forces,
    ) -> Result<(), StepError> {
        let World { state, prescribed, .. } = world;
        let cloths = &mut self.cloths;
        let along = |i: usize| ways.vertex(VertexId(i as u32)).at(progress);
        for group in prescribed.iter() {
            for vertex in &group.vertices {
                if cloths.iter().all(|cloth| !cloth.vertices().contains(&vertex.index())) {
                    state.positions[vertex.index()] = along(vertex.index());
                }
            }
        }
        for cloth in cloths {
            let range = cloth.vertices();
            let targets: Vec<Target> = prescribed
                .iter()
                .flat_map(|group| &group.vertices)
                .filter(|vertex| range.contains(&vertex.index()))
                .map(|&vertex| Target { vertex, position: along(vertex.index()) })
                .collect();
            cloth.predict(state, h, forces, &targets)?;
        }
        Ok(())
    }

    /// Looks for contacts that may matter in the next `ahead` seconds.
    ///
    /// Only those of vertices are looked for that have moved, or are about to, by so much that there may be others. A
    /// pair that was farther apart than [`REACH`] thicknesses when it was looked for, and whose vertices have not
    /// moved by half of what is beyond one thickness, is still farther apart than one.
    fn find_contacts(&mut self, stage: &mut Stage, start: &[DVec3], before: &[DVec3], ahead: f64) {
        let State { positions, velocities, .. } = &stage.world.state;
        let soon: Vec<DVec3> =
            positions.iter().zip(velocities).map(|(x, v)| *x + 1.5 * ahead * *v).collect();
        let margin = (REACH - 1.0) * stage.world.surfaces.min_thickness();
        let moved = self.moved(positions, &soon, 0.4 * margin);
        if !moved.contains(&true) {
            return;
        }
        stage.report.passes += 1;
        let has_moved =
            |vertices: &[VertexId; 4]| vertices.iter().any(|vertex| moved[vertex.index()]);
        let instants = Instants { start, before, now: positions, soon: &soon };
        let contacts = stage.detector.contacts_where(&instants, has_moved);
        let detector = &*stage.detector;
        let kept = contacts.into_iter().filter_map(|contact| {
            let wanted = detector.wanted(contact.candidate);
            let at_soon = contact.vertices.map(|vertex| soon[vertex.index()]);
            let later = separation(contact.weights, at_soon).dot(contact.normal);
            let is_near = contact.distance.min(later) <= wanted.thickness + margin;
            is_near.then_some((contact, wanted))
        });
        self.sweep.replace(|contact| has_moved(&contact.vertices), kept, before);
    }

    /// Which vertices are farther than `spare` (m) from where contacts were found, now or soon. From then on these
    /// have been found where they are now.
    fn moved(&mut self, now: &[DVec3], soon: &[DVec3], spare: f64) -> Vec<bool> {
        let found_at = &mut self.contacts_at;
        if found_at.len() != now.len() {
            *found_at = vec![DVec3::INFINITY; now.len()];
        }
        let ways = found_at.iter_mut().zip(now).zip(soon);
        ways.map(|((found_at, now), soon)| {
            let way = found_at.distance_squared(*now).max(now.distance_squared(*soon));
            let has_moved = way > spare * spare;
            if has_moved {
                *found_at = *now;
            }
            has_moved
        })
        .collect()
    }
}
