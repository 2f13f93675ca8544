//! A sheet on a plane, with gravity that is tilted instead of the plane.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings};

/// A sheet of `side` × `side` vertices, `height` (m) above the plane.
#[derive(Clone, Copy)]
pub(crate) struct Incline {
    pub(crate) side: u32,
    pub(crate) height: f64,
    pub(crate) friction: f64,
}

impl Incline {
    pub(crate) fn scene(self) -> Scene {
        let Self { side, height, friction } = self;
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [side; 2] });
        cloth.transform.translate = [-0.5, 0.9, height];
        cloth.friction = friction;
        let mut plane = Obstacle::new(ObstacleShape::Plane { size: 4.0 });
        plane.friction = friction;
        let mut settings = Settings::default();
        settings.damping = 0.0;
        Scene::new(settings, vec![cloth], vec![plane])
    }

    /// Mean speed (m/s) down the incline in the last of some frames.
    pub(crate) fn speed_after(self, frames: usize, simulation: &mut Simulation) -> f64 {
        let count = (self.side * self.side) as usize;
        let mean = |simulation: &Simulation| {
            let sheet = &simulation.state().positions[..count];
            sheet.iter().map(|x| x.x).sum::<f64>() / count as f64
        };
        let mut before = 0.0;
        for _ in 0..frames {
            before = mean(simulation);
            simulation.advance_frame().expect("a step on a plane");
        }
        60.0 * (mean(simulation) - before)
    }
}

/// Gravity (m/s²) on a plane whose slope has the given tangent.
pub(crate) fn gravity(tangent: f64) -> [f64; 3] {
    let length = (1.0 + tangent * tangent).sqrt();
    [9.81 * tangent / length, 0.0, -9.81 / length]
}
