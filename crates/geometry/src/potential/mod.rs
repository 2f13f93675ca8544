//! Energies of all positions that are sums of small terms.
//!
//! Membrane, bending, penalties, barriers and friction alike are
//!
//! ```text
//! E(x) = Σₑ Eₑ(x_a, x_b, …)        a, b, …: the stencil of element e, a few vertices
//! ```
//!
//! and an implicit solver needs of them energies, gradients and the 3×3 blocks of their Hessians. A
//! [`Potential`] gives them for runs of elements, each element into slots of its own
//! ([`GradientSink`], [`HessianSink`]). Which slot is added to which row or block is the business
//! of the caller, who knows the stencils. So elements can be worked on by any number of threads,
//! and the sums are made afterwards in an order that does not depend on it.
//!
//! Hessians of elements may be indefinite, and a solver that wants a direction of descent needs
//! them positive semi-definite; [`Spectrum`] says what becomes of negative eigenvalues.

mod eigen;
mod sinks;
mod spectrum;

use std::ops::Range;

use glam::DVec3;

use crate::VertexId;

pub use eigen::SymmetricEigen;
pub use sinks::{GradientSink, HessianSink, block_count};
pub use spectrum::Spectrum;

/// An energy (J) that is a sum of elements, each a function of the positions of its stencil.
///
/// Contract:
/// 1. `gradient` is the derivative of `energy`, and `hessian` with [`Spectrum::Exact`] that of
///    `gradient`, wherever they exist; with the other spectra it is the same matrix with its
///    negative eigenvalues changed, or another positive semi-definite matrix that the implementer
///    documents.
/// 2. What is said of a range is said of its elements one by one: a range may be cut anywhere, and
///    the slots of the pieces are the slots of the whole, to the bit.
/// 3. Finite positions never give NaN and never panic. A barrier's energy may be infinite.
///
/// Positions are those of all vertices of the caller's state, so that ids index them directly.
/// Methods take `&self`: what has to change from step to step (contact sets, lagged normal forces)
/// is changed by the owner of the potential, between evaluations.
pub trait Potential: Sync {
    /// Number of elements.
    fn element_count(&self) -> usize;

    /// The vertices that an element depends on: at least one, none twice. At most four make the
    /// blocks of [`HessianSink::add`] convenient, but any number is right.
    fn stencil(&self, element: usize) -> &[VertexId];

    /// True if Hessians are the same at all positions and with every spectrum, so that a solver
    /// need not ask again as long as nobody changes the potential. `false` unless the implementer
    /// knows better.
    fn has_constant_hessian(&self) -> bool {
        false
    }

    /// The sum of the energies (J) of the elements, added up in their order.
    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64;

    /// Gives the sink the gradient (N) of every element, one [`GradientSink::add`] per element, in
    /// order.
    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink);

    /// Gives the sink the Hessian (N/m) of every element, one [`HessianSink::add`] per element, in
    /// order.
    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    );
}
