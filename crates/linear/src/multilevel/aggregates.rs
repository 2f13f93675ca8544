//! Aggregates of neighbouring vertices.
//!
//! An aggregate grows by the vertex beside it that most of its members are neighbours of, so that
//! it is round; the next one begins beside those that there are, so that few vertices are left over
//! between them. Round aggregates represent smooth motions better than others of their size: 92
//! iterations instead of 102 on a sheet of 100,000 triangles.

use std::collections::VecDeque;

use crate::block_matrix::BlockMatrix;
use crate::product::Order;

/// Aggregate of a vertex that has none, because it is fixed.
pub(crate) const NONE: u32 = u32::MAX;

/// Vertices of an aggregate, if there are as many beside each other.
const SIZE: usize = 20;

/// Aggregates of fewer vertices join another.
const LEAST: usize = 7;

/// Most vertices beside an aggregate among which the next is chosen: a vertex may have very many
/// neighbours.
const BESIDE: usize = 6 * SIZE;

/// Aggregate of every vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Aggregates {
    pub(crate) of: Vec<u32>,
    pub(crate) count: usize,
}

impl Aggregates {
    /// Aggregates neighbours in the pattern of a matrix. Vertices are visited in the given order.
    pub(crate) fn new(matrix: &BlockMatrix, fixed: &[bool], order: &Order) -> Self {
        let mut aggregates = Self { of: vec![NONE; fixed.len()], count: 0 };
        let pattern = Pattern { matrix, fixed };
        let mut places = (0..fixed.len()).map(|place| order.vertex(place));
        let (mut beside, mut members) = (VecDeque::new(), Vec::new());
        loop {
            let is_free = |i: &usize| aggregates.of[*i] == NONE && !fixed[*i];
            let start = std::iter::from_fn(|| beside.pop_front()).find(is_free);
            let Some(start) = start.or_else(|| places.find(is_free)) else {
                return aggregates;
            };
            let next = aggregates.grow(pattern, start, &mut members);
            if members.len() < LEAST && aggregates.join(pattern, &members) {
                continue;
            }
            beside.extend(next.iter().map(|next| next.0));
            aggregates.count += 1;
        }
    }

    /// Makes `members` the next aggregate, from a first vertex. Returns the vertices beside them,
    /// each with the number of members that it is a neighbour of.
    fn grow(
        &mut self,
        pattern: Pattern,
        start: usize,
        members: &mut Vec<usize>,
    ) -> Vec<(usize, u32)> {
        members.clear();
        let mut next = vec![(start, 0)];
        while members.len() < SIZE
            && let Some(k) = most(&next)
        {
            let (i, _) = next.remove(k);
            self.of[i] = self.count as u32;
            members.push(i);
            for j in pattern.neighbours(i).filter(|j| self.of[*j] == NONE) {
                if let Some(known) = next.iter_mut().find(|known| known.0 == j) {
                    known.1 += 1;
                } else if next.len() < BESIDE {
                    next.push((j, 1));
                }
            }
        }
        next
    }

    /// Gives the members of the next aggregate to the one with most neighbours of theirs. False if
    /// there is none.
    fn join(&mut self, pattern: Pattern, members: &[usize]) -> bool {
        let mut ties: Vec<(u32, u32)> = Vec::new();
        let others = members.iter().flat_map(|i| pattern.neighbours(*i)).map(|j| self.of[j]);
        for aggregate in others.filter(|aggregate| (*aggregate as usize) < self.count) {
            match ties.iter_mut().find(|tie| tie.0 == aggregate) {
                Some(tie) => tie.1 += 1,
                None => ties.push((aggregate, 1)),
            }
        }
        let Some(k) = most(&ties) else { return false };
        for i in members {
            self.of[*i] = ties[k].0;
        }
        true
    }

    /// Aggregate of every vertex, for vertices in another order.
    pub(crate) fn ordered(&self, order: &Order) -> Vec<u32> {
        (0..self.of.len()).map(|place| self.of[order.vertex(place)]).collect()
    }
}

/// The adjacency graph of a matrix.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    matrix: &'a BlockMatrix,
    fixed: &'a [bool],
}

impl<'a> Pattern<'a> {
    /// Neighbours of a vertex that are not fixed, itself among them.
    fn neighbours(self, i: usize) -> impl Iterator<Item = usize> + use<'a> {
        let columns = self.matrix.row(i).0.iter().map(|column| *column as usize);
        columns.filter(move |column| !self.fixed[*column])
    }
}

/// Returns the index of the largest count: the first of those.
fn most<T>(counted: &[(T, u32)]) -> Option<usize> {
    (0..counted.len()).rev().max_by_key(|k| counted[*k].1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::product::patterns::{grid_edges, pattern};

    /// Number of members of every aggregate.
    fn sizes(aggregates: &Aggregates) -> Vec<usize> {
        let mut sizes = vec![0; aggregates.count];
        for aggregate in aggregates.of.iter().filter(|aggregate| **aggregate != NONE) {
            sizes[*aggregate as usize] += 1;
        }
        sizes
    }

    proptest! {
        #[test]
        fn every_free_vertex_has_an_aggregate(
            count in 1_usize..300,
            edges in prop::collection::vec((0_usize..300, 0_usize..300), 0..600),
            fixed_every in 2_usize..20,
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(i, j)| *i < count && *j < count).collect();
            let fixed: Vec<bool> = (0..count).map(|i| i % fixed_every == 1).collect();
            let aggregates = Aggregates::new(&pattern(count, &edges), &fixed, &Order::default());
            for (aggregate, fixed) in aggregates.of.iter().zip(&fixed) {
                prop_assert_eq!(*aggregate == NONE, *fixed);
            }
            prop_assert!(sizes(&aggregates).iter().all(|size| *size > 0));
        }
    }

    #[test]
    fn aggregates_of_a_grid_have_the_size_that_is_asked_for() {
        const SIDE: usize = 60;
        let edges = grid_edges(SIDE);
        let fixed = [false; SIDE * SIDE];
        let aggregates = Aggregates::new(&pattern(SIDE * SIDE, &edges), &fixed, &Order::default());
        assert!(sizes(&aggregates).iter().all(|size| (LEAST..2 * SIZE).contains(size)));
        assert!(aggregates.count < 2 * SIDE * SIDE / (SIZE + LEAST), "{}", aggregates.count);
        // Round: less than half of the edges are between aggregates.
        let between = edges.iter().filter(|(i, j)| aggregates.of[*i] != aggregates.of[*j]).count();
        assert!(2 * between < edges.len(), "{between} of {}", edges.len());
    }

    /// A vertex that is beside all others takes no time that grows with the square of their
    /// number.
    #[test]
    fn a_star_is_aggregated() {
        const LEAVES: usize = 100_000;
        let edges: Vec<_> = (1..=LEAVES).map(|leaf| (0, leaf)).collect();
        let star = pattern(LEAVES + 1, &edges);
        let aggregates = Aggregates::new(&star, &vec![false; LEAVES + 1], &Order::default());
        assert!(aggregates.count <= 1 + LEAVES / SIZE && !aggregates.of.contains(&NONE));
    }
}
