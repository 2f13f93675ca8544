//! Settings without a table of their own, the tree of the broad phase, and the air.

use super::{Reason, Search, unless};
use crate::scene::{
    Air, BroadMethod, ResponseMethod, Settings, SewingSettings, SolveMethod, TreeSettings,
};

pub(super) fn check(search: &mut Search) {
    let Settings {
        frames: _,
        frame_rate: _,
        dynamics: _,
        respond: _,
        solve,
        substeps,
        iterations,
        collision_passes,
        implicit_steps,
        gravity: _,
        wind: _,
        until_rest: _,
        damping: _,
        strain_limit,
        separation_speed,
        least_gap: _,
        halvings: _,
        zone_friction: _,
        broad: _,
        narrow: _,
        on_tangled: _,
        on_pinched: _,
        // Those that follow have files or functions of their own.
        tree,
        air,
        sewing,
        position_based: _,
        elements: _,
        solids: _,
        penalty: _,
        ray: _,
        impulse: _,
        barrier: _,
    } = search.settings();
    let too_few = search.only_pbd().or_else(|| substeps.and_then(|given| too_few(search, given)));
    search.setting("substeps", substeps, |s| &s.substeps, too_few);
    let reason = search.only_fem().or_else(|| without_step_limits(search));
    search.setting("solve", solve, |s| &s.solve, reason);
    let reason = search.only_pbd();
    search.setting("iterations", iterations, |s| &s.iterations, reason);
    let reason = search.only_pbd().or_else(|| without_passes(search));
    search.setting("collision_passes", collision_passes, |s| &s.collision_passes, reason);
    let too_few = search.only_fem().or_else(|| self::too_few(search, *implicit_steps));
    search.setting("implicit_steps", implicit_steps, |s| &s.implicit_steps, too_few);
    let reason = without_limit(search);
    search.setting("strain_limit", strain_limit, |s| &s.strain_limit, reason);
    let reason = without_parting(search);
    search.setting("separation_speed", separation_speed, |s| &s.separation_speed, reason);
    check_tree(search, tree);
    check_air(search, air);
    check_sewing(search, sewing);
}

/// A step has one substep at least.
fn too_few(search: &Search, substeps: usize) -> Reason {
    let steps = search.settings().steps_per_frame();
    let is_raised = search.is_response(ResponseMethod::Impulse) && substeps < steps;
    is_raised.then(|| {
        format!(
            "a frame has {steps} steps of impulses, each with one substep or more; it counts from \
             {steps} on, or with a lower `impulse.steps`"
        )
    })
}

/// All other solves converge.
fn without_step_limits(search: &Search) -> Reason {
    let settings = search.settings();
    let limits_steps = search.is_response(ResponseMethod::Barrier)
        || search.is_response(ResponseMethod::Penalty) && !settings.pushes_out();
    unless(
        limits_steps && settings.elements.method == SolveMethod::Newton,
        "it is of solves by Newton's method whose contacts limit their steps; it counts with \
         `respond = \"barrier\"`, or \"penalty\" without `solids.push_out`, and `elements.method \
         = \"newton\"`",
    )
}

fn without_passes(search: &Search) -> Reason {
    let settings = search.settings();
    if settings.descends_in_every_step() {
        let reason = "contacts are not swept where `barrier.descent` is \"every_step\"; it counts \
                      with `barrier.descent = \"impacts\"`";
        return Some(reason.to_owned());
    }
    unless(
        !search.is_response(ResponseMethod::Impulse) || settings.impulse.sweeps > 0,
        "`impulse.sweeps` is 0, so that nothing is repelled in substeps; it counts with 1 or more",
    )
}

fn without_limit(search: &Search) -> Reason {
    if !search.is_fem() || search.is_response(ResponseMethod::Ray) {
        return None;
    }
    Some(if search.is_response(ResponseMethod::Impulse) {
        "impulses on finite elements have `impulse.strain_limit`; it counts with `dynamics = \
         \"pbd\"`"
            .to_owned()
    } else {
        "the fabric alone limits the strain of finite elements; it counts with `dynamics = \
         \"pbd\"`, and `impulse.strain_limit` with `respond = \"impulse\"`"
            .to_owned()
    })
}

/// Speed of parting is that of projections and of push-out.
fn without_parting(search: &Search) -> Reason {
    let settings = search.settings();
    search.only_pbd().or_else(|| {
        let is_swept = !search.is_response(ResponseMethod::Impulse)
            && !settings.descends_in_every_step()
            || settings.pushes_out();
        unless(
            is_swept,
            "impulses and barriers part surfaces by themselves; it counts with `respond = \"pbd\"`, \
             or with `solids.push_out = true`",
        )
    })
}

fn check_tree(search: &mut Search, tree: &TreeSettings) {
    let TreeSettings { build, refit, rebuild } = tree;
    let reason = || {
        unless(
            search.settings().broad == BroadMethod::Bvh,
            "the broad phase is no tree; it counts with `broad = \"bvh\"`",
        )
    };
    let no_tree = reason();
    let not_kept = no_tree.clone().or_else(|| {
        unless(*refit, "every search builds its tree anew; it counts with `tree.refit = true`")
    });
    search.setting("tree.build", build, |s| &s.tree.build, no_tree.clone());
    search.setting("tree.refit", refit, |s| &s.tree.refit, no_tree);
    search.setting("tree.rebuild", rebuild, |s| &s.tree.rebuild, not_kept);
}

fn check_sewing(search: &mut Search, sewing: &SewingSettings) {
    let SewingSettings {
        time,
        closed,
        force,
        reach,
        speed,
        stiffness,
        refinement,
        damping,
        thinner,
        growth,
    } = sewing;
    let has_seams = !search.scene.seams.is_empty()
        || search.scene.cloths.iter().any(|cloth| cloth.own_stitches().is_some());
    let no = unless(has_seams, "the scene has no seam; it counts with `[[seam]]` or `stitches`");
    let untimed = no.clone().or_else(|| {
        unless(*time > 0.0, "there is no time for sewing; it counts with `sewing.time`")
    });
    let refined = no.clone().or_else(|| search.only_pbd());
    search.setting("sewing.refinement", refinement, |s| &s.sewing.refinement, refined);
    search.setting("sewing.time", time, |s| &s.sewing.time, no.clone());
    search.setting("sewing.closed", closed, |s| &s.sewing.closed, no.clone());
    search.setting("sewing.force", force, |s| &s.sewing.force, no.clone());
    search.setting("sewing.reach", reach, |s| &s.sewing.reach, no.clone());
    search.setting("sewing.speed", speed, |s| &s.sewing.speed, no.clone());
    search.setting("sewing.stiffness", stiffness, |s| &s.sewing.stiffness, no);
    search.setting("sewing.damping", damping, |s| &s.sewing.damping, untimed.clone());
    let grown = untimed.clone().or_else(|| {
        unless(*thinner > 0.0, "bodies keep their size; it counts with `sewing.thinner`")
    });
    search.setting("sewing.thinner", thinner, |s| &s.sewing.thinner, untimed);
    search.setting("sewing.growth", growth, |s| &s.sewing.growth, grown);
}

fn check_air(search: &mut Search, air: &Air) {
    let Air { density, drag, lift } = air;
    let reason = unless(
        search.settings().wind.is_some(),
        "there is no air without `wind`; it counts with `wind = [0.0, 0.0, 0.0]`, which is still \
         air, or more",
    );
    search.setting("air.density", density, |s| &s.air.density, reason.clone());
    search.setting("air.drag", drag, |s| &s.air.drag, reason.clone());
    search.setting("air.lift", lift, |s| &s.air.lift, reason);
}
