//! Pins that are attached to obstacles.
//!
//! With a stiffness they are springs to points over the obstacle's faces, and their vertices stay
//! free. Without one they are kinematic: on an obstacle that keeps its shape a pin follows its
//! path, on one that changes it every vertex is bound to the nearest face
//! ([`Bond`](super::Bond)), and goes where that says in every frame of the obstacle.

use super::World;
use super::ties::{add_springs, bonds};
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
        let part = |what: String| SceneError::Part { owner: owner.clone(), what };
        let Some(name) = &pin.attach else {
            if pin.stiffness.is_some() {
                return Err(part("a pin has a `stiffness`, which needs an `attach`".to_owned()));
            }
            continue;
        };
        if !pin.path.is_rest() {
            return Err(part(format!("a pin is attached to `{name}` and has a path of its own")));
        }
        let Some(obstacle) = scene.obstacles.iter().position(|other| other.name == *name) else {
            let hint = nearest(name, scene.obstacles.iter().map(|other| other.name.as_str()));
            let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
            return Err(part(format!("a pin is attached to `{name}`, which is no obstacle{hint}")));
        };
        let carrier = world.kinematic[pins.len() + obstacle].clone();
        let pinned = world.kinematic[place].clone();
        let bonds = || {
            let bonds = bonds(&pinned.start, world, &carrier);
            bonds.ok_or_else(|| part(format!("`{name}` has no face with an area")))
        };
        if let Some(stiffness) = pin.stiffness {
            let bonds = bonds()?;
            add_springs(world, &pinned, &carrier, &bonds, stiffness).map_err(part)?;
            // Its vertices are free: springs hold them.
            let freed = &mut world.kinematic[place];
            (freed.vertices, freed.start) = (Vec::new(), Vec::new());
            continue;
        }
        let samples = match &carrier.samples {
            None => None,
            Some(samples) => {
                let bonds = bonds()?;
                Some(samples.mapped(|frame| bonds.iter().map(|bond| bond.at(frame)).collect()))
            }
        };
        let pinned = &mut world.kinematic[place];
        (pinned.path, pinned.samples) = (carrier.path, samples);
    }
    Ok(())
}
