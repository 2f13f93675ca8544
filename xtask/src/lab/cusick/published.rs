//! Fabrics whose weight, stiffness and drape coefficient were measured together.

use ripstop_dynamics::{Fabric, ThreadFriction};

use super::apparatus::Apparatus;

/// A fabric of a paper.
#[derive(Clone, Copy)]
pub(super) struct Published {
    pub(super) name: &'static str,
    pub(super) fabric: Fabric,
    /// The measured drape coefficient (%).
    pub(super) coefficient: f64,
    /// Apparatus of the measurement.
    pub(super) apparatus: Apparatus,
    /// Friction between threads, if there is a bending test.
    pub(super) friction: Option<ThreadFriction>,
}

/// Fabrics of [Petrak 2025] with all stiffnesses; of [Matsudaira 2015] with weight and bending, and
/// stretch and shear of the preset most like it.
pub(super) const FABRICS: [Published; 10] = [
    petrak("polyester twill", 22.3, [0.13517, 41.0], [[477.226, 458.614], [1.95e-6, 0.61e-6]]),
    petrak("polyester plain", 22.8, [0.08366, 46.0], [[471.944, 373.515], [0.85e-6, 0.33e-6]]),
    petrak("wool twill", 34.9, [0.1787, 50.0], [[449.656, 439.815], [2.14e-6, 2.0e-6]]),
    petrak("viscose twill", 28.6, [0.28613, 61.0], [[403.447, 401.762], [2.97e-6, 2.4e-6]]),
    petrak("polyester heavy", 44.3, [0.242, 57.0], [[407.166, 415.023], [3.22e-6, 3.88e-6]]),
    petrak("cotton twill", 54.9, [0.25336, 126.0], [[473.860, 404.746], [7.43e-6, 3.7e-6]]),
    matsudaira("cotton broad", 82.9, Fabric::cotton(), 0.124),
    matsudaira("wool tropical", 49.8, Fabric::wool(), 0.033),
    matsudaira(
        "polyester tropical",
        50.7,
        Fabric { density: 0.1165, bending_stiffness: [7.55e-6; 2], ..Fabric::wool() },
        0.029,
    ),
    matsudaira("polyester faille", 28.3, Fabric::silk(), 0.007),
];

/// Name, coefficient, density and shear stiffness, stretch and bending stiffness.
const fn petrak(
    name: &'static str,
    coefficient: f64,
    [density, shear_stiffness]: [f64; 2],
    [stretch_stiffness, bending_stiffness]: [[f64; 2]; 2],
) -> Published {
    let cotton = Fabric::cotton();
    let fabric =
        Fabric { density, stretch_stiffness, shear_stiffness, bending_stiffness, ..cotton };
    Published { name, fabric, coefficient, apparatus: Apparatus::CUSICK, friction: None }
}

/// Name, coefficient, fabric, and the height of the loop of a bending test, 2HB (gf·cm/cm):
/// friction is half of it in either direction. Stiffness is read between curvatures of 0.5 and 1.5
/// cm⁻¹, because threads slip by then.
const fn matsudaira(
    name: &'static str,
    coefficient: f64,
    fabric: Fabric,
    loop_height: f64,
) -> Published {
    let moment = 0.5 * loop_height * 9.807e-3;
    let friction = Some(ThreadFriction { moment, slack: 50.0 });
    Published { name, fabric, coefficient, apparatus: Apparatus::JAPANESE, friction }
}
