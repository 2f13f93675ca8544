//! Signed distances of solid obstacles at the end of a step: penalties and the velocity filter.

use ripstop_geometry::{State, VertexId};
use ripstop_response::penalty::{FieldPenalty, Penalty, filtered_velocity};

use super::penalty::PenaltyContext;
use crate::world::{Solid, World};

/// The solids of a world at the end of a step.
#[derive(Clone, Copy)]
pub(super) struct SolidFields<'a> {
    pub(super) world: &'a World,
    /// The end of the step, since the start of the scene (s).
    pub(super) time: f64,
    /// Its length (s).
    pub(super) dt: f64,
}

impl<'a> SolidFields<'a> {
    /// Thickness of the contact of a vertex with a solid (m).
    fn thickness(&self, vertex: usize, solid: &Solid) -> f64 {
        let World { mesh, rules, .. } = self.world;
        rules.surfaces.pair(mesh.surfaces()[vertex], solid.surface).thickness
    }

    /// Penalties of all free vertices, if the settings ask for them.
    pub(super) fn penalties(
        &self,
        context: &PenaltyContext,
        inverse_masses: &[f64],
    ) -> Vec<FieldPenalty<'a>> {
        let PenaltyContext { settings, areas, .. } = context;
        if !settings.fields {
            return Vec::new();
        }
        let field = |solid: &'a Solid| {
            let (field, _) = solid.at_end(self.time, self.dt)?;
            let free = (0..inverse_masses.len()).filter(|v| inverse_masses[*v] > 0.0);
            let penalty = |v: usize| {
                let (vertex, distance) = (VertexId(v as u32), self.thickness(v, solid));
                let law = settings.penalty_law(distance);
                let stiffness = settings.stiffness * areas.vertex_area(vertex);
                (vertex, Penalty { law, stiffness, distance })
            };
            Some(FieldPenalty { field, vertices: free.map(penalty).collect() })
        };
        self.world.solids.iter().filter_map(field).collect()
    }

    /// Removes the part that leads into a solid from the velocities of the vertices near it.
    pub(super) fn filter_velocities(&self, state: &mut State) {
        for solid in &self.world.solids {
            let Some((field, motion)) = solid.at_end(self.time, self.dt) else { continue };
            let State { positions, velocities, inverse_masses } = state;
            for (vertex, velocity) in velocities.iter_mut().enumerate() {
                if inverse_masses[vertex] > 0.0 {
                    let thickness = self.thickness(vertex, solid);
                    *velocity =
                        filtered_velocity(*velocity, positions[vertex], &field, &motion, thickness);
                }
            }
        }
    }
}
