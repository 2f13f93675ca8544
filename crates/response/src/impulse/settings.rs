//! What an impulse responder can be told.

/// In which order the impacts of a round are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ImpactOrder {
    /// One after another, the earliest first (Gauss–Seidel): each sees what those before it have done.
    #[default]
    OneByOne,
    /// All from the same velocities (Jacobi), each weakened such that none of its vertices is pushed by more than the
    /// mean of what its impacts want.
    Simultaneous,
}

/// Settings of [`ImpulseResponse`](crate::ImpulseResponse).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ImpulseSettings {
    /// How often impacts are looked for before zones have to help.
    pub rounds: usize,
    /// The order of impacts in a round.
    pub order: ImpactOrder,
    /// Sweeps over the pairs that are close, for normal impulses, springs and friction each; 0 for no repulsion.
    pub sweeps: usize,
    /// Stiffness of the springs of pairs that are too close, divided by their effective mass (1/s²).
    pub stiffness: f64,
    /// The part of its overlap by which a pair may be parted in a step.
    pub parting: f64,
}

impl Default for ImpulseSettings {
    fn default() -> Self {
        Self { rounds: 8, order: ImpactOrder::default(), sweeps: 6, stiffness: 1e5, parting: 0.1 }
    }
}
