//! Forward and back substitution with a factor of any precision.
//!
//! Branches of the elimination tree are solved beside each other, forwards before the trunk and
//! backwards after it; so are parts of a large front. Four columns are read together, so that the
//! rows below them are read and written a fourth of the times.

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;

use super::symbolic::{Branch, Front, Symbolic};

/// Numbers that are worth a task.
const TASK: usize = 1 << 16;

/// The numbers of `L`.
pub(super) trait Factor: Sync {
    /// A number.
    type Number: Copy + Into<f64> + Sync;

    /// Entries of a column of a front, from the diagonal on.
    fn column(&self, front: usize, column: usize) -> &[Self::Number];

    /// The reciprocal of a diagonal entry, of its stored number.
    fn reciprocal(stored: Self::Number) -> f64;
}

/// Returns `z` with `L Lᵀ z = b`, 0 for vertices that are not free.
pub(super) fn solve<F: Factor>(
    factor: &F,
    symbolic: &Symbolic,
    free: &[u32],
    b: &[DVec3],
) -> Vec<DVec3> {
    let vertex = |place: &u32| free[*place as usize] as usize;
    let mut x: Vec<f64> =
        symbolic.order.iter().flat_map(|place| b[vertex(place)].to_array()).collect();
    substitute(factor, symbolic, &mut x);
    let mut z = vec![DVec3::ZERO; b.len()];
    for (place, x) in symbolic.order.iter().zip(x.as_chunks::<3>().0) {
        z[vertex(place)] = DVec3::from_array(*x);
    }
    z
}

fn substitute<F: Factor>(factor: &F, symbolic: &Symbolic, x: &mut [f64]) {
    let Some((trunk, branches)) = symbolic.branches.split_last() else { return };
    let (mut columns, trunk_x) = x.split_at_mut(3 * trunk.columns.start);
    let mut tasks = Vec::new();
    for branch in branches {
        let (own, others) = columns.split_at_mut(3 * branch.columns.len());
        columns = others;
        tasks.push((Substitution { factor, symbolic, branch }, own));
    }
    let forward = |(task, x): &mut (Substitution<F>, &mut [f64])| {
        let mut sums = vec![0.0; trunk_x.len()];
        task.forward(x, &mut sums);
        sums
    };
    let sums: Vec<Vec<f64>> = tasks.par_iter_mut().with_max_len(1).map(forward).collect();
    for sums in sums {
        for (x, sum) in trunk_x.iter_mut().zip(sums) {
            *x += sum;
        }
    }
    let task = Substitution { factor, symbolic, branch: trunk };
    task.forward(trunk_x, &mut []);
    task.backward(trunk_x, &[]);
    tasks.par_iter_mut().with_max_len(1).for_each(|(task, x)| task.backward(x, trunk_x));
}

/// Substitution in a branch.
#[derive(Clone, Copy)]
struct Substitution<'a, F> {
    factor: &'a F,
    symbolic: &'a Symbolic,
    branch: &'a Branch,
}

impl<'a, F: Factor> Substitution<'a, F> {
    /// Forward substitution: `x` has the columns of the branch, `trunk` sums for those of the
    /// trunk.
    fn forward(&self, x: &mut [f64], trunk: &mut [f64]) {
        let mut below = Vec::new();
        for k in self.branch.fronts.clone() {
            let (front, columns) = self.front(k);
            let own = &mut x[3 * (front.columns.start - self.branch.columns.start)..];
            let own = &mut own[..columns.len()];
            for c in 0..own.len() {
                let column = &columns[c][..own.len() - c];
                own[c] *= F::reciprocal(column[0]);
                let first = own[c];
                subtract_scaled(&mut own[c + 1..], first, &column[1..]);
            }
            below.clear();
            below.resize(front.below(), 0.0);
            let (quads, last) = own.as_chunks::<4>();
            let rows = front.below() / tasks(front) + 1;
            below.par_chunks_mut(rows).enumerate().for_each(|(task, part)| {
                let range = task * rows..task * rows + part.len();
                let (columns, last_columns) = tails(&columns, front.below(), range);
                for (factors, columns) in quads.iter().zip(columns) {
                    subtract_four(part, *factors, columns);
                }
                for (factor, column) in last.iter().zip(last_columns) {
                    subtract_scaled(part, *factor, column);
                }
            });
            let (inside, outside) = self.rows(front);
            let (for_inside, for_outside) = below.split_at(3 * inside.len());
            scatter(for_inside, inside, self.branch.columns.start, x);
            scatter(for_outside, outside, self.symbolic.trunk(), trunk);
        }
    }

    /// Back substitution with its columns of `Lᵀ`.
    fn backward(&self, x: &mut [f64], trunk: &[f64]) {
        let mut below = Vec::new();
        for k in self.branch.fronts.clone().rev() {
            let (front, columns) = self.front(k);
            let (inside, outside) = self.rows(front);
            below.clear();
            gather(x, inside, self.branch.columns.start, &mut below);
            gather(trunk, outside, self.symbolic.trunk(), &mut below);
            let own = &mut x[3 * (front.columns.start - self.branch.columns.start)..];
            let own = &mut own[..columns.len()];
            let part = (own.len() / tasks(front)).next_multiple_of(4).max(4);
            own.par_chunks_mut(part).zip(columns.par_chunks(part)).for_each(|(own, columns)| {
                let (tails, last_tails) = tails(columns, below.len(), 0..below.len());
                let (quads, last) = own.as_chunks_mut::<4>();
                for (own, columns) in quads.iter_mut().zip(tails) {
                    let products = four_products(&below, columns);
                    for k in 0..4 {
                        own[k] -= products[k];
                    }
                }
                for (own, column) in last.iter_mut().zip(last_tails) {
                    *own -= product(&below, column);
                }
            });
            for c in (0..own.len()).rev() {
                let column = &columns[c][..own.len() - c];
                own[c] = (own[c] - product(&own[c + 1..], &column[1..])) * F::reciprocal(column[0]);
            }
        }
    }

    fn front(&self, k: usize) -> (&'a Front, Vec<&'a [F::Number]>) {
        let front = &self.symbolic.fronts[k];
        (front, (0..front.width()).map(|column| self.factor.column(k, column)).collect())
    }

    /// Rows within the branch and those in the trunk.
    fn rows(&self, front: &Front) -> (&'a [u32], &'a [u32]) {
        let rows = self.symbolic.rows(front);
        let end = self.branch.columns.end as u32;
        rows.split_at(rows.partition_point(|row| *row < end))
    }
}

/// Adds sums to the rows of blocks of `x`, counted from `first` on.
fn scatter(sums: &[f64], rows: &[u32], first: usize, x: &mut [f64]) {
    for (sum, row) in sums.as_chunks::<3>().0.iter().zip(rows) {
        let x = &mut x[3 * (*row as usize - first)..][..3];
        for (x, sum) in x.iter_mut().zip(sum) {
            *x += sum;
        }
    }
}

/// Appends the rows of blocks of `x`, counted from `first` on.
fn gather(x: &[f64], rows: &[u32], first: usize, below: &mut Vec<f64>) {
    for row in rows {
        below.extend(&x[3 * (*row as usize - first)..][..3]);
    }
}

/// Number of tasks that the entries below the columns of a front are cut into. Every sum is made
/// by one of them.
fn tasks(front: &Front) -> usize {
    (front.width() * front.below() / TASK).clamp(1, 8)
}

/// Groups of four columns, and the ones that remain: some of their last `below` rows.
fn tails<'a, T>(
    columns: &'a [&'a [T]],
    below: usize,
    range: Range<usize>,
) -> (impl Iterator<Item = [&'a [T]; 4]>, impl Iterator<Item = &'a [T]>) {
    let Range { start, end } = range;
    let tail = move |column: &'a [T]| &column[column.len() - below..][start..end];
    let (quads, last) = columns.as_chunks::<4>();
    (quads.iter().map(move |quad| quad.map(tail)), last.iter().map(move |column| tail(column)))
}

/// Sets `y ← y − s a`.
#[inline]
fn subtract_scaled<T: Copy + Into<f64>>(y: &mut [f64], s: f64, a: &[T]) {
    for (y, a) in y.iter_mut().zip(a) {
        *y -= s * (*a).into();
    }
}

/// Sets `y ← y − Σ sₖ aₖ`.
#[inline]
fn subtract_four<T: Copy + Into<f64>>(y: &mut [f64], s: [f64; 4], a: [&[T]; 4]) {
    let [a0, a1, a2, a3] = a.map(|a| &a[..y.len()]);
    for (i, y) in y.iter_mut().enumerate() {
        let first = s[0] * a0[i].into() + s[1] * a1[i].into();
        *y -= first + (s[2] * a2[i].into() + s[3] * a3[i].into());
    }
}

/// Returns `Σ aᵢ bᵢ`, every fourth together.
#[inline]
fn product<T: Copy + Into<f64>>(a: &[f64], b: &[T]) -> f64 {
    let ((a, last_a), (b, last_b)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (a, b) in a.iter().zip(b) {
        for k in 0..4 {
            sums[k] += a[k] * b[k].into();
        }
    }
    let last: f64 = last_a.iter().zip(last_b).map(|(a, b)| a * (*b).into()).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + last
}

/// Returns the products with four columns.
#[inline]
fn four_products<T: Copy + Into<f64>>(a: &[f64], b: [&[T]; 4]) -> [f64; 4] {
    let b = b.map(|b| &b[..a.len()]);
    let mut sums = [[0.0; 2]; 4];
    let pairs = a.len() / 2;
    for i in 0..pairs {
        for (sums, b) in sums.iter_mut().zip(b) {
            for lane in 0..2 {
                sums[lane] += a[2 * i + lane] * b[2 * i + lane].into();
            }
        }
    }
    let mut products = sums.map(|[even, odd]| even + odd);
    if a.len() > 2 * pairs {
        for (product, b) in products.iter_mut().zip(b) {
            *product += a[2 * pairs] * b[2 * pairs].into();
        }
    }
    products
}
