//! Penalties of pairs and of vertices at fields, as the settings have them.

use ripstop_geometry::{Candidate, CollisionMesh, VertexId};
use ripstop_response::penalty::Penalty;

use super::pressures::Pressures;
use crate::scene::{PenaltySettings, Settings};
use crate::simulation::contact_areas::ContactAreas;
use crate::world::World;

/// The pressure at half of the thickness where no stiffness is given, in parts of what presses.
const FIRMNESS: f64 = 4.0;

/// Stiffness at fields (Pa/m), where none is given: no step limit keeps vertices out of what is
/// stiffer, and a solve would go to and fro.
const AT_FIELDS: f64 = 5e6;

/// Laws and stiffnesses.
#[derive(Clone, Debug)]
pub(super) struct PenaltyRule {
    pub(super) settings: PenaltySettings,
    pub(super) areas: ContactAreas,
    pressures: Pressures,
}

impl PenaltyRule {
    pub(super) fn new(world: &World, settings: &Settings) -> Self {
        let substeps = settings.steps_per_frame() * settings.substeps_per_step();
        Self {
            settings: settings.penalty,
            areas: ContactAreas::new(&world.mesh, &world.rules),
            pressures: Pressures::new(world, settings, settings.frame_time() / substeps as f64),
        }
    }

    /// The penalty of a pair of a thickness (m).
    pub(super) fn of_pair(
        &self,
        mesh: &CollisionMesh,
        candidate: Candidate,
        thickness: f64,
    ) -> Penalty {
        let unit = self.unit(thickness);
        let of_pressure = || {
            let [_, slope, _] = unit.derivatives(0.5 * thickness);
            // A pair without a thickness has no law.
            if slope < 0.0 { FIRMNESS * self.pressures.on(mesh, candidate) / -slope } else { 0.0 }
        };
        let stiffness = self.settings.stiffness.unwrap_or_else(of_pressure);
        Penalty { stiffness: stiffness * self.areas.area(candidate), ..unit }
    }

    /// The penalty of a vertex at a field, with a thickness (m).
    pub(super) fn of_vertex(&self, vertex: VertexId, thickness: f64) -> Penalty {
        let stiffness = self.settings.stiffness.unwrap_or(AT_FIELDS);
        Penalty { stiffness: stiffness * self.areas.vertex_area(vertex), ..self.unit(thickness) }
    }

    fn unit(&self, thickness: f64) -> Penalty {
        let law = self.settings.penalty_law(thickness);
        Penalty { law, stiffness: 1.0, distance: thickness }
    }
}
