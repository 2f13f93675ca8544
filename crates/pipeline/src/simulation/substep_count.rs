//! Number of substeps, decided before a step is tried.

use glam::DVec3;

use super::correction::largest_distance;
use super::step_context::StepContext;
use crate::scene::ResponseMethod;

/// Part of the mean length of an edge below which thinner cloth asks for no more substeps.
const REACH: f64 = 0.15;

/// Times as many substeps while seams are drawn together before the scene plays.
const DRAWN: usize = 2;

/// Substeps of an interval (s): those of a step in which kinematic vertices are as fast, as far as
/// the interval is a part of it. Stitches need more of them.
pub(super) fn substeps(
    context: &StepContext,
    [start, ends]: [&[DVec3]; 2],
    dt: f64,
    edge: f64,
) -> usize {
    let settings = context.settings;
    let step = settings.frame_time() / settings.steps_per_frame() as f64;
    let part = dt / step;
    let reach = context.world.rules.surfaces.min_thickness().max(REACH * edge);
    let of_step = settings.substeps_for_way(largest_distance(start, ends) / (part * reach));
    // What shorter steps are to mend wants shorter substeps as well. Repulsions act in each, and a
    // pinch needs them all.
    let keeps_all = context.is_pinched || settings.response() == ResponseMethod::Impulse;
    let share = if keeps_all { 1.0 } else { libm::sqrt(part) };
    #[expect(clippy::cast_sign_loss, reason = "a part of a number of substeps")]
    let of_step = (of_step as f64 * share - 1e-9).ceil().max(1.0) as usize;
    let drawn = if context.stitches.is_drawn() { DRAWN } else { 1 };
    if context.stitches.is_empty() { of_step } else { of_step * settings.sewing.refinement * drawn }
}
