//! Irons cloth around contours that stay: a fold too dense for any direction is smoothed away.
//!
//! ```text
//! x ← (x + mean of neighbours) / 2      of vertices within r rings of a contour, r² times
//! ```
//!
//! A patch that is ironed long enough spans its boundary without folds, and a whole sheet without
//! crossings: with a growing radius the contours go, at the price of displacements of the order of
//! the radius. Lengths are given back afterwards, as far as nothing crosses again (`settle`).

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

use super::around::around_crossings;
use super::smooth::towards_neighbours;

/// Passes over a patch at most.
const MOST_PASSES: usize = 1000;

/// Smooths within some rings of crossings.
pub(crate) fn iron(
    mesh: &CollisionMesh,
    crossings: &[Crossing],
    inverse_masses: &[f64],
    rings: usize,
    positions: &mut [DVec3],
) {
    let patch = around_crossings(mesh, crossings, rings);
    let patch: Vec<VertexId> =
        patch.into_iter().filter(|vertex| inverse_masses[vertex.index()] > 0.0).collect();
    for _ in 0..(rings * rings).min(MOST_PASSES) {
        let before: &[DVec3] = positions;
        let moved: Vec<DVec3> = patch
            .par_iter()
            .with_min_len(1024)
            .map(|&vertex| towards_neighbours(mesh, vertex, before))
            .collect();
        for (vertex, x) in patch.iter().zip(moved) {
            positions[vertex.index()] = x;
        }
    }
}
