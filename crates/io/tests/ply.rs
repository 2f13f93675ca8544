//! PLY: what is read, and that what is written reads back as the same bits.

mod files;

use glam::{DVec2, DVec3};
use proptest::prelude::*;
use ripstop_io::{Mesh, PlyEncoding, read_ply, write_ply};

const ENCODINGS: [PlyEncoding; 3] =
    [PlyEncoding::Ascii, PlyEncoding::LittleEndian, PlyEncoding::BigEndian];

const HEADER: &str = "ply\nformat ascii 1.0\ncomment made by hand\nobj_info of no interest\nelement vertex 4\nproperty float x\n\
    property uchar red\nproperty float y\nproperty list uchar int more\nproperty float z\nelement face 1\n\
    property list uchar int vertex_index\nend_header\n";

#[test]
fn text_with_other_properties_and_a_quad() {
    let text = format!("{HEADER}0 255 0 0 0\n1 9 0 2 7 7 0\n1 9 1 1 5 0\n0 9 1 0 0\n4 0 1 2 3\n");
    for ends in ["\n", "\r\n", "\r"] {
        let imported = read_ply(text.replace('\n', ends).as_bytes()).unwrap();
        let positions = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Y];
        let mut expected = Mesh::new(positions.into(), vec![[0, 1, 2], [0, 2, 3]]);
        expected.polygons.push(&[0, 1, 2, 3], &[], 2);
        assert_eq!(imported.mesh, expected);
    }
}

#[test]
fn elements_in_any_order_with_texture_coordinates() {
    let text = "ply\nformat ascii 1.0\nelement edge 1\nproperty int vertex1\nproperty int vertex2\nelement face 2\n\
        property uchar flags\nproperty list uchar uint vertex_indices\nelement vertex 3\nproperty double x\nproperty double y\n\
        property double z\nproperty float s\nproperty float t\nend_header\n\
        0 1\n0 3 0 1 2 0 3 2 1 1\n0 0 0 0.5 0\n0.1 0 0 1 0\n0 1 0 0 1\n";
    let imported = read_ply(text.as_bytes()).unwrap();
    let mesh = imported.mesh;
    assert_eq!((mesh.faces.as_slice(), imported.dropped_faces), ([[0, 1, 2]].as_slice(), 1));
    assert_eq!(mesh.positions[1], DVec3::new(0.1, 0.0, 0.0));
    let uvs = [DVec2::new(0.5, 0.0), DVec2::X, DVec2::Y];
    assert_eq!(mesh.uv_corners(), Some(vec![uvs]));
    mesh.check().unwrap();
}

/// Two triangles with texture coordinates of vertices, and others at the corners of faces.
fn wedge_text(lists: [&str; 2]) -> String {
    format!(
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
         property float s\nproperty float t\nelement face 2\nproperty list uchar float texcoord\n\
         property list uchar int vertex_indices\nend_header\n\
         0 0 0 0 9\n1 0 0 1 9\n1 1 0 2 9\n0 1 0 3 9\n{} 4 0 1 1 2\n{} 3 0 2 3\n",
        lists[0], lists[1]
    )
}

#[test]
fn texture_coordinates_of_corners() {
    // The second corner at vertex 1 is dropped with its coordinates.
    let text = wedge_text(["8 0 0 1 0 7 7 1 1", "6 5 5 6 6 5 6"]);
    let mesh = read_ply(text.as_bytes()).unwrap().mesh;
    mesh.check().unwrap();
    let uv = DVec2::new;
    let first = [uv(0.0, 0.0), uv(1.0, 0.0), uv(1.0, 1.0)];
    let second = [uv(5.0, 5.0), uv(6.0, 6.0), uv(5.0, 6.0)];
    assert_eq!(mesh.uv_corners(), Some(vec![first, second]));
    // A face without them, or with too few: those of the vertices count.
    for short in ["0", "4 5 5 6 6"] {
        let text = wedge_text(["8 0 0 1 0 7 7 1 1", short]);
        let mesh = read_ply(text.as_bytes()).unwrap().mesh;
        mesh.check().unwrap();
        assert_eq!(mesh.uv_corners().unwrap()[1], [0.0, 2.0, 3.0].map(|s| uv(s, 9.0)));
    }
    let error = read_ply(wedge_text(["8 0 0 1 0 nan 7 1 1", "6 5 5 6 6 5 6"]).as_bytes());
    assert!(error.unwrap_err().to_string().contains("finite"));
}

#[test]
fn binary_after_a_header_with_carriage_returns() {
    // The first byte of the data is that of LF.
    let mut bytes = b"ply\rformat binary_big_endian 1.0\relement vertex 3\rproperty int x\rproperty float y\rproperty float z\r\
        element face 1\rproperty list ushort short vertex_indices\rend_header\r".to_vec();
    for (x, y) in [(0x0a00_0000_i32, 0.0_f32), (1, 0.5), (-2, 0.0)] {
        bytes.extend(x.to_be_bytes());
        bytes.extend([y, 1.0].map(f32::to_be_bytes).as_flattened());
    }
    bytes.extend([3_i16, 2, 1, 0].map(i16::to_be_bytes).as_flattened());
    let mesh = read_ply(bytes.as_slice()).unwrap().mesh;
    assert_eq!(mesh.faces, [[2, 1, 0]]);
    assert_eq!(mesh.positions[0], DVec3::new(f64::from(0x0a00_0000), 0.0, 1.0));
    assert_eq!(mesh.positions[2], DVec3::new(-2.0, 0.0, 1.0));
}

#[test]
fn polygons_are_cut_as_in_obj() {
    let text = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
        property list uchar int vertex_indices\nend_header\n2 1 0\n0 2 0\n0.5 1 0\n0 0 0\n0 0 0\n6 1 2 2 3 0 1\n";
    let imported = read_ply(text.as_bytes()).unwrap();
    assert_eq!(imported.mesh.faces, [[2, 3, 0], [1, 2, 0]]);
    assert_eq!((imported.dropped_faces, imported.tangled_polygons), (0, 0));
}

#[test]
fn a_mesh_as_text() {
    let text = String::from_utf8(files::ply(PlyEncoding::Ascii)).unwrap();
    let data = text.split("end_header\n").nth(1).unwrap();
    assert_eq!(data, "0 0 0\n1 0 -0.5\n1 1.25 0\n-0 1 2e-20\n3 0 1 2\n3 0 2 3\n");
    assert_eq!(
        files::ply(PlyEncoding::BigEndian).len(),
        files::ply(PlyEncoding::LittleEndian).len() - 3
    );
}

#[test]
fn invalid_meshes_are_not_written() {
    let mut mesh = files::mesh();
    mesh.positions[1].x = f64::NAN;
    let mut bytes = Vec::new();
    let error = write_ply(&mut bytes, &mesh, PlyEncoding::Ascii).unwrap_err();
    assert_eq!(error.to_string(), "vertex 1 has a coordinate that is not finite");
    assert!(bytes.is_empty());
}

proptest! {
    #[test]
    fn round_trips_are_exact(
        numbers in proptest::collection::vec(any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()), 9..60),
        faces in proptest::collection::vec([0_u32..3, 0_u32..3, 0_u32..3].prop_filter("collapsed", |[a, b, c]| a != b && b != c && c != a), 1..9),
    ) {
        let positions: Vec<DVec3> = numbers.as_chunks::<3>().0.iter().map(|&x| x.into()).collect();
        let mesh = Mesh::new(positions, faces);
        let bits = |mesh: &Mesh| mesh.positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
        for encoding in ENCODINGS {
            let mut bytes = Vec::new();
            write_ply(&mut bytes, &mesh, encoding).unwrap();
            let read = read_ply(bytes.as_slice()).unwrap();
            prop_assert_eq!(bits(&read.mesh), bits(&mesh));
            prop_assert_eq!(&read.mesh, &mesh);
            prop_assert_eq!(read.dropped_faces, 0);
        }
    }
}
