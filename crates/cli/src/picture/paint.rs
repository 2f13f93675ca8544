//! Colours of single vertices, where they show a quantity.

use anyhow::Result;
use glam::DVec3;
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{FaceId, SurfaceId};
use ripstop_pipeline::World;
use ripstop_render::coloring::strain_level;
use ripstop_render::{Color, Coloring, ContactRule, vertex_closeness, vertex_strains};

/// Levels from 0 to 1 of all vertices; empty if the colouring has none.
pub(crate) fn levels(world: &World, coloring: Coloring, positions: &[DVec3]) -> Result<Vec<f64>> {
    match coloring {
        Coloring::Fabric | Coloring::Layer => Ok(Vec::new()),
        Coloring::Strain => {
            let faces = (0..world.mesh.faces().len() as u32).map(FaceId);
            let rest: Vec<_> =
                faces.map(|face| world.rules.face_at_rest(&world.mesh, face)).collect();
            let strains = vertex_strains(&world.mesh, &rest, positions);
            Ok(strains.into_iter().map(strain_level).collect())
        }
        Coloring::Contact => {
            let surfaces = world.rules.surfaces.surfaces.iter();
            let thicknesses: Vec<f64> = surfaces.map(|surface| surface.thickness).collect();
            let (filters, rest) = (&world.filters, world.rules.rest.as_slice());
            let places = world.rules.places.as_ref();
            let rule = ContactRule { filters, thicknesses: &thicknesses, rest, places };
            Ok(vertex_closeness(&world.mesh, &rule, positions)?)
        }
    }
}

/// Colours of the vertices of cloths; empty if the colouring has no levels.
pub(crate) fn paint(
    world: &World,
    coloring: Coloring,
    positions: &[DVec3],
) -> Result<Vec<Option<Color>>> {
    let colors = coloring.colors(&levels(world, coloring, positions)?);
    let role = |owner: &SurfaceId| world.filters.surfaces[owner.index()].role;
    let owners = world.mesh.surfaces().iter();
    Ok(owners.zip(colors).map(|(o, c)| (role(o) == Role::Cloth).then_some(c)).collect())
}
