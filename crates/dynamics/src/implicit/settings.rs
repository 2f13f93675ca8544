//! Settings of the implicit solve.

use ripstop_geometry::potential::Spectrum;
use ripstop_linear::LinearMethod;

use crate::error::{positive, within};
use crate::{ClothError, Damping};

/// Choices of the implicit solve.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImplicitSettings {
    /// One linear solve per step, or Newton's method.
    pub method: Method,
    /// Method by which linear systems are solved.
    pub linear: LinearMethod,
    /// PSD projection of the elements: exact, clamped or absolute eigenvalues. [`Spectrum::Exact`],
    /// the default, changes them only where the system is not positive definite as it is: inertia
    /// makes up for much, and needless changes make Newton's method slow [Longva 2023]. A linearly
    /// implicit step takes [`Self::psd_projection`] instead.
    pub spectrum: Spectrum,
    /// PSD projection that is blended in where the system is not positive definite. With
    /// [`Spectrum::Exact`] there is none, and a solve ends there.
    pub psd_projection: Spectrum,
    /// Damping of velocities, beside that of the fabric.
    pub damping: Damping,
}

impl Default for ImplicitSettings {
    fn default() -> Self {
        Self {
            method: Method::Newton { tolerance: 1e-3, iterations: 60 },
            linear: LinearMethod::default(),
            spectrum: Spectrum::Exact,
            psd_projection: Spectrum::Clamped,
            damping: Damping::default(),
        }
    }
}

impl ImplicitSettings {
    /// The default with another method.
    #[must_use]
    pub fn with_method(method: Method) -> Self {
        Self { method, ..Self::default() }
    }

    /// Newton's method to a tolerance (m/s), with at most so many iterations.
    #[must_use]
    pub fn newton(tolerance: f64, iterations: u32) -> Self {
        Self::with_method(Method::Newton { tolerance, iterations })
    }

    /// The same with another method for linear systems.
    #[must_use]
    pub fn with_linear(self, linear: LinearMethod) -> Self {
        Self { linear, ..self }
    }

    pub(super) fn check(&self) -> Result<(), ClothError> {
        self.damping.check()?;
        if let Method::Newton { tolerance, .. } | Method::Advance { tolerance, .. } = self.method {
            positive("Newton's tolerance", tolerance)?;
        }
        let iterations = f64::from(self.method.most_iterations());
        within("Newton iterations", iterations, [1.0, f64::from(u32::MAX)])?;
        if let LinearMethod::ConjugateGradients { tolerance, iterations, .. }
        | LinearMethod::LeastCost { tolerance, iterations, .. } = self.linear
        {
            within("tolerance of the linear solve", tolerance, [0.0, 1.0])?;
            within("linear iterations", f64::from(iterations), [1.0, f64::from(u32::MAX)])?;
        }
        Ok(())
    }
}

/// Method by which the end of a step is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Linearly implicit Euler [Baraff 1998]: one linear solve at the start of the step, that is
    /// one iteration of Newton's method. Cheap, and not quite implicit Euler: where the stiffness
    /// changes much within a step, energy may grow. There is a line search only if the hook asks
    /// for one ([`StepHook::needs_descent`](crate::StepHook)).
    LinearlyImplicit,
    /// Implicit Euler by Newton's method with a line search on the incremental potential.
    Newton {
        /// The solve ends when the last direction moves no vertex faster than this (m/s).
        tolerance: f64,
        /// Most iterations.
        iterations: u32,
    },
    /// Newton's method until its directions have been followed far enough, not until they are
    /// short: linearly implicit Euler with as many corrections as limits of steps ask for. With
    /// the length `α` of every step taken, `β ← (1 − α) β` from 1 is the part of the way that is
    /// left. The solve ends when that is at most 0.001, an iteration has followed the arrival of
    /// kinematic vertices, and there were `least` iterations or a direction that is short.
    Advance {
        /// Least iterations with friction
        /// ([`StepHook::has_friction`](crate::StepHook::has_friction)); without it, 1.
        least: u32,
        /// Fewer are enough if the last direction moves no vertex faster than this (m/s).
        tolerance: f64,
        /// Most iterations.
        iterations: u32,
    },
}

impl Method {
    /// Most iterations of a solve.
    pub(super) const fn most_iterations(self) -> u32 {
        match self {
            Self::LinearlyImplicit => 1,
            Self::Newton { iterations, .. } | Self::Advance { iterations, .. } => iterations,
        }
    }
}
