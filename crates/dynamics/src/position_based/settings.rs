//! Settings of position-based cloth.

use crate::error::{positive, within};
use crate::{ClothError, Damping};

/// Choices that are not the fabric's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Settings {
    /// Compliance or stiffness factors.
    pub method: Method,
    /// Model of stretch and shear.
    pub membrane: Membrane,
    /// Damping of velocities.
    pub damping: Damping,
    /// Strain beyond which no edge stretches, as a part of its length; `None` for no limit.
    pub strain_limit: Option<f64>,
}

impl Settings {
    /// The default with another model of stretch and shear.
    #[must_use]
    pub fn with_membrane(membrane: Membrane) -> Self {
        Self { membrane, ..Self::default() }
    }

    pub(super) fn check(&self) -> Result<(), ClothError> {
        self.damping.check()?;
        self.strain_limit.map_or(Ok(()), |limit| positive("strain limit", limit))?;
        match self.method {
            Method::Compliant => Ok(()),
            Method::Stiffness { stretch, bending, sweeps } => {
                within("stretch factor", stretch, [0.0, 1.0])?;
                within("bending factor", bending, [0.0, 1.0])?;
                within("number of sweeps", f64::from(sweeps), [1.0, f64::from(u32::MAX)])
            }
        }
    }
}

/// Form in which stiffness enters.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Method {
    /// Compliance from the fabric (XPBD) [Macklin 2016]: the sweeps converge to the fabric's own
    /// static shape. Best with many small steps of one sweep each [Macklin 2019].
    #[default]
    Compliant,
    /// Factors in `[0, 1]` without units [Müller 2007]: the result depends on the number of sweeps,
    /// the step and the mesh. The fabric's stiffnesses are not used.
    Stiffness {
        /// Part of the stretch that `sweeps` sweeps of one constraint take away.
        stretch: f64,
        /// The same for bending.
        bending: f64,
        /// Sweeps per step that the factors are meant for: a sweep applies
        /// `1 − (1 − k)^(1/sweeps)`.
        sweeps: u32,
    },
}

/// Model of stretch and shear in the plane of the cloth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Membrane {
    /// Springs along the edges, solved exactly along threads: runs of edges that go straight on
    /// from vertex to vertex. Tension travels the length of a thread in one sweep. With
    /// [`Method::Stiffness`] the springs are visited one by one, as in [`Membrane::Edges`].
    #[default]
    Threads,
    /// The same springs, one by one.
    Edges,
    /// Finite elements: the three strains of every face together. Knows the Poisson ratio and does
    /// not see how the mesh is cut into triangles, at a higher price for a sweep.
    Triangles,
}
