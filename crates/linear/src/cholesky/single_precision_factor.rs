//! A single-precision (`f32`) copy of a Cholesky factor, for a preconditioner.
//!
//! A solve reads the whole factor twice and does little with it, so that its bytes are its cost.
//! Whatever rounding does to `L`, `L Lᵀ` is symmetric and positive definite; it is close to the
//! matrix, not equal to it, and solves with it are made in double precision. So the preconditioner
//! is a fixed one, as conjugate gradients ask for.
//!
//! Branches of the elimination tree ([`branches`]) are solved beside each other, forwards before
//! the trunk and backwards after it. Columns are numbered branch by branch, the trunk last.

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;

use super::branches::{TreeNode, branches};
use super::supernode::{Numbers, Supernode, SupernodeRows};

/// `L`.
#[derive(Debug)]
pub(crate) struct SinglePrecisionFactor {
    /// Vertex and coordinate of every row of `L`, `3 v + c`.
    places: Vec<u32>,
    numbers: Numbers,
    /// The last one is the trunk.
    branches: Vec<Branch>,
    x: Vec<f64>,
}

/// Columns that need each other and the trunk.
#[derive(Debug)]
struct Branch {
    supernodes: Vec<Supernode>,
    columns: Range<usize>,
    /// Sums for the trunk.
    sums: Vec<f64>,
    below: Vec<f64>,
}

/// A supernode as it was factored: its first column, the rows below its columns, and its numbers
/// column by column, the columns' own rows first.
pub(crate) struct Factored<'a> {
    pub(crate) start: usize,
    pub(crate) rows: &'a [usize],
    pub(crate) columns: Vec<&'a [f64]>,
}

impl SinglePrecisionFactor {
    /// Copies all supernodes, for rows that belong to the given vertices and coordinates.
    pub(super) fn new(places: &[u32], factored: &[Factored]) -> Self {
        let branches = branches(&tree(places.len(), factored));
        // New numbers of the columns.
        let mut columns = vec![0; places.len()];
        let mut next = 0;
        let mut ranges = Vec::new();
        for branch in &branches {
            let first = next;
            for node in branch.iter().map(|k| &factored[*k]) {
                for column in node.start..node.start + node.columns.len() {
                    columns[column] = next;
                    next += 1;
                }
            }
            ranges.push(first..next);
        }
        let trunk = ranges.last().map_or(0, |range| range.start);
        let mut numbers = Numbers::default();
        let branches = branches
            .iter()
            .zip(ranges)
            .map(|(branch, range)| {
                let supernodes = branch.iter().map(|k| {
                    let Factored { start, rows, columns: values } = &factored[*k];
                    let rows = rows.iter().map(|row| columns[*row]);
                    let rows = SupernodeRows { rows, branch: &range, trunk };
                    numbers.push(columns[*start] - range.start, rows, values)
                });
                let supernodes = supernodes.collect();
                let sums = if range.start < trunk { vec![0.0; next - trunk] } else { Vec::new() };
                Branch { supernodes, columns: range, sums, below: Vec::new() }
            })
            .collect();
        let mut numbered = vec![0; places.len()];
        for (column, place) in columns.iter().zip(places) {
            numbered[*column] = *place;
        }
        Self { places: numbered, numbers, branches, x: Vec::new() }
    }

    /// Solves `L Lᵀ z = b`.
    pub(crate) fn solve(&mut self, b: &[DVec3], z: &mut [DVec3]) {
        let Self { places, numbers, branches, x } = self;
        x.clear();
        x.extend(places.iter().map(|place| b[*place as usize / 3][*place as usize % 3]));
        let Some((trunk, branches)) = branches.split_last_mut() else { return };
        let (mut columns, trunk_x) = x.split_at_mut(trunk.columns.start);
        let mut tasks = Vec::new();
        for branch in branches {
            let (own, others) = columns.split_at_mut(branch.columns.len());
            columns = others;
            tasks.push((branch, own));
        }
        tasks.par_iter_mut().for_each(|(branch, x)| branch.forward(numbers, x));
        for (branch, _) in &tasks {
            for (x, sum) in trunk_x.iter_mut().zip(&branch.sums) {
                *x += sum;
            }
        }
        trunk.forward(numbers, trunk_x);
        trunk.backward(numbers, trunk_x, &[]);
        tasks.par_iter_mut().for_each(|(branch, x)| branch.backward(numbers, x, trunk_x));
        for (place, x) in places.iter().zip(&*x) {
            z[*place as usize / 3][*place as usize % 3] = *x;
        }
    }
}

/// Returns the elimination tree of supernodes: a parent is the one that has the first row below.
fn tree(columns: usize, factored: &[Factored]) -> Vec<TreeNode> {
    let mut of = vec![0; columns];
    for (k, node) in factored.iter().enumerate() {
        of[node.start..node.start + node.columns.len()].fill(k);
    }
    let node = |node: &Factored| TreeNode {
        weight: node.columns.iter().map(|column| column.len()).sum(),
        parent: node.rows.first().map(|row| of[*row]),
    };
    factored.iter().map(node).collect()
}

impl Branch {
    /// Forward substitution with its part of `L`. `x` has its own columns.
    fn forward(&mut self, numbers: &Numbers, x: &mut [f64]) {
        self.sums.fill(0.0);
        for node in &self.supernodes {
            node.forward(numbers, x, &mut self.sums, &mut self.below);
        }
    }

    /// Back substitution with its part of `Lᵀ`.
    fn backward(&mut self, numbers: &Numbers, x: &mut [f64], trunk: &[f64]) {
        for node in self.supernodes.iter().rev() {
            node.backward(numbers, x, trunk, &mut self.below);
        }
    }
}
