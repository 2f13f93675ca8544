//! Sums of elements: energies, gradients and Hessians of a list of potentials.
//!
//! Elements are evaluated in parallel, each into slots of its own; then rows are added up in
//! parallel, each in the order of its slots. Neither depends on the number of threads.

use std::ops::Range;

use glam::{DMat3, DVec3};
use rayon::prelude::*;
use ripstop_geometry::Potential;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_linear::BlockMatrix;

use super::layout::{Kind, Layout, Task, runs};

/// Rows per task.
const TASK: usize = 256;

/// Layout, matrix and slots of a list of potentials.
#[derive(Clone, Debug, Default)]
pub(super) struct Assembler {
    layout: Layout,
    pub(super) matrix: BlockMatrix,
    gradient_slots: Vec<DVec3>,
    hessian_slots: Vec<DMat3>,
    constants: Constants,
}

impl Assembler {
    /// Makes a new layout unless that of the last call serves. True if it does.
    pub(super) fn prepare(&mut self, potentials: &[&dyn Potential], vertex_count: usize) -> bool {
        if self.layout.serves(potentials, vertex_count) {
            return true;
        }
        (self.layout, self.matrix) = Layout::new(potentials, vertex_count);
        self.constants = Constants::default();
        false
    }

    /// Forgets Hessians that are constant, because the potentials may be others with the same
    /// stencils.
    pub(super) fn forget_constants(&mut self) {
        if self.layout.hessian_slots(Kind::Constant) > 0 {
            self.constants = Constants::default();
        }
    }

    /// Adds `∇E` (N) to `gradient`.
    pub(super) fn add_gradient(
        &mut self,
        potentials: &[&dyn Potential],
        positions: &[DVec3],
        gradient: &mut [DVec3],
    ) {
        let Self { layout, gradient_slots: slots, .. } = self;
        slots.resize(layout.gradient_slots, DVec3::ZERO);
        let parts = parts(&layout.tasks, slots, |task| task.gradient_slots);
        parts.into_par_iter().for_each(|(task, slots)| {
            let mut sink = GradientSink::new(slots);
            potentials[task.potential].gradient(task.elements.clone(), positions, &mut sink);
        });
        let slots = &*slots;
        gradient.par_chunks_mut(TASK).enumerate().for_each(|(task, gradient)| {
            for (k, sum) in gradient.iter_mut().enumerate() {
                for &slot in layout.gradient_slots_of(task * TASK + k) {
                    *sum += slots[slot as usize];
                }
            }
        });
    }

    /// Replaces the matrix by `Σ f ∇²E` (N/m), with a factor `f` per potential.
    pub(super) fn assemble(
        &mut self,
        potentials: &[&dyn Potential],
        positions: &[DVec3],
        spectrum: Spectrum,
        factors: &[f64],
    ) {
        let Self { layout, matrix, hessian_slots: slots, constants, .. } = self;
        if constants.factors != factors || constants.sums.len() != matrix.block_count() {
            let at = Evaluation { potentials, positions, spectrum, factors, kind: Kind::Constant };
            at.fill(layout, slots);
            constants.sums.resize(matrix.block_count(), DMat3::ZERO);
            let zeros = vec![DMat3::ZERO; matrix.block_count()];
            add_slots(layout, (slots, Kind::Constant), &zeros, &mut constants.sums);
            constants.factors = factors.to_vec();
        }
        let at = Evaluation { potentials, positions, spectrum, factors, kind: Kind::Variable };
        at.fill(layout, slots);
        add_slots(layout, (slots, Kind::Variable), &constants.sums, matrix.values_mut());
    }
}

/// Returns the Hessian (N/m) of a sum of potentials at some positions, with nothing kept for a next
/// time.
///
/// # Panics
/// If a stencil names a vertex that has no position.
#[must_use]
pub fn assembled_hessian(
    potentials: &[&dyn Potential],
    positions: &[DVec3],
    spectrum: Spectrum,
) -> BlockMatrix {
    let mut assembler = Assembler::default();
    assembler.prepare(potentials, positions.len());
    assembler.assemble(potentials, positions, spectrum, &vec![1.0; potentials.len()]);
    assembler.matrix
}

/// Returns `Σ E` (J) of all potentials. It needs no layout: a line search asks for energies alone.
pub(super) fn energy(potentials: &[&dyn Potential], positions: &[DVec3]) -> f64 {
    let tasks: Vec<_> = runs(potentials).collect();
    let energy = |(potential, elements): &(usize, Range<usize>)| {
        potentials[*potential].energy(elements.clone(), positions)
    };
    let energies: Vec<f64> = tasks.par_iter().map(energy).collect();
    energies.iter().sum()
}

/// Sums of the Hessians that are constant.
#[derive(Clone, Debug, Default)]
struct Constants {
    sums: Vec<DMat3>,
    factors: Vec<f64>,
}

/// An evaluation of Hessians.
struct Evaluation<'a> {
    potentials: &'a [&'a dyn Potential],
    positions: &'a [DVec3],
    spectrum: Spectrum,
    factors: &'a [f64],
    kind: Kind,
}

impl Evaluation<'_> {
    /// Fills the slots of all elements of the kind.
    fn fill(&self, layout: &Layout, slots: &mut Vec<DMat3>) {
        slots.resize(layout.hessian_slots(self.kind), DMat3::ZERO);
        let parts = parts(&layout.tasks, slots, |task| task.hessian_slots(self.kind));
        parts.into_par_iter().for_each(|(task, slots)| {
            if slots.is_empty() {
                return;
            }
            let mut sink = HessianSink::new(slots);
            let potential = self.potentials[task.potential];
            potential.hessian(task.elements.clone(), self.positions, self.spectrum, &mut sink);
            let factor = self.factors[task.potential];
            if factor != 1.0 {
                for slot in slots {
                    *slot *= factor;
                }
            }
        });
    }
}

/// Sets every block to its base plus the slots that belong to it.
fn add_slots(
    layout: &Layout,
    (slots, kind): (&[DMat3], Kind),
    bases: &[DMat3],
    blocks: &mut [DMat3],
) {
    const BLOCKS: usize = 8 * TASK;
    let tasks = blocks.par_chunks_mut(BLOCKS).zip(bases.par_chunks(BLOCKS)).enumerate();
    tasks.for_each(|(task, (blocks, bases))| {
        for (k, (block, base)) in blocks.iter_mut().zip(bases).enumerate() {
            let mut sum = *base;
            for (slot, transposed) in layout.block_slots_of(BLOCKS * task + k, kind) {
                sum += if transposed { slots[slot].transpose() } else { slots[slot] };
            }
            *block = sum;
        }
    });
}

/// Cuts the slots into those of each task.
fn parts<'a, T>(
    tasks: &'a [Task],
    mut slots: &'a mut [T],
    count: impl Fn(&Task) -> usize,
) -> Vec<(&'a Task, &'a mut [T])> {
    let part = |task: &'a Task| {
        let (own, rest) = std::mem::take(&mut slots).split_at_mut(count(task));
        slots = rest;
        (task, own)
    };
    tasks.iter().map(part).collect()
}
