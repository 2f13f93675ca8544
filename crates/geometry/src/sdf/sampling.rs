//! From a closed mesh to a sampled field.
//!
//! At every node the sign comes from the exact winding number and the size from the exact nearest
//! point, up to its rounding; nothing is propagated from node to node except the first guess of the
//! search. With `N` nodes and `n` faces the cost is about `O(n log n + N log n)` for meshes whose
//! faces are spread out (64³ nodes around 10,000 faces take about 0.6 s of one core); the memory is
//! 12 bytes a node while building, 8 after.

use glam::DVec3;

use super::closed_mesh::closed_corners;
use super::grid::Grid;
use super::nearest::NearestTree;
use super::winding::winding_numbers;
use super::{SampledField, SamplingError};
use crate::Aabb;

/// Resolution and extent of the grid on which a mesh's field is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// Edge of a cell (m).
    pub cell_size: f64,
    /// Distance by which the grid reaches beyond the mesh (m), at least a cell. Choose it not below
    /// the distances that matter: beyond the grid the field is only a lower bound.
    pub margin: f64,
    /// The most nodes that may be stored, of 8 bytes each.
    pub max_nodes: u32,
}

impl Sampling {
    /// Cells of the given size (m), a margin of two cells, at most 2²⁴ nodes (128 MiB).
    #[must_use]
    pub const fn of_cell_size(cell_size: f64) -> Self {
        Self { cell_size, margin: 2.0 * cell_size, max_nodes: 1 << 24 }
    }

    /// As [`Sampling::of_cell_size`], with `count` cells along the longest side of the mesh.
    #[must_use]
    pub fn of_cells_across(positions: &[DVec3], count: u32) -> Self {
        let longest = Aabb::of_points(positions).extent().max_element();
        Self::of_cell_size(longest / f64::from(count))
    }
}

impl SampledField {
    /// Samples the signed distance of the solid that a closed mesh encloses.
    ///
    /// The solid is where the winding number of the surface is not zero. So a mesh turned inside
    /// out gives the same field, and so does one component inside another of the same sense, though
    /// the inner surface is still one to which distances are measured; an inner component of the
    /// opposite sense is a hollow. Faces may be degenerate; vertices that no face uses are ignored.
    ///
    /// # Errors
    /// If the mesh is empty, not closed, names a vertex that is not there or has a coordinate that
    /// is not finite; if the cells are not positive, too fine or too many; or if the margin is less
    /// than a cell.
    pub fn from_closed_mesh(
        positions: &[DVec3],
        faces: &[[u32; 3]],
        sampling: Sampling,
    ) -> Result<Self, SamplingError> {
        let corners = closed_corners(positions, faces)?;
        let grid = Grid::around(Aabb::of_points(corners.as_flattened()), &sampling)?;
        let mut values = Vec::new();
        values.try_reserve_exact(grid.node_count()).map_err(|_| SamplingError::TooManyNodes {
            needed: f64::from(grid.node_count() as u32),
            allowed: sampling.max_nodes,
        })?;
        for (distance, winding) in distances(&NearestTree::new(corners.clone()), &grid)
            .zip(winding_numbers(&corners, &grid))
        {
            values.push(if winding == 0 { distance } else { -distance });
        }
        Ok(Self::of_values(grid, values))
    }
}

/// Distance to the nearest triangle from every node, in the order of the nodes.
fn distances(tree: &NearestTree, grid: &Grid) -> impl Iterator<Item = f64> {
    let [nx, ny, nz] = grid.counts;
    // The nearest triangles of the last plane of nodes, overwritten as the next one is walked.
    let mut slots = vec![0_u32; ny * nz];
    (0..nx).flat_map(move |i| (0..ny).flat_map(move |j| (0..nz).map(move |k| [i, j, k]))).map(
        move |[i, j, k]| {
            let p = grid.node([i, j, k]);
            let here = j * nz + k;
            let mut guess = tree.at_slot(p, slots[here]);
            for neighbour in
                [(j > 0).then(|| here - nz), (k > 0).then(|| here - 1)].into_iter().flatten()
            {
                let slot = slots[neighbour];
                if slot != guess.slot {
                    let other = tree.at_slot(p, slot);
                    if other.distance_squared < guess.distance_squared {
                        guess = other;
                    }
                }
            }
            let nearest = tree.nearest(p, guess);
            slots[here] = nearest.slot;
            nearest.distance_squared.sqrt()
        },
    )
}
