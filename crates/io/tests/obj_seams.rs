//! Pattern files: seams, stitches, chains, and statements that nobody here knows.

use glam::DVec3;
use proptest::prelude::*;
use ripstop_geometry::VertexId;
use ripstop_io::{Chains, Imported, InvalidMesh, InvalidStitch, Mesh, Stitch};
use ripstop_io::{read_obj, weld, write_obj};

/// Two squares, of which the second lies 10 mm beside the first.
const PANELS: &str = "g front\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n\
    g back\nv 1.01 0 0\nv 2 0 0\nv 2 1 0\nv 1.01 1 0\nf 5 6 7 8\n";

fn read(text: &str) -> Imported {
    let imported = read_obj(text.as_bytes()).expect(text);
    assert_eq!(imported.mesh.check(), Ok(()));
    imported
}

fn message(sewing: &str) -> String {
    let result = read_obj(format!("{PANELS}{sewing}").as_bytes());
    result.map_or_else(|error| error.to_string(), |imported| format!("{imported:?}"))
}

fn stitch(vertex: u32, a: u32, b: u32, ratio: f64) -> Stitch {
    Stitch { vertex: VertexId(vertex), edge: [VertexId(a), VertexId(b)], ratio }
}

fn chains(mesh: &Mesh) -> Vec<(&str, &[u32])> {
    mesh.chains.iter().map(|chain| (chain.name, chain.vertices)).collect()
}

#[test]
fn stitches_are_numbered_from_zero_and_come_in_seams() {
    let text = format!(
        "stitch 0 4 5 1\n{PANELS}seam 2 left\nstitch 4 1 2 0 # lower\nstitch 7 1 2 .75\nseam 0\n\
         seam 9\nstitch 2 7 4 0.5\nseam\n"
    );
    let imported = read(&text);
    let seams = [
        vec![stitch(0, 4, 5, 1.0)],
        vec![stitch(4, 1, 2, 0.0), stitch(7, 1, 2, 0.75)],
        vec![],
        vec![stitch(2, 7, 4, 0.5)],
        vec![],
    ];
    assert_eq!(imported.mesh.seams, seams);
    assert_eq!(imported.miscounted_seams, 1);
    assert!(imported.skipped.is_empty());
}

#[test]
fn stitches_that_cannot_be_sewn_are_errors_with_their_line() {
    for (sewing, expected) in [
        (
            "stitch 8 1 2 0",
            "line 13: the stitch names vertex 8, but there are 8 vertices, numbered from 0",
        ),
        (
            "\nstitch 0 4294967295 5 0",
            "line 14: the stitch names vertex 4294967295, but there are 8 vertices, numbered from 0",
        ),
        (
            "stitch 4294967296 4 5 0",
            "line 13: the stitch names vertex 4294967296, but there are 8 vertices, numbered from 0",
        ),
        ("stitch -1 4 5 0", "line 13: expected a vertex, numbered from 0 on, found `-1`"),
        ("stitch 0.5 4 5 0", "line 13: expected a vertex, numbered from 0 on, found `0.5`"),
        ("stitch 0 4 5 NaN", "line 13: expected a finite number, found `NaN`"),
        (
            "stitch 0 4 5 1.000001",
            "line 13: the stitch has the ratio 1.000001, expected one from 0 to 1",
        ),
        (
            "stitch 0 4 5 -1e-9",
            "line 13: the stitch has the ratio -0.000000001, expected one from 0 to 1",
        ),
        ("stitch 0 4 4 0", "line 13: the stitch sews to an edge from vertex 4 to itself"),
        ("stitch 5 4 5 0", "line 13: the stitch sews vertex 5 to an edge of which it is an end"),
        (
            "stitch 0 5 7 0",
            "line 13: the stitch sews to vertices 5 and 7, which are not an edge of any face",
        ),
        (
            "stitch 0 4 5",
            "line 13: expected `stitch v a b ratio`: three vertices, numbered from 0, and a number, found the end of the statement",
        ),
        (
            "stitch 0 4 5 0 1",
            "line 13: expected `stitch v a b ratio`: three vertices, numbered from 0, and a number, found `1`",
        ),
        ("l 1", "line 13: expected a line of at least 2 vertices, found the end of the statement"),
        ("l 1 9", "line 13: index 9 is out of range, the file has 8 vertices"),
    ] {
        assert_eq!(message(sewing), expected, "{sewing}");
    }
}

#[test]
fn lines_are_chains_under_the_name_of_their_group() {
    let text = format!("l 2/1 3/1\n{PANELS}l 5 -1\ng front side\nl 2 3\nl 3 4 1\ng\nl 7 8\n");
    let mesh = read(&text).mesh;
    let expected: [(&str, &[u32]); 5] = [
        ("", &[1, 2]),
        ("back", &[4, 7]),
        ("front side", &[1, 2]),
        ("front side", &[2, 3, 0]),
        ("", &[6, 7]),
    ];
    assert_eq!(chains(&mesh), expected);
    let names: Vec<&str> = mesh.groups.iter().map(|group| group.name).collect();
    assert_eq!(names, ["front", "back"]);
}

#[test]
fn unknown_statements_are_skipped_and_counted() {
    let text = format!(
        "Exported by a tool that forgot its hash\n{PANELS}ny 0 1\nvv 1 2 3 \\\n 4\nF 1 2 3\nsewn 1\n"
    );
    let skipped = read(&text).skipped;
    assert_eq!(skipped.count, 5);
    let first = skipped.first.as_ref().unwrap();
    assert_eq!((first.keyword.as_str(), first.line), ("`Exported`", 1));
    assert_eq!(
        skipped.to_string(),
        "skipped 5 lines with statements unknown here (`Exported` in line 1, …)"
    );
    assert_eq!(
        read(&format!("{PANELS}ny\n")).skipped.to_string(),
        "skipped 1 line with a statement unknown here (`ny` in line 13)"
    );
    for number in ["1", "-2.5", "1e9", "1/2/3", "nan", "-inf"] {
        let expected = format!("line 13: expected an OBJ statement, found `{number}`");
        assert_eq!(message(&format!("{number} 2 3")), expected);
    }
}

/// Two panels with three stitches in two seams, and chains along both.
fn sewn() -> Mesh {
    let sewing = "l 2 3\ng front\nl 1 2 3 4\nseam 2\nstitch 1 4 7 0\nstitch 2 7 4 0.125\nseam 1\n\
                  stitch 0 1 2 1\n";
    read(&format!("{PANELS}{sewing}")).mesh
}

#[test]
fn sewing_is_written_and_reads_back() {
    let mesh = sewn();
    let mut text = Vec::new();
    write_obj(&mut text, &mesh).unwrap();
    let text = String::from_utf8(text).unwrap();
    let end = "g back\nl 2 3\ng front\nl 1 2 3 4\nseam 2\nstitch 1 4 7 0\nstitch 2 7 4 0.125\nseam 1\nstitch 0 1 2 1\n";
    assert!(text.ends_with(end), "{text}");
    assert_eq!(read(&text).mesh, mesh);
}

#[test]
fn a_mesh_with_a_loose_stitch_or_chain_is_not_written() {
    let mut mesh = sewn();
    mesh.seams[1][0].edge[1] = VertexId(3);
    mesh.seams[1][0].vertex = VertexId(7);
    let problem = InvalidStitch::NoEdge { a: 1, b: 3 };
    assert_eq!(mesh.check(), Err(InvalidMesh::Stitch { seam: 1, stitch: 0, problem }));
    let mut mesh = sewn();
    mesh.chains.push("far", &[0, 8]);
    assert_eq!(mesh.check(), Err(InvalidMesh::ChainOutOfRange { chain: 2, vertex: 8, count: 8 }));
}

#[test]
fn parts_take_the_sewing_that_is_theirs() {
    let mesh = sewn();
    let front = mesh.surface("front").unwrap();
    assert_eq!(front.check(), Ok(()));
    assert_eq!(front.seams, [vec![], vec![stitch(0, 1, 2, 1.0)]]);
    let expected: [(&str, &[u32]); 2] = [("back", &[1, 2]), ("front", &[0, 1, 2, 3])];
    assert_eq!(chains(&front), expected);
    let back = mesh.surface("back").unwrap();
    assert_eq!(back.seams, [vec![], vec![]]);
    assert!(back.chains.is_empty());

    let joined = Mesh::joined(&[("a", mesh.clone()), ("b", mesh.clone())]);
    assert_eq!(joined.check(), Ok(()));
    assert_eq!((joined.seams.len(), joined.chains.len()), (4, 4));
    assert_eq!(joined.seams[3], [stitch(8, 9, 10, 1.0)]);
    assert_eq!(chains(&joined)[3], ("front", [8, 9, 10, 11].as_slice()));
}

#[test]
fn welding_closes_stitches() {
    // 4 joins 1, 7 joins 2: both stitches of the first seam are closed by that.
    let weld = weld(&sewn(), 0.02).unwrap();
    assert_eq!(weld.mesh.check(), Ok(()));
    assert_eq!(weld.merged_vertices, 2);
    assert_eq!(weld.mesh.seams, [vec![], vec![stitch(0, 1, 2, 1.0)]]);
    let across = read(&format!("{PANELS}l 2 5 6 7 8 3 4\nstitch 3 4 7 0.5\n")).mesh;
    let weld = ripstop_io::weld(&across, 0.02).unwrap();
    assert_eq!(weld.mesh.seams, [vec![stitch(3, 1, 2, 0.5)]]);
    assert_eq!(chains(&weld.mesh), [("back", [1, 4, 5, 2, 3].as_slice())]);
}

/// A fan of triangles with any stitches and chains that it can have.
fn sewn_fan() -> impl Strategy<Value = Mesh> {
    (4_u32..12).prop_flat_map(|count| {
        let stitch = (0..count, 0..count - 2, 0.0..=1.0_f64);
        let seams = proptest::collection::vec(proptest::collection::vec(stitch, 0..5), 0..4);
        let chain = ("[a-c]{0,2}", proptest::collection::vec(0..count, 2..6));
        (seams, proptest::collection::vec(chain, 0..5)).prop_map(move |(seams, chains)| {
            let positions = (0..count).map(|i| DVec3::new(f64::from(i), f64::from(i * i), 0.0));
            let faces = (1..count - 1).map(|i| [0, i, i + 1]).collect();
            let mut mesh = Mesh::new(positions.collect(), faces);
            let stitch = |(vertex, face, ratio): (u32, u32, f64)| {
                let edge = [face + 1, face + 2];
                (!edge.contains(&vertex)).then(|| self::stitch(vertex, edge[0], edge[1], ratio))
            };
            let seam = |seam: Vec<_>| seam.into_iter().filter_map(stitch).collect();
            mesh.seams = seams.into_iter().map(seam).collect();
            mesh.chains = Chains::default();
            for (name, vertices) in chains {
                mesh.chains.push(&name, &vertices);
            }
            mesh
        })
    })
}

proptest! {
    #[test]
    fn round_trips_are_exact(mesh in sewn_fan()) {
        let mut text = Vec::new();
        write_obj(&mut text, &mesh).unwrap();
        let read = read_obj(text.as_slice()).unwrap();
        prop_assert_eq!(read.mesh, mesh);
        prop_assert_eq!(read.miscounted_seams, 0);
    }
}
