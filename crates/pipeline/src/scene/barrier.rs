//! Barriers in a scene.

use ripstop_geometry::potential::Spectrum;
use ripstop_response::barrier::{BarrierForm, BarrierProjection, DescentRule};
use serde::{Deserialize, Serialize};

/// Settings of barriers, `[settings.barrier]` in a file. Their activation distance d̂ is the
/// thickness of the surfaces, less the separation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct BarrierSettings {
    /// Barrier function of the distance.
    pub form: BarrierLaw,
    /// Rule that finds the barrier stiffness κ.
    pub stiffness: StiffnessRule,
    /// Factor of the stiffness that the rule finds; if it is not given, 1, and 30 for the rule
    /// `inertia` and for a descent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stiffness_factor: Option<f64>,
    /// Minimum separation ξ, as a part of the thickness: 0 for surfaces without an offset.
    pub separation: f64,
    /// Speed (m/s) of the fastest vertex along a Newton direction at which a solve with
    /// `solve = "converge"` ends. Friction that is as sharp as it should be needs one far below
    /// `friction_speed`.
    pub tolerance: f64,
    /// Most iterations of a solve; a substep that needs more is halved. If it is not given, 200,
    /// and 60 for a descent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub iterations: Option<u32>,
    /// Speed of sliding below which the friction mollifier fades friction out (m/s).
    pub friction_speed: f64,
    /// Ratio of static to kinetic friction, at least 1.
    pub static_ratio: f64,
    /// Most updates of the lagged friction in a solve.
    pub friction_updates: u32,
    /// Step limit of Newton's method.
    pub filter: StepFilter,
    /// Linear solver.
    pub linear: LinearChoice,
    /// PSD projection of element Hessians.
    pub spectrum: SpectrumChoice,
    /// Steps of position-based cloth in which there is a descent on barriers.
    pub descent: BarrierDescent,
}

impl Default for BarrierSettings {
    fn default() -> Self {
        Self {
            form: BarrierLaw::default(),
            stiffness: StiffnessRule::default(),
            stiffness_factor: None,
            separation: 0.0,
            tolerance: 2e-5,
            iterations: None,
            friction_speed: 1e-3,
            static_ratio: 1.0,
            friction_updates: 2,
            filter: StepFilter::default(),
            linear: LinearChoice::default(),
            spectrum: SpectrumChoice::default(),
            descent: BarrierDescent::default(),
        }
    }
}

impl BarrierSettings {
    /// First setting that is out of range: its name, its value, its range.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64, &'static str)> {
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        let positive = [
            ("barrier.stiffness_factor", self.stiffness_factor.unwrap_or(1.0)),
            ("barrier.tolerance", self.tolerance),
            ("barrier.iterations", self.iterations.map_or(1.0, f64::from)),
            ("barrier.friction_speed", self.friction_speed),
        ];
        let fault = positive.into_iter().find(|&(_, value)| !is_positive(value));
        if let Some((name, value)) = fault {
            return Some((name, value, "positive"));
        }
        if !(0.0..1.0).contains(&self.separation) {
            return Some(("barrier.separation", self.separation, "in [0, 1)"));
        }
        let ratio = self.static_ratio;
        (!(ratio >= 1.0 && ratio.is_finite())).then_some((
            "barrier.static_ratio",
            ratio,
            "at least 1",
        ))
    }

    /// Factor of the stiffness of a solve.
    #[must_use]
    pub fn factor(&self) -> f64 {
        let usual = if self.stiffness == StiffnessRule::Inertia { 30.0 } else { 1.0 };
        self.stiffness_factor.unwrap_or(usual)
    }

    /// Projection that follows position-based dynamics in a step of `dt` (s).
    pub(crate) fn projection(&self, dt: f64) -> BarrierProjection {
        let leftover = BarrierProjection {
            form: self.form.form(),
            iterations: self.iterations.unwrap_or(60) as usize,
            separation: self.separation,
            stiffness_factor: self.stiffness_factor.unwrap_or(30.0),
            tolerance: self.tolerance * dt,
            ..BarrierProjection::default()
        };
        match self.descent {
            BarrierDescent::Impacts => leftover,
            BarrierDescent::EveryStep => BarrierProjection {
                reach: 1.0,
                acts_on: DescentRule::Contacts,
                friction_updates: self.friction_updates,
                friction_slip: self.friction_speed * dt,
                static_ratio: self.static_ratio,
                ..leftover
            },
        }
    }
}

/// Steps of position-based cloth in which there is a descent on barriers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BarrierDescent {
    /// Those that have impacts after contacts were swept with the constraints.
    #[default]
    Impacts,
    /// All with a pair within its activation distance: barriers and their friction are the whole
    /// response, and contacts are not swept.
    EveryStep,
}

/// Barrier function of the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BarrierLaw {
    /// `−(s − ŝ)² ln(s/ŝ)` of squared distances, as in incremental potential contact.
    #[default]
    SquaredLog,
    /// `−(d − d̂)² ln(d/d̂)`.
    Log,
    /// `⅔ (d̂ − d)³/d̂`.
    Cubic,
    /// `−ln(d/d̂)`.
    PlainLog,
}

impl BarrierLaw {
    /// The function itself.
    #[must_use]
    pub const fn form(self) -> BarrierForm {
        match self {
            Self::SquaredLog => BarrierForm::SquaredLog,
            Self::Log => BarrierForm::Log,
            Self::Cubic => BarrierForm::Cubic,
            Self::PlainLog => BarrierForm::PlainLog,
        }
    }
}

/// Rule that finds the barrier stiffness κ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StiffnessRule {
    /// A contact bears at half of its activation distance what may press on it: the weight of the
    /// cloth, a fall by a quarter of its size that ends in one step, and its tension.
    #[default]
    Automatic,
    /// A contact at half of its activation distance is as stiff as the inertia of a vertex.
    Inertia,
    /// As stiff as inertia and elasticity along the contact, anew in every step.
    Elastic,
    /// In balance with the other forces where a step starts, as in incremental potential contact.
    Balance,
}

/// Solver of linear systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LinearChoice {
    /// Sparse Cholesky factorisation where it is predicted to take less time than conjugate
    /// gradients.
    #[default]
    BySize,
    /// Sparse Cholesky factorisation.
    Cholesky,
    /// Conjugate gradients.
    ConjugateGradients,
}

/// PSD projection: replacement of negative eigenvalues of element Hessians where the system of
/// Newton's method is not positive definite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SpectrumChoice {
    /// They become 0.
    #[default]
    Clamped,
    /// They become their absolute values.
    Absolute,
}

impl SpectrumChoice {
    /// The spectrum itself.
    #[must_use]
    pub const fn spectrum(self) -> Spectrum {
        match self {
            Self::Clamped => Spectrum::Clamped,
            Self::Absolute => Spectrum::Absolute,
        }
    }
}

/// Step limit of Newton's method.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepFilter {
    /// Step limit from CCD: the certified first impact along the search direction, one limit for
    /// all vertices.
    #[default]
    Impact,
    /// Trust radius per vertex: a part of its distance to whatever does not move with it.
    Distance,
    /// Planes between near pairs, which no vertex crosses: it may slide along them and part.
    Planes,
}
