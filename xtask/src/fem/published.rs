//! Fabrics whose weight, stiffness and drape coefficient were measured together.

use ripstop_dynamics::Fabric;

/// A fabric of a paper.
#[derive(Clone, Copy)]
pub(crate) struct Published {
    pub(crate) name: &'static str,
    pub(crate) fabric: Fabric,
    /// The measured drape coefficient (%).
    pub(crate) coefficient: f64,
}

/// From [Petrak 2025] with all stiffnesses; from [Matsudaira 2015] with weight and bending, and stretch and shear of the preset most like it.
pub(crate) const FABRICS: [Published; 10] = [
    petrak("polyester twill", 0.13517, [477.226, 458.614], 41.0, [1.95e-6, 0.61e-6], 22.3),
    petrak("polyester plain", 0.08366, [471.944, 373.515], 46.0, [0.85e-6, 0.33e-6], 22.8),
    petrak("wool twill", 0.1787, [449.656, 439.815], 50.0, [2.14e-6, 2.0e-6], 34.9),
    petrak("viscose twill", 0.28613, [403.447, 401.762], 61.0, [2.97e-6, 2.4e-6], 28.6),
    petrak("polyester heavy", 0.242, [407.166, 415.023], 57.0, [3.22e-6, 3.88e-6], 44.3),
    petrak("cotton twill", 0.25336, [473.860, 404.746], 126.0, [7.43e-6, 3.7e-6], 54.9),
    Published { name: "cotton broad", fabric: Fabric::cotton(), coefficient: 82.9 },
    Published { name: "wool tropical", fabric: Fabric::wool(), coefficient: 49.8 },
    Published {
        name: "polyester tropical",
        fabric: Fabric { density: 0.1165, bending_stiffness: [7.55e-6; 2], ..Fabric::wool() },
        coefficient: 50.7,
    },
    Published { name: "polyester faille", fabric: Fabric::silk(), coefficient: 28.3 },
];

const fn petrak(
    name: &'static str,
    density: f64,
    stretch_stiffness: [f64; 2],
    shear_stiffness: f64,
    bending_stiffness: [f64; 2],
    coefficient: f64,
) -> Published {
    let fabric = Fabric {
        density,
        stretch_stiffness,
        shear_stiffness,
        bending_stiffness,
        ..Fabric::cotton()
    };
    Published { name, fabric, coefficient }
}
