//! Numeric factorisation, front by front [Duff 1983].
//!
//! Branches of the elimination tree are factored beside each other, then the trunk. Within a large
//! front, too, chunks are worked on at the same time.

use faer::dyn_stack::MemBuffer;
use faer::{Accum, MatMut};
use rayon::prelude::*;

use crate::system::System;

use super::assembly::{Columns, Entries, Update};
use super::buffer::Buffer;
use super::front::{self, Size};
use super::graph::Graph;
use super::symbolic::{Front, Symbolic};

/// A matrix and the plan for it.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) system: &'a System<'a>,
    pub(super) graph: &'a Graph,
    pub(super) symbolic: &'a Symbolic,
}

/// Memory of the numbers of a factorisation.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Panels of all fronts, branch by branch.
    pub(super) panels: Buffer,
    updates: Buffer,
}

/// Numbers of a branch.
struct Memory<'a> {
    panels: &'a mut [f64],
    /// Updates of even and of odd generations.
    stacks: [&'a mut [f64]; 2],
}

impl Numbers {
    /// Factors the matrix; none if it is not positive definite or does not fit into memory.
    pub(super) fn factor(&mut self, task: Task) -> Option<()> {
        let branches = &task.symbolic.branches;
        let all: usize = branches.iter().map(|branch| branch.panels.len()).sum();
        let updates: usize =
            branches.iter().map(|branch| branch.stacks[0] + branch.stacks[1]).sum();
        let (mut panels, mut updates) = (self.panels.numbers(all)?, self.updates.numbers(updates)?);
        let mut memories = Vec::with_capacity(branches.len());
        for branch in branches {
            let (own, others) = panels.split_at_mut(branch.panels.len());
            panels = others;
            let (even, others) = updates.split_at_mut(branch.stacks[0]);
            let (odd, others) = others.split_at_mut(branch.stacks[1]);
            updates = others;
            memories.push(Memory { panels: own, stacks: [even, odd] });
        }
        let (trunk, memories) = memories.split_last_mut()?;
        let mut of_vertices = vec![u32::MAX; task.system.vertex_count()];
        for (vertex, column) in task.graph.free.iter().zip(&task.symbolic.columns) {
            of_vertices[*vertex as usize] = *column;
        }
        let factored: Vec<Option<()>> = memories
            .par_iter_mut()
            .enumerate()
            .with_max_len(1)
            .map(|(branch, memory)| Elimination::new(task, &of_vertices, branch)?.run(memory, &[]))
            .collect();
        factored.into_iter().collect::<Option<()>>()?;
        Elimination::new(task, &of_vertices, memories.len())?.run(trunk, memories)
    }
}

/// Elimination of a branch.
struct Elimination<'a> {
    symbolic: &'a Symbolic,
    branch: usize,
    entries: Entries<'a>,
    scratch: MemBuffer,
}

impl<'a> Elimination<'a> {
    fn new(task: Task<'a>, of_vertices: &'a [u32], branch: usize) -> Option<Self> {
        let Task { system, graph, symbolic } = task;
        let places = vec![0; symbolic.order.len()];
        let entries = Entries { system, graph, symbolic, places, of_vertices };
        let fronts = &symbolic.fronts[symbolic.branches[branch].fronts.clone()];
        let columns = |front: &Front| size(front).chunk().min(front.width());
        let scratch = front::scratch(fronts.iter().map(columns).max().unwrap_or(0))?;
        Some(Self { symbolic, branch, entries, scratch })
    }

    /// Eliminates all fronts; the trunk has the updates of the other branches.
    fn run(&mut self, memory: &mut Memory, finished: &[Memory]) -> Option<()> {
        let symbolic = self.symbolic;
        for front in &symbolic.fronts[symbolic.branches[self.branch].fronts.clone()] {
            let [even, odd] = &mut memory.stacks;
            let is_even = front.generation.is_multiple_of(2);
            let (own, other) = if is_even { (even, &**odd) } else { (odd, &**even) };
            self.entries.enter(front);
            let to_update = |child: &usize| {
                let child = &symbolic.fronts[*child];
                let stack: &[f64] = if child.branch == self.branch {
                    other
                } else {
                    &*finished[child.branch].stacks[child.generation % 2]
                };
                let values = &stack[child.update..][..child.update_len()];
                Update::new(values, child.update_stride(), self.entries.places_of(child))
            };
            let children: Vec<Update> = front.children.iter().map(to_update).collect();
            let panel = &mut memory.panels[front.values..][..front.panel_len()];
            let update = &mut own[front.update..][..front.update_len()];
            self.eliminate(front, &children, [panel, update])?;
        }
        Some(())
    }

    /// Assembles and eliminates a front.
    fn eliminate(
        &mut self,
        front: &Front,
        children: &[Update],
        [panel, update]: [&mut [f64]; 2],
    ) -> Option<()> {
        let size = size(front);
        let (chunk, width) = (size.chunk(), front.columns.len());
        let entries = &self.entries;
        panel.par_chunks_mut(chunk * size.stride).enumerate().for_each(|(task, values)| {
            let range = columns(task * chunk / 3, values.len() / size.stride);
            values.fill(0.0);
            let mut part = Columns { values, stride: size.stride, range, top: 0 };
            entries.add(front, &mut part);
            part.add_all(children);
        });
        front::factor(panel, size, &mut self.scratch)?;
        let stride = front.update_stride();
        let below = front::below(panel, size);
        update.par_chunks_mut((chunk * stride).max(1)).enumerate().for_each(|(task, values)| {
            let range = columns(width + task * chunk / 3, values.len() / stride);
            let mut accum = Accum::Replace;
            if !children.is_empty() {
                let mut part = Columns { values: &mut *values, stride, range, top: width };
                part.clear();
                part.add_all(children);
                accum = Accum::Add;
            }
            let (start, count) = (task * chunk, values.len() / stride);
            let height = size.below - start;
            let lower = MatMut::from_column_major_slice_with_stride_mut(
                &mut values[start..],
                height,
                count,
                stride,
            );
            front::subtract_product(lower, below.subrows(start, height), accum);
        });
        Some(())
    }
}

/// Columns of blocks from one on, with so many numbers.
fn columns(first: usize, numbers: usize) -> std::ops::Range<usize> {
    first..first + numbers / 3
}

pub(super) fn size(front: &Front) -> Size {
    Size { width: front.width(), below: front.below(), stride: front.panel_stride() }
}
