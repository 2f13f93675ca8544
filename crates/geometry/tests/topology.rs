//! Mesh topology against the obvious quadratic construction, and against hand-counted meshes.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::{
    Candidate, CollisionMesh, EdgeId, FaceId, MeshError, SurfaceId, Topology, VertexId,
};

fn vertices<const N: usize>(ids: [u32; N]) -> [VertexId; N] {
    ids.map(VertexId)
}

/// Two triangles on the edge 0–2, as a square.
const SQUARE: [[u32; 3]; 2] = [[0, 1, 2], [0, 2, 3]];

#[test]
fn square_by_hand() {
    let square = Topology::from_faces(5, &SQUARE).unwrap();
    let edges = [[0, 1], [0, 2], [0, 3], [1, 2], [2, 3]].map(vertices);
    assert_eq!(square.edges(), edges);
    assert_eq!(square.face_edges(), [[0, 3, 1].map(EdgeId), [1, 4, 2].map(EdgeId)]);
    assert_eq!(square.edge_faces().row(1), [FaceId(0), FaceId(1)]);
    assert_eq!(square.vertex_faces().row(2), [FaceId(0), FaceId(1)]);
    assert_eq!(square.vertex_edges().row(2), [1, 3, 4].map(EdgeId));
    assert_eq!(square.neighbours(VertexId(2)).collect::<Vec<_>>(), [0, 1, 3].map(VertexId));
    assert_eq!(square.boundary_edges().collect::<Vec<_>>(), [0, 2, 3, 4].map(EdgeId));
    assert_eq!(square.isolated_vertices().collect::<Vec<_>>(), [VertexId(4)]);
    assert_eq!(square.non_manifold_edges().count(), 0);
    assert_eq!(square.vertex_count(), 5);
}

#[test]
fn a_book_of_three_pages_is_legal_and_reported() {
    let book = Topology::from_faces(5, &[[0, 1, 2], [1, 0, 3], [0, 1, 4]]).unwrap();
    assert_eq!(book.non_manifold_edges().collect::<Vec<_>>(), [EdgeId(0)]);
    assert_eq!(book.edge_faces().row(0), [0, 1, 2].map(FaceId));
}

#[test]
fn closed_meshes_have_no_boundary() {
    let tetrahedron = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let topology = Topology::from_faces(4, &tetrahedron).unwrap();
    assert_eq!(topology.boundary_edges().count(), 0);
    assert_eq!(topology.edges().len(), 6);
}

#[test]
fn errors_name_the_item() {
    let build = |count, faces: &[[u32; 3]]| Topology::from_faces(count, faces).unwrap_err();
    assert_eq!(build(3, &[]), MeshError::Empty);
    assert_eq!(
        build(3, &[[0, 1, 2], [0, 7, 1]]),
        MeshError::VertexOutOfRange { face: 1, vertex: 7, vertex_count: 3 }
    );
    for (face, vertex) in [([0, 0, 1], 0), ([1, 2, 2], 2), ([2, 1, 2], 2)] {
        assert_eq!(build(3, &[[0, 1, 2], face]), MeshError::RepeatedCorner { face: 1, vertex });
    }
    let mut positions = [DVec3::ZERO; 4];
    positions[3].z = f64::NEG_INFINITY;
    assert_eq!(CollisionMesh::new(&positions, &SQUARE), Err(MeshError::NotFinite { vertex: 3 }));
    let two = [0, 0, 0, 1].map(SurfaceId).to_vec();
    assert_eq!(
        CollisionMesh::with_surfaces(&[DVec3::ZERO; 4], &SQUARE, two.clone()),
        Err(MeshError::FaceAcrossSurfaces { face: 1, first: 0, second: 1 })
    );
    assert_eq!(
        CollisionMesh::with_surfaces(&[DVec3::ZERO; 5], &SQUARE, two),
        Err(MeshError::SurfaceListLength { given: 4, vertex_count: 5 })
    );
    assert_eq!(
        build(3, &[[0, 1, 2], [0, 7, 1]]).to_string(),
        "face 1 refers to vertex 7, but the mesh has 3 vertices"
    );
}

#[test]
fn a_stencil_lists_the_first_feature_first() {
    let mesh = CollisionMesh::new(&[DVec3::ZERO; 4], &SQUARE).unwrap();
    let vertex_face = Candidate::VertexFace { vertex: VertexId(3), face: FaceId(0) };
    assert_eq!(mesh.stencil(vertex_face), [3, 0, 1, 2].map(VertexId));
    let edge_edge = Candidate::EdgeEdge { a: EdgeId(0), b: EdgeId(4) };
    assert_eq!(mesh.stencil(edge_edge), [0, 1, 2, 3].map(VertexId));
    assert!(vertex_face < edge_edge, "vertex–face comes first in the canonical order");
}

fn soup() -> impl Strategy<Value = Vec<[u32; 3]>> {
    let corner = 0..12_u32;
    let face = (corner.clone(), corner.clone(), corner)
        .prop_filter("repeated corner", |(a, b, c)| a != b && b != c && c != a)
        .prop_map(|(a, b, c)| [a, b, c]);
    prop::collection::vec(face, 1..40)
}

proptest! {
    /// Faces at random: non-manifold edges, doubled faces and isolated vertices abound.
    #[test]
    fn agrees_with_the_obvious_construction(faces in soup()) {
        let topology = Topology::from_faces(12, &faces).unwrap();
        let sides = |f: &[u32; 3]| [[f[0], f[1]], [f[1], f[2]], [f[2], f[0]]]
            .map(|[a, b]| [a.min(b), a.max(b)]);

        let mut edges: Vec<_> = faces.iter().flat_map(sides).collect();
        edges.sort_unstable();
        edges.dedup();
        prop_assert_eq!(topology.edges(), edges.iter().map(|&e| vertices(e)).collect::<Vec<_>>());

        for (i, edge) in edges.iter().enumerate() {
            let on_edge: Vec<_> = (0..).zip(&faces)
                .filter(|(_, face)| sides(face).contains(edge))
                .map(|(f, _)| FaceId(f))
                .collect();
            prop_assert_eq!(topology.edge_faces().row(i), on_edge);
        }
        for (face, ids) in faces.iter().zip(topology.face_edges()) {
            prop_assert_eq!(sides(face), ids.map(|id| edges[id.index()]));
        }
        for v in 0..12 {
            let faces_of: Vec<_> = (0..).zip(&faces)
                .filter(|(_, face)| face.contains(&v)).map(|(f, _)| FaceId(f)).collect();
            let edges_of: Vec<_> = (0..).zip(&edges)
                .filter(|(_, edge)| edge.contains(&v)).map(|(e, _)| EdgeId(e)).collect();
            prop_assert_eq!(topology.vertex_faces().row(v as usize), faces_of);
            prop_assert_eq!(topology.vertex_edges().row(v as usize), edges_of);
        }
    }
}
