//! Push-out of position-based cloth by the signed distance fields of solids, after every sweep.

use glam::DVec3;
use ripstop_geometry::State;
use ripstop_response::PushedVertex;

use super::ResponseReport;
use super::contact_model::{FieldVertex, SolidField};
use crate::scene::Settings;
use crate::world::{SolidMotion, World};

/// A substep, by its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SubstepEnd {
    /// Since the start of the scene (s).
    pub(crate) time: f64,
    /// Length of the substep (s).
    pub(crate) dt: f64,
}

/// The solids of a step, and what they push in a substep of it.
pub(crate) struct SolidSweep<'a> {
    fields: Vec<SolidField<'a>>,
    pushes_out: bool,
    filters_velocities: bool,
    /// Those of the present substep that move as they should.
    moving: Vec<Moving<'a>>,
}

/// A solid in a substep.
struct Moving<'a> {
    /// Its place among the fields.
    place: usize,
    motion: SolidMotion<'a>,
    /// In the order of the field's vertices.
    pushed: Vec<PushedVertex>,
}

impl<'a> SolidSweep<'a> {
    /// The solids that the settings ask for; `positions` (m) are free of crossings at a time (s).
    pub(crate) fn new(
        world: &'a World,
        settings: &Settings,
        positions: &[DVec3],
        time: f64,
    ) -> Self {
        let (pushes_out, filters_velocities) =
            (settings.pushes_out(), settings.filters_velocities());
        let is_used = pushes_out || filters_velocities;
        let fields =
            if is_used { SolidField::of_world(world, positions, time) } else { Vec::new() };
        Self { fields, pushes_out, filters_velocities, moving: Vec::new() }
    }

    /// Begins a substep from the positions `before` (m), in which vertices that are too close are
    /// parted by at most `parting` (m).
    pub(crate) fn begin_substep(&mut self, end: SubstepEnd, before: &[DVec3], parting: f64) {
        let SubstepEnd { time, dt } = end;
        if !self.pushes_out {
            return;
        }
        let moving = self.fields.iter().enumerate().filter_map(|(place, field)| {
            let motion = field.solid.motion(time, dt)?;
            let pushed = |&FieldVertex { vertex, side, rule }: &FieldVertex| {
                let distance = motion.at_start(side).distance(before[vertex.index()]);
                PushedVertex::new(vertex, rule, distance, parting)
            };
            Some(Moving { place, motion, pushed: field.vertices.iter().map(pushed).collect() })
        });
        self.moving = moving.collect();
    }

    /// Pushes every vertex out once.
    pub(crate) fn sweep(&mut self, before: &[DVec3], state: &mut State) {
        let State { positions, inverse_masses, .. } = state;
        for Moving { place, motion, pushed } in &mut self.moving {
            for (pushed, field) in pushed.iter_mut().zip(&self.fields[*place].vertices) {
                let i = pushed.vertex.index();
                let x = positions[i];
                let sample = motion.at_end(field.side).sample(x);
                let unslipped = before[i] + motion.displacement(x);
                positions[i] = pushed.apply(x, unslipped, inverse_masses[i], &sample);
            }
        }
    }

    /// Takes back the speed of parting, and filters velocities at the end of a substep.
    pub(crate) fn settle(&self, end: SubstepEnd, state: &mut State) {
        let SubstepEnd { time, dt } = end;
        let State { positions, velocities, inverse_masses } = &mut *state;
        for Moving { motion, pushed, .. } in &self.moving {
            for pushed in pushed.iter().filter(|pushed| pushed.normal_correction > 0.0) {
                let i = pushed.vertex.index();
                let solid = motion.velocity.at(positions[i]);
                velocities[i] = pushed.settle(velocities[i], solid, inverse_masses[i], dt);
            }
        }
        if self.filters_velocities {
            for field in &self.fields {
                field.filter_velocities(time, dt, state);
            }
        }
    }

    /// Adds vertices within two thicknesses of a solid to the contacts of a report, those that it
    /// has pushed in this substep to the active ones, and the depth of the deepest.
    pub(crate) fn count(&self, positions: &[DVec3], report: &mut ResponseReport) {
        for Moving { place, motion, pushed } in &self.moving {
            for (pushed, field) in pushed.iter().zip(&self.fields[*place].vertices) {
                let x = positions[pushed.vertex.index()];
                let distance = motion.at_end(field.side).distance(x);
                let thickness = field.rule.thickness;
                report.contacts += usize::from(distance < 2.0 * thickness);
                report.active_contacts += usize::from(pushed.normal_correction > 0.0);
                report.deepest = report.deepest.max(thickness - distance);
            }
        }
    }
}
