//! Graph of the free vertices of a system: two are neighbours if they share a block.
//!
//! It has a ninth of the entries of the matrix, and everything symbolic is done with it.

use crate::block_matrix::BlockMatrix;
use crate::system::System;

/// The place of a vertex that is fixed.
const NONE: u32 = u32::MAX;

/// Free vertices and their neighbours.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Graph {
    /// The vertex of the system in every place.
    pub(super) free: Vec<u32>,
    /// Place `i` has the neighbours `offsets[i]..offsets[i + 1]`.
    pub(super) offsets: Vec<u32>,
    /// Neighbours in both directions, ascending, without the place itself.
    pub(super) neighbours: Vec<u32>,
}

impl Graph {
    /// Merges the patterns of both matrices, without fixed vertices.
    pub(super) fn of(system: &System) -> Self {
        let mut free = Vec::new();
        let mut places = vec![NONE; system.vertex_count()];
        for (i, place) in places.iter_mut().enumerate().filter(|(i, _)| !system.fixed[*i]) {
            *place = free.len() as u32;
            free.push(i as u32);
        }
        let mut offsets = Vec::with_capacity(free.len() + 1);
        let mut neighbours =
            Vec::with_capacity(system.main.block_count() + system.extra.block_count());
        offsets.push(0);
        for &i in &free {
            let [main, extra] = [system.main, system.extra].map(|matrix| columns(matrix, i));
            let to_neighbour = |column: u32| {
                let place = places[column as usize];
                (column != i && place != NONE).then_some(place)
            };
            neighbours.extend(Merged { main, extra }.filter_map(to_neighbour));
            offsets.push(neighbours.len() as u32);
        }
        Self { free, offsets, neighbours }
    }

    /// Number of vertices.
    pub(super) fn len(&self) -> usize {
        self.free.len()
    }

    /// Neighbours of a place.
    pub(super) fn neighbours(&self, place: usize) -> &[u32] {
        &self.neighbours[self.offsets[place] as usize..self.offsets[place + 1] as usize]
    }
}

fn columns(matrix: &BlockMatrix, i: u32) -> &[u32] {
    if matrix.block_count() > 0 { matrix.row(i as usize).0 } else { &[] }
}

/// Ascending numbers of two ascending lists, those of both once.
struct Merged<'a> {
    main: &'a [u32],
    extra: &'a [u32],
}

impl Iterator for Merged<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let next = match (self.main.first(), self.extra.first()) {
            (Some(a), Some(b)) => *a.min(b),
            (a, b) => *a.or(b)?,
        };
        for list in [&mut self.main, &mut self.extra] {
            if list.first() == Some(&next) {
                *list = &list[1..];
            }
        }
        Some(next)
    }
}
