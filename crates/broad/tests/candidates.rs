//! From meshes to candidates: every method on the four scenes, filters, boxes.
#![expect(clippy::unwrap_used, reason = "helpers of tests, which clippy does not take for tests")]

use ripstop_broad::candidates::{CandidateSearch, Candidates, MeshBoxes};
use ripstop_broad::{BroadPhase, BruteForce, Bvh, HashGrid, Octree, SweepAndPrune};
use ripstop_fixtures::{Scene, SceneKind};
use ripstop_geometry::mesh::{Groups, Role, SurfaceFilter};
use ripstop_geometry::{Aabb, Candidate, EdgeId, FaceId, Filters, Motion, VertexId};

fn boxes_of(scene: &Scene, radius: f64) -> MeshBoxes {
    let mut boxes = MeshBoxes::default();
    boxes.update(&scene.mesh().unwrap(), &scene.motion().unwrap(), radius);
    boxes
}

fn candidates(scene: &Scene, filters: &Filters, method: &mut dyn BroadPhase) -> Candidates {
    let mesh = scene.mesh().unwrap();
    let boxes = boxes_of(scene, 1e-3 * scene.mean_cloth_edge_length());
    CandidateSearch::new(&mesh, filters).candidates(method, &boxes).unwrap()
}

/// The definition, without any structure.
fn expected(scene: &Scene, allow: impl Fn(usize, usize) -> bool) -> Vec<Candidate> {
    let mesh = scene.mesh().unwrap();
    let boxes = boxes_of(scene, 1e-3 * scene.mean_cloth_edge_length());
    let mut found = Vec::new();
    for (v, a) in boxes.vertices.iter().enumerate() {
        for (f, b) in boxes.faces.iter().enumerate() {
            let corners = mesh.faces()[f].map(VertexId::index);
            if a.overlaps(b) && !corners.contains(&v) && allow(v, corners[0]) {
                let (vertex, face) = (VertexId(v as u32), FaceId(f as u32));
                found.push(Candidate::VertexFace { vertex, face });
            }
        }
    }
    for (i, a) in boxes.edges.iter().enumerate() {
        let ends = mesh.edges()[i].map(VertexId::index);
        for (j, b) in boxes.edges.iter().enumerate().skip(i + 1) {
            let others = mesh.edges()[j].map(VertexId::index);
            let apart = ends.iter().all(|end| !others.contains(end));
            if a.overlaps(b) && apart && allow(ends[0], others[0]) {
                let (a, b) = (EdgeId(i as u32), EdgeId(j as u32));
                found.push(Candidate::EdgeEdge { a, b });
            }
        }
    }
    found
}

#[test]
fn every_method_finds_the_candidates_of_ten_thousand_triangles() {
    for kind in SceneKind::ALL {
        let scene = kind.with_triangles(10_000);
        let all = Filters::default();
        let reference = candidates(&scene, &all, &mut BruteForce::default());
        assert!(reference.edge_edge.len() > 1000 && reference.vertex_face.len() > 1000, "{kind:?}");
        let (mut bvh, mut grid) = (Bvh::default(), HashGrid::default());
        let (mut octree, mut sweep) = (Octree::default(), SweepAndPrune::default());
        let methods: [&mut dyn BroadPhase; 4] = [&mut bvh, &mut grid, &mut octree, &mut sweep];
        for method in methods {
            assert!(candidates(&scene, &all, method) == reference, "{kind:?}");
        }
        assert_eq!(bvh.check(), Ok(()));
    }
}

#[test]
fn candidates_are_those_of_the_definition_in_canonical_order() {
    for kind in SceneKind::ALL {
        let scene = kind.generate(16);
        let found = candidates(&scene, &Filters::default(), &mut Bvh::default());
        let expected = expected(&scene, |_, _| true);
        assert!(expected.is_sorted());
        assert!(found.iter().eq(expected.iter().copied()), "{kind:?}");
        assert_eq!(found.len(), expected.len());
    }
}

/// A predicate that lets a pair of vertices, one of each primitive, stay.
type Allowed<'a> = &'a dyn Fn(usize, usize) -> bool;

#[test]
fn filters_take_out_surfaces() {
    let scene = SceneKind::Drape.generate(16);
    let cloth = SurfaceFilter::default();
    let obstacle = SurfaceFilter { role: Role::Obstacle, ..cloth };
    let alone = SurfaceFilter { groups: Groups { member_of: 1, collides_with: 2 }, ..cloth };
    let is_cloth = |v: usize| v < scene.cloth_vertex_count;
    let cases: [(Filters, Allowed); 3] = [
        (Filters { surfaces: vec![cloth, obstacle] }, &|a, b| is_cloth(a) || is_cloth(b)),
        (Filters { surfaces: vec![alone, cloth] }, &|a, b| !(is_cloth(a) && is_cloth(b))),
        (Filters { surfaces: vec![cloth] }, &|_, _| true),
    ];
    for (filters, allow) in cases {
        for method in [&mut Bvh::default() as &mut dyn BroadPhase, &mut Octree::default()] {
            let found = candidates(&scene, &filters, method);
            assert!(found.iter().eq(expected(&scene, allow)), "{filters:?}");
        }
    }
}

#[test]
fn boxes_contain_the_paths_and_share_their_corners() {
    let scene = SceneKind::Fast.generate(12);
    let radius = 0.01;
    let boxes = boxes_of(&scene, radius);
    for (vertex, aabb) in boxes.vertices.iter().enumerate() {
        for end in [scene.start[vertex], scene.end[vertex]] {
            assert!(aabb.contains(&Aabb::of_point(end).inflated(radius)));
        }
    }
    for (edge, aabb) in scene.edges.iter().zip(&boxes.edges) {
        let [a, b] = edge.map(|v| boxes.vertices[v as usize]);
        assert_eq!(*aabb, a.union(b));
    }
    for (face, aabb) in scene.faces.iter().zip(&boxes.faces) {
        let [a, b, c] = face.map(|v| boxes.vertices[v as usize]);
        assert_eq!(*aabb, a.union(b).union(c));
    }
    // At rest, without a radius, boxes are the hulls of the points themselves.
    let mut still = MeshBoxes::default();
    let motion = Motion::new(&scene.start, &scene.start).unwrap();
    still.update(&scene.mesh().unwrap(), &motion, 0.0);
    assert_eq!(still.vertices[7], Aabb::of_point(scene.start[7]));
}
