//! Numbers that look like another unit, or another axis.

use glam::DVec3;
use ripstop_geometry::Aabb;

use super::Warning;
use crate::World;
use crate::scene::{ClothShape, Import, ObstacleShape, Scene};

/// Largest size that is nothing special (m).
const LARGE: f64 = 20.0;
/// Smallest size that is nothing special (m).
const SMALL: f64 = 0.01;
/// Mass per area of a rubber mat (kg/m²): no fabric has more.
const HEAVY: f64 = 5.0;
/// Part of a vector along an axis from which on it counts as parallel to it.
const ALONG: f64 = 0.99;

pub(super) fn warnings(scene: &Scene, world: &World) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    for (cloth, measures) in scene.cloths.iter().zip(world.measures()) {
        let import = match &cloth.shape {
            ClothShape::Mesh { import, .. } => Some(import),
            _ => None,
        };
        found.extend(size_warning(&measures.owner, measures.extent, import));
        if measures.thickness > measures.mean_edge_length {
            found.push(Warning::Thick {
                owner: measures.owner.clone(),
                thickness: measures.thickness,
                mean_edge_length: measures.mean_edge_length,
            });
        }
        if cloth.fabric.density > HEAVY {
            found.push(Warning::Heavy { owner: measures.owner, density: cloth.fabric.density });
        }
    }
    found.extend(obstacle_sizes(scene, world));
    found.extend(gravity_warning(scene.settings.gravity));
    found
}

/// Meshes among the obstacles; a plane or a box may be as large as it likes.
fn obstacle_sizes(scene: &Scene, world: &World) -> Vec<Warning> {
    let parts = world.kinematic.iter().rev().take(scene.obstacles.len()).rev();
    let names = world.names.iter().skip(scene.cloths.len());
    let sized = scene.obstacles.iter().zip(parts).zip(names);
    sized
        .filter_map(|((obstacle, part), owner)| match &obstacle.shape {
            ObstacleShape::Mesh { import, .. } => {
                size_warning(owner, Aabb::of_points(&part.start).extent(), Some(import))
            }
            _ => None,
        })
        .collect()
}

/// Warns of a box that is too large or too small; `import` is that of a mesh file.
fn size_warning(owner: &str, extent: DVec3, import: Option<&Import>) -> Option<Warning> {
    let (owner, size) = (owner.to_owned(), extent.max_element());
    if size > LARGE {
        return Some(Warning::Large { owner, size, cause: cause_of_large(size, import) });
    }
    (size < SMALL).then(|| Warning::Small { owner, size, cause: cause_of_small(import) })
}

fn cause_of_large(size: f64, import: Option<&Import>) -> String {
    match import {
        None => "lengths of a scene are in metres".to_owned(),
        Some(Import { unit: Some(_), .. }) => {
            "is the unit of its file right, and the scale of its transform?".to_owned()
        }
        Some(_) => {
            // People and their clothes are 0.1 m to 3 m large.
            let (word, unit) =
                if size > 300.0 { ("millimetres", "mm") } else { ("centimetres", "cm") };
            format!(
                "is its file in {word}? then `--unit {unit}`, or `import = {{ unit = \"{unit}\" }}` in the scene"
            )
        }
    }
}

fn cause_of_small(import: Option<&Import>) -> String {
    match import {
        None => "lengths of a scene are in metres".to_owned(),
        Some(Import { unit: Some(_), .. }) => {
            "is its file in metres? then it needs no `unit`; or is the scale of its transform off?"
                .to_owned()
        }
        Some(_) => "is the scale of its transform right?".to_owned(),
    }
}

fn gravity_warning(gravity: [f64; 3]) -> Option<Warning> {
    const AXES: [[&str; 2]; 3] = [["−x", "+x"], ["−y", "+y"], ["−z", "+z"]];
    let size = DVec3::from(gravity).length();
    let along = (0..3).find(|&axis| size > 0.0 && gravity[axis].abs() >= ALONG * size)?;
    let axis = AXES[along][usize::from(gravity[along] > 0.0)];
    (axis != "−z").then_some(Warning::Gravity { gravity, axis })
}
