//! The multipliers of active rows, by a sparse factorisation.

use glam::{DMat3, DVec3};
use ripstop_linear::{BlockMatrix, LinearMethod, LinearSolver, System};

use super::rows::Row;

/// Part of the diagonal that is added to it. More edges meet in a flat piece of cloth than it has
/// freedoms, so their rows depend on each other.
const REGULARISED: f64 = 1e-2;

/// Pairs of blocks that meet in vertices, at most: each takes 80 bytes before they are added up.
const MOST_PAIRS: usize = 4_000_000;

/// Solves `(J W Jᵀ + ε D) λ = t` for the rows of `active`; `None` if that has no solution in
/// numbers, or too many rows meet.
pub(super) fn multipliers(
    solver: &mut LinearSolver,
    rows: &[Row],
    active: &[usize],
    inverse_masses: &[f64],
) -> Option<Vec<f64>> {
    let blocks = active.len().div_ceil(3);
    let matrix = matrix(rows, active, inverse_masses)?;
    let load: Vec<DVec3> = (0..blocks)
        .map(|block| {
            DVec3::from_array(
                [0, 1, 2].map(|i| active.get(3 * block + i).map_or(0.0, |&row| rows[row].target)),
            )
        })
        .collect();
    let system = System {
        shift: &vec![0.0; blocks],
        main: &matrix,
        extra: &BlockMatrix::default(),
        fixed: &vec![false; blocks],
    };
    let solution = solver.solve(&system, &load, LinearMethod::Cholesky);
    if !solution.complete || !solution.x.iter().all(|x| x.is_finite()) {
        return None;
    }
    Some((0..active.len()).map(|slot| solution.x[slot / 3][slot % 3]).collect())
}

/// `W Jᵀ λ`: the motion of all vertices (m).
pub(super) fn motion(
    rows: &[Row],
    active: &[usize],
    multipliers: &[f64],
    inverse_masses: &[f64],
) -> Vec<DVec3> {
    let mut moved = vec![DVec3::ZERO; inverse_masses.len()];
    for (&row, multiplier) in active.iter().zip(multipliers) {
        for &(vertex, gradient) in &rows[row].gradients {
            moved[vertex] += inverse_masses[vertex] * *multiplier * gradient;
        }
    }
    moved
}

/// A row at one of its vertices: the vertex, the place of the row, its gradient.
type Meeting = (usize, u32, DVec3);

/// `J W Jᵀ + ε D`, three rows in a block; places beyond the last row have a one.
fn matrix(rows: &[Row], active: &[usize], inverse_masses: &[f64]) -> Option<BlockMatrix> {
    let mut meetings: Vec<Meeting> = Vec::new();
    for (slot, &row) in active.iter().enumerate() {
        let gradients = rows[row].gradients.iter();
        let moving = gradients.filter(|(i, g)| inverse_masses[*i] > 0.0 && *g != DVec3::ZERO);
        meetings.extend(moving.map(|&(vertex, gradient)| (vertex, slot as u32, gradient)));
    }
    meetings.sort_by_key(|&(vertex, slot, _)| (vertex, slot));
    let is_same = |a: &Meeting, b: &Meeting| a.0 == b.0;
    let pairs = |at: &[Meeting]| {
        let count = at.chunk_by(|a, b| a.1 / 3 == b.1 / 3).count();
        count * count
    };
    if meetings.chunk_by(is_same).map(pairs).sum::<usize>() > MOST_PAIRS {
        return None;
    }
    let count = active.len().div_ceil(3);
    let mut blocks: Vec<((u32, u32), DMat3)> = Vec::new();
    for block in 0..count {
        let padding = [0, 1, 2].map(|i| if 3 * block + i < active.len() { 0.0 } else { 1.0 });
        blocks.push(((block as u32, block as u32), DMat3::from_diagonal(padding.into())));
    }
    for at_vertex in meetings.chunk_by(is_same) {
        add_vertex(at_vertex, inverse_masses[at_vertex[0].0], &mut blocks);
    }
    Some(BlockMatrix::from_blocks(count, &blocks))
}

/// Adds what the rows that meet at a vertex have in common.
fn add_vertex(meeting: &[Meeting], mobility: f64, blocks: &mut Vec<((u32, u32), DMat3)>) {
    for row in meeting.chunk_by(|a, b| a.1 / 3 == b.1 / 3) {
        for column in meeting.chunk_by(|a, b| a.1 / 3 == b.1 / 3) {
            let mut block = DMat3::ZERO;
            for (_, i, g) in row {
                for (_, j, h) in column {
                    let scale = if i == j { 1.0 + REGULARISED } else { 1.0 };
                    block.col_mut((j % 3) as usize)[(i % 3) as usize] +=
                        scale * mobility * g.dot(*h);
                }
            }
            blocks.push(((row[0].1 / 3, column[0].1 / 3), block));
        }
    }
}
