//! An order of rows in which neighbours are near each other.
//!
//! A product reads and writes what belongs to the neighbours of each row. In the order of a mesh these may be anywhere; even on a grid, row by row, they
//! are a whole row of the grid away, and on a large one that is more than the fastest cache holds. Here rows are taken in *patches*, each
//! grown from neighbour to neighbour until it has as many rows as a chunk of the product: whatever the numbering was, few entries are outside of a patch, and
//! those are in the patches beside it.

use std::collections::VecDeque;

use glam::DVec3;

use super::block_matrix::BlockMatrix;
use super::entry::Entry;

/// Which vertex is at which place. The order of the mesh if it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Order {
    vertices: Vec<u32>,
    places: Vec<u32>,
}

impl Order {
    /// Patches of `size` rows of the pattern.
    pub(super) fn patches(pattern: &BlockMatrix, size: usize) -> Self {
        let count = pattern.row_count();
        let (mut vertices, mut seen) = (Vec::with_capacity(count), vec![false; count]);
        // Those that are next to finished patches: a patch begins beside one, so that no gaps are left behind.
        let mut beside = VecDeque::new();
        let mut unseen = 0..count as u32;
        while vertices.len() < count {
            let end = count.min(size * (vertices.len() / size + 1));
            let mut next = VecDeque::new();
            while vertices.len() < end {
                let grown = next.pop_front().or_else(|| beside.pop_front());
                let Some(vertex) = grown.or_else(|| unseen.find(|v| !seen[*v as usize])) else {
                    break;
                };
                if !std::mem::replace(&mut seen[vertex as usize], true) {
                    vertices.push(vertex);
                    let neighbours = pattern.row(vertex as usize).0.iter();
                    next.extend(neighbours.filter(|v| !seen[**v as usize]));
                }
            }
            beside.extend(next);
            // In the order of the mesh, in which the matrix is stored.
            let start = (end - 1) / size * size;
            vertices[start..].sort_unstable();
        }
        let mut places = vec![0; count];
        for (place, vertex) in (0..).zip(&vertices) {
            places[*vertex as usize] = place;
        }
        Self { vertices, places }
    }

    /// The vertex at a place.
    #[inline]
    pub(super) fn vertex(&self, place: usize) -> usize {
        self.vertices.get(place).map_or(place, |vertex| *vertex as usize)
    }

    /// The place of a vertex.
    #[inline]
    pub(super) fn place(&self, vertex: usize) -> usize {
        self.places.get(vertex).map_or(vertex, |place| *place as usize)
    }

    /// Entries of the mesh in this order.
    pub(super) fn gather<E: Entry>(&self, mesh: &[DVec3], ordered: &mut Vec<E>) {
        ordered.clear();
        ordered.extend((0..mesh.len()).map(|place| E::new(mesh[self.vertex(place)])));
    }

    /// Entries in this order in that of the mesh.
    pub(super) fn scatter(&self, ordered: &[DVec3], mesh: &mut Vec<DVec3>) {
        mesh.clear();
        mesh.extend((0..ordered.len()).map(|vertex| ordered[self.place(vertex)]));
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The pattern of some edges.
    pub(in super::super) fn pattern(count: usize, edges: &[(usize, usize)]) -> BlockMatrix {
        let both = edges.iter().flat_map(|&(i, j)| [(i, j), (j, i)]);
        let mut pairs: Vec<_> = both.chain((0..count).map(|i| (i, i))).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let first = |i| pairs.partition_point(|pair| pair.0 < i) as u32;
        let offsets = (0..=count).map(first).collect();
        BlockMatrix::zero(offsets, pairs.iter().map(|pair| pair.1 as u32).collect())
    }

    /// Those along the lines of a grid.
    pub(in super::super) fn grid_edges(side: usize) -> Vec<(usize, usize)> {
        let count = side * side;
        let edges = (0..count)
            .flat_map(|i| [(i, i + 1, (i + 1) % side > 0), (i, i + side, i + side < count)]);
        edges.filter(|edge| edge.2).map(|(i, j, _)| (i, j)).collect()
    }

    proptest! {
        #[test]
        fn every_vertex_has_a_place(
            count in 1_usize..300,
            edges in prop::collection::vec((0_usize..300, 0_usize..300), 0..600),
            size in 1_usize..100,
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(i, j)| *i < count && *j < count).collect();
            let order = Order::patches(&pattern(count, &edges), size);
            for place in 0..count {
                prop_assert_eq!(order.place(order.vertex(place)), place);
            }
            let mesh: Vec<DVec3> = (0..count).map(|i| DVec3::splat(i as f64)).collect();
            let (mut ordered, mut back) = (Vec::new(), Vec::new());
            for order in [order, Order::default()] {
                order.gather(&mesh, &mut ordered);
                order.scatter(&ordered, &mut back);
                prop_assert_eq!(&back, &mesh);
            }
        }
    }

    /// A grid of 90 × 90 whose numbers are shuffled: of the neighbours of a row nearly all are in the same patch, and the numbering makes no difference to that.
    #[test]
    fn neighbours_are_in_the_same_patch() {
        const SIDE: usize = 90;
        let shuffled = |i: usize| i * 3797 % (SIDE * SIDE);
        for name in [|i: usize| i, shuffled] {
            let edges: Vec<_> = grid_edges(SIDE).iter().map(|&(i, j)| (name(i), name(j))).collect();
            let order = Order::patches(&pattern(SIDE * SIDE, &edges), 400);
            let patch = |vertex| order.place(vertex) / 400;
            let cut = edges.iter().filter(|(i, j)| patch(*i) != patch(*j)).count();
            assert!(20 * cut < 2 * edges.len(), "{cut} of {}", edges.len());
        }
    }
}
