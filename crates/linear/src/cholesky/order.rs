//! Fill-reducing order of vertices: approximate minimum degree.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::amd;

use super::graph::Graph;

/// Returns the vertices in the order of their elimination; none if memory does not suffice.
pub(super) fn fill_reducing(graph: &Graph) -> Option<Vec<u32>> {
    let (count, entries) = (graph.len(), graph.neighbours.len());
    let pattern =
        SymbolicSparseColMatRef::new_checked(count, count, &graph.offsets, None, &graph.neighbours);
    let (mut order, mut inverse) = (vec![0_u32; count], vec![0_u32; count]);
    let mut memory = MemBuffer::try_new(amd::order_scratch::<u32>(count, entries)).ok()?;
    let stack = MemStack::new(&mut memory);
    amd::order(&mut order, &mut inverse, pattern, amd::Control::default(), stack).ok()?;
    Some(order)
}
