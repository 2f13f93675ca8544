//! Settings that are given and do nothing with the dynamics and the response of the scene.
//!
//! Tables of another response, and numbers of substeps and iterations, may wait for `--respond` and
//! `--dynamics`: those of the built-in scenes do.

use super::Warning;
use crate::scene::{BarrierDescent, BarrierSettings, DynamicsMethod, ResponseMethod, Settings};

pub(super) fn warnings(settings: &Settings) -> Vec<Warning> {
    let usual = Settings::default();
    let is_fem = settings.dynamics == DynamicsMethod::Fem;
    let is_barrier = settings.response() == ResponseMethod::Barrier;
    let by_fem = "it is of position-based cloth, and `dynamics` is \"fem\"";
    let by_pbd = "it is of finite elements, and `dynamics` is \"pbd\"";
    let barrier = &settings.barrier;
    let tables = [
        (is_fem && settings.position_based != usual.position_based, "position_based", by_fem),
        (is_fem && settings.collision_passes != usual.collision_passes, "collision_passes", by_fem),
        (
            settings.descends_in_every_step()
                && settings.collision_passes != usual.collision_passes,
            "collision_passes",
            "contacts are not swept where `barrier.descent` is \"every_step\"",
        ),
        (!is_fem && settings.elements != usual.elements, "elements", by_pbd),
        (
            is_barrier && is_fem && barrier.descent != usual.barrier.descent,
            "barrier.descent",
            by_fem,
        ),
        (
            is_barrier && is_fem && settings.elements.linear != usual.elements.linear,
            "elements.linear",
            "barriers have `barrier.linear`",
        ),
        (is_barrier && !is_fem && is_for_newton(barrier), "barrier", by_newton(barrier)),
    ];
    let ignored = tables.into_iter().filter(|(is_ignored, ..)| *is_ignored);
    ignored.map(|(_, key, reason)| Warning::Ignored { key, reason }).collect()
}

/// True if something is given that descent does not know.
fn is_for_newton(barrier: &BarrierSettings) -> bool {
    let mut descent = BarrierSettings::default();
    descent.form = barrier.form;
    descent.stiffness_factor = barrier.stiffness_factor;
    descent.separation = barrier.separation;
    descent.tolerance = barrier.tolerance;
    descent.iterations = barrier.iterations;
    descent.descent = barrier.descent;
    if barrier.descent == BarrierDescent::EveryStep {
        descent.friction_speed = barrier.friction_speed;
        descent.static_ratio = barrier.static_ratio;
        descent.friction_updates = barrier.friction_updates;
    }
    *barrier != descent
}

const fn by_newton(barrier: &BarrierSettings) -> &'static str {
    match barrier.descent {
        BarrierDescent::EveryStep => {
            "`stiffness`, `filter`, `linear` and `spectrum` in it are of finite elements, and \
             `dynamics` is \"pbd\""
        }
        BarrierDescent::Impacts => {
            "all of it but `form`, `stiffness_factor`, `separation`, `tolerance`, `iterations` and \
             `descent` is of finite elements, or of `descent = \"every_step\"`"
        }
    }
}
