//! Position-based cloth of a scene, beside its fabric.
//!
//! ```toml
//! [settings.position_based]
//! form = "xpbd"            # or "plain": stiffness factors instead of the fabric's compliance
//! membrane = "threads"     # or "edges", "strain"; "edges" if the form is plain
//! stiffness = 0.9          # with "plain" alone: part of the stretch that an iteration count takes
//! bending = 0.1            # with "plain" alone: the same for bending
//! ```

use ripstop_dynamics::{Membrane, Method};
use serde::{Deserialize, Serialize};

use crate::SceneError;

/// Stiffness factor of plain PBD for stretch, unless one is given.
const STIFFNESS: f64 = 0.9;

/// Stiffness factor of plain PBD for bending, unless one is given.
const BENDING: f64 = 0.1;

/// Choices for position-based cloth, `[settings.position_based]` in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct PositionBasedSettings {
    /// Form in which stiffness enters.
    pub form: ConstraintForm,
    /// Model of stretch and shear; if it is not given, threads, or edges in plain form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub membrane: Option<MembraneModel>,
    /// Part of the stretch that the iterations of a substep take from a constraint alone, in
    /// [0, 1]; 0.9 if it is not given. For the plain form alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness: Option<f64>,
    /// The same for bending; 0.1 if it is not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bending: Option<f64>,
}

impl PositionBasedSettings {
    /// First setting that is out of range: its name, its value, its range.
    pub(super) fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let factors = [
            ("position_based.stiffness", self.stiffness),
            ("position_based.bending", self.bending),
        ];
        let mut given = factors.into_iter().filter_map(|(name, value)| Some((name, value?)));
        match self.form {
            ConstraintForm::Xpbd => given.next().map(|(name, value)| {
                (name, value, "left out unless `form = \"plain\"`; XPBD takes the fabric's")
            }),
            ConstraintForm::Plain => given
                .find(|(_, value)| !(0.0..=1.0).contains(value))
                .map(|(name, value)| (name, value, "in [0, 1]")),
        }
    }

    /// Model of stretch and shear.
    ///
    /// # Errors
    /// If it does not go with the form.
    pub(crate) fn membrane(&self) -> Result<Membrane, SceneError> {
        match (self.form, self.membrane) {
            (ConstraintForm::Xpbd, None | Some(MembraneModel::Threads)) => Ok(Membrane::Threads),
            (ConstraintForm::Plain, None) | (_, Some(MembraneModel::Edges)) => Ok(Membrane::Edges),
            (_, Some(MembraneModel::Strain)) => Ok(Membrane::Triangles),
            (ConstraintForm::Plain, Some(MembraneModel::Threads)) => Err(SceneError::Part {
                owner: "settings.position_based".to_owned(),
                what: "`membrane = \"threads\"` does not go with `form = \"plain\"`: threads are \
                       solved at once by their compliance; take \"edges\" or \"strain\""
                    .to_owned(),
            }),
        }
    }

    /// Form in which stiffness enters, with a number of sweeps per substep.
    pub(crate) fn method(&self, sweeps: usize) -> Method {
        match self.form {
            ConstraintForm::Xpbd => Method::Compliant,
            ConstraintForm::Plain => Method::Stiffness {
                stretch: self.stiffness.unwrap_or(STIFFNESS),
                bending: self.bending.unwrap_or(BENDING),
                sweeps: u32::try_from(sweeps).unwrap_or(u32::MAX),
            },
        }
    }
}

/// Form in which stiffness enters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ConstraintForm {
    /// Compliance from the fabric (XPBD): the result converges with substeps and iterations.
    #[default]
    Xpbd,
    /// Stiffness factors (PBD): the result depends on iterations, substeps and the mesh, and the
    /// fabric gives its density alone.
    Plain,
}

/// Model of stretch and shear of position-based cloth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MembraneModel {
    /// Springs along edges, solved at once along runs of edges that go straight on.
    Threads,
    /// The same springs, one by one.
    Edges,
    /// The three strains of every face together: warp, weft, shear and the Poisson ratio.
    Strain,
}
