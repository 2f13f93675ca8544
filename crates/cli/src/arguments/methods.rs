//! Methods of a simulation, as the command line names them.

use clap::ValueEnum;
use ripstop_pipeline::scene::{BroadMethod, DynamicsMethod, NarrowMethod, ResponseMethod};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Dynamics {
    /// Position-based, with compliance (XPBD).
    Pbd,
    /// Finite elements, implicit Euler.
    Fem,
}

impl Dynamics {
    pub(super) const fn method(self) -> DynamicsMethod {
        match self {
            Self::Pbd => DynamicsMethod::Pbd,
            Self::Fem => DynamicsMethod::Fem,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Respond {
    /// Position projection, interleaved with the cloth's own constraints.
    Pbd,
    /// Energies that rise where surfaces are closer than their thickness.
    Penalty,
    /// Repulsions, friction and inelastic impulses.
    Impulse,
    /// Energies that grow without bound as surfaces come close, in an implicit solve of finite
    /// elements; also `ipc`.
    #[value(alias = "ipc")]
    Barrier,
    /// Forces on vertices whose paths meet obstacles.
    Ray,
}

impl Respond {
    pub(super) const fn method(self) -> ResponseMethod {
        match self {
            Self::Pbd => ResponseMethod::Pbd,
            Self::Penalty => ResponseMethod::Penalty,
            Self::Impulse => ResponseMethod::Impulse,
            Self::Barrier => ResponseMethod::Barrier,
            Self::Ray => ResponseMethod::Ray,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Broad {
    /// A tree of boxes.
    Bvh,
    /// A hashed grid.
    Grid,
    /// A loose octree.
    Octree,
    /// Sweep and prune.
    Sweep,
    /// All pairs: slow.
    Brute,
}

impl Broad {
    pub(super) const fn method(self) -> BroadMethod {
        match self {
            Self::Bvh => BroadMethod::Bvh,
            Self::Grid => BroadMethod::Grid,
            Self::Octree => BroadMethod::Octree,
            Self::Sweep => BroadMethod::Sweep,
            Self::Brute => BroadMethod::Brute,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Narrow {
    /// The coplanarity cubic, exact in its decisions.
    Cubic,
    /// Interval subdivision: certified, tolerance-based, slow
    Inclusion,
    /// Additive advancement: conservative, with false alarms
    Additive,
}

impl Narrow {
    pub(super) const fn method(self) -> NarrowMethod {
        match self {
            Self::Cubic => NarrowMethod::Cubic,
            Self::Inclusion => NarrowMethod::Inclusion,
            Self::Additive => NarrowMethod::Additive,
        }
    }
}
