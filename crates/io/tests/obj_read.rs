//! OBJ files written by hand, and the meshes that they are.

use glam::{DVec2, dvec2, dvec3};
use ripstop_io::{Group, Imported, Mesh, read_obj};

fn read(text: &str) -> Imported {
    let imported = read_obj(text.as_bytes()).expect(text);
    assert_eq!(imported.mesh.check(), Ok(()));
    imported
}

fn faces(text: &str) -> Vec<[u32; 3]> {
    read(text).mesh.faces
}

/// Name, faces, texture faces.
type Listed<'a> = (&'a str, std::ops::Range<usize>, Option<std::ops::Range<usize>>);

fn groups(mesh: &Mesh) -> Vec<Listed<'_>> {
    mesh.groups.iter().map(|Group { name, faces, uv_faces }| (name, faces, uv_faces)).collect()
}

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn a_file_as_blender_writes_it() {
    let text = "# Blender 4.2\r\n# www.blender.org\r\nmtllib shirt.mtl\r\no Shirt_Front\r\nv -0.100000 1.5 0.25\r\n\
        v 0.100000 1.5 0.25\r\nv 0.1 1.75 2.5e-1\r\nv -0.1 1.75 .25\r\nvn 0.0 0.0 1.0\r\nvt 0.0 0.0\r\n\
        vt 1.0 0.0\r\nvt 1.0 1.0\r\nvt 0.0 1.0\r\ns 1\r\nusemtl Cotton\r\nf 1/1/1 2/2/1 3/3/1 4/4/1\r\n";
    let Imported { mesh, dropped_faces, tangled_polygons, .. } = read(text);
    assert_eq!((dropped_faces, tangled_polygons), (0, 0));
    let corners = [
        dvec3(-0.1, 1.5, 0.25),
        dvec3(0.1, 1.5, 0.25),
        dvec3(0.1, 1.75, 0.25),
        dvec3(-0.1, 1.75, 0.25),
    ];
    assert_eq!(mesh.positions, corners);
    assert_eq!(mesh.faces, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(groups(&mesh), [("Shirt_Front", 0..2, Some(0..2))]);
    let [a, b, c, d] = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    assert_eq!(mesh.uv_corners().unwrap(), [[a, b, c], [a, c, d]]);
}

#[test]
fn every_form_of_a_corner() {
    let with_uvs = format!("{SQUARE}vt 0 0\nvt 1 0\nvt 1 1\nvn 0 0 1\n");
    for corners in [
        "1 2 3",
        "1/1 2/2 3/3",
        "1//1 2//1 3//1",
        "1/1/1 2/2/1 3/3/1",
        "-4 -3 -2",
        "-4/-3/-1 2/-2/1 3/3/-1",
    ] {
        assert_eq!(faces(&format!("{with_uvs}f {corners}\n")), [[0, 1, 2]], "{corners}");
    }
}

#[test]
fn negative_indices_count_from_where_they_stand() {
    let text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 0 0 1\nf -3 -2 -1\n";
    assert_eq!(faces(text), [[0, 1, 2], [1, 2, 3]]);
}

#[test]
fn positive_indices_may_look_ahead() {
    assert_eq!(faces("f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0"), [[0, 1, 2]]);
    assert_eq!(faces(&format!("f 1 2 3 4\n{SQUARE}")), [[0, 1, 2], [0, 2, 3]]);
}

#[test]
fn statements_run_over_lines_and_past_comments() {
    let text =
        "v 0 0 \\\n 0\nv 1 0\\\n0\nv \\\r\n 0 1 0 # the third\n#f 1 2 3 \\\nf 1 \\\n\\\n2 3#4\n";
    assert!(read_obj(text.as_bytes()).is_err(), "`3#4` is one word");
    assert_eq!(faces(&text.replace("3#4", "3 #4")), [[0, 1, 2]]);
}

#[test]
fn weights_and_colours_are_read_over() {
    let text = "v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 0 1 0 1 0.1 0.2 0.3\nvt 0.5\nvt 0.1 0.2 0.3\nf 1/1 2/2 3/2\n";
    let mesh = read(text).mesh;
    assert_eq!(mesh.positions, [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(0.0, 1.0, 0.0)]);
    assert_eq!(mesh.uvs, [dvec2(0.5, 0.0), dvec2(0.1, 0.2)]);
}

#[test]
fn concave_polygons_are_cut_inside() {
    // An L, from a corner whose fan would leave it.
    let text = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 2 3 4 5 6 1\n";
    let Imported { mesh, tangled_polygons, .. } = read(text);
    let area = |[a, b, c]: [u32; 3]| {
        let [a, b, c] = [a, b, c].map(|vertex| mesh.positions[vertex as usize]);
        (b - a).cross(c - a).z / 2.0
    };
    assert!(mesh.faces.iter().all(|&face| area(face) > 0.0));
    assert_eq!(mesh.faces.iter().map(|&face| area(face)).sum::<f64>(), 3.0);
    assert_eq!(tangled_polygons, 0);
}

#[test]
fn groups_are_surfaces() {
    let text = format!(
        "{SQUARE}vt 0 0\nvt 1 0\nf 1 2 3\nf 1 3 4\no  left  sleeve \ng\ng cuff#1 # outer\nf 1/1 2/1 3/1\ng\nf 2/1 3/1 4/1\nf 1 2 4\n\
         g cuff#1\nf 4/2 3/2 2/1\ng empty\n"
    );
    let mesh = read(&text).mesh;
    let expected: [Listed; 4] = [
        ("", 0..2, None),
        ("cuff#1", 2..3, Some(0..1)),
        ("", 3..5, None),
        ("cuff#1", 5..6, Some(1..2)),
    ];
    assert_eq!(groups(&mesh), expected);
    // The group in the middle is without texture coordinates, since one of its faces is.
    assert_eq!(mesh.uv_faces.len(), 2);
    assert_eq!(mesh.uv_corners(), None);

    let cuff = mesh.surface("cuff#1").unwrap();
    assert_eq!(cuff.check(), Ok(()));
    assert_eq!(cuff.faces, [[0, 1, 2], [3, 2, 1]]);
    let [a, b] = [DVec2::ZERO, DVec2::X];
    assert_eq!(cuff.uv_corners().unwrap(), [[a, a, a], [b, b, a]]);
    assert_eq!(mesh.surface("collar"), None);
}

#[test]
fn a_surface_takes_only_its_own_vertices() {
    let text = format!("{SQUARE}v 5 5 5\ng a\nf 1 2 3\ng b\nf 4 3 2\n");
    let mut mesh = read(&text).mesh;
    let b = mesh.surface("b").unwrap();
    assert_eq!(b.positions, mesh.positions[1..4]);
    assert_eq!(b.faces, [[2, 1, 0]]);
    assert_eq!(mesh.remove_loose_vertices(), 1);
    assert_eq!(mesh.positions.len(), 4);
}

#[test]
fn collapsed_faces_are_dropped_and_counted() {
    // A point, a needle, a needle that comes back, a triangle that is closed twice, a spike on a
    // triangle.
    let text = format!("{SQUARE}f 1 1 1\nf 1 2 2\nf 1 2 1\nf 1 1 2 3 3 1\nf 1 2 3 2\n");
    let imported = read(&text);
    assert_eq!(imported.mesh.faces, [[0, 1, 2]]);
    assert_eq!(imported.dropped_faces, 3 + 2);
}

#[test]
fn polygons_without_area_keep_their_corners() {
    let line = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4\n";
    let imported = read(line);
    assert_eq!((imported.mesh.faces.len(), imported.tangled_polygons), (2, 1));
    // A triangle is what it is.
    let imported = read(&line.replace("f 1 2 3 4", "f 1 2 3"));
    assert_eq!((imported.mesh.faces.len(), imported.tangled_polygons), (1, 0));
}

#[test]
fn numbers_are_the_nearest_floats() {
    let text = "v 0.1 1e-400 -0\nv 123456789012345678901234567890 4.9e-324 1.7976931348623157e308\nv 1 2 3\nf 1 2 3\n";
    let positions = read(text).mesh.positions;
    let bits = |x: f64| x.to_bits();
    assert_eq!(positions[0].to_array().map(bits), [0.1, 0.0, -0.0].map(bits));
    assert_eq!(
        positions[1].to_array().map(bits),
        [1.234_567_890_123_456_8e29, 5e-324, f64::MAX].map(bits)
    );
}

#[test]
fn everything_else_of_the_format_is_read_over() {
    let noise = "vn 1 2 3\nvp 1\ns off\nusemtl a b\nmtllib \\\n x.mtl\nl 1 2\np 1\ncstype bezier\ndeg 3\n\
        parm u 0 1\nend\nlod 3\nbevel on\nmg 1 1\ncurv 0 1 1 2\nsurf 0 1 0 1 1 2\ntrim 0 1 1\n";
    assert_eq!(faces(&format!("\u{feff}{noise}{SQUARE}{noise}f 1 2 3\n{noise}")), [[0, 1, 2]]);
    let latin1 = [b"mtllib gr\xfcn.mtl\n# gr\xfcn\n", SQUARE.as_bytes(), b"f 1 2 3"].concat();
    assert_eq!(read_obj(latin1.as_slice()).unwrap().mesh.faces.len(), 1);
}
