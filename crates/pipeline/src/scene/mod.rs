//! Scenes as data: what a `.toml` file says, before anything is built.
//!
//! Lengths are metres, angles degrees, times seconds. Vertices, cloths and all other things are
//! counted from 0. Keys have defaults, but for the shapes of cloths and obstacles, and an unknown
//! key is an error that names the one that was probably meant.

mod air;
mod assignment;
mod barrier;
pub mod builtin;
mod cloth;
mod collision_passes;
mod elements;
mod fabric;
mod garment;
mod import;
mod impulse;
mod inflation;
mod loader;
mod methods;
mod numbers;
mod obstacle;
mod pair_friction;
mod path;
mod penalty;
mod plain_words;
mod position_based;
mod ray;
#[cfg(feature = "schema")]
pub mod schema;
mod seam;
mod settings;
mod sewing;
mod sewing_pattern;
mod solids;
mod spelling;
mod text;
mod ties;
mod transform;
mod tree;
mod warp;
mod wind;

pub use air::Air;
pub use assignment::Assignment;
pub use barrier::{
    BarrierDescent, BarrierLaw, BarrierSettings, LinearChoice, SpectrumChoice, StepFilter,
    StiffnessRule,
};
pub use cloth::{Cloth, ClothShape, Pin, PinSelection, UV};
pub use collision_passes::CollisionPasses;
pub use elements::{
    BendingModel, ElementSettings, MassModel, MembraneStiffness, SolveMethod, SolveMode,
};
pub use fabric::{BendingFriction, Fabric, WarpWeft};
pub use garment::{Garment, GarmentKind, MannequinShape, WalkShape};
pub use import::{AnimationChoice, Frames, Import, LengthUnit, UpAxis};
pub use impulse::{EndVelocity, ImpulseSettings, RepulsionForm};
pub use inflation::Inflation;
pub use loader::{Chain, FaceGroup, LoadedMesh, MeshLoader, MeshRequest, Sampling};
pub use methods::{
    BroadMethod, DynamicsMethod, NarrowMethod, OnPinched, OnTangled, ResponseMethod,
};
pub use obstacle::{Obstacle, ObstacleShape};
pub use pair_friction::PairFriction;
pub use path::{Keyframe, Path};
pub use penalty::{PenaltyForm, PenaltySettings};
pub use position_based::{ConstraintForm, MembraneModel, PositionBasedSettings};
pub use ray::RaySettings;
pub use seam::{FileWord, Seam, StitchEntry, Stitches};
pub(crate) use settings::MOST_HALVINGS;
pub use settings::Settings;
pub use sewing::SewingSettings;
pub use sewing_pattern::SewingPattern;
pub use solids::SolidSettings;
pub use spelling::nearest;
pub use ties::{Band, Button};
pub use transform::{AxisAngle, Transform};
pub use tree::{TreeBuild, TreeSettings};
pub use warp::Warp;
pub use wind::{WindKey, WindKeys, WindPath};

pub(crate) use garment::{Measures, named};
pub(crate) use numbers::shown;

use serde::{Deserialize, Serialize};

/// A scene: some cloths, some obstacles, and settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Scene {
    /// A name for people.
    pub name: String,
    /// Its description, in a line.
    pub description: String,
    /// Settings of its simulation.
    pub settings: Settings,
    /// The cloths, `[[cloth]]` in a file.
    #[serde(rename = "cloth")]
    pub cloths: Vec<Cloth>,
    /// The seams, `[[seam]]` in a file.
    #[serde(rename = "seam", skip_serializing_if = "Vec::is_empty")]
    pub seams: Vec<Seam>,
    /// The obstacles, `[[obstacle]]` in a file.
    #[serde(rename = "obstacle")]
    pub obstacles: Vec<Obstacle>,
    /// Friction of pairs of surfaces, `[[friction]]` in a file.
    #[serde(rename = "friction", skip_serializing_if = "Vec::is_empty")]
    pub frictions: Vec<PairFriction>,
    /// Elastic bands, `[[band]]` in a file.
    #[serde(rename = "band", skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
    /// Buttons, `[[button]]` in a file.
    #[serde(rename = "button", skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Button>,
}

impl Scene {
    /// A scene without a name and without seams.
    #[must_use]
    pub fn new(settings: Settings, cloths: Vec<Cloth>, obstacles: Vec<Obstacle>) -> Self {
        Self { settings, cloths, obstacles, ..Self::default() }
    }

    /// Treatment of pinched cloth: the given one, or that of the obstacles.
    #[must_use]
    pub fn on_pinched(&self) -> OnPinched {
        let has_body = self.obstacles.iter().any(Obstacle::is_moving_mesh);
        let own = if has_body { OnPinched::Release } else { OnPinched::Error };
        self.settings.on_pinched.unwrap_or(own)
    }
}
