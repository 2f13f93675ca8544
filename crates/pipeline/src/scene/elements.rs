//! Finite elements of a scene and their solve, beside their fabric.
//!
//! ```toml
//! [settings.elements]
//! bending = "curvature"               # or "quadratic", "hinges"
//! mass = "lumped"                     # or "consistent"
//! stiffness = "exact"                 # or "quasi_newton"
//! method = "newton"                   # or "linear": one linear solve per substep
//! linear = "by_size"                  # or "cholesky", "conjugate_gradients"; if it is not given,
//!                                     # by size with penalties, else conjugate gradients
//! ```

use ripstop_dynamics::{Bending, MassMatrix, Stiffness};
use serde::{Deserialize, Serialize};

use super::LinearChoice;

/// Choices for cloth of finite elements, `[settings.elements]` in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct ElementSettings {
    /// Model of bending.
    pub bending: BendingModel,
    /// Mass matrix.
    pub mass: MassModel,
    /// Hessian of the membrane.
    pub stiffness: MembraneStiffness,
    /// Method of the implicit solve.
    pub method: SolveMethod,
    /// Linear solver, unless there are barriers, which have a choice of their own. If it is not
    /// given, it goes by size with penalties, and is conjugate gradients without.
    pub linear: Option<LinearChoice>,
}

impl ElementSettings {
    /// Settings of the dynamics.
    #[must_use]
    pub fn settings(&self) -> ripstop_dynamics::ElementSettings {
        let mut settings = ripstop_dynamics::ElementSettings::with_bending(match self.bending {
            BendingModel::Curvature => Bending::Curvature,
            BendingModel::Quadratic => Bending::Quadratic,
            BendingModel::Hinges => Bending::Hinges,
        });
        settings.stiffness = match self.stiffness {
            MembraneStiffness::Exact => Stiffness::Newton,
            MembraneStiffness::QuasiNewton => Stiffness::QuasiNewton,
        };
        settings.masses = match self.mass {
            MassModel::Lumped => MassMatrix::Lumped,
            MassModel::Consistent => MassMatrix::Consistent,
        };
        settings
    }
}

/// Model of bending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BendingModel {
    /// Curvature of faces: the same on every mesh.
    #[default]
    Curvature,
    /// Hinges one by one, quadratic in the positions: a third cheaper, and softer by an amount that
    /// depends on the triangulation.
    Quadratic,
    /// Dihedral angles: for sharp folds, and slower.
    Hinges,
}

/// Mass matrix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MassModel {
    /// A third of each face to each of its corners.
    #[default]
    Lumped,
    /// The integral of the shape functions.
    Consistent,
}

/// Hessian of the membrane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MembraneStiffness {
    /// Exact Hessian.
    #[default]
    Exact,
    /// Without the curvature of the normal.
    QuasiNewton,
}

/// Method of the implicit solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SolveMethod {
    /// Newton's method with a line search.
    #[default]
    Newton,
    /// One linear solve with all collision energies in it: cheaper, and blind to changes of contact
    /// within a step. With barriers CCD and a line search limit the step; a step that they shorten
    /// counts as not solved, and is halved.
    Linear,
}

/// Rule that ends an implicit solve with barriers inside it. Every path is certified with either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SolveMode {
    /// For motion: the solve ends when its directions have been followed to their ends, after one
    /// or a few iterations; the next substep goes on from there.
    #[default]
    Advance,
    /// For statics, thresholds of friction and tests: the solve ends when a direction is shorter
    /// than the tolerance.
    Converge,
}
