//! Preconditioners as conjugate gradients use them.

use glam::DVec3;

/// A residual that is still to be brought up to date: `r − α q`.
#[derive(Debug)]
pub(crate) struct Residual<'a> {
    pub(crate) r: &'a mut [DVec3],
    pub(crate) alpha: f64,
    /// Not needed any more then: the first part of `B r` goes there.
    pub(crate) q: &'a mut [DVec3],
}

/// A symmetric positive definite `B` in two parts, such that `B r` takes no sweep of its own over
/// all vertices.
pub(crate) trait ApproximateInverse {
    /// Brings `r` up to date, replaces `q` by the first part of `B r`, and returns `rᵀBr`.
    fn reduce(&mut self, residual: Residual) -> f64;

    /// `x ← x + αp`, then `p ← B r + βp` with the `r` of the last [`ApproximateInverse::reduce`]
    /// and the `q` that it has left.
    fn advance(&self, x: (&mut [DVec3], f64), p: (&mut [DVec3], f64), q: &[DVec3]);
}
