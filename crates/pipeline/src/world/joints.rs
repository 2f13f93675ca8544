//! Vertices that lie on an edge of their own cloth without being part of it.
//!
//! Panels whose seams were merged vertex by vertex have them wherever one side has more vertices
//! than the other: an edge `a–b` of the one side and two edges `a–p–b` of the other enclose a hole
//! without area. Edges at `p` touch `a–b` at the start, and always will: such a hole is a seam, and
//! counts as a stitch that is closed. A barrier would act on it with distances of rounding errors.

use glam::DVec3;
use ripstop_geometry::{Stitch, VertexId};

use super::{ClothPart, World};

/// Width of a hole, in thicknesses, up to which it is a seam.
const NARROW: f64 = 0.5;

impl World {
    /// Narrow triangular holes of all cloths, each as a stitch of a vertex to the edge on which it
    /// lies.
    pub(super) fn joints(&self) -> Vec<Stitch> {
        let width = NARROW * self.rules.surfaces.max_thickness();
        let positions = &self.start.positions;
        self.cloths.iter().flat_map(|part| joints_of(part, positions, width)).collect()
    }
}

fn joints_of(part: &ClothPart, positions: &[DVec3], width: f64) -> Vec<Stitch> {
    let first = part.first.0;
    let mut neighbours = vec![Vec::new(); part.topology.vertex_count()];
    for [a, b] in part.topology.edges() {
        neighbours[a.index()].push(b.0);
        neighbours[b.index()].push(a.0);
    }
    let mut faces_of = vec![Vec::new(); part.topology.vertex_count()];
    for face in part.topology.faces() {
        for corner in face {
            faces_of[corner.index()].push(*face);
        }
    }
    let mut joints = Vec::new();
    for &[a, b] in part.topology.edges() {
        let beside = |p: &&u32| neighbours[b.index()].contains(*p);
        for &p in neighbours[a.index()].iter().filter(beside) {
            let p = VertexId(p);
            let is_face = |face: &[VertexId; 3]| face.contains(&b) && face.contains(&p);
            if faces_of[a.index()].iter().any(is_face) {
                continue;
            }
            let [vertex, from, to] = [p, a, b].map(|v| VertexId(first + v.0));
            let ends = [from, to].map(|v| positions[v.index()]);
            if let Some(ratio) = place_on(positions[vertex.index()], ends, width) {
                joints.push(Stitch { vertex, edge: [from, to], ratio });
            }
        }
    }
    joints
}

/// The place between two ends of the point that is closest to `x`, if it is inside and closer than
/// `width` (m).
fn place_on(x: DVec3, [from, to]: [DVec3; 2], width: f64) -> Option<f64> {
    let edge = to - from;
    let ratio = (x - from).dot(edge) / edge.length_squared();
    let is_inside = ratio > 0.0 && ratio < 1.0;
    (is_inside && x.distance(from + ratio * edge) < width).then_some(ratio)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{LoadedMesh, Scene};

    /// Two panels that share two vertices; the second has one between them, off by some way (m).
    fn joints(off: f64, respond: &str) -> Vec<Stitch> {
        let corners = [[0.0, 0.0], [1.0, 0.0], [0.5, 1.0], [0.5, -off], [0.5, -1.0]];
        let mut loaded = LoadedMesh::default();
        loaded.mesh.positions = corners.map(|[x, y]| DVec3::new(x, y, 0.0)).to_vec();
        loaded.mesh.faces = vec![[0, 1, 2], [0, 4, 3], [3, 4, 1]];
        let text = format!(
            "settings.respond = '{respond}'\n[[cloth]]\nthickness = 1e-3\n\
             shape.mesh = {{ file = 'm.obj' }}\n"
        );
        let scene = Scene::from_toml(&text).expect("a scene");
        let world = World::new(&scene, &mut |_| Ok(loaded.clone())).expect("a world");
        let is_left_out = !world.rules.stitched.is_empty();
        let joints = world.joints();
        assert_eq!(is_left_out, respond == "barrier" && !joints.is_empty());
        joints
    }

    #[test]
    fn narrow_holes_are_seams() {
        let found = joints(1e-5, "barrier");
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].vertex, found[0].ratio), (VertexId(3), 0.5));
        assert!(joints(0.1, "barrier").is_empty());
    }

    #[test]
    fn other_responses_keep_all_pairs() {
        assert_eq!(joints(1e-5, "pbd").len(), 1);
    }
}
