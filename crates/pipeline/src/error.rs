//! Errors of scenes and steps.

use ripstop_broad::BoxError;
use ripstop_detection::{LISTED, PrimitiveNames};
use ripstop_dynamics::ClothError;
use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, MeshError};

use crate::Warning;

/// A scene that cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The text is not a scene.
    #[error("{place}{message}{hint}")]
    Text {
        /// Line and column, or the assignment that was refused; nothing if it is not known.
        place: String,
        /// The refusal.
        message: String,
        /// A suggestion, then on lines of their own the line with a mark below it; each if there is
        /// one.
        hint: String,
    },
    /// A setting is out of range.
    #[error("`{name}` is {}, but has to be {range}", .value + 0.0)]
    Setting {
        /// The key.
        name: &'static str,
        /// Its value.
        value: f64,
        /// Its range.
        range: &'static str,
    },
    /// A part of a cloth, an obstacle or a seam makes no sense.
    #[error("{owner}: {what}")]
    Part {
        /// The cloth, the obstacle or the seam.
        owner: String,
        /// Description of the fault.
        what: String,
    },
    /// A mesh cannot be used.
    #[error("{owner}: {error}")]
    Mesh {
        /// The cloth or the obstacle.
        owner: String,
        /// The error.
        error: MeshError,
    },
    /// A cloth cannot be built.
    #[error("{owner}: {error}")]
    Cloth {
        /// The cloth.
        owner: String,
        /// The error.
        error: ClothError,
    },
    /// A mesh file could not be loaded.
    #[error("{owner}: cannot load `{file}`: {message}")]
    Load {
        /// The cloth or the obstacle.
        owner: String,
        /// The file.
        file: String,
        /// Message of the loader.
        message: String,
    },
    /// Dynamics and response that do not go together.
    #[error(
        "the dynamics `{dynamics}` and the response `{respond}` do not go together (`pbd` goes with `pbd`, `impulse`, `barrier` and `ray`; `fem` with `penalty`, `impulse`, `barrier` and `ray`)"
    )]
    Combination {
        /// The dynamics.
        dynamics: &'static str,
        /// The collision response.
        respond: &'static str,
    },
    /// Somebody has stopped the start.
    #[error("stopped before the first frame")]
    Stopped,
    /// There is nothing to simulate.
    #[error("the scene has no cloth")]
    NoCloth,
    /// The start is tangled.
    #[error("the start is tangled: {count} crossings, among them {}; `on_tangled = \"untangle\"` in the settings may repair it, and so may `ripstop untangle` for a mesh file", .names.join(", "))]
    Tangled {
        /// Number of crossings.
        count: usize,
        /// The first of them.
        crossings: Vec<(EdgeId, FaceId)>,
        /// The same by surfaces and vertices, which are counted from 0 on in each.
        names: Vec<String>,
    },
    /// Cloth starts wholly inside of closed surfaces.
    #[error("the start is wrong: {} inside of a closed surface, where nothing crosses and nothing gets out: {}; {hint}{}", pieces(.names.len()), listed(.names), also(.sizes))]
    Inside {
        /// Every piece of cloth, with the surface around it.
        names: Vec<String>,
        /// Ways to go on.
        hint: &'static str,
        /// Warnings about sizes, which may be the cause.
        sizes: Vec<String>,
    },
}

/// A number of connected pieces of cloth, with a verb.
fn pieces(count: usize) -> String {
    if count == 1 {
        "1 piece of cloth is".to_owned()
    } else {
        format!("{count} pieces of cloth are")
    }
}

/// More sentences.
fn also(sentences: &[String]) -> String {
    sentences.iter().flat_map(|sentence| ["; ", sentence]).collect()
}

/// The first names of a list.
fn listed(names: &[String]) -> String {
    names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ")
}

impl SceneError {
    /// The error with those warnings that may be its cause: a body in another unit is around all.
    pub(crate) fn with_causes(mut self, warnings: &[Warning]) -> Self {
        let is_of_size = |w: &&Warning| matches!(w, Warning::Large { .. } | Warning::Small { .. });
        if let Self::Inside { sizes, .. } = &mut self {
            sizes.extend(warnings.iter().filter(is_of_size).map(ToString::to_string));
        }
        self
    }

    /// A text that is refused, at no particular place.
    pub(crate) const fn text(message: String) -> Self {
        Self::Text { place: String::new(), message, hint: String::new() }
    }
}

/// A step that could not be made safe, or could not be made at all.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// Kinematic motion leaves no room.
    #[error("kinematic motion leaves no room for {} pairs, among them {}; `on_pinched = \"release\"` in the settings lets them follow the obstacles until there is room", .candidates.len(), .names.join(", "))]
    Pinched {
        /// The pairs, in canonical order.
        candidates: Vec<Candidate>,
        /// The first of them by surfaces and vertices, which are counted from 0 on in each.
        names: Vec<String>,
    },
    /// A broad phase cannot take the boxes of a motion, so that nothing is known about it.
    #[error("no pairs could be found: {0}")]
    Boxes(BoxError),
    /// A position or a velocity is NaN or infinite.
    #[error("vertex {vertex} is NaN or infinite")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// Somebody has stopped the simulation inside a frame, which is given up.
    #[error("stopped inside a frame")]
    Stopped,
    /// The dynamics refused.
    #[error(transparent)]
    Cloth(#[from] ClothError),
}

impl StepError {
    /// Pairs that have no room, with their names.
    pub(crate) fn pinched(
        mesh: &CollisionMesh,
        surfaces: &[String],
        candidates: Vec<Candidate>,
    ) -> Self {
        let names = PrimitiveNames { mesh, surfaces }.pairs(&candidates);
        Self::Pinched { candidates, names }
    }
}
