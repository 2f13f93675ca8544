//! Vertices near solid obstacles, and the velocity filter.

use glam::DVec3;
use ripstop_geometry::{State, VertexId};
use ripstop_response::ContactRule;
use ripstop_response::penalty::filtered_velocity;

use crate::world::{Side, Solid, World};

/// A vertex that a solid may push.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldVertex {
    pub(crate) vertex: VertexId,
    /// The side of the solid on which it starts.
    pub(crate) side: Side,
    pub(crate) rule: ContactRule,
}

/// A solid, and the free vertices of the cloths that collide with it.
#[derive(Clone, Debug)]
pub(crate) struct SolidField<'a> {
    pub(crate) solid: &'a Solid,
    pub(crate) vertices: Vec<FieldVertex>,
}

impl<'a> SolidField<'a> {
    /// All solids of a world, for cloth that is outside of them; `positions` (m) are the last ones
    /// known to be free of crossings, at a time (s).
    pub(crate) fn of_world(world: &'a World, positions: &[DVec3], time: f64) -> Vec<Self> {
        let field = |solid: &'a Solid| {
            let vertex = |i: usize| {
                let surface = world.mesh.surfaces()[i];
                let is_pushed = world.start.inverse_masses[i] > 0.0
                    && world.filters.allow(surface, solid.surface)
                    && world.rules.sides_within(surface, solid.surface).is_none();
                is_pushed.then(|| FieldVertex {
                    vertex: VertexId(i as u32),
                    side: solid.side(time, positions[i]),
                    rule: world.rules.surfaces.pair(surface, solid.surface),
                })
            };
            Self { solid, vertices: (0..positions.len()).filter_map(vertex).collect() }
        };
        world.solids.iter().map(field).collect()
    }

    /// Removes the part that leads into the solid, at the end of a substep of `dt` (s), from the
    /// velocities of the vertices near it.
    pub(crate) fn filter_velocities(&self, time: f64, dt: f64, state: &mut State) {
        let Some(motion) = self.solid.motion(time, dt) else { return };
        let State { positions, velocities, .. } = state;
        for FieldVertex { vertex, side, rule } in &self.vertices {
            let (v, x) = (&mut velocities[vertex.index()], positions[vertex.index()]);
            let field = motion.at_end(*side);
            *v = filtered_velocity(*v, x, &field, &motion.velocity, rule.thickness);
        }
    }
}
