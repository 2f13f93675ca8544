//! Keys of cloths, of their fabrics, and of obstacles.

use super::{Reason, Search, unless};
use crate::World;
use crate::scene::{
    Cloth, ConstraintForm, DynamicsMethod, Fabric, Obstacle, OnTangled, PairFriction,
    ResponseMethod, Settings,
};
use crate::warning::Warning;

pub(super) fn check(search: &mut Search, world: &World) {
    let scene = search.scene;
    let (cloths, obstacles) = world.names.split_at(world.cloths.len());
    for (cloth, owner) in scene.cloths.iter().zip(cloths) {
        check_cloth(search, world, cloth, owner);
    }
    for (obstacle, owner) in scene.obstacles.iter().zip(obstacles) {
        check_obstacle(search, obstacle, owner);
    }
    check_pairs(search);
}

fn check_cloth(search: &mut Search, world: &World, cloth: &Cloth, owner: &str) {
    let Cloth {
        name: _,
        shape: _,
        transform: _,
        fabric,
        thickness: _,
        friction: _,
        // Refused with the dynamics that have none.
        pressure: _,
        bulk_modulus: _,
        gas_pressure: _,
        area_stiffness: _,
        member_of: _,
        collides_with: _,
        stitches: _,
        weld_seams,
        layer,
        inside,
        pins: _,
    } = cloth;
    if *inside && !world.is_within_some(owner) {
        let reason = "it starts inside of no closed surface that it collides with";
        push(search, "inside", owner, reason.to_owned());
    }
    if layer.is_some()
        && let Some(reason) = without_layers(search)
    {
        push(search, "layer", owner, reason);
    }
    let has_seams = cloth.own_stitches().is_some()
        || search.scene.seams.iter().any(|seam| {
            let [first, second] = seam.cloths;
            first == second
                && search.scene.cloths.get(first).is_some_and(|own| std::ptr::eq(own, cloth))
        });
    if *weld_seams && !has_seams {
        let reason = "it has no `stitches`, and no `[[seam]]` sews it to itself";
        push(search, "weld_seams", owner, reason.to_owned());
    }
    let settings = search.settings();
    for key in fabric.unmodelled(settings) {
        if differs(fabric, key) {
            push(search, &format!("fabric.{key}"), owner, without_model(key, settings).to_owned());
        }
    }
}

fn push(search: &mut Search, key: &str, owner: &str, reason: String) {
    let (key, owner) = (key.to_owned(), Some(owner.to_owned()));
    search.found.push(Warning::Ignored { key, owner, reason });
}

fn without_layers(search: &Search) -> Reason {
    let layered = search.scene.cloths.iter().filter(|cloth| cloth.layer.is_some()).count();
    unless(
        search.settings().on_tangled == OnTangled::Untangle,
        "layers tell to which side tangled cloths go; they count with `on_tangled = \"untangle\"`",
    )
    .or_else(|| unless(layered > 1, "no other cloth has a layer; it counts with two or more"))
}

/// True if a property is another than that of the default fabric.
fn differs(fabric: &Fabric, key: &str) -> bool {
    let usual = Fabric::default();
    let Fabric {
        density: _,
        stretch_stiffness,
        shear_stiffness,
        poisson_ratio,
        bending_stiffness,
        twist_ratio,
        damping_time,
        bending_friction,
    } = *fabric;
    match key {
        "stretch_stiffness" => stretch_stiffness != usual.stretch_stiffness,
        "shear_stiffness" => shear_stiffness != usual.shear_stiffness,
        "poisson_ratio" => poisson_ratio != usual.poisson_ratio,
        "bending_stiffness" => bending_stiffness != usual.bending_stiffness,
        "twist_ratio" => twist_ratio != usual.twist_ratio,
        "damping_time" => damping_time != usual.damping_time,
        "bending_friction" => bending_friction != usual.bending_friction,
        _ => true,
    }
}

fn without_model(key: &str, settings: &Settings) -> &'static str {
    let is_plain = settings.position_based.form == ConstraintForm::Plain;
    match (settings.dynamics, key) {
        (DynamicsMethod::Fem, _) => {
            "hinges cannot tell twist from bending; it counts with `elements.bending = \
             \"curvature\"`"
        }
        (DynamicsMethod::Pbd, "twist_ratio") => {
            "position-based cloth cannot tell twist from bending; it counts with `dynamics = \
             \"fem\"`"
        }
        (DynamicsMethod::Pbd, "bending_friction") => {
            "threads of position-based cloth have no friction; it counts with `dynamics = \"fem\"`"
        }
        (DynamicsMethod::Pbd, _) if is_plain => {
            "plain PBD has stiffness factors in place of the fabric's; it counts with \
             `position_based.form = \"xpbd\"`"
        }
        (DynamicsMethod::Pbd, _) => {
            "springs narrow as the mesh has it; it counts with `position_based.membrane = \
             \"strain\"` or `dynamics = \"fem\"`"
        }
    }
}

fn check_obstacle(search: &mut Search, obstacle: &Obstacle, owner: &str) {
    let Obstacle {
        name,
        shape: _,
        transform: _,
        path: _,
        thickness: _,
        friction,
        member_of: _,
        collides_with: _,
    } = obstacle;
    let is_own = |own: &Obstacle| own.name == *name && own.friction == *friction;
    let is_built_in = search.built_in.as_ref().is_some_and(|own| own.obstacles.iter().any(is_own));
    if !is_built_in
        && *friction != Obstacle::default().friction
        && let Some(reason) = without_rubbing(search)
    {
        push(search, "friction", owner, reason);
    }
}

/// Friction of pairs of a cloth and an obstacle.
fn check_pairs(search: &mut Search) {
    let scene = search.scene;
    let Some(reason) = without_rubbing(search) else { return };
    for (number, PairFriction { between, coefficient: _ }) in scene.frictions.iter().enumerate() {
        let is_cloth = |name: &String| scene.cloths.iter().any(|cloth| cloth.name == *name);
        if !between.iter().all(is_cloth) {
            push(search, "coefficient", &format!("friction {number}"), reason.clone());
        }
    }
}

/// Rays have no friction with obstacles.
fn without_rubbing(search: &Search) -> Reason {
    let settings = search.settings();
    unless(
        !search.is_response(ResponseMethod::Ray) || settings.pushes_out() || settings.zone_friction,
        "rays push along paths and have no friction; it counts with `solids.push_out = true`, \
         `zone_friction = true`, or another response",
    )
}
