//! Polygons, seams of the texture, groups and names of materials: kept from file to file.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

use glam::{DVec2, DVec3, dvec2};
use proptest::prelude::*;
use ripstop_io::{
    Convention, Groups, InvalidMesh, Mesh, PlyEncoding, Polygon, UsdStage, read_gltf, read_obj,
    read_ply, weld, write_glb, write_obj, write_ply, write_usd,
};

/// A shirt of two panels: a quad and a pentagon with a texture that is cut between them, and a
/// collar without texture, a triangle. Materials do not follow the groups.
const SHIRT: &str = "v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 2 0 0
v 2.5 0.5 0
v 2 1 0
v 0.5 1.5 0
vt 0 0
vt 0.5 0
vt 0.5 1
vt 0 1
vt 0.6 0
vt 0.9 0
vt 1 0.5
vt 0.9 1
vt 0.6 1
g front
usemtl cotton twill
f 1/1 2/2 3/3 4/4
g back
f 2/5 5/6 6/7 7/8 3/9
g collar
usemtl rib
f 4 3 8
";

fn shirt() -> Mesh {
    read_obj(SHIRT.as_bytes()).unwrap().mesh
}

fn loops(mesh: &Mesh) -> Vec<(Vec<u32>, Option<Vec<u32>>)> {
    let own = |p: Polygon| (p.corners.to_vec(), p.uvs.map(<[u32]>::to_vec));
    mesh.face_loops().map(own).collect()
}

fn names(groups: &Groups) -> Vec<(&str, usize)> {
    groups.iter().map(|group| (group.name, group.faces.len())).collect()
}

fn obj_text(mesh: &Mesh) -> String {
    let mut bytes = Vec::new();
    write_obj(&mut bytes, mesh).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn obj_comes_back_line_by_line() {
    let mesh = shirt();
    assert_eq!(mesh.faces.len(), 2 + 3 + 1);
    assert_eq!(names(&mesh.groups), [("front", 2), ("back", 3), ("collar", 1)]);
    assert_eq!(names(&mesh.materials), [("cotton twill", 5), ("rib", 1)]);
    let expected = [
        (vec![0, 1, 2, 3], Some(vec![0, 1, 2, 3])),
        (vec![1, 4, 5, 6, 2], Some(vec![4, 5, 6, 7, 8])),
        (vec![3, 2, 7], None),
    ];
    assert_eq!(loops(&mesh), expected);
    assert_eq!(obj_text(&mesh), SHIRT);
}

#[test]
fn what_comes_before_a_material_and_what_is_dropped() {
    let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nusemtl a\nusemtl b\nf 1 2 1 2\n\
        f 1 2 3 4\nusemtl\nf 4 1 3\nusemtl c\n";
    let imported = read_obj(text.as_bytes()).unwrap();
    assert_eq!(imported.dropped_faces, 2);
    let mesh = imported.mesh;
    mesh.check().unwrap();
    assert_eq!(names(&mesh.materials), [("", 1), ("b", 2), ("", 1)]);
    assert_eq!(mesh.polygons.len(), 3, "the face that vanished is not among them");
    assert_eq!(read_obj(obj_text(&mesh).as_bytes()).unwrap().mesh, mesh);
    // Without polygons, and without names, there is nothing to keep.
    let plain = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl\nf 1 2 3\nf 1 2 1 2\n";
    let mesh = read_obj(plain.as_bytes()).unwrap().mesh;
    assert!(mesh.polygons.is_empty() && mesh.materials.is_empty());
}

#[test]
fn parts_and_welded_meshes_keep_them() {
    let back = shirt().surface("back").unwrap();
    back.check().unwrap();
    assert_eq!(loops(&back), [(vec![0, 2, 3, 4, 1], Some(vec![0, 1, 2, 3, 4]))]);
    assert_eq!(names(&back.materials), [("cotton twill", 3)]);
    assert_eq!(back.uvs[0], dvec2(0.6, 0.0));

    // The upper corners of the first quad are one place: the quad becomes a triangle.
    let mut mesh = shirt();
    mesh.positions[3] = mesh.positions[2];
    let welded = weld(&mesh, 0.0).unwrap();
    assert_eq!((welded.merged_vertices, welded.dropped_faces), (1, 2));
    welded.mesh.check().unwrap();
    let expected =
        [(vec![0, 1, 2], Some(vec![0, 1, 2])), (vec![1, 3, 4, 5, 2], Some(vec![4, 5, 6, 7, 8]))];
    assert_eq!(loops(&welded.mesh), expected, "the collar has collapsed");
    assert_eq!(names(&welded.mesh.materials), [("cotton twill", 4)]);
}

#[test]
fn joined_meshes_keep_everything() {
    let mut plain = Mesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]);
    plain.groups = plain.groups.renamed(|_| "ball".to_owned());
    let joined = Mesh::joined(&[("ball", plain), ("a", shirt()), ("b", shirt())]);
    joined.check().unwrap();
    assert_eq!(names(&joined.objects), [("ball", 1), ("a", 6), ("b", 6)]);
    assert_eq!(names(&joined.materials)[..3], [("", 1), ("cotton twill", 5), ("rib", 1)]);
    assert_eq!(loops(&joined)[5].1, Some(vec![13, 14, 15, 16, 17]), "the second back");
    assert_eq!(joined.positions[3 + 8..], shirt().positions);
    let text = obj_text(&joined);
    assert!(text.contains("\no a\ng front\nusemtl cotton twill\nf 4/1 5/2 6/3 7/4\n"), "{text}");
    let back = read_obj(text.as_bytes()).unwrap().mesh;
    assert_eq!(Mesh { objects: joined.objects.clone(), ..back }, joined);
}

#[test]
fn polygons_that_do_not_fit_are_an_error() {
    let unfit = |change: &dyn Fn(&mut Mesh)| {
        let mut mesh = shirt();
        change(&mut mesh);
        mesh.check()
    };
    assert_eq!(unfit(&|_| ()), Ok(()));
    let is_unfit = |result| matches!(result, Err(InvalidMesh::PolygonsDoNotFit { .. }));
    assert!(is_unfit(unfit(&|mesh| mesh.polygons.push(&[0, 1, 2], &[], 1))));
    assert!(is_unfit(unfit(&|mesh| {
        mesh.polygons = ripstop_io::Polygons::default();
        mesh.polygons.push(&[0, 1, 2, 99], &[0, 1, 2, 3], 6);
    })));
    assert!(matches!(
        unfit(&|mesh| mesh.materials.push("more", 1)),
        Err(InvalidMesh::GroupsDoNotCover { .. })
    ));
}

#[test]
fn ply_keeps_polygons_and_texture_without_seams() {
    for encoding in [PlyEncoding::Ascii, PlyEncoding::LittleEndian, PlyEncoding::BigEndian] {
        let front = shirt().surface("front").unwrap();
        let mut bytes = Vec::new();
        write_ply(&mut bytes, &front, encoding).unwrap();
        let read = read_ply(bytes.as_slice()).unwrap().mesh;
        assert_eq!(loops(&read), loops(&front));
        assert_eq!((&read.uvs, read.uv_corners()), (&front.uvs, front.uv_corners()));
        // A vertex with two places in the texture: PLY has room for one.
        let mut bytes = Vec::new();
        write_ply(&mut bytes, &shirt(), encoding).unwrap();
        let read = read_ply(bytes.as_slice()).unwrap().mesh;
        let corners = |mesh: &Mesh| loops(mesh).into_iter().map(|(c, _)| c).collect::<Vec<_>>();
        assert_eq!((corners(&read), read.uvs.len()), (corners(&shirt()), 0));
    }
    let many: Vec<DVec3> =
        (0..300_u32).map(|i| DVec3::new(f64::from(i).cos(), f64::from(i).sin(), 0.0)).collect();
    let mut mesh = Mesh::new(many, (1..299).map(|i| [0, i, i + 1]).collect());
    mesh.polygons.push(&(0..300).collect::<Vec<u32>>(), &[], 298);
    let mut bytes = Vec::new();
    write_ply(&mut bytes, &mesh, PlyEncoding::LittleEndian).unwrap();
    assert_eq!(loops(&read_ply(bytes.as_slice()).unwrap().mesh), loops(&mesh));
}

#[test]
fn glb_splits_seams_behind_all_other_vertices() {
    let mut mesh = shirt();
    mesh.objects.push("shirt", 5);
    mesh.objects.push("collar", 1);
    let mut bytes = Vec::new();
    write_glb(&mut bytes, &mesh).unwrap();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(text.contains("\"name\":\"cotton twill\"") && text.contains("\"name\":\"rib\""));
    let read = read_gltf(bytes.as_slice()).unwrap().mesh;
    assert_eq!(names(&read.groups), [("shirt", 5), ("collar", 1)]);
    assert_eq!(names(&read.materials), [("cotton twill", 5), ("rib", 1)]);
    // Seven vertices in their order, copies of the two on the seam, then the collar.
    assert_eq!(read.positions[..7], mesh.positions[..7]);
    assert_eq!(read.positions[7..9], [mesh.positions[1], mesh.positions[2]]);
    assert_eq!(read.positions.len(), 7 + 2 + 3);
    let single = |uv: DVec2| (uv.as_vec2() - DVec2::Y.as_vec2()).abs();
    let expected: Vec<[DVec2; 3]> =
        mesh.uv_faces.iter().map(|face| face.map(|uv| mesh.uvs[uv as usize])).collect();
    let found = read.uv_faces.iter().map(|face| face.map(|uv| read.uvs[uv as usize]));
    for (found, expected) in found.zip(expected) {
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((single(found) - single(expected)).length() < 1e-7);
        }
    }
}

#[test]
fn usd_has_polygons_texture_and_subsets() {
    let mut mesh = shirt();
    mesh.objects.push("shirt", 5);
    mesh.objects.push("collar", 1);
    let positions = mesh.positions.clone();
    let convention = Convention::WORLD;
    let stage = UsdStage { mesh: &mesh, frames: &[0], frame_rate: 24.0, convention };
    let mut bytes = Vec::new();
    write_usd(&mut bytes, &stage, &mut |_| Ok(positions.clone())).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    for words in [
        "def Mesh \"shirt\"",
        "faceVertexCounts = [4, 5]",
        "faceVertexIndices = [0, 1, 2, 3, 1, 4, 5, 6, 2]",
        "primvars:st = [(0.0, 0.0), (0.5, 0.0), ",
        "interpolation = \"faceVarying\"",
        "primvars:st:indices = [0, 1, 2, 3, 4, 5, 6, 7, 8]",
        "def GeomSubset \"cotton_twill\"",
        "def GeomSubset \"back\"",
        "int[] indices = [0, 1]\n            rel material:binding = </ripstop/Materials/cotton_twill>",
        "def Material \"rib\"",
        "def Mesh \"collar\"",
        "faceVertexCounts = [3]",
    ] {
        assert!(text.contains(words), "`{words}` is missing in:\n{text}");
    }
    // The collar has no texture, and no group but itself.
    assert_eq!((text.matches("primvars:st =").count(), text.matches("GeomSubset").count()), (1, 4));
}

/// A line of text: a face of any corners, some of them the same, a group or a material.
fn line() -> impl Strategy<Value = String> {
    let face = prop::collection::vec((1..=8_u32, 1..=4_u32), 3..7);
    (0..8_u32, face, "[ab]{0,2}").prop_map(|(kind, corners, name)| match kind {
        0 => format!("g {name}\n"),
        1 => format!("usemtl {name}\n"),
        2 | 3 => {
            let corners = corners.iter().map(|(vertex, uv)| format!(" {vertex}/{uv}"));
            format!("f{}\n", corners.collect::<String>())
        }
        _ => {
            let corners = corners.iter().map(|(vertex, _)| format!(" {vertex}"));
            format!("f{}\n", corners.collect::<String>())
        }
    })
}

proptest! {
    #[test]
    fn any_text_is_kept(lines in prop::collection::vec(line(), 1..20)) {
        let vertices = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n";
        let uvs = "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n";
        let text = format!("{vertices}{uvs}{}", lines.concat());
        let Ok(imported) = read_obj(text.as_bytes()) else { return Ok(()) };
        let mesh = imported.mesh;
        prop_assert_eq!(mesh.check(), Ok(()));
        prop_assert_eq!(&read_obj(obj_text(&mesh).as_bytes()).unwrap().mesh, &mesh);
        // Every triangle has its corners, and their texture, from its polygon.
        let uv_corners = mesh.uv_corners();
        for polygon in mesh.face_loops() {
            let corners = &mesh.faces[polygon.faces.clone()];
            prop_assert!(corners.iter().flatten().all(|vertex| polygon.corners.contains(vertex)));
            if let (Some(all), Some(uvs)) = (&uv_corners, polygon.uvs) {
                let uvs: Vec<DVec2> = uvs.iter().map(|&uv| mesh.uvs[uv as usize]).collect();
                prop_assert!(all[polygon.faces].iter().flatten().all(|uv| uvs.contains(uv)));
            }
        }
        // Parts of it and welded ones are whole.
        for group in mesh.groups.iter() {
            prop_assert_eq!(mesh.surface(group.name).unwrap().check(), Ok(()));
        }
        let mut folded = mesh.clone();
        folded.positions[2] = folded.positions[0];
        prop_assert_eq!(weld(&folded, 0.0).unwrap().mesh.check(), Ok(()));
        let joined = Mesh::joined(&[("a", mesh.clone()), ("b", mesh.clone())]);
        prop_assert_eq!(joined.check(), Ok(()));
        let (mut glb, mut ply) = (Vec::new(), Vec::new());
        write_glb(&mut glb, &joined).unwrap();
        prop_assert_eq!(read_gltf(glb.as_slice()).unwrap().mesh.faces.len(), joined.faces.len());
        write_ply(&mut ply, &joined, PlyEncoding::LittleEndian).unwrap();
        prop_assert_eq!(read_ply(ply.as_slice()).unwrap().mesh.faces, joined.faces);
    }
}
