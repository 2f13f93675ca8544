//! Cloth that starts partly inside a closed body, and is still there once the start is untangled.

use ripstop_geometry::SurfaceId;

use super::{Warning, asked};
use crate::World;

/// Asks for exact winding numbers of the closed obstacles at 200 vertices of each cloth at most.
pub(super) fn warnings(world: &World) -> Vec<Warning> {
    let mut found = Vec::new();
    for body in world.cloths.len()..world.names.len() {
        let Some(enclosure) = world.enclosure(SurfaceId(body as u32)) else { continue };
        for (number, cloth) in world.cloths.iter().enumerate() {
            let surfaces = [number, body].map(|surface| SurfaceId(surface as u32));
            if !world.must_be_outside(surfaces[0], surfaces[1]) {
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
