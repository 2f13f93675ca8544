//! Pins that are attached to obstacles.
//!
//! On an obstacle that keeps its shape a pin follows the obstacle's path. On one that changes it,
//! every vertex is bound to the nearest face ([`Bond`]), and goes where it says in every frame of
//! the obstacle.

use glam::DVec3;

use super::bond::Bond;
use super::{Kinematic, World};
use crate::SceneError;
use crate::scene::{Pin, Scene, nearest};

/// Attaches the pins of a scene that ask for it.
pub(super) fn attach(scene: &Scene, world: &mut World) -> Result<(), SceneError> {
    let pins = || {
        let cloths = scene.cloths.iter().zip(&world.cloths);
        cloths.flat_map(|(cloth, part)| cloth.pins.iter().map(|pin| (part.owner.clone(), pin)))
    };
    let pins: Vec<(String, &Pin)> = pins().collect();
    for (place, (owner, pin)) in pins.iter().enumerate() {
        let Some(name) = &pin.attach else { continue };
        let part = |what: String| SceneError::Part { owner: owner.clone(), what };
        if !pin.path.is_rest() {
            return Err(part(format!("a pin is attached to `{name}` and has a path of its own")));
        }
        let Some(obstacle) = scene.obstacles.iter().position(|other| other.name == *name) else {
            let hint = nearest(name, scene.obstacles.iter().map(|other| other.name.as_str()));
            let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
            return Err(part(format!("a pin is attached to `{name}`, which is no obstacle{hint}")));
        };
        let carrier = world.kinematic[pins.len() + obstacle].clone();
        let start = world.kinematic[place].start.clone();
        let samples = match &carrier.samples {
            None => None,
            Some(samples) => {
                let bonds: Option<Vec<Bond>> =
                    start.iter().map(|x| bond(*x, world, &carrier)).collect();
                let bonds =
                    bonds.ok_or_else(|| part(format!("`{name}` has no face with an area")))?;
                Some(samples.mapped(|frame| bonds.iter().map(|bond| bond.at(frame)).collect()))
            }
        };
        let pinned = &mut world.kinematic[place];
        (pinned.path, pinned.samples) = (carrier.path, samples);
    }
    Ok(())
}

/// Binds a position (m) to the nearest face of an obstacle at the start.
fn bond(x: DVec3, world: &World, carrier: &Kinematic) -> Option<Bond> {
    let first = carrier.vertices.first()?.index();
    let range = first..first + carrier.vertices.len();
    let faces = world.mesh.faces().iter().filter(|face| range.contains(&face[0].index()));
    let faces = faces.map(|face| face.map(|vertex| vertex.index() - first));
    Bond::nearest(x, faces, &carrier.start)
}
