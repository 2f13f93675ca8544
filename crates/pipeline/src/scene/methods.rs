//! The methods among which a scene chooses.

use serde::{Deserialize, Serialize};

/// Dynamics of the cloth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DynamicsMethod {
    /// Position-based constraints with compliance (XPBD).
    #[default]
    Pbd,
    /// Finite elements and implicit Euler.
    Fem,
}

impl DynamicsMethod {
    /// Its name in a scene.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pbd => "pbd",
            Self::Fem => "fem",
        }
    }

    /// The response that goes with it if a scene names none.
    #[must_use]
    pub const fn response(self) -> ResponseMethod {
        match self {
            Self::Pbd => ResponseMethod::Pbd,
            Self::Fem => ResponseMethod::Penalty,
        }
    }
}

/// Collision response. The certified check and the fail-safe come after each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ResponseMethod {
    /// Projection of positions, in turns with the cloth's own constraints.
    Pbd,
    /// Energies that rise where surfaces are closer than their thickness.
    Penalty,
    /// Repulsions, friction and inelastic impulses, once the cloth is solved.
    Impulse,
    /// Energies that grow without bound as surfaces come close: with finite elements inside the
    /// solve, with position-based cloth after it. In a file also `ipc`.
    #[serde(alias = "ipc")]
    Barrier,
    /// Explicit forces on vertices whose paths meet faces of obstacles; projection does the rest.
    Ray,
}

impl ResponseMethod {
    /// Its name in a scene.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pbd => "pbd",
            Self::Penalty => "penalty",
            Self::Impulse => "impulse",
            Self::Barrier => "barrier",
            Self::Ray => "ray",
        }
    }

    /// The dynamics that go with it if a scene names none.
    #[must_use]
    pub const fn dynamics(self) -> DynamicsMethod {
        match self {
            Self::Pbd | Self::Impulse | Self::Ray => DynamicsMethod::Pbd,
            Self::Penalty | Self::Barrier => DynamicsMethod::Fem,
        }
    }
}

/// Broad phase; the result is the same with every one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BroadMethod {
    /// A tree of boxes.
    #[default]
    Bvh,
    /// A hashed grid.
    Grid,
    /// A loose octree.
    Octree,
    /// Sweep and prune.
    Sweep,
    /// All pairs.
    Brute,
}

/// Continuous collision detection (CCD).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NarrowMethod {
    /// The coplanarity cubic, exact in its decisions.
    #[default]
    Cubic,
    /// Interval subdivision.
    Inclusion,
    /// Additive advancement.
    Additive,
}

/// Treatment of tangled positions, at the start or, where they were set from outside, in between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnTangled {
    /// An error that counts and names the crossings.
    #[default]
    Error,
    /// Untangling, which goes on while the cloth moves if the start cannot be untangled. Until it
    /// ends, the pairs around the crossings are disabled and out of the guarantee; all others are
    /// in it.
    Untangle,
}

/// Treatment of cloth for which kinematic motion leaves no room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OnPinched {
    /// The vertices in conflict follow the body, and their pairs are disabled, until there is room.
    Release,
    /// An error that names the pairs; the run ends with the last frame before.
    Error,
}
