//! The mesh to repair, with the body beside it.

use std::path::Path;

use anyhow::{Context, Result};
use glam::DVec3;
use ripstop_geometry::mesh::{Role, SurfaceFilter};
use ripstop_geometry::{CollisionMesh, Filters, SurfaceId};
use ripstop_io::Mesh;

use super::super::mesh_argument::read_mesh;

/// Per vertex of the mesh to repair: its surface, inverse mass, and place at rest.
pub(super) struct Own {
    pub(super) of_vertex: Vec<SurfaceId>,
    pub(super) inverse_masses: Vec<f64>,
    pub(super) rest: Vec<DVec3>,
}

/// The mesh to repair first, then the body.
pub(super) struct Scene {
    pub(super) positions: Vec<DVec3>,
    pub(super) mesh: CollisionMesh,
    pub(super) rest: Vec<DVec3>,
    pub(super) inverse_masses: Vec<f64>,
    /// Nothing is between faces of the body.
    pub(super) filters: Filters,
}

impl Scene {
    pub(super) fn new(read: &Mesh, own: Own, body: Option<&Path>) -> Result<Self> {
        let Own { mut of_vertex, mut inverse_masses, mut rest } = own;
        let (mut positions, mut faces) = (read.positions.clone(), read.faces.clone());
        let mut filters = Filters::default();
        if let Some(path) = body {
            let cannot = || format!("cannot take `{}` for a body", path.display());
            let body = read_mesh(path).with_context(cannot)?;
            let (first, count) = (positions.len() as u32, body.positions.len());
            let surface = of_vertex.iter().max().map_or(0, |last| last.0 + 1);
            of_vertex.extend(std::iter::repeat_n(SurfaceId(surface), count));
            inverse_masses.extend(std::iter::repeat_n(0.0, count));
            rest.extend_from_slice(&body.positions);
            positions.extend_from_slice(&body.positions);
            faces.extend(body.faces.iter().map(|face| face.map(|vertex| first + vertex)));
            filters.surfaces = vec![SurfaceFilter::default(); surface as usize + 1];
            filters.surfaces[surface as usize].role = Role::Obstacle;
        }
        let mesh = CollisionMesh::with_surfaces(&positions, &faces, of_vertex)?;
        Ok(Self { positions, mesh, rest, inverse_masses, filters })
    }
}
