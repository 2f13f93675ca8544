//! What a scene says about finite elements and their solve, beside their fabric.
//!
//! ```toml
//! [settings.elements]
//! bending = "curvature"               # or "quadratic", "hinges"
//! mass = "lumped"                     # or "consistent"
//! stiffness = "exact"                 # or "quasi_newton"
//! method = "newton"                   # or "linear": one linear solve per step; not with barriers
//! linear = "conjugate_gradients"      # or "cholesky", "by_size"; barriers have their own key
//! ```

use ripstop_dynamics::{Bending, ElementSettings, MassMatrix, Stiffness};
use serde::{Deserialize, Serialize};

use super::LinearChoice;

/// Choices for cloth of finite elements, `[settings.elements]` in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Elements {
    /// Model of bending.
    pub bending: BendingModel,
    /// How mass is spread over the vertices.
    pub mass: MassModel,
    /// Second derivative of the membrane.
    pub stiffness: MembraneStiffness,
    /// How the end of a step is found.
    pub method: SolveMethod,
    /// How linear systems are solved, unless there are barriers, which have a choice of their own.
    pub linear: LinearChoice,
}

impl Default for Elements {
    fn default() -> Self {
        Self {
            bending: BendingModel::default(),
            mass: MassModel::default(),
            stiffness: MembraneStiffness::default(),
            method: SolveMethod::default(),
            linear: LinearChoice::ConjugateGradients,
        }
    }
}

impl Elements {
    /// What the dynamics are told.
    #[must_use]
    pub const fn settings(&self) -> ElementSettings {
        ElementSettings {
            bending: match self.bending {
                BendingModel::Curvature => Bending::Curvature,
                BendingModel::Quadratic => Bending::Quadratic,
                BendingModel::Hinges => Bending::Hinges,
            },
            stiffness: match self.stiffness {
                MembraneStiffness::Exact => Stiffness::Newton,
                MembraneStiffness::QuasiNewton => Stiffness::QuasiNewton,
            },
            masses: match self.mass {
                MassModel::Lumped => MassMatrix::Lumped,
                MassModel::Consistent => MassMatrix::Consistent,
            },
        }
    }
}

/// How a cloth resists bending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BendingModel {
    /// By the curvature of faces: the same on every mesh.
    #[default]
    Curvature,
    /// By hinges one by one, quadratic in the positions: a third cheaper, and softer by how the mesh is cut.
    Quadratic,
    /// By dihedral angles: for sharp folds, and slower.
    Hinges,
}

/// How mass is spread over the vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MassModel {
    /// A third of each face to each of its corners.
    #[default]
    Lumped,
    /// The integral of the shape functions.
    Consistent,
}

/// Second derivative of the membrane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MembraneStiffness {
    /// As it is.
    #[default]
    Exact,
    /// Without the curvature of the normal.
    QuasiNewton,
}

/// How the end of a step is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SolveMethod {
    /// Newton's method with a line search.
    #[default]
    Newton,
    /// One linear solve: cheaper, and what contact changes within a step is not seen.
    Linear,
}
