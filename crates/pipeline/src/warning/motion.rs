//! Scripted vertices that are too fast, for anybody or for the frames of the simulation.

use super::{Warning, asked};
use crate::World;
use crate::scene::Scene;
use crate::world::Kinematic;

/// Speed beyond which something is rather a mistake (m/s).
const FAST: f64 = 50.0;
/// Frames that are looked at, from the first on.
const MOST_FRAMES: usize = 10_000;

/// Part of a speed by which frames of a steady motion differ.
const ROUNDING: f64 = 1e-9;

/// Asks at most 200 vertices of each obstacle and each pin, frame by frame.
pub(super) fn warnings(scene: &Scene, world: &World) -> Vec<Warning> {
    let settings = &scene.settings;
    let frames = settings.frames.min(MOST_FRAMES);
    let fastest = |part: &Kinematic| {
        let mut fastest = (0.0_f64, 0);
        if part.path.is_rest() && part.samples.is_none() {
            return fastest;
        }
        for index in asked(part.vertices.len()) {
            let mut before = part.position(index, 0.0);
            for frame in 1..=frames {
                let after = part.position(index, frame as f64 * settings.frame_time());
                let speed = before.distance(after) * settings.frame_rate;
                if speed > (1.0 + ROUNDING) * fastest.0 {
                    fastest = (speed, frame);
                }
                before = after;
            }
        }
        fastest
    };
    let owner = |part: &Kinematic| {
        let surface = world.mesh.surfaces()[part.vertices.first()?.index()].index();
        let name = world.names.get(surface)?;
        let is_pin = surface < world.cloths.len();
        Some(if is_pin { format!("a pin of {name}") } else { name.clone() })
    };
    let fast = |part: &Kinematic| {
        let (speed, frame) = fastest(part);
        (speed > FAST).then_some(Warning::Fast { owner: owner(part)?, speed, frame })
    };
    let passed = |part: &Kinematic| {
        let (samples, frame_rate) = (part.samples.as_ref()?, settings.frame_rate);
        let rate = samples.rate();
        let is_passed = samples.frame_count() > 2 && rate > (1.0 + ROUNDING) * frame_rate;
        is_passed.then_some(Warning::FramesPassed { owner: owner(part)?, rate, frame_rate })
    };
    let of_part = |part| fast(part).into_iter().chain(passed(part));
    world.kinematic.iter().flat_map(of_part).collect()
}
