//! Obstacles whose signed distance is known: spheres, capsules and cuboids, beside their triangles.
//!
//! A plane of a scene is a finite square with two sides, and has no inside; a mesh may change its shape. Both have their triangles alone.

use glam::DVec3;
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Pose, PoseMotion, Posed, RigidVelocity, Shape, Sphere,
};

use ripstop_geometry::{CollisionMesh, State, SurfaceId, VertexId};
use ripstop_response::SurfaceTable;
use ripstop_response::penalty::{FieldPenalty, Penalty, filtered_velocity};

use crate::penalty_hook::PenaltyContext;
use crate::scene::{Obstacle, ObstacleShape, Path, Transform};

/// An obstacle with a signed distance, and how it moves.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Its surface in the world.
    pub surface: SurfaceId,
    /// What it is, in coordinates of its own.
    pub shape: Shape,
    transform: Transform,
    path: Path,
}

impl Solid {
    /// The solid of an obstacle, if it has one.
    pub(crate) fn new(obstacle: &Obstacle, surface: SurfaceId) -> Option<Self> {
        let Transform { scale, .. } = obstacle.transform;
        let shape: Shape = match obstacle.shape {
            ObstacleShape::Sphere { radius, .. } => {
                Sphere::new(DVec3::ZERO, scale * radius).ok()?.into()
            }
            ObstacleShape::Capsule { radius, length, .. } => {
                let end = 0.5 * scale * length * DVec3::Z;
                Capsule::new(-end, end, scale * radius).ok()?.into()
            }
            ObstacleShape::Cuboid { size } => {
                Cuboid::new(DVec3::ZERO, 0.5 * scale * DVec3::from(size)).ok()?.into()
            }
            ObstacleShape::Plane { .. } | ObstacleShape::Mesh { .. } => return None,
        };
        let (transform, path) = (obstacle.transform, obstacle.path.clone());
        Some(Self { surface, shape, transform, path })
    }

    /// Where it is at a time (s).
    fn pose(&self, time: f64) -> Option<Pose> {
        let placement = self.path.at(time);
        let rotation = placement.rotation() * self.transform.rotate.quaternion();
        Pose::new(rotation, placement.apply(DVec3::from(self.transform.translate))).ok()
    }

    /// Where it is at the end of a step of `dt` (s), and how it moves there; nothing if it has left the finite numbers.
    pub(crate) fn at_end(&self, time: f64, dt: f64) -> Option<(Posed<'_>, RigidVelocity)> {
        let (start, end) = (self.pose(time - dt)?, self.pose(time)?);
        let velocity = PoseMotion { start, end }.velocity(1.0, dt);
        Some((Posed { shape: &self.shape, pose: end }, velocity))
    }
}

/// The solids of a world at the end of a step, and what they do to the vertices of cloths.
#[derive(Clone, Copy)]
pub(crate) struct NearSolids<'a> {
    pub(crate) solids: &'a [Solid],
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) surfaces: &'a SurfaceTable,
    /// The end of the step, since the start of the scene (s).
    pub(crate) time: f64,
    /// Its length (s).
    pub(crate) dt: f64,
}

impl<'a> NearSolids<'a> {
    /// Separation wanted between a vertex and a solid (m).
    fn thickness(&self, vertex: usize, solid: &Solid) -> f64 {
        self.surfaces.pair(self.mesh.surfaces()[vertex], solid.surface).thickness
    }

    /// Penalties of all vertices that are free, if the settings ask for them.
    pub(crate) fn fields(
        &self,
        context: &PenaltyContext,
        inverse_masses: &[f64],
    ) -> Vec<FieldPenalty<'a>> {
        let PenaltyContext { settings, shares, .. } = context;
        if !settings.fields {
            return Vec::new();
        }
        let field = |solid: &'a Solid| {
            let (field, _) = solid.at_end(self.time, self.dt)?;
            let free = (0..inverse_masses.len()).filter(|v| inverse_masses[*v] > 0.0);
            let penalty = |v: usize| {
                let (vertex, distance) = (VertexId(v as u32), self.thickness(v, solid));
                let law = settings.penalty_law(distance);
                let stiffness = settings.stiffness * shares.vertex_area(vertex);
                (vertex, Penalty { law, stiffness, distance })
            };
            Some(FieldPenalty { field, vertices: free.map(penalty).collect() })
        };
        self.solids.iter().filter_map(field).collect()
    }

    /// Takes away what leads into a solid from the velocities of the vertices near it.
    pub(crate) fn filter(&self, state: &mut State) {
        for solid in self.solids {
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
