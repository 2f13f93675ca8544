//! Cloth that starts inside a closed body.
//!
//! Nothing crosses there, so that nothing else finds it: the cloth just never gets out.

use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::{SurfaceId, VertexId};

use super::{Warning, asked};
use crate::World;

/// Asks for exact winding numbers of the closed obstacles at 200 vertices of each cloth at most.
pub(super) fn warnings(world: &World) -> Vec<Warning> {
    let mut found = Vec::new();
    for body in world.cloths.len()..world.names.len() {
        let Some(enclosure) = enclosure(world, SurfaceId(body as u32)) else { continue };
        for (number, cloth) in world.cloths.iter().enumerate() {
            let surfaces = [number, body].map(|surface| SurfaceId(surface as u32));
            if !world.filters.allow(surfaces[0], surfaces[1]) {
                continue;
            }
            let vertices = &world.start.positions[cloth.vertices()];
            let is_inside = |index: &usize| enclosure.winding_number(vertices[*index]) != 0;
            let inside = asked(vertices.len()).filter(is_inside).count();
            if inside > 0 {
                found.push(Warning::Inside {
                    owner: cloth.owner.clone(),
                    body: world.names[body].clone(),
                    inside,
                    asked: asked(vertices.len()).len(),
                    vertex_count: vertices.len(),
                });
            }
        }
    }
    found
}

/// The volume inside an obstacle, if it is closed.
fn enclosure(world: &World, surface: SurfaceId) -> Option<Enclosure> {
    let (mesh, positions) = (&world.mesh, &world.start.positions);
    let owners = mesh.surfaces();
    let first = owners.partition_point(|owner| *owner < surface);
    let end = owners.partition_point(|owner| *owner <= surface);
    let is_own = |face: &&[VertexId; 3]| owners[face[0].index()] == surface;
    let local = |vertex: VertexId| vertex.0 - first as u32;
    let faces: Vec<[u32; 3]> =
        mesh.faces().iter().filter(is_own).map(|face| face.map(local)).collect();
    Enclosure::new(&positions[first..end], &faces).ok()
}
