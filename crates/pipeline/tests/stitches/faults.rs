//! Faults of seams, in words that name the seam and the stitch, the panel or the file.

use glam::{DVec2, DVec3};
use ripstop_geometry::{Stitch, VertexId};
use ripstop_pipeline::scene::{Chain, FaceGroup, LoadedMesh};

use crate::patterns::panels;
use crate::with_mesh;

/// Two panels of 3×3 vertices side by side, with names, lines and stitches.
fn file() -> LoadedMesh {
    let mut mesh = panels(&[[3, 3]; 2], |panel, at| {
        let x = at.x + 0.105 * panel as f64;
        (DVec3::new(x, at.y, 0.0), DVec2::new(x, at.y))
    });
    mesh.groups = vec![
        FaceGroup { name: "front".to_owned(), faces: 0..8 },
        FaceGroup { name: "back".to_owned(), faces: 8..16 },
    ];
    let chain =
        |name: &str, vertices: &[u32]| Chain { name: name.to_owned(), vertices: vertices.to_vec() };
    mesh.chains = vec![chain("right", &[2, 5, 8]), chain("left", &[9, 12])];
    let stitch = |vertex: u32, edge: [u32; 2]| Stitch {
        vertex: VertexId(vertex),
        edge: edge.map(VertexId),
        ratio: 0.5,
    };
    mesh.seams = vec![vec![stitch(2, [9, 12])], vec![stitch(5, [9, 12]), stitch(8, [12, 15])]];
    mesh
}

fn text(cloth: &str, seam: &str) -> String {
    format!(
        "[[cloth]]\nname = 'coat'\nshape.mesh = {{ file = 'coat.obj', rest = 'uv' }}\n{cloth}\n{seam}\n"
    )
}

fn seam(keys: &str) -> String {
    format!("[[seam]]\nname = 'side'\ncloths = [0, 0]\n{keys}")
}

/// Keys of a seam, and what is wrong with them.
const CASES: [(&str, &str); 22] = [
    ("first = [2]\nsecond = [9, 12]", "it has to sew at least 2 vertices of cloth 0 (`coat`)"),
    ("first = [2, 5]", "it has to sew at least 2 vertices of cloth 0 (`coat`)"),
    ("first = [2, 18]\nsecond = [9, 12]", "it names vertex 18 of cloth 0 (`coat`), which has 18"),
    ("first = [2, 8]\nsecond = [9, 12]", "vertices 2 and 8 of cloth 0 (`coat`) are not an edge"),
    ("first = [2, 5]\nsecond = [5, 8]", "vertex 5 of the scene is sewn to itself or on both sides"),
    ("", "it has to have `first` and `second`, or `stitches`, or `groups`"),
    (
        "groups = ['right', 'left']\nstitches = [[2, 9, 12, 0.5]]",
        "it has to have `first` and `second`, or `stitches`, or `groups`",
    ),
    (
        "stitches = [[2, 9, 12, 0.5], [5, 9, 12, 1.5]]",
        "stitch 1: its ratio is 1.5, but has to be from 0 to 1",
    ),
    ("stitches = [[2, 9, 12, nan]]", "stitch 0: its ratio is NaN, but has to be from 0 to 1"),
    (
        "stitches = [[99, 9, 12, 0.5]]",
        "stitch 0: it names vertex 99 of cloth 0 (`coat`), which has 18",
    ),
    (
        "stitches = [[2, 9, 99, 0.5]]",
        "stitch 0: it names vertex 99 of cloth 0 (`coat`), which has 18",
    ),
    (
        "stitches = [[2, 9, 17, 0.5]]",
        "stitch 0: vertices 9 and 17 of cloth 0 (`coat`) are not an edge",
    ),
    ("stitches = [[9, 9, 12, 0.5]]", "stitch 0: vertex 9 is sewn to an edge of which it is an end"),
    (
        "groups = ['right', 'lift']",
        "cloth 0 (`coat`) has no group or line `lift`, did you mean `left`?",
    ),
    ("groups = ['back', 'left']", "`left` is a line, but `back` is a panel"),
    (
        "groups = ['frnt', 'back']",
        "cloth 0 (`coat`) has no group or line `frnt`, did you mean `front`?",
    ),
    (
        "groups = ['front', 'back']\nwithin = 0.001",
        "no boundary of `front` is within 0.001 m of one of `back` at the start",
    ),
    ("groups = ['right', 'left']\nwithin = 0.0", "its within is 0, but has to be positive"),
    ("groups = ['right', 'left']\nforce = -1.0", "its force is -1, but has to be positive"),
    ("groups = ['right', 'left']\nreach = inf", "its reach is inf, but has to be positive"),
    ("groups = ['right', 'left']\nstiffness = 0.0", "its stiffness is 0, but has to be positive"),
    ("groups = ['right', 'left']\ngap = 0.0", "its gap is 0, but has to be positive"),
];

#[test]
fn faults_name_the_seam_and_the_stitch() {
    for (keys, words) in CASES {
        let error =
            with_mesh(&text("", &seam(keys)), &file()).map(|_| ()).expect_err(keys).to_string();
        assert_eq!(error, format!("seam 0 (`side`): {words}"));
    }
    let beyond = seam("stitches = [[2, 9, 12, 0.5]]").replace("[0, 0]", "[0, 1]");
    let error = with_mesh(&text("", &beyond), &file()).map(|_| ()).expect_err("one cloth");
    assert_eq!(error.to_string(), "seam 0 (`side`): it names cloth 1, but there are 1");
}

#[test]
fn faults_of_a_cloth_name_it_and_its_stitch_or_panel() {
    let bare = LoadedMesh { seams: vec![], uvs: None, ..file() };
    let mut wrong = file();
    wrong.seams[1][1].edge = [VertexId(12), VertexId(17)];
    for (mesh, cloth, words) in [
        (
            &LoadedMesh { seams: vec![], ..file() },
            "stitches = 'file'",
            ": its mesh file has no `stitch` lines",
        ),
        (
            &wrong,
            "stitches = 'file'",
            ", seam 1: stitch 1: vertices 12 and 17 of cloth 0 (`coat`) are not an edge",
        ),
        (
            &file(),
            "stitches = [[2, 9, 12, 0.5], [3, 9, 12, -1.0]]",
            ", seam 0: stitch 1: its ratio is -1, but has to be from 0 to 1",
        ),
        (&bare, "", ": `coat.obj` does not have texture coordinates at every face"),
        (
            &file(),
            "shape.mesh.uv_scale = 0.0",
            ": `shape.mesh.uv_scale` is 0, but has to be positive",
        ),
        (
            &file(),
            "shape.mesh.warp.bck = 45.0",
            ": `shape.mesh.warp` names the panel `bck`, did you mean `back`?",
        ),
        (
            &file(),
            "shape.mesh.warp.back = nan",
            ": `warp.back` is NaN, but has to be finite (degrees)",
        ),
        (
            &file(),
            "shape.mesh.warp = inf",
            ": `shape.mesh.warp` is inf, but has to be finite (degrees)",
        ),
    ] {
        let text = text(cloth, "").replace(
            "shape.mesh = { file = 'coat.obj', rest = 'uv' }",
            "shape.mesh.file = 'coat.obj'\nshape.mesh.rest = 'uv'",
        );
        let error = with_mesh(&text, mesh).map(|_| ()).expect_err(cloth).to_string();
        assert_eq!(error, format!("cloth 0 (`coat`){words}"));
    }
    let text = text("", "").replace("rest = 'uv'", "warp = 10.0");
    let error = with_mesh(&text, &file()).map(|_| ()).expect_err("no pattern").to_string();
    assert_eq!(error, "cloth 0 (`coat`): `shape.mesh.warp` is for a pattern, `rest = \"uv\"`");
}

#[test]
fn faults_of_sewing_name_the_setting() {
    for (settings, words) in [
        ("time = -1.0", "`sewing.time` is -1, but has to be 0 or more, and finite"),
        ("closed = 0.0", "`sewing.closed` is 0, but has to be positive and finite"),
        ("speed = inf", "`sewing.speed` is inf, but has to be positive and finite"),
        ("refinement = 0", "`sewing.refinement` is 0, but has to be from 1 to 1000"),
    ] {
        let text = format!("[settings.sewing]\n{settings}\n[[cloth]]\nshape.mesh.file = 'm'\n");
        let error = with_mesh(&text, &file()).map(|_| ()).expect_err(settings).to_string();
        assert_eq!(error, words);
    }
}

/// Lines by arc length, and panels where they are close.
#[test]
fn groups_of_a_file_are_sewn() {
    let stitches = |keys: &str, cloth: &str| -> Vec<(u32, [u32; 2], f64)> {
        let simulation = with_mesh(
            &text(cloth, &if keys.is_empty() { String::new() } else { seam(keys) }),
            &file(),
        );
        let simulation = simulation.unwrap_or_else(|error| panic!("{error}"));
        let seams = simulation.world().seams.iter().flat_map(|seam| seam.stitches.clone());
        seams.map(|stitch| (stitch.vertex.0, stitch.edge.map(|v| v.0), stitch.ratio)).collect()
    };
    let edge = [9, 12];
    assert_eq!(
        stitches("groups = ['right', 'left']", ""),
        [(2, edge, 0.0), (5, edge, 0.5), (8, edge, 1.0)]
    );
    let near = stitches("groups = ['front', 'back']", "");
    let vertices: Vec<u32> = near.iter().map(|(vertex, ..)| *vertex).collect();
    assert_eq!(vertices, [2, 5, 8]);
    // Their own heights on the left side of the other panel.
    let place = |v: u32| file().mesh.positions[v as usize];
    for (vertex, [a, b], ratio) in near {
        let sewn_to = place(a).lerp(place(b), ratio);
        assert!(sewn_to.distance(place(vertex) + 0.005 * DVec3::X) < 1e-12);
    }
    assert_eq!(
        stitches("", "stitches = 'file'"),
        [(2, edge, 0.5), (5, edge, 0.5), (8, [12, 15], 0.5)]
    );
}
