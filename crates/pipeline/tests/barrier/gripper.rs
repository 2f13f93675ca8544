//! Two plates pinch a strip and lift it: with friction 0.5 it comes along, with 0.05 it slides out.

use ripstop_pipeline::scene::{SolveMode, StiffnessRule};

use crate::contact_scenes::gripper::{THICKNESS, friction_decides};

/// Half of the distance between the closed plates (m): at 0.8 of the thickness barriers push less
/// than their stiffness suggests, hard enough for friction 0.5 and too softly for 0.05. At 0.65
/// they push three times as hard, and 0.05 is enough.
const PINCH: f64 = 0.8 * THICKNESS;

#[test]
fn friction_decides_whether_a_strip_comes_along() {
    // The stiffness decides how hard the plates pinch.
    friction_decides(PINCH, |mut scene| {
        scene.settings.solve = SolveMode::Converge;
        scene.settings.barrier.stiffness = StiffnessRule::Inertia;
        crate::simulation(scene)
    });
}
