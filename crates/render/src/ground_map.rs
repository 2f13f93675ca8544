//! Openness of the ground, on a square grid below what is drawn.

use glam::DVec3;
use rayon::prelude::*;

use crate::openness::Lookout;

/// Cells along an edge of the grid.
const CELLS: usize = 96;

/// Values at the corners of a grid; beyond it the ground is open.
#[derive(Debug)]
pub(crate) struct GroundMap {
    /// Two directions along the ground.
    axes: [DVec3; 2],
    /// Lowest corner along both (m).
    start: [f64; 2],
    /// Edge of a cell (m).
    cell: f64,
    values: Vec<f32>,
}

impl GroundMap {
    pub(crate) fn of(lookout: &Lookout) -> Option<Self> {
        let snapshot = lookout.snapshot();
        let (stage, ground) = (snapshot.stage, snapshot.stage.ground?);
        let side = stage.up.any_orthonormal_vector();
        let axes = [side, stage.up.cross(side)];
        let mut low = [f64::INFINITY; 2];
        let mut high = [f64::NEG_INFINITY; 2];
        for position in snapshot.blocking_points() {
            // What is higher than the range does not matter.
            if position.dot(stage.up) > ground.height + lookout.range {
                continue;
            }
            for (k, axis) in axes.iter().enumerate() {
                low[k] = low[k].min(axis.dot(position));
                high[k] = high[k].max(axis.dot(position));
            }
        }
        if low[0] > high[0] {
            return None;
        }
        let reach = (high[0] - low[0]).max(high[1] - low[1]) + 2.0 * lookout.range;
        let cell = reach / CELLS as f64;
        let start = [0, 1].map(|k| 0.5 * (low[k] + high[k] - reach));
        let side = CELLS + 1;
        let values: Vec<f32> = (0..side * side)
            .into_par_iter()
            .map(|i| {
                let [x, y] = [i % side, i / side].map(|k| k as f64 * cell);
                let place =
                    (start[0] + x) * axes[0] + (start[1] + y) * axes[1] + ground.height * stage.up;
                lookout.openness(place, stage.up) as f32
            })
            .collect();
        Some(Self { axes, start, cell, values: smoothed(&smoothed(&values)) })
    }

    /// Number of points.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Interpolated at a place of the ground.
    pub(crate) fn at(&self, place: DVec3) -> f64 {
        let side = CELLS + 1;
        let place = [0, 1].map(|k| (self.axes[k].dot(place) - self.start[k]) / self.cell);
        if !place.iter().all(|x| (0.0..CELLS as f64).contains(x)) {
            return 1.0;
        }
        let [column, row] = place.map(|x| x as usize);
        let [x, y] = [place[0] - column as f64, place[1] - row as f64];
        let value = |i: usize, j: usize| f64::from(self.values[(row + j) * side + column + i]);
        let mix = |a: f64, b: f64, s: f64| a + s * (b - a);
        mix(mix(value(0, 0), value(1, 0), x), mix(value(0, 1), value(1, 1), x), y)
    }
}

/// Means of neighbours, weighted 1 2 1 along both axes: the few directions leave streaks otherwise.
fn smoothed(values: &[f32]) -> Vec<f32> {
    let side = CELLS + 1;
    let along = |values: &[f32], step: usize, place: fn(usize) -> usize| -> Vec<f32> {
        let near = |i: usize| {
            let before = if place(i) == 0 { i } else { i - step };
            let after = if place(i) == CELLS { i } else { i + step };
            0.25 * values[before] + 0.5 * values[i] + 0.25 * values[after]
        };
        (0..values.len()).map(near).collect()
    };
    let rows = along(values, 1, |i| i % (CELLS + 1));
    along(&rows, side, |i| i / (CELLS + 1))
}
