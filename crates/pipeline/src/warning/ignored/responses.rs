//! Tables of the responses.

use super::{Reason, Search, unless};
use crate::scene::{
    BarrierDescent, BarrierSettings, ImpulseSettings, PenaltyForm, PenaltySettings, RaySettings,
    RepulsionForm, ResponseMethod, SolveMethod, SolveMode,
};

pub(super) fn check(search: &mut Search) {
    check_penalty(search);
    check_ray(search);
    check_impulse(search);
    check_barrier(search);
}

fn check_penalty(search: &mut Search) {
    // `fields` and `velocity_filter` are looked at with `solids`.
    let PenaltySettings {
        law,
        stiffness,
        length,
        friction_speed,
        tolerance,
        iterations,
        fields: _,
        velocity_filter: _,
    } = &search.settings().penalty;
    let has_law = search.is_response(ResponseMethod::Penalty)
        || search.is_fem() && search.settings().pushes_out();
    let no = unless(
        has_law,
        "there are no penalties; it counts with `dynamics = \"fem\"` and `respond = \"penalty\"` \
         or `solids.push_out = true`",
    );
    let no_length = no.clone().or_else(|| {
        unless(
            *law == PenaltyForm::Exponential,
            "it is of the exponential law; it counts with `penalty.law = \"exponential\"`",
        )
    });
    let no_slip = unless(
        has_law || search.has_springs(),
        "no friction is mollified by it; it counts with `dynamics = \"fem\"` and `respond = \
         \"penalty\"`, \"ray\", `impulse.repulsion = \"forces\"` or `solids.push_out = true`",
    );
    search.setting("penalty.law", law, |s| &s.penalty.law, no.clone());
    search.setting("penalty.stiffness", stiffness, |s| &s.penalty.stiffness, no);
    search.setting("penalty.length", length, |s| &s.penalty.length, no_length);
    let key = "penalty.friction_speed";
    search.setting(key, friction_speed, |s| &s.penalty.friction_speed, no_slip);
    let no = search.only(ResponseMethod::Penalty).or_else(|| one_solve(search));
    let of_limits =
        no.clone().or_else(|| if search.settings().pushes_out() { None } else { motion(search) });
    search.setting("penalty.tolerance", tolerance, |s| &s.penalty.tolerance, of_limits);
    search.setting("penalty.iterations", iterations, |s| &s.penalty.iterations, no);
}

fn check_ray(search: &mut Search) {
    let RaySettings { reach, strength } = &search.settings().ray;
    let no = search.only(ResponseMethod::Ray);
    search.setting("ray.reach", reach, |s| &s.ray.reach, no.clone());
    search.setting("ray.strength", strength, |s| &s.ray.strength, no);
}

fn check_impulse(search: &mut Search) {
    let ImpulseSettings {
        steps,
        rounds,
        simultaneous,
        sweeps,
        repulsion,
        stiffness,
        parting,
        strain_limit,
        zone_rounds,
        velocity,
    } = &search.settings().impulse;
    let no = search.only(ResponseMethod::Impulse);
    let no_round = no
        .clone()
        .or_else(|| unless(*rounds > 0, "`impulse.rounds` is 0; it counts with one round or more"));
    let no_sweep = no.clone().or_else(|| {
        unless(
            *repulsion == RepulsionForm::Impulses,
            "pairs are repelled by forces; it counts with `impulse.repulsion = \"impulses\"`",
        )
    });
    let no_repulsion = no_sweep.clone().or_else(|| {
        unless(*sweeps > 0, "`impulse.sweeps` is 0: nothing is repelled; it counts with 1 or more")
    });
    let no_spring = if search.has_springs() { None } else { no_repulsion.clone() };
    search.setting("impulse.steps", steps, |s| &s.impulse.steps, no.clone());
    search.setting("impulse.rounds", rounds, |s| &s.impulse.rounds, no.clone());
    let key = "impulse.simultaneous";
    search.setting(key, simultaneous, |s| &s.impulse.simultaneous, no_round);
    search.setting("impulse.sweeps", sweeps, |s| &s.impulse.sweeps, no_sweep);
    search.setting("impulse.repulsion", repulsion, |s| &s.impulse.repulsion, no.clone());
    search.setting("impulse.stiffness", stiffness, |s| &s.impulse.stiffness, no_spring);
    search.setting("impulse.parting", parting, |s| &s.impulse.parting, no_repulsion);
    let key = "impulse.strain_limit";
    search.setting(key, strain_limit, |s| &s.impulse.strain_limit, no.clone());
    search.setting("impulse.zone_rounds", zone_rounds, |s| &s.impulse.zone_rounds, no.clone());
    search.setting("impulse.velocity", velocity, |s| &s.impulse.velocity, no);
}

fn check_barrier(search: &mut Search) {
    let BarrierSettings {
        form,
        stiffness,
        stiffness_factor,
        separation,
        tolerance,
        iterations,
        friction_speed,
        static_ratio,
        friction_updates,
        filter,
        linear,
        spectrum,
        descent,
    } = &search.settings().barrier;
    let no = search.only(ResponseMethod::Barrier);
    let of_newton = no.clone().or_else(|| search.only_fem());
    let of_rounds = no.clone().or_else(|| one_solve(search));
    let of_limits = of_rounds.clone().or_else(|| motion(search));
    let of_updates = of_limits.clone().or_else(|| without_friction(search));
    let of_friction = no.clone().or_else(|| without_friction(search)).or_else(|| {
        unless(
            search.is_fem() || *friction_updates > 0,
            "`barrier.friction_updates` is 0: a descent has no friction; it counts with 1 or more",
        )
    });
    let of_descent = no.clone().or_else(|| search.only_pbd());
    search.setting("barrier.form", form, |s| &s.barrier.form, no.clone());
    search.setting("barrier.stiffness", stiffness, |s| &s.barrier.stiffness, of_newton.clone());
    let key = "barrier.stiffness_factor";
    search.setting(key, stiffness_factor, |s| &s.barrier.stiffness_factor, no.clone());
    search.setting("barrier.separation", separation, |s| &s.barrier.separation, no);
    search.setting("barrier.tolerance", tolerance, |s| &s.barrier.tolerance, of_limits);
    search.setting("barrier.iterations", iterations, |s| &s.barrier.iterations, of_rounds);
    let key = "barrier.friction_speed";
    search.setting(key, friction_speed, |s| &s.barrier.friction_speed, of_friction.clone());
    search.setting("barrier.static_ratio", static_ratio, |s| &s.barrier.static_ratio, of_friction);
    let key = "barrier.friction_updates";
    search.setting(key, friction_updates, |s| &s.barrier.friction_updates, of_updates);
    search.setting("barrier.filter", filter, |s| &s.barrier.filter, of_newton.clone());
    search.setting("barrier.linear", linear, |s| &s.barrier.linear, of_newton.clone());
    search.setting("barrier.spectrum", spectrum, |s| &s.barrier.spectrum, of_newton);
    search.setting("barrier.descent", descent, |s| &s.barrier.descent, of_descent);
}

/// A solve for motion has neither a tolerance to meet nor updates of its friction.
fn motion(search: &Search) -> Reason {
    unless(
        !search.is_fem() || search.settings().solve == SolveMode::Converge,
        "a solve for motion ends without it; it counts with `solve = \"converge\"`",
    )
}

/// One linear solve has neither a tolerance nor updates of its friction.
fn one_solve(search: &Search) -> Reason {
    unless(
        !search.is_fem() || search.settings().elements.method == SolveMethod::Newton,
        "a substep is one linear solve; it counts with `elements.method = \"newton\"`",
    )
}

/// A descent on what projection has left over has no friction: contacts had theirs.
fn without_friction(search: &Search) -> Reason {
    unless(
        search.is_fem() || search.settings().barrier.descent == BarrierDescent::EveryStep,
        "the friction of position-based cloth is that of its contacts; it counts with \
         `barrier.descent = \"every_step\"` or `dynamics = \"fem\"`",
    )
}
