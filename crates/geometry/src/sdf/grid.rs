//! The nodes of a uniform grid of cubic cells.
//!
//! Node `(i, j, k)` is at `origin + h (i, j, k)` *as rounded*: sign and distance are both decided
//! at that very point. Rounding is monotone and the cells are not too fine, so the nodes of a line
//! are distinct and in order.

#![expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "node numbers are below 2³², and a cast of a negative number or NaN gives zero, as wanted"
)]

use glam::DVec3;

use super::{Sampling, SamplingError};
use crate::Aabb;

/// Cells must be larger than this fraction of the largest coordinate, which keeps nodes within
/// 2⁻²⁰ cells of where they are meant to be.
const FINEST: f64 = 1.0 / (1_u64 << 32) as f64;

/// A box of nodes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Position of node `(0, 0, 0)` (m).
    pub(super) origin: DVec3,
    /// Edge of a cell (m).
    pub(super) cell_size: f64,
    /// Nodes along each axis; at least 3, because a margin of a cell is on both sides.
    pub(super) counts: [usize; 3],
}

impl Grid {
    /// The grid around `bounds` with a margin on every side.
    pub(super) fn around(bounds: Aabb, sampling: &Sampling) -> Result<Self, SamplingError> {
        let Sampling { cell_size, margin, max_nodes } = *sampling;
        if !(cell_size > 0.0 && cell_size <= SamplingError::LIMIT) {
            return Err(SamplingError::CellSize { cell_size });
        }
        if !(margin >= cell_size && margin <= SamplingError::LIMIT) {
            return Err(SamplingError::Margin { margin, cell_size });
        }
        let low = bounds.min - margin;
        let high = bounds.max + margin;
        let largest = low.abs().max(high.abs()).max_element();
        let least = (FINEST * largest).max(SamplingError::LEAST_CELL);
        if cell_size < least {
            return Err(SamplingError::CellTooFine { cell_size, least });
        }
        let nodes = ((high - low) / cell_size).ceil() + 1.0;
        let needed = nodes.x * nodes.y * nodes.z;
        if needed > f64::from(max_nodes) {
            return Err(SamplingError::TooManyNodes { needed, allowed: max_nodes });
        }
        Ok(Self { origin: low, cell_size, counts: nodes.to_array().map(|n| n as usize) })
    }

    /// Number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.counts.iter().product()
    }

    /// Position of a node (m).
    #[inline]
    pub(super) fn node(&self, [i, j, k]: [usize; 3]) -> DVec3 {
        self.origin + self.cell_size * DVec3::new(i as f64, j as f64, k as f64)
    }

    /// The last node (m).
    pub(super) fn last(&self) -> DVec3 {
        self.node(self.counts.map(|n| n - 1))
    }

    /// Start of the column of nodes `(i, j, ·)` in an array of all nodes.
    #[inline]
    pub(super) fn column(&self, i: usize, j: usize) -> usize {
        (i * self.counts[1] + j) * self.counts[2]
    }

    /// The cell that holds a point of the grid's box, by its lowest node, and where in the cell the
    /// point is, in fractions of its edges.
    #[inline]
    pub(super) fn locate(&self, point: DVec3) -> ([usize; 3], DVec3) {
        let u = (point - self.origin) / self.cell_size;
        let [nx, ny, nz] = self.counts;
        let [i, j, k] =
            [(u.x, nx), (u.y, ny), (u.z, nz)].map(|(u, count)| (u as usize).min(count - 2));
        let fractions = u - DVec3::new(i as f64, j as f64, k as f64);
        ([i, j, k], fractions.min(DVec3::ONE))
    }

    /// The nodes along `axis` that could lie in `[low, high]` (m): all that do, and up to two more.
    pub(super) fn span(&self, axis: usize, low: f64, high: f64) -> std::ops::Range<usize> {
        let at = |x: f64| (x - self.origin[axis]) / self.cell_size;
        let first = (at(low) - 0.5).ceil() as usize;
        let end = (at(high) + 1.5).floor() as usize;
        first..end.min(self.counts[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit_box() -> Aabb {
        Aabb { min: DVec3::ZERO, max: DVec3::ONE }
    }

    #[test]
    fn nodes_enclose_the_box_with_its_margin() {
        let grid = Grid::around(unit_box(), &Sampling::of_cell_size(0.3)).unwrap();
        assert!(grid.origin.cmple(DVec3::splat(-0.6)).all());
        assert!(grid.last().cmpge(DVec3::splat(1.6)).all());
        assert_eq!(grid.counts, [9; 3]);
        assert_eq!(grid.node_count(), 729);
    }

    #[test]
    fn a_span_holds_every_node_in_the_interval() {
        let grid = Grid::around(unit_box(), &Sampling::of_cell_size(0.1)).unwrap();
        for a in -5..20 {
            for b in a..20 {
                let (low, high) = (f64::from(a) * 0.09, f64::from(b) * 0.09);
                let span = grid.span(0, low, high);
                let inside: Vec<usize> = (0..grid.counts[0])
                    .filter(|&i| (low..=high).contains(&grid.node([i, 0, 0]).x))
                    .collect();
                assert!(inside.iter().all(|i| span.contains(i)), "{low} {high}");
                assert!(span.len() <= inside.len() + 2);
            }
        }
    }

    #[test]
    fn errors_name_the_value() {
        let try_with = |cell_size: f64, margin: f64, max_nodes: u32| {
            Grid::around(unit_box(), &Sampling { cell_size, margin, max_nodes }).unwrap_err()
        };
        assert_eq!(try_with(-1.0, 1.0, 9), SamplingError::CellSize { cell_size: -1.0 });
        assert!(matches!(try_with(f64::NAN, 1.0, 9), SamplingError::CellSize { .. }));
        assert!(matches!(try_with(f64::INFINITY, 1.0, 9), SamplingError::CellSize { .. }));
        assert_eq!(try_with(1.0, 0.5, 9), SamplingError::Margin { margin: 0.5, cell_size: 1.0 });
        assert!(matches!(try_with(1.0, f64::NAN, 9), SamplingError::Margin { .. }));
        assert!(matches!(try_with(1e-12, 1.0, 9), SamplingError::CellTooFine { .. }));
        assert_eq!(
            try_with(1.0, 1.0, 63),
            SamplingError::TooManyNodes { needed: 64.0, allowed: 63 }
        );
        let astronomic = try_with(1e-8, 1.0, u32::MAX);
        assert!(
            matches!(astronomic, SamplingError::TooManyNodes { needed, .. } if needed > 1e25),
            "{astronomic}"
        );
    }
}
