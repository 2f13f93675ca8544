//! Lumped masses.

use ripstop_geometry::Topology;

use crate::error::positive;
use crate::{ClothError, RestShape};

/// Mass of every vertex (kg): a third of the mass of each face around it, for `density` in kg/m².
///
/// # Errors
/// If the density is not positive, the rest shape is that of another mesh, or a vertex has no face.
pub fn lumped_masses(
    mesh: &Topology,
    rest: &RestShape,
    density: f64,
) -> Result<Vec<f64>, ClothError> {
    positive("density", density)?;
    rest.check_for(mesh)?;
    if let Some(vertex) = mesh.isolated_vertices().next() {
        return Err(ClothError::NoMass { vertex: vertex.index() });
    }
    let mut masses = vec![0.0; mesh.vertex_count()];
    for (face, area) in mesh.faces().iter().zip(rest.areas()) {
        for corner in face {
            masses[corner.index()] += density * area / 3.0;
        }
    }
    Ok(masses)
}
