//! Signed distance fields of obstacles.

use ripstop_geometry::sdf::Shape;

use super::{Search, unless};
use crate::World;
use crate::scene::{Obstacle, ObstacleShape, PenaltySettings, SolidSettings};
use crate::warning::Warning;

pub(super) fn check(search: &mut Search, world: &World) {
    let settings = search.settings();
    let SolidSettings { push_out, velocity_filter, field_resolution } = &settings.solids;
    let PenaltySettings { fields, velocity_filter: filter, .. } = &settings.penalty;
    let is_used = settings.pushes_out() || settings.filters_velocities();
    let no_obstacle = unless(
        !search.scene.obstacles.is_empty(),
        "the scene has no obstacle; it counts with one that is a sphere, a capsule, a box, a plane \
         or a closed mesh",
    );
    let no_grid = unless(is_used, "no field is used; it counts with `solids.push_out = true`");
    let no_grid = no_grid.or_else(|| {
        let has_grid = world.solids.iter().any(|solid| matches!(solid.shape, Shape::Sampled(_)));
        unless(has_grid, "only fields of meshes are sampled; it counts with a closed mesh")
    });
    search.setting("solids.push_out", push_out, |s| &s.solids.push_out, no_obstacle.clone());
    let key = "solids.velocity_filter";
    search.setting(key, velocity_filter, |s| &s.solids.velocity_filter, no_obstacle.clone());
    search.setting("penalty.fields", fields, |s| &s.penalty.fields, no_obstacle.clone());
    let key = "penalty.velocity_filter";
    search.setting(key, filter, |s| &s.penalty.velocity_filter, no_obstacle);
    let key = "solids.field_resolution";
    search.setting(key, field_resolution, |s| &s.solids.field_resolution, no_grid);
    if is_used {
        check_obstacles(search, world);
    }
}

/// Warns of obstacles that have no field.
fn check_obstacles(search: &mut Search, world: &World) {
    let key = if search.settings().pushes_out() { "push_out" } else { "velocity_filter" };
    let without: Vec<&str> = world.without_field().collect();
    let names = &world.names[world.cloths.len()..];
    for (owner, obstacle) in names.iter().zip(&search.scene.obstacles) {
        if without.contains(&owner.as_str()) {
            let cause = cause(obstacle);
            search.found.push(Warning::NoField { owner: owner.clone(), key, cause });
        }
    }
}

const fn cause(obstacle: &Obstacle) -> &'static str {
    match obstacle.shape {
        ObstacleShape::Mesh { frames: Some(_), .. } => {
            "its mesh changes its shape; one without `frames` that is closed has a field"
        }
        ObstacleShape::Mannequin(_) => "a mannequin changes its shape",
        _ => "its mesh is open; if it were closed, it would have one",
    }
}
