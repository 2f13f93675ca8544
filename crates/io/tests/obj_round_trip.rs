//! Round trips: a written mesh reads back as the same bits.

use glam::{DVec2, DVec3};
use proptest::prelude::*;
use ripstop_io::{Groups, InvalidMesh, Mesh, ObjWriteError, read_obj, write_obj};

fn written(mesh: &Mesh) -> Result<String, ObjWriteError> {
    let mut text = Vec::new();
    write_obj(&mut text, mesh)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn a_mesh_as_text() {
    let positions =
        vec![DVec3::ZERO, DVec3::new(0.1, -0.0, 1e-9), DVec3::new(1.0 / 3.0, 2e20, -1.5)];
    let mut mesh = Mesh::new(positions, vec![[0, 1, 2], [2, 1, 0], [1, 2, 0]]);
    mesh.uvs = vec![DVec2::ZERO, DVec2::new(1.0, 0.25)];
    mesh.uv_faces = vec![[0, 1, 0]];
    mesh.groups = Groups::default();
    mesh.groups.push("", 1);
    mesh.groups.push_with_uvs("left sleeve", 1);
    mesh.groups.push("", 1);
    let expected = "v 0 0 0\nv 0.1 -0 1e-9\nv 0.3333333333333333 2e20 -1.5\nvt 0 0\nvt 1 0.25\nf 1 2 3\n\
        g left sleeve\nf 3/1 2/2 1/1\ng\nf 2 3 1\n";
    assert_eq!(written(&mesh).unwrap(), expected);
    assert_eq!(read_obj(expected.as_bytes()).unwrap().mesh, mesh);
}

#[test]
fn invalid_meshes_are_not_written() {
    let valid = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]);
    let error = |change: &dyn Fn(&mut Mesh)| {
        let mut mesh = valid.clone();
        change(&mut mesh);
        let mut text = Vec::new();
        let error = write_obj(&mut text, &mesh).unwrap_err();
        assert!(text.is_empty());
        match error {
            ObjWriteError::Mesh(error) => error,
            other => panic!("{other}"),
        }
    };
    assert_eq!(
        error(&|m| m.positions[1].y = f64::NAN),
        InvalidMesh::PositionNotFinite { vertex: 1 }
    );
    assert_eq!(
        error(&|m| m.faces[0][2] = 3),
        InvalidMesh::VertexOutOfRange { face: 0, vertex: 3, count: 3 }
    );
    assert_eq!(error(&|m| m.uvs.push(DVec2::INFINITY)), InvalidMesh::UvNotFinite { uv: 0 });
    assert_eq!(
        error(&|m| m.uv_faces.push([0, 0, 0])),
        InvalidMesh::UvOutOfRange { uv_face: 0, uv: 0, count: 0 }
    );
    let uncovered = InvalidMesh::GroupsDoNotCover { items: "faces", grouped: 1, count: 2 };
    assert_eq!(error(&|m| m.faces.push([0, 1, 2])), uncovered);
    let uncovered = InvalidMesh::GroupsDoNotCover { items: "texture faces", grouped: 1, count: 0 };
    assert_eq!(
        error(&|m| {
            m.groups = Groups::default();
            m.groups.push_with_uvs("", 1);
        }),
        uncovered
    );
}

#[test]
fn names_that_would_change_are_errors() {
    let mut mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]);
    let long = "x".repeat(5000);
    for name in [
        "a\nf 1 2 3",
        " a",
        "a ",
        "a  b",
        "#a",
        "a #b",
        "a\\",
        "a\\ b",
        "a\rb",
        "a\tb",
        long.as_str(),
    ] {
        mesh.groups = Groups::default();
        mesh.groups.push(name, 1);
        assert!(matches!(written(&mesh), Err(ObjWriteError::GroupName { .. })), "{name:?}");
    }
    for name in ["a", "a b", "a#b", "a\\b", "grün ✂", "v", "\u{a0}a", "\u{feff}a"] {
        mesh.groups = Groups::default();
        mesh.groups.push(name, 1);
        assert_eq!(read_obj(written(&mesh).unwrap().as_bytes()).unwrap().mesh, mesh, "{name:?}");
    }
}

/// Any finite number: all bit patterns, and round ones.
fn number() -> impl Strategy<Value = f64> {
    let finite = |bits: u64| Some(f64::from_bits(bits)).filter(|x| x.is_finite());
    prop_oneof![
        any::<u64>().prop_filter_map("not finite", finite),
        (-1000_i32..1000).prop_map(|x| f64::from(x) / 8.0),
        Just(-0.0),
    ]
}

fn mesh() -> impl Strategy<Value = Mesh> {
    let position = [number(), number(), number()].prop_map(DVec3::from);
    let uv = [number(), number()].prop_map(DVec2::from);
    let name = prop_oneof![
        Just(String::new()),
        "[a-zA-Z0-9#_é]{0,4}x( [a-z]{1,3})?".prop_filter("comment", |name| !name.starts_with('#'))
    ];
    (proptest::collection::vec(position, 3..20), proptest::collection::vec(uv, 0..9)).prop_flat_map(
        move |(positions, uvs)| {
            let (n, m) = (positions.len() as u32, uvs.len() as u32);
            let differ = |[a, b, c]: &[u32; 3]| a != b && b != c && c != a;
            let face = [0..n, 0..n, 0..n].prop_filter("collapsed", differ);
            let uv_face = proptest::option::of([0..m.max(1), 0..m.max(1), 0..m.max(1)])
                .prop_map(move |face| face.filter(|_| m > 0));
            let group = (name.clone(), uv_face, proptest::collection::vec(face, 1..5));
            proptest::collection::vec(group, 1..6).prop_map(move |groups| {
                let mut mesh =
                    Mesh { positions: positions.clone(), uvs: uvs.clone(), ..Mesh::default() };
                for (name, uv_face, faces) in groups {
                    match uv_face {
                        Some(uv_face) => {
                            mesh.uv_faces.extend(faces.iter().map(|_| uv_face));
                            mesh.groups.push_with_uvs(&name, faces.len());
                        }
                        None => mesh.groups.push(&name, faces.len()),
                    }
                    mesh.faces.extend(faces);
                }
                mesh
            })
        },
    )
}

proptest! {
    #[test]
    fn round_trips_are_exact(mesh in mesh()) {
        let text = written(&mesh).unwrap();
        let read = read_obj(text.as_bytes()).unwrap();
        prop_assert_eq!((read.dropped_faces, read.tangled_polygons), (0, 0));
        prop_assert_eq!(&read.mesh, &mesh);
        // Equality does not tell 0 from −0.
        let bits = |mesh: &Mesh| mesh.positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(&read.mesh), bits(&mesh));
        let bits = |mesh: &Mesh| mesh.uvs.iter().flat_map(DVec2::to_array).map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(&read.mesh), bits(&mesh));
        prop_assert_eq!(written(&read.mesh).unwrap(), text);
    }
}
