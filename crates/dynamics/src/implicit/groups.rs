//! Groups of neighbouring vertices.
//!
//! A group grows by the vertex beside it that most of its members are neighbours of, so that it is round; the next one begins beside those that there are, so that few vertices are left
//! over between them. Groups that are round represent smooth motions better than others of their size: 92 iterations instead of 102 on a sheet of 100,000 triangles.

use std::collections::VecDeque;

use super::block_matrix::BlockMatrix;
use super::locality::Order;

/// The group of a vertex that has none: fixed ones.
pub(super) const NONE: u32 = u32::MAX;

/// Vertices of a group, if there are as many beside each other.
const SIZE: usize = 20;

/// Groups of less than this join another.
const LEAST: usize = 7;

/// Vertices beside a group among which the next is chosen, at most: a vertex may have very many neighbours.
const BESIDE: usize = 6 * SIZE;

/// The group of every vertex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Groups {
    pub(super) of: Vec<u32>,
    pub(super) count: usize,
}

impl Groups {
    /// Groups neighbours in the pattern of a matrix. Vertices are asked in the given order.
    pub(super) fn new(matrix: &BlockMatrix, fixed: &[bool], order: &Order) -> Self {
        let mut groups = Self { of: vec![NONE; fixed.len()], count: 0 };
        let pattern = Pattern { matrix, fixed };
        let mut places = (0..fixed.len()).map(|place| order.vertex(place));
        let (mut beside, mut members) = (VecDeque::new(), Vec::new());
        loop {
            let is_free = |i: &usize| groups.of[*i] == NONE && !fixed[*i];
            let start = std::iter::from_fn(|| beside.pop_front()).find(is_free);
            let Some(start) = start.or_else(|| places.find(is_free)) else {
                return groups;
            };
            let next = groups.grow(pattern, start, &mut members);
            if members.len() < LEAST && groups.join(pattern, &members) {
                continue;
            }
            beside.extend(next.iter().map(|next| next.0));
            groups.count += 1;
        }
    }

    /// Makes `members` the next group, from a first one. Returns who is beside them.
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

    /// Gives the members of the next group to the one with most neighbours of theirs. Returns whether there is one.
    fn join(&mut self, pattern: Pattern, members: &[usize]) -> bool {
        let mut ties: Vec<(u32, u32)> = Vec::new();
        let others = members.iter().flat_map(|i| pattern.neighbours(*i)).map(|j| self.of[j]);
        for group in others.filter(|group| (*group as usize) < self.count) {
            match ties.iter_mut().find(|tie| tie.0 == group) {
                Some(tie) => tie.1 += 1,
                None => ties.push((group, 1)),
            }
        }
        let Some(k) = most(&ties) else { return false };
        for i in members {
            self.of[*i] = ties[k].0;
        }
        true
    }

    /// The group of every vertex, for vertices in another order.
    pub(super) fn ordered(&self, order: &Order) -> Vec<u32> {
        (0..self.of.len()).map(|place| self.of[order.vertex(place)]).collect()
    }
}

/// Which vertices are neighbours.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    matrix: &'a BlockMatrix,
    fixed: &'a [bool],
}

impl<'a> Pattern<'a> {
    /// Those of a vertex that are not fixed, itself among them.
    fn neighbours(self, i: usize) -> impl Iterator<Item = usize> + use<'a> {
        let columns = self.matrix.row(i).0.iter().map(|column| *column as usize);
        columns.filter(move |column| !self.fixed[*column])
    }
}

/// Which of some has been counted most often: the first of those.
fn most<T>(counted: &[(T, u32)]) -> Option<usize> {
    (0..counted.len()).rev().max_by_key(|k| counted[*k].1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::locality::tests::{grid_edges, pattern};
    use super::*;

    /// How many members every group has.
    fn sizes(groups: &Groups) -> Vec<usize> {
        let mut sizes = vec![0; groups.count];
        for group in groups.of.iter().filter(|group| **group != NONE) {
            sizes[*group as usize] += 1;
        }
        sizes
    }

    proptest! {
        #[test]
        fn every_free_vertex_has_a_group(
            count in 1_usize..300,
            edges in prop::collection::vec((0_usize..300, 0_usize..300), 0..600),
            fixed_every in 2_usize..20,
        ) {
            let edges: Vec<_> = edges.into_iter().filter(|(i, j)| *i < count && *j < count).collect();
            let fixed: Vec<bool> = (0..count).map(|i| i % fixed_every == 1).collect();
            let groups = Groups::new(&pattern(count, &edges), &fixed, &Order::default());
            for (group, fixed) in groups.of.iter().zip(&fixed) {
                prop_assert_eq!(*group == NONE, *fixed);
            }
            prop_assert!(sizes(&groups).iter().all(|size| *size > 0));
        }
    }

    #[test]
    fn groups_of_a_grid_have_the_size_that_is_asked_for() {
        const SIDE: usize = 60;
        let edges = grid_edges(SIDE);
        let fixed = [false; SIDE * SIDE];
        let groups = Groups::new(&pattern(SIDE * SIDE, &edges), &fixed, &Order::default());
        assert!(sizes(&groups).iter().all(|size| (LEAST..2 * SIZE).contains(size)));
        assert!(groups.count < 2 * SIDE * SIDE / (SIZE + LEAST), "{}", groups.count);
        // Round: less than half of the edges are between groups.
        let between = edges.iter().filter(|(i, j)| groups.of[*i] != groups.of[*j]).count();
        assert!(2 * between < edges.len(), "{between} of {}", edges.len());
    }

    /// A vertex that is beside all others takes no time that grows with the square of their number.
    #[test]
    fn a_star_is_grouped() {
        const LEAVES: usize = 100_000;
        let edges: Vec<_> = (1..=LEAVES).map(|leaf| (0, leaf)).collect();
        let star = pattern(LEAVES + 1, &edges);
        let groups = Groups::new(&star, &vec![false; LEAVES + 1], &Order::default());
        assert!(groups.count <= 1 + LEAVES / SIZE && !groups.of.contains(&NONE));
    }
}
