//! Cloth inside of closed surfaces: which is an error, and from which side the other touches them.

use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::{SurfaceId, VertexId};
use ripstop_narrow::Sides;
use ripstop_response::untangle::{Components, enclosed_where};

use super::World;

/// At most this many vertices of a cloth are asked, evenly, beside the first of each component.
const MOST_ASKED: usize = 200;

impl World {
    /// True if a surface must not be inside of another: cloth that does not say that it belongs
    /// there, of two surfaces that are checked against each other.
    pub(crate) fn must_be_outside(&self, surface: SurfaceId, body: SurfaceId) -> bool {
        let belongs = self.inside.get(surface.index()).copied();
        belongs == Some(false) && surface != body && self.filters.allow(surface, body)
    }

    /// True if a cloth that belongs inside is inside of an obstacle, or of another cloth.
    pub(crate) fn is_within_some(&self, owner: &str) -> bool {
        let Some(number) = self.cloths.iter().position(|cloth| cloth.owner == owner) else {
            return false;
        };
        let cloth = SurfaceId(number as u32);
        if self.rules.within.iter().any(|([own, _], _)| *own == cloth) {
            return true;
        }
        let is_own = |own: SurfaceId, body: SurfaceId| {
            own == cloth && own != body && self.filters.allow(own, body)
        };
        !enclosed_where(&self.mesh, &[], &self.start.positions, &is_own).is_empty()
    }

    /// The volume inside of a surface, if it is closed.
    pub(crate) fn enclosure(&self, surface: SurfaceId) -> Option<Enclosure> {
        let owners = self.mesh.surfaces();
        let first = owners.partition_point(|owner| *owner < surface);
        let end = owners.partition_point(|owner| *owner <= surface);
        let is_own = |face: &&[VertexId; 3]| owners[face[0].index()] == surface;
        let local = |vertex: VertexId| vertex.0 - first as u32;
        let faces: Vec<[u32; 3]> =
            self.mesh.faces().iter().filter(is_own).map(|face| face.map(local)).collect();
        Enclosure::new(&self.start.positions[first..end], &faces).ok()
    }
}

/// Pairs of a cloth that belongs inside and a closed obstacle that it starts in, with the sides
/// from which it touches the obstacle's faces; both if only a part of it is inside.
pub(super) fn sides_within(world: &World) -> Vec<([SurfaceId; 2], Sides)> {
    let mut within = Vec::new();
    if !world.inside.contains(&true) {
        return within;
    }
    let asked = asked(world);
    for body in (world.cloths.len()..world.names.len()).map(|body| SurfaceId(body as u32)) {
        let Some(enclosure) = world.enclosure(body) else { continue };
        for (vertices, cloth) in asked.iter().zip((0..).map(SurfaceId)) {
            if !world.inside[cloth.index()] || !world.filters.allow(cloth, body) {
                continue;
            }
            let is_inside =
                |vertex: &&usize| enclosure.winding_number(world.start.positions[**vertex]) != 0;
            let inside = vertices.iter().filter(is_inside).count();
            if inside > 0 {
                let is_all = inside == vertices.len();
                let sides = if is_all { Sides::Inner } else { Sides::Both };
                within.push(([cloth, body], sides));
            }
        }
    }
    within.sort_unstable_by_key(|(pair, _)| *pair);
    within
}

/// By cloth, the vertices that are asked where they are.
fn asked(world: &World) -> Vec<Vec<usize>> {
    let components = Components::new(&world.mesh, &world.start.positions);
    let mut is_known = vec![false; components.count()];
    let mut of_cloth = |vertices: std::ops::Range<usize>| -> Vec<usize> {
        let step = vertices.len().div_ceil(MOST_ASKED).max(1);
        let first = vertices.start;
        let is_asked = |vertex: &usize| {
            let component = components.of(VertexId(*vertex as u32)) as usize;
            let is_first = !std::mem::replace(&mut is_known[component], true);
            is_first || (*vertex - first).is_multiple_of(step)
        };
        vertices.filter(is_asked).collect()
    };
    world.cloths.iter().map(|cloth| of_cloth(cloth.vertices())).collect()
}
