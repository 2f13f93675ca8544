//! Two plates pinch a strip and lift it: with friction 0.5 it comes along, with 0.05 it slides out.

use crate::contact_scenes::gripper::{THICKNESS, friction_decides};

/// Half of the distance between the closed plates (m): three tenths of a thickness too little on
/// either side. Springs that are pressed by that much hold the strip's weight from a coefficient
/// between 0.2 and 0.5 on; at half a thickness 0.05 is enough.
const PINCH: f64 = 0.7 * THICKNESS;

#[test]
fn friction_decides_whether_a_strip_comes_along() {
    friction_decides(PINCH, crate::simulation);
}
