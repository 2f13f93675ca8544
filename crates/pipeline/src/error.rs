//! What can go wrong with a scene and during a step.

use ripstop_dynamics::ClothError;
use ripstop_geometry::{Candidate, EdgeId, FaceId, MeshError, MotionError};

/// A scene that cannot be simulated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The text is not a scene.
    #[error("{message}{hint}")]
    Text {
        /// What the parser says.
        message: String,
        /// A suggestion, on a line of its own, or nothing.
        hint: String,
    },
    /// A setting is out of range.
    #[error("`{name}` is {value}, but has to be {wanted}")]
    Setting {
        /// The key.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it has to be.
        wanted: &'static str,
    },
    /// A number of a cloth or an obstacle is out of range.
    #[error("{owner}: {what}")]
    Part {
        /// Which cloth or obstacle.
        owner: String,
        /// What is wrong with it.
        what: String,
    },
    /// A mesh cannot be used.
    #[error("{owner}: {error}")]
    Mesh {
        /// Which cloth or obstacle.
        owner: String,
        /// What is wrong with it.
        error: MeshError,
    },
    /// A cloth cannot be built.
    #[error("{owner}: {error}")]
    Cloth {
        /// Which cloth.
        owner: String,
        /// What is wrong with it.
        error: ClothError,
    },
    /// A mesh file could not be loaded.
    #[error("{owner}: cannot load `{file}`: {message}")]
    Load {
        /// Which cloth or obstacle.
        owner: String,
        /// The file.
        file: String,
        /// What the loader says.
        message: String,
    },
    /// Dynamics and response that do not go together.
    #[error(
        "the dynamics `{dynamics}` and the response `{respond}` do not go together (`pbd` goes with `pbd`, `fem` with `penalty`)"
    )]
    Combination {
        /// What moves the cloth.
        dynamics: &'static str,
        /// What answers to collisions.
        respond: &'static str,
    },
    /// There is nothing to simulate.
    #[error("the scene has no cloth")]
    NoCloth,
    /// The start is tangled.
    #[error("the start is tangled: {count} crossings, among them {}; `on_tangled = \"untangle\"` in the settings repairs it, and so does `ripstop untangle` for a mesh file", list(.crossings))]
    Tangled {
        /// How many crossings there are.
        count: usize,
        /// The first of them.
        crossings: Vec<(EdgeId, FaceId)>,
    },
}

/// A step that could not be made safe, or could not be made at all.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// Prescribed motion leaves no room.
    #[error("prescribed motion leaves no room for {} pairs, among them {}", .candidates.len(), name(.candidates))]
    Pinched {
        /// The pairs, in canonical order.
        candidates: Vec<Candidate>,
    },
    /// A position or a velocity is not finite.
    #[error("vertex {vertex} has left the finite numbers")]
    NotFinite {
        /// The vertex.
        vertex: usize,
    },
    /// The arrays do not fit together.
    #[error(transparent)]
    Motion(MotionError),
    /// There is not one entry per vertex.
    #[error("{given} {what} for {vertex_count} vertices")]
    Lengths {
        /// What there is too much or too little of.
        what: &'static str,
        /// How many there are.
        given: usize,
        /// How many vertices the mesh has.
        vertex_count: usize,
    },
    /// The dynamics refused.
    #[error(transparent)]
    Cloth(#[from] ClothError),
}

fn list(crossings: &[(EdgeId, FaceId)]) -> String {
    let words: Vec<String> = crossings
        .iter()
        .map(|(edge, face)| format!("edge {} through face {}", edge.0, face.0))
        .collect();
    words.join(", ")
}

fn name(candidates: &[Candidate]) -> String {
    let words: Vec<String> = candidates
        .iter()
        .take(4)
        .map(|candidate| match candidate {
            Candidate::VertexFace { vertex, face } => {
                format!("vertex {} and face {}", vertex.0, face.0)
            }
            Candidate::EdgeEdge { a, b } => format!("edges {} and {}", a.0, b.0),
        })
        .collect();
    words.join(", ")
}
