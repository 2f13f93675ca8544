//! Obstacles whose signed distance is known: spheres, capsules and cuboids, beside their triangles.
//!
//! A plane of a scene is a finite square with two sides, and has no inside; a mesh may change its
//! shape. Both have their triangles alone.

use glam::DVec3;
use ripstop_geometry::SurfaceId;
use ripstop_geometry::sdf::{
    Capsule, Cuboid, Pose, PoseMotion, Posed, RigidVelocity, Shape, Sphere,
};

use crate::scene::{Obstacle, ObstacleShape, Path, Transform};

/// An obstacle with a signed distance, and its motion.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Its surface in the world.
    pub surface: SurfaceId,
    /// Its shape, in coordinates of its own.
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

    /// Its pose at a time (s).
    fn pose(&self, time: f64) -> Option<Pose> {
        let placement = self.path.at(time);
        let rotation = placement.rotation() * self.transform.rotate.quaternion();
        Pose::new(rotation, placement.apply(DVec3::from(self.transform.translate))).ok()
    }

    /// Its pose and velocity at the end of a step of `dt` (s); nothing if they are NaN or infinite.
    pub(crate) fn at_end(&self, time: f64, dt: f64) -> Option<(Posed<'_>, RigidVelocity)> {
        let (start, end) = (self.pose(time - dt)?, self.pose(time)?);
        let velocity = PoseMotion { start, end }.velocity(1.0, dt);
        Some((Posed { shape: &self.shape, pose: end }, velocity))
    }
}
