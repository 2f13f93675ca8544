//! Smooths positions without crossings, as long as they stay without.
//!
//! Untangling leaves cloth that was pushed together in small wrinkles. Each round spreads
//! displacements from the start over neighbours, and lets edges go back to their rest lengths:
//!
//! ```text
//! d ← (d + mean d of neighbours) / 2      d = x − start, of moved vertices and their neighbours
//! ```
//!
//! Where a round's end has crossings, the vertices of their edges and faces and those around them
//! keep their positions, for the rest of the rounds; after a few attempts the round is given up.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

use super::relax::relax;
use super::{CrossingDetector, TangledCloth};

/// Passes over displacements in a round, so that they are spread out before edges push cloth out of
/// its plane.
const PASSES: usize = 2;

/// Sweeps over edges in a round.
const SWEEPS: usize = 6;

/// Attempts of a round, each with more vertices that stay.
const ATTEMPTS: usize = 6;

/// Smooths positions without crossings of vertices that may move; they stay without.
pub(crate) fn settle(
    detector: &mut dyn CrossingDetector,
    (start, may_move): (&[DVec3], &[bool]),
    cloth: &TangledCloth,
    rounds: usize,
    positions: &mut [DVec3],
) {
    let mut stays: Vec<bool> = may_move.iter().map(|may_move| !may_move).collect();
    for _ in 0..rounds {
        let mut end = smoothed(detector.mesh(), start, cloth, positions);
        for attempt in 1..=ATTEMPTS {
            for (i, x) in end.iter_mut().enumerate() {
                if stays[i] || !x.is_finite() {
                    *x = positions[i];
                }
            }
            let found = detector.crossings(&end);
            if found.is_empty() {
                positions.copy_from_slice(&end);
                break;
            }
            if attempt == ATTEMPTS {
                return;
            }
            hold(detector.mesh(), &found, &mut stays);
        }
    }
}

/// Marks the vertices of crossings and their neighbours.
fn hold(mesh: &CollisionMesh, found: &[Crossing], stays: &mut [bool]) {
    for crossing in found {
        let (edge, face) = (mesh.edge(crossing.edge), mesh.face(crossing.face));
        for &vertex in edge.iter().chain(&face) {
            stays[vertex.index()] = true;
            for neighbour in mesh.neighbours(vertex) {
                stays[neighbour.index()] = true;
            }
        }
    }
}

fn smoothed(
    mesh: &CollisionMesh,
    start: &[DVec3],
    cloth: &TangledCloth,
    positions: &[DVec3],
) -> Vec<DVec3> {
    let mut smoothed = positions.to_vec();
    let mut concerned = Vec::new();
    for _ in 0..PASSES {
        let before = smoothed.clone();
        let displacement = |vertex: VertexId| before[vertex.index()] - start[vertex.index()];
        concerned.clear();
        for vertex in (0..positions.len() as u32).map(VertexId) {
            let (mut sum, mut count, mut any) = (DVec3::ZERO, 0.0, false);
            for other in mesh.neighbours(vertex) {
                let d = displacement(other);
                any |= d != DVec3::ZERO;
                sum += d;
                count += 1.0;
            }
            let d = displacement(vertex);
            if (any || d != DVec3::ZERO)
                && cloth.inverse_masses[vertex.index()] > 0.0
                && count > 0.0
            {
                concerned.push(vertex);
                smoothed[vertex.index()] = start[vertex.index()] + 0.5 * (d + sum / count);
            }
        }
    }
    let material = (cloth.rest_lengths, cloth.inverse_masses);
    relax(mesh, material, &concerned, SWEEPS, &mut smoothed);
    smoothed
}
