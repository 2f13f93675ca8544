//! Welding: what is merged, what is kept, what is dropped.

use glam::{DVec2, DVec3, dvec3};
use proptest::prelude::*;
use ripstop_io::{Groups, Mesh, Weld, weld};

/// Two triangles of a square with split corners, as a texture seam leaves them.
fn seam(gap: f64) -> Mesh {
    let [a, b, c, d] = [DVec3::ZERO, DVec3::X, DVec3::X + DVec3::Y, DVec3::Y];
    let shift = dvec3(gap, 0.0, 0.0);
    let mut mesh = Mesh::new(vec![a, b, c, a + shift, c + shift, d], vec![[0, 1, 2], [3, 4, 5]]);
    mesh.uvs = vec![DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    mesh.uv_faces = vec![[0, 1, 2], [0, 2, 3]];
    mesh.groups = Groups::default();
    mesh.groups.push_with_uvs("front", 1);
    mesh.groups.push_with_uvs("back", 1);
    mesh
}

#[test]
fn seams_are_closed() {
    let before = seam(0.0);
    let Weld { mesh, vertex_map, merged_vertices, dropped_faces, .. } = weld(&before, 0.0).unwrap();
    assert_eq!((merged_vertices, dropped_faces), (2, 0));
    assert_eq!(vertex_map, [0, 1, 2, 0, 2, 3]);
    assert_eq!(mesh.faces, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(
        (&mesh.uvs, &mesh.uv_faces, &mesh.groups),
        (&before.uvs, &before.uv_faces, &before.groups)
    );
    assert_eq!(mesh.check(), Ok(()));
}

#[test]
fn the_tolerance_is_a_distance_and_closed() {
    let merged = |gap, tolerance| weld(&seam(gap), tolerance).unwrap().merged_vertices;
    assert_eq!(merged(1e-6, 0.0), 0);
    assert_eq!(merged(0.125, 0.125), 2);
    assert_eq!(merged(0.125 + f64::EPSILON, 0.125), 0);
    assert_eq!(merged(-0.0, 0.0), 2);
    for tolerance in [-1.0, f64::NAN, f64::INFINITY] {
        let error = weld(&seam(0.0), tolerance).unwrap_err();
        assert!(error.to_string().contains("finite number not below 0"), "{error}");
    }
}

#[test]
fn collapsed_faces_are_dropped_with_their_groups_and_texture_faces() {
    let mut mesh = seam(0.0);
    mesh.positions[1] = dvec3(0.01, 0.0, 0.0);
    let Weld { mesh, merged_vertices, dropped_faces, .. } = weld(&mesh, 0.1).unwrap();
    assert_eq!((merged_vertices, dropped_faces), (3, 1));
    assert_eq!(mesh.faces, [[0, 1, 2]]);
    assert_eq!(mesh.uv_faces, [[0, 2, 3]]);
    assert_eq!(mesh.groups.iter().map(|group| group.name).collect::<Vec<_>>(), ["back"]);
    assert_eq!(mesh.check(), Ok(()));
}

#[test]
fn chains_do_not_drift() {
    let chain = Mesh::new((0..9).map(|i| DVec3::X * f64::from(i)).collect(), Vec::new());
    assert_eq!(weld(&chain, 1.0).unwrap().vertex_map, [0, 0, 1, 1, 2, 2, 3, 3, 4]);
}

#[test]
fn every_scale() {
    for scale in [5e-324, 1e-310, 1e-200, 1.0, 1e200, 4e307] {
        let chain =
            Mesh::new((0..4).map(|i| DVec3::ONE * f64::from(i) * scale).collect(), Vec::new());
        assert_eq!(weld(&chain, scale).unwrap().merged_vertices, 0, "{scale}");
        assert_eq!(weld(&chain, 1.75 * scale).unwrap().merged_vertices, 2, "{scale}");
        assert_eq!(
            weld(&chain, 1e-300).unwrap().merged_vertices,
            if scale < 1e-300 { 3 } else { 0 },
            "{scale}"
        );
    }
    let extreme =
        Mesh::new(vec![DVec3::MAX, DVec3::MIN, DVec3::MAX, DVec3::ZERO, DVec3::MIN], Vec::new());
    for tolerance in [0.0, 5e-324, 1.0] {
        assert_eq!(weld(&extreme, tolerance).unwrap().vertex_map, [0, 1, 0, 2, 1], "{tolerance}");
    }
    assert_eq!(weld(&Mesh::default(), 1.0).unwrap().merged_vertices, 0);
}

#[test]
fn many_vertices_in_one_place_take_linear_time() {
    let heap = Mesh::new(vec![DVec3::ONE; 200_000], Vec::new());
    for tolerance in [0.0, 0.5] {
        assert_eq!(weld(&heap, tolerance).unwrap().merged_vertices, 199_999);
    }
}

/// The rule itself, over all pairs.
fn brute_force(positions: &[DVec3], tolerance: f64) -> Vec<u32> {
    let mut representatives: Vec<DVec3> = Vec::new();
    let mut number = |x: &DVec3| {
        let near = |y: &DVec3| (*y - *x).length_squared() <= tolerance * tolerance;
        representatives.iter().position(near).unwrap_or_else(|| {
            representatives.push(*x);
            representatives.len() - 1
        })
    };
    positions.iter().map(|x| number(x) as u32).collect()
}

proptest! {
    #[test]
    fn welding_is_the_rule(
        cells in proptest::collection::vec([-8_i32..8, -8_i32..8, -2_i32..2], 0..200),
        // On this grid squares are exact, so both sides compare the same numbers.
        tolerance in prop_oneof![Just(0.0), Just(0.25), Just(0.5), Just(0.75), Just(1.0), Just(3.0)],
    ) {
        let positions: Vec<DVec3> = cells.iter().map(|&[x, y, z]| dvec3(x.into(), y.into(), z.into()) * 0.25).collect();
        let welded = weld(&Mesh::new(positions.clone(), Vec::new()), tolerance).unwrap();
        prop_assert_eq!(&welded.vertex_map, &brute_force(&positions, tolerance));
        prop_assert_eq!(welded.merged_vertices, positions.len() - welded.mesh.positions.len());
        // Twice is once.
        prop_assert_eq!(weld(&welded.mesh, tolerance).unwrap().merged_vertices, 0);
    }
}
