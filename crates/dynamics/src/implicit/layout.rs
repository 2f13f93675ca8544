//! The slots of elements that belong to every row and every block.
//!
//! Elements give gradients and Hessians into slots of their own. The layout is the list, made once
//! from the stencils, of the slots that every vertex and every block of the matrix has to add up,
//! in the order of the slots. It depends on the stencils alone, so that it serves as long as they
//! stay. Potentials whose Hessian is constant have slots of their own, which are filled once.

use std::ops::Range;

use ripstop_geometry::Potential;
use ripstop_geometry::potential::block_count;
use ripstop_linear::BlockMatrix;

/// Set in the index of a slot whose block has to be transposed.
const TRANSPOSED: u32 = 1 << 31;

/// Elements per task.
const TASK: usize = 256;

/// A run of elements of one potential with the slots that they fill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Task {
    pub(super) potential: usize,
    pub(super) elements: Range<usize>,
    pub(super) gradient_slots: usize,
    /// True if the Hessian is constant.
    pub(super) constant: bool,
    hessian_slots: usize,
}

impl Task {
    /// Slots of Hessians among those of the given kind.
    pub(super) fn hessian_slots(&self, kind: Kind) -> usize {
        if self.constant == (kind == Kind::Constant) { self.hessian_slots } else { 0 }
    }
}

/// Hessians that stay, and those that do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Variable,
    Constant,
}

/// A list of slots for each of some items.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SlotLists {
    offsets: Vec<u32>,
    slots: Vec<u32>,
}

impl SlotLists {
    fn started() -> Self {
        Self { offsets: vec![0], slots: Vec::new() }
    }

    fn push(&mut self, list: impl Iterator<Item = u32>) {
        self.slots.extend(list);
        self.offsets.push(self.slots.len() as u32);
    }

    fn list(&self, i: usize) -> &[u32] {
        &self.slots[self.offsets[i] as usize..self.offsets[i + 1] as usize]
    }
}

/// The slots of a list of potentials.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub(super) tasks: Vec<Task>,
    pub(super) gradient_slots: usize,
    /// For every vertex the slots of its gradient.
    gradients: SlotLists,
    /// For every block of the matrix the slots that make it up: variable, constant.
    blocks: [SlotLists; 2],
    /// Key of the potentials that the layout was made from.
    key: Vec<u32>,
}

/// One slot of one block.
#[derive(Clone, Copy)]
struct Entry {
    column: u32,
    slot: u32,
    constant: bool,
}

impl Layout {
    /// The slots of vertex `i`'s gradient.
    pub(super) fn gradient_slots_of(&self, i: usize) -> &[u32] {
        self.gradients.list(i)
    }

    /// The slots of block `k`: index, and true if it is to be transposed.
    #[inline]
    pub(super) fn block_slots_of(
        &self,
        k: usize,
        kind: Kind,
    ) -> impl Iterator<Item = (usize, bool)> {
        let unpack = |&slot: &u32| ((slot & !TRANSPOSED) as usize, slot & TRANSPOSED != 0);
        self.blocks[kind as usize].list(k).iter().map(unpack)
    }

    /// Number of slots of Hessians.
    pub(super) fn hessian_slots(&self, kind: Kind) -> usize {
        self.tasks.iter().map(|task| task.hessian_slots(kind)).sum()
    }

    /// True if this is still the layout of `potentials`.
    pub(super) fn serves(&self, potentials: &[&dyn Potential], vertex_count: usize) -> bool {
        self.gradients.offsets.len() == vertex_count + 1
            && key(potentials).eq(self.key.iter().copied())
    }

    /// Makes the layout and the pattern of a matrix for `vertex_count` vertices.
    pub(super) fn new(potentials: &[&dyn Potential], vertex_count: usize) -> (Self, BlockMatrix) {
        let (tasks, gradient_slots) = tasks(potentials);
        let gradients = gradient_lists(potentials, vertex_count, gradient_slots);
        let rows = block_entries(potentials, vertex_count);
        let mut offsets = vec![0_u32];
        let mut columns = Vec::new();
        let mut blocks = [Kind::Variable, Kind::Constant].map(|_| SlotLists::started());
        for row in rows.offsets.windows(2) {
            let entries = &rows.entries[row[0]..row[1]];
            debug_assert!(entries.is_sorted_by_key(|entry| entry.column));
            for block in entries.chunk_by(|a, b| a.column == b.column) {
                columns.push(block[0].column);
                for (list, constant) in blocks.iter_mut().zip([false, true]) {
                    let own = block.iter().filter(|entry| entry.constant == constant);
                    list.push(own.map(|entry| entry.slot));
                }
            }
            offsets.push(columns.len() as u32);
        }
        let key = key(potentials).collect();
        let layout = Self { tasks, gradient_slots, gradients, blocks, key };
        (layout, BlockMatrix::zero(offsets, columns))
    }
}

/// Key of a list of potentials: of each the number of elements, 1 if its Hessian is constant, then
/// its stencils, each with its size in front.
fn key<'a>(potentials: &'a [&dyn Potential]) -> impl Iterator<Item = u32> + 'a {
    potentials.iter().flat_map(|potential| {
        let count = potential.element_count();
        let stencils = (0..count).flat_map(|element| {
            let stencil = potential.stencil(element);
            std::iter::once(stencil.len() as u32).chain(stencil.iter().map(|v| v.0))
        });
        [count as u32, u32::from(potential.has_constant_hessian())].into_iter().chain(stencils)
    })
}

/// The elements of all potentials, in runs that are worth a task: the index of the potential, and a
/// range of its elements.
pub(super) fn runs<'a>(
    potentials: &'a [&dyn Potential],
) -> impl Iterator<Item = (usize, Range<usize>)> + 'a {
    potentials.iter().enumerate().flat_map(|(index, potential)| {
        let count = potential.element_count();
        (0..count).step_by(TASK).map(move |start| (index, start..count.min(start + TASK)))
    })
}

/// Returns the task of each run, and the number of slots of gradients.
fn tasks(potentials: &[&dyn Potential]) -> (Vec<Task>, usize) {
    let task = |(index, elements): (usize, Range<usize>)| {
        let potential = potentials[index];
        let sizes = || elements.clone().map(|element| potential.stencil(element).len());
        Task {
            potential: index,
            gradient_slots: sizes().sum(),
            hessian_slots: sizes().map(block_count).sum(),
            constant: potential.has_constant_hessian(),
            elements,
        }
    };
    let tasks: Vec<Task> = runs(potentials).map(task).collect();
    let gradient_slots = tasks.iter().map(|task| task.gradient_slots).sum();
    (tasks, gradient_slots)
}

fn gradient_lists(
    potentials: &[&dyn Potential],
    vertex_count: usize,
    slot_count: usize,
) -> SlotLists {
    let vertices = || {
        potentials.iter().flat_map(|potential| {
            (0..potential.element_count()).flat_map(|element| potential.stencil(element))
        })
    };
    let mut offsets = vec![0_u32; vertex_count + 1];
    for vertex in vertices() {
        offsets[vertex.index() + 1] += 1;
    }
    for i in 0..vertex_count {
        offsets[i + 1] += offsets[i];
    }
    let mut next = offsets.clone();
    let mut slots = vec![0; slot_count];
    for (slot, vertex) in (0..).zip(vertices()) {
        let place = &mut next[vertex.index()];
        slots[*place as usize] = slot;
        *place += 1;
    }
    SlotLists { offsets, slots }
}

/// Entries of all rows, sorted by column and slot in each.
struct Rows {
    offsets: Vec<usize>,
    entries: Vec<Entry>,
}

/// Sorts the entries of all rows. Elements are visited in the order of their slots. So entries that
/// are put into the lists of their columns, and from there, column by column, into those of their
/// rows, end up in order, and nothing has to be compared. A row has as many entries as the column
/// of the same vertex.
fn block_entries(potentials: &[&dyn Potential], vertex_count: usize) -> Rows {
    let mut offsets = vec![0_usize; vertex_count + 1];
    for_each_block(potentials, |row, _| offsets[row as usize + 1] += 1);
    for i in 0..vertex_count {
        offsets[i + 1] += offsets[i];
    }
    let empty = Entry { column: 0, slot: 0, constant: false };
    let mut columns = vec![(0_u32, empty); offsets[vertex_count]];
    let mut next = offsets.clone();
    for_each_block(potentials, |row, entry| {
        let place = &mut next[entry.column as usize];
        columns[*place] = (row, entry);
        *place += 1;
    });
    let mut entries = vec![empty; offsets[vertex_count]];
    next.copy_from_slice(&offsets);
    for (row, entry) in columns {
        let place = &mut next[row as usize];
        entries[*place] = entry;
        *place += 1;
    }
    Rows { offsets, entries }
}

/// Visits every block of every element, on both sides of the diagonal, with its row.
fn for_each_block(potentials: &[&dyn Potential], mut visit: impl FnMut(u32, Entry)) {
    let mut next = [0; 2];
    for potential in potentials {
        let constant = potential.has_constant_hessian();
        let slot = &mut next[usize::from(constant)];
        for element in 0..potential.element_count() {
            let stencil = potential.stencil(element);
            for (i, row) in stencil.iter().enumerate() {
                visit(row.0, Entry { column: row.0, slot: *slot, constant });
                *slot += 1;
                for column in &stencil[i + 1..] {
                    visit(row.0, Entry { column: column.0, slot: *slot, constant });
                    let slot_below = *slot | TRANSPOSED;
                    visit(column.0, Entry { column: row.0, slot: slot_below, constant });
                    *slot += 1;
                }
            }
        }
    }
}
