//! Obstacles whose signed distance is known, beside their triangles: spheres, capsules, cuboids,
//! planes, and closed meshes whose field is sampled.
//!
//! A plane of a scene is a square with two sides and has no inside: its field is that of the side
//! on which a vertex starts. A mesh that changes its shape, and one that is open, have none.

use glam::{DQuat, DVec3};
use ripstop_geometry::SurfaceId;
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Pose, PoseMotion, Posed, RigidVelocity, SampledField, Sampling, SamplingError,
    Shape, Sphere, Square,
};
use ripstop_geometry::tessellate::TriangleMesh;

use super::kinematic::delayed;
use crate::scene::{Obstacle, ObstacleShape, Path, Transform};

/// Most nodes of all sampled fields of a scene together, of 8 bytes each.
pub(crate) const MOST_NODES: u32 = 1 << 24;

/// Half a turn about the x axis: the other side of a plane.
const OTHER_SIDE: DQuat = DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);

/// An obstacle with a signed distance, and its motion.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Its surface in the world.
    pub surface: SurfaceId,
    /// Its shape, in coordinates of its own.
    pub shape: Shape,
    /// Time (s) by which its motion comes later; infinite if it has not begun.
    pub(crate) delay: f64,
    transform: Transform,
    path: Path,
}

/// Sampling of the fields of meshes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FieldSampling {
    /// Cells along the longest side.
    pub(crate) resolution: u32,
    /// Distance that matters beyond the mesh (m).
    pub(crate) reach: f64,
    /// Nodes that may still be stored.
    pub(crate) nodes_left: u32,
}

impl Solid {
    /// The solid of an obstacle, if it has one; meshes have none without `sampling`.
    ///
    /// # Errors
    /// If the field of a closed mesh cannot be sampled.
    pub(crate) fn new(
        obstacle: &Obstacle,
        surface: SurfaceId,
        mesh: &TriangleMesh,
        sampling: Option<&mut FieldSampling>,
    ) -> Result<Option<Self>, SamplingError> {
        let Transform { scale, .. } = obstacle.transform;
        let shape: Option<Shape> = match obstacle.shape {
            ObstacleShape::Sphere { radius, .. } => {
                Sphere::new(DVec3::ZERO, scale * radius).ok().map(Shape::from)
            }
            ObstacleShape::Capsule { radius, length, .. } => {
                let end = 0.5 * scale * length * DVec3::Z;
                Capsule::new(-end, end, scale * radius).ok().map(Shape::from)
            }
            ObstacleShape::Cuboid { size } => {
                Cuboid::new(DVec3::ZERO, 0.5 * scale * DVec3::from(size)).ok().map(Shape::from)
            }
            ObstacleShape::Plane { size } => Square::new(0.5 * scale * size).ok().map(Shape::from),
            ObstacleShape::Mesh { frames: Some(_), .. } | ObstacleShape::Mannequin(_) => None,
            ObstacleShape::Mesh { .. } => match sampling {
                Some(sampling) => sampling.field(mesh, scale)?.map(Shape::from),
                None => None,
            },
        };
        let (transform, path) = (obstacle.transform, obstacle.path.clone());
        Ok(shape.map(|shape| Self { surface, shape, delay: 0.0, transform, path }))
    }

    /// Its pose at a time (s).
    fn pose(&self, time: f64) -> Option<Pose> {
        let placement = self.path.at(delayed(time, self.delay));
        let rotation = placement.rotation() * self.transform.rotate.quaternion();
        Pose::new(rotation, placement.apply(DVec3::from(self.transform.translate))).ok()
    }

    /// Its motion over the `dt` (s) before a time (s); nothing if that is NaN or infinite.
    pub(crate) fn motion(&self, time: f64, dt: f64) -> Option<SolidMotion<'_>> {
        let (start, end) = (self.pose(time - dt)?, self.pose(time)?);
        let poses = PoseMotion { start, end };
        Some(SolidMotion { shape: &self.shape, poses, velocity: poses.velocity(1.0, dt) })
    }

    /// The side of the solid on which a position (m) is at a time (s).
    pub(crate) fn side(&self, time: f64, x: DVec3) -> Side {
        let is_below = |pose: Pose| pose.to_body(x).z < 0.0;
        match self.shape {
            Shape::Square(_) if self.pose(time).is_some_and(is_below) => Side::Lower,
            _ => Side::Outer,
        }
    }
}

/// Side of a solid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The outside, or the upper side of a plane.
    Outer,
    /// The lower side of a plane.
    Lower,
}

/// A solid that moves from one pose to another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SolidMotion<'a> {
    shape: &'a Shape,
    poses: PoseMotion,
    /// Its velocity at the end.
    pub(crate) velocity: RigidVelocity,
}

impl<'a> SolidMotion<'a> {
    /// The field on a side, at the start.
    pub(crate) fn at_start(&self, side: Side) -> Posed<'a> {
        self.posed(self.poses.start, side)
    }

    /// The field on a side, at the end.
    pub(crate) fn at_end(&self, side: Side) -> Posed<'a> {
        self.posed(self.poses.end, side)
    }

    fn posed(&self, pose: Pose, side: Side) -> Posed<'a> {
        let turned = match side {
            Side::Outer => None,
            Side::Lower => Pose::new(pose.rotation() * OTHER_SIDE, pose.translation()).ok(),
        };
        Posed { shape: self.shape, pose: turned.unwrap_or(pose) }
    }

    /// Displacement (m), from start to end, of the point of the body that is at `x` at the end.
    pub(crate) fn displacement(&self, x: DVec3) -> DVec3 {
        x - self.poses.start.to_world(self.poses.end.to_body(x))
    }
}

impl FieldSampling {
    /// The field of a mesh that is scaled, if it is closed.
    fn field(
        &mut self,
        mesh: &TriangleMesh,
        scale: f64,
    ) -> Result<Option<SampledField>, SamplingError> {
        let positions: Vec<DVec3> = mesh.positions.iter().map(|x| scale * *x).collect();
        let mut sampling = Sampling::of_cells_across(&positions, self.resolution);
        sampling.margin = sampling.margin.max(self.reach);
        sampling.max_nodes = self.nodes_left;
        match SampledField::from_closed_mesh(&positions, &mesh.faces, sampling) {
            Ok(field) => {
                let nodes: usize = field.node_counts().iter().product();
                self.nodes_left -= nodes as u32;
                Ok(Some(field))
            }
            Err(SamplingError::NotClosed { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}
