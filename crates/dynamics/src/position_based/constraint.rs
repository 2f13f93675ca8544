//! The interface of a user's own constraint.

use std::fmt::Debug;

use glam::DVec3;
use ripstop_geometry::VertexId;

/// Values of `C` that a constraint allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `C = 0`.
    Zero,
    /// `C ≥ 0`: it pushes, and never pulls.
    AtLeastZero,
}

/// A function of some vertices that should be zero, or not negative.
///
/// Contract (`tests/constraint.rs` holds every implementation of this crate to it): the gradient is
/// the derivative of the value; a function of the cloth alone, which does not change when all its
/// vertices are translated, has gradients that sum to 0, and so keeps the momentum; equal points
/// give equal bits; where the gradient does not exist it is 0.
pub trait Constraint: Debug + Send + Sync {
    /// The vertices that it depends on, numbered from 0 within the cloth. Asked once, when the
    /// constraint is added.
    fn vertices(&self) -> &[VertexId];

    /// `C` at the given points, those of [`Constraint::vertices`] in their order. Writes the
    /// gradient with respect to each of them; `gradient` comes as long as `points`, filled with 0.
    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64;

    /// `α` of the energy `½ C²/α` (J per square of the unit of `C`, inverted: for a length, m/N); 0
    /// for infinitely stiff.
    fn compliance(&self) -> f64;

    /// Values that are allowed.
    fn bound(&self) -> Bound {
        Bound::Zero
    }
}

impl Constraint for Box<dyn Constraint> {
    fn vertices(&self) -> &[VertexId] {
        self.as_ref().vertices()
    }

    fn evaluate(&self, points: &[DVec3], gradient: &mut [DVec3]) -> f64 {
        self.as_ref().evaluate(points, gradient)
    }

    fn compliance(&self) -> f64 {
        self.as_ref().compliance()
    }

    fn bound(&self) -> Bound {
        self.as_ref().bound()
    }
}
