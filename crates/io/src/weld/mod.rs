//! Welding: vertices at the same place become one.
//!
//! Files split vertices where texture coordinates or normals jump, and some formats know no shared
//! vertices at all. A cloth of such pieces falls apart, so they are merged before it is simulated.
//!
//! Vertices are taken in their order. Each joins the first *representative* before it that is
//! within the tolerance, and becomes a representative itself if there is none. So
//!
//! ```text
//! |x − x̃| ≤ tolerance      for every vertex x and the representative x̃ that it joins
//! |x̃ − ỹ| > tolerance      for any two representatives
//! ```
//!
//! Representatives keep their positions, and nothing drifts along a chain of near vertices, as it
//! would if nearness were made transitive; the price is that two vertices within the tolerance may
//! join different representatives. Distances are Euclidean, in `f64`. With tolerance 0, equal
//! positions are merged, 0 and −0 being equal.

mod cells;

use cells::Cells;

use crate::Mesh;

/// A mesh after welding.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Weld {
    /// The mesh without the merged vertices; the others keep their order. Stitches of a vertex that
    /// was merged into an end of its edge are not there any more.
    pub mesh: Mesh,
    /// For each vertex of the old mesh, the vertex of the new one.
    pub vertex_map: Vec<u32>,
    /// Number of vertices that were merged into others.
    pub merged_vertices: usize,
    /// Number of faces that were dropped because two of their corners became one vertex.
    pub dropped_faces: usize,
}

/// A tolerance that is no distance.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("the tolerance for welding must be a finite number not below 0, but is {tolerance}")]
pub struct InvalidTolerance {
    /// The number given.
    pub tolerance: f64,
}

/// Merges vertices within `tolerance` of each other, in the unit of the positions.
///
/// Time O(n log n).
///
/// # Errors
/// If the tolerance is negative or not finite.
///
/// # Panics
/// If the mesh does not pass [`Mesh::check`].
pub fn weld(mesh: &Mesh, tolerance: f64) -> Result<Weld, InvalidTolerance> {
    if !(tolerance.is_finite() && tolerance >= 0.0) {
        return Err(InvalidTolerance { tolerance });
    }
    let mut cells = Cells::new(&mesh.positions, tolerance);
    let mut positions = Vec::new();
    let vertex_map: Vec<u32> = (0..mesh.positions.len())
        .map(|vertex| {
            cells.representative(vertex).unwrap_or_else(|| {
                cells.insert(vertex, positions.len() as u32);
                positions.push(mesh.positions[vertex]);
                positions.len() as u32 - 1
            })
        })
        .collect();
    let mut welded = Mesh { positions, ..mesh.clone() };
    let corners = welded.faces.as_flattened_mut().iter_mut();
    for vertex in corners.chain(&mut welded.polygons.corners) {
        *vertex = vertex_map[*vertex as usize];
    }
    welded.renumber_sewing(|vertex| vertex_map.get(vertex as usize).copied());
    let dropped_faces = welded.drop_collapsed_faces();
    let merged_vertices = mesh.positions.len() - welded.positions.len();
    Ok(Weld { mesh: welded, vertex_map, merged_vertices, dropped_faces })
}
