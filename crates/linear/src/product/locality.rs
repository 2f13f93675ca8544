//! An order of rows in which neighbours are near each other.
//!
//! A product reads and writes entries of the neighbours of each row. In the natural order, that of
//! the mesh, these may be anywhere; even on a grid, row by row, they are a whole row of the grid
//! away, and on a large one that is more than the fastest cache holds. Here rows are taken in
//! *patches*, each grown from neighbour to neighbour until it has as many rows as a chunk of the
//! product: whatever the numbering was, few entries are outside of a patch, and those are in the
//! patches beside it.

use std::collections::VecDeque;

use glam::DVec3;

use crate::block_matrix::BlockMatrix;

/// A permutation of the vertices: one at every place. The natural order if it is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Order {
    vertices: Vec<u32>,
    places: Vec<u32>,
}

impl Order {
    /// Orders the rows of a pattern in patches of `size`.
    pub(crate) fn patches(pattern: &BlockMatrix, size: usize) -> Self {
        let count = pattern.row_count();
        let (mut vertices, mut seen) = (Vec::with_capacity(count), vec![false; count]);
        // Vertices next to finished patches: a patch begins beside one, so that no gaps are left.
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
            // In the natural order, in which the matrix is stored.
            let start = (end - 1) / size * size;
            vertices[start..].sort_unstable();
        }
        let mut places = vec![0; count];
        for (place, vertex) in (0..).zip(&vertices) {
            places[*vertex as usize] = place;
        }
        Self { vertices, places }
    }

    /// Vertex at a place.
    #[inline]
    pub(crate) fn vertex(&self, place: usize) -> usize {
        self.vertices.get(place).map_or(place, |vertex| *vertex as usize)
    }

    /// Place of a vertex.
    #[inline]
    pub(crate) fn place(&self, vertex: usize) -> usize {
        self.places.get(vertex).map_or(vertex, |place| *place as usize)
    }

    /// Brings entries from the natural order into this one.
    pub(crate) fn gather(&self, natural: &[DVec3], ordered: &mut Vec<DVec3>) {
        ordered.clear();
        ordered.extend((0..natural.len()).map(|place| natural[self.vertex(place)]));
    }

    /// Brings entries from this order into the natural one.
    pub(crate) fn scatter(&self, ordered: &[DVec3], natural: &mut Vec<DVec3>) {
        natural.clear();
        natural.extend((0..ordered.len()).map(|vertex| ordered[self.place(vertex)]));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::patterns::{grid_edges, pattern};
    use super::*;

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

    /// Of the neighbours of a row nearly all are in the same patch, on a grid of 90 × 90 as well as
    /// on one whose vertices are shuffled.
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
