//! The drape with rapier3d's cloth, with the settings that serve it best: structural and shear
//! springs of 1000 Hz, bending springs of 10 Hz, four steps per frame with two substeps each and up
//! to four more where the cloth is hit fast, a small prediction distance, and repulsion where it
//! crosses itself.
//!
//! Rapier keeps surfaces apart by the sum of their skins, so each gets half of the thickness. Its
//! sphere is a sphere, without triangles, which is cheapest for it.

use anyhow::{Context, bail, ensure};
use glam::DVec3;
use rapier3d::prelude::{
    ColliderBuilder, PhysicsWorld, RigidBodyBuilder, SoftBody, SoftBodyBuilder, SoftBodyHandle,
    SoftBodyMaterial, SpringCoefficients, Vector,
};
use ripstop_pipeline::scene::{ClothShape, ObstacleShape, Scene};

use super::Frame;
use super::yardstick::Yardstick;

/// Steps per frame.
const STEPS: u8 = 4;
/// Largest distance of a vertex from the given start, because of single precision (m).
const ROUNDING: f64 = 1e-6;

/// A sheet over a sphere.
pub(super) struct Sheet {
    world: PhysicsWorld,
    body: SoftBodyHandle,
}

impl Sheet {
    /// The first cloth of a scene over its first obstacle.
    pub(super) fn new(scene: &Scene, yardstick: &Yardstick) -> anyhow::Result<Self> {
        let cloth = scene.cloths.first().context("no cloth")?;
        let obstacle = scene.obstacles.first().context("no obstacle")?;
        let ClothShape::Grid { size: [width, height], resolution: [columns, rows] } = cloth.shape
        else {
            bail!("the cloth is no grid");
        };
        let ObstacleShape::Sphere { radius, .. } = obstacle.shape else {
            bail!("the obstacle is no sphere");
        };

        let mut world = PhysicsWorld::new();
        world.gravity = single(DVec3::from(scene.settings.gravity));
        let parameters = &mut world.integration_parameters;
        parameters.dt = (scene.settings.frame_time() / f64::from(STEPS)) as f32;
        parameters.num_solver_iterations = 2;
        parameters.normalized_prediction_distance = 0.002;
        parameters.soft_bodies.max_extra_substeps = 4;
        parameters.soft_bodies.recovery.crossing_repulsion = true;

        let ball = ColliderBuilder::ball(radius as f32)
            .friction(obstacle.friction as f32)
            .contact_skin(0.5 * obstacle.thickness as f32);
        let center = single(DVec3::from(obstacle.transform.translate));
        world.insert(RigidBodyBuilder::fixed().translation(center), ball);

        let corner =
            DVec3::from(cloth.transform.translate) - DVec3::new(0.5 * width, 0.5 * height, 0.0);
        // Rows first: the numbers of the vertices are then those of the scene.
        let row = DVec3::Y * (height / f64::from(rows - 1));
        let column = DVec3::X * (width / f64::from(columns - 1));
        let sheet = SoftBodyBuilder::cloth(
            single(corner),
            single(row),
            single(column),
            rows as usize,
            columns as usize,
        )
        .material(SoftBodyMaterial {
            edge_softness: SpringCoefficients::new(1000.0, 1.0),
            bend_softness: SpringCoefficients::new(10.0, 1.0),
            ..SoftBodyMaterial::default()
        })
        .mass((cloth.fabric.density * width * height) as f32)
        .linear_damping(scene.settings.damping as f32)
        .particle_radius(0.5 * cloth.thickness as f32)
        .self_contacts(true)
        .surface_collider(ColliderBuilder::ball(1.0).friction(cloth.friction as f32));
        let body = world.insert_soft_body(sheet);
        check_start(&world.soft_bodies[body], yardstick)?;
        Ok(Self { world, body })
    }

    pub(super) fn advance(&mut self) -> Frame {
        for _ in 0..STEPS {
            self.world.step();
        }
        let sheet = &self.world.soft_bodies[self.body];
        let speeds = sheet.particle_velocities().map(|v| f64::from(v.length()));
        Frame { positions: positions(sheet), fastest: speeds.fold(0.0, f64::max) }
    }
}

/// The peer's sheet has to be the one that ripstop lets fall.
fn check_start(sheet: &SoftBody, yardstick: &Yardstick) -> anyhow::Result<()> {
    let (given, start) = (yardstick.start(), positions(sheet));
    let is_same = start.iter().zip(given).all(|(a, b)| a.distance(*b) < ROUNDING);
    ensure!(start.len() == given.len() && is_same, "rapier's sheet starts elsewhere");
    let sorted = |mut faces: Vec<[u32; 3]>| {
        for face in &mut faces {
            face.sort_unstable();
        }
        faces.sort_unstable();
        faces
    };
    ensure!(
        sorted(sheet.boundary().to_vec()) == sorted(yardstick.faces()),
        "rapier's sheet has other faces"
    );
    Ok(())
}

fn positions(sheet: &SoftBody) -> Vec<DVec3> {
    let double = |x: Vector| DVec3::new(f64::from(x.x), f64::from(x.y), f64::from(x.z));
    sheet.particle_positions().map(double).collect()
}

fn single(x: DVec3) -> Vector {
    Vector::new(x.x as f32, x.y as f32, x.z as f32)
}
