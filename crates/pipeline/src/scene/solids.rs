//! Solid obstacles in a scene: their signed distance fields.

use serde::{Deserialize, Serialize};

/// Least and most cells along the longest side of a mesh.
const RESOLUTIONS: std::ops::RangeInclusive<u32> = 4..=1024;

/// Use of the signed distance fields of obstacles, `[settings.solids]` in a file.
///
/// Spheres, capsules, cuboids and planes have exact fields; the field of a closed mesh is sampled
/// on a grid that moves with the mesh. Open meshes and meshes with frames have none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct SolidSettings {
    /// True if obstacles push vertices of cloth out of their thickness by their signed distance,
    /// with Coulomb friction: with position-based cloth in every sweep, with finite elements by
    /// penalties inside the solve. In contact constraints and penalties the field then takes the
    /// place of the triangles of its obstacle, but for sharp edges and corners.
    pub push_out: bool,
    /// True if the part of a velocity that leads into an obstacle is removed after every substep.
    pub velocity_filter: bool,
    /// Cells of a sampled field along the longest side of its mesh.
    pub field_resolution: u32,
}

impl Default for SolidSettings {
    fn default() -> Self {
        Self { push_out: false, velocity_filter: false, field_resolution: 64 }
    }
}

impl SolidSettings {
    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let resolution = self.field_resolution;
        (!RESOLUTIONS.contains(&resolution)).then_some((
            "solids.field_resolution",
            f64::from(resolution),
            "from 4 to 1024",
        ))
    }
}
