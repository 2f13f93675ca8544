//! Settings of the impulse response.

/// Order in which the impacts of a round are resolved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactOrder {
    /// One after another, the earliest first (Gauss–Seidel): each sees the changes of those before
    /// it.
    #[default]
    OneByOne,
    /// All from the same velocities (Jacobi), each weakened such that no vertex gets more than the
    /// mean of the impulses of its impacts.
    Simultaneous,
}

/// Settings of [`ImpulseResponse`](crate::ImpulseResponse).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ImpulseSettings {
    /// Most detection passes with impulses before zones take over.
    pub rounds: usize,
    /// The order of impacts in a round.
    pub order: ImpactOrder,
    /// Gauss–Seidel sweeps over close pairs, for normal impulses, springs and friction each; 0 for
    /// no repulsion.
    pub sweeps: usize,
    /// Stiffness of the springs of pairs that are too close, divided by their effective mass
    /// (1/s²).
    pub stiffness: f64,
    /// Fraction of its overlap by which a pair may be parted in a step.
    pub parting: f64,
}

impl ImpulseSettings {
    /// The default with another order of impacts.
    #[must_use]
    pub const fn with_order(order: ImpactOrder) -> Self {
        Self { rounds: 8, order, sweeps: 6, stiffness: 1e5, parting: 0.1 }
    }
}

impl Default for ImpulseSettings {
    fn default() -> Self {
        Self::with_order(ImpactOrder::default())
    }
}
