//! `ripstop check`: exact counts, lists, exit codes.

mod ripstop_command;

use ripstop_command::{Folder, small_scene};

const APART: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e-300\nv 1 0 1\nv 0 1 1\nf 1 2 3\nf 4 5 6\n";
/// One corner of the second triangle touches the first.
const TOUCHING: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.25 0.25 0\nv 1 0 1\nv 0 1 1\nf 1 2 3\nf 4 5 6\n";
/// Two edges of the second triangle pass through the first.
const CROSSING: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.25 0.25 -0.5\nv 0.3 0.2 1\nv 0.2 0.3 1\nf 1 2 3\nf 4 5 6\n";

#[test]
fn skipped_lines_are_a_warning() {
    let folder = Folder::new("check-skipped");
    folder.write("odd.obj", &format!("made by hand\n{APART}ny 1\nseam 3\nstitch 3 0 1 0.5\n"));
    let check = folder.ripstop(&["check", "odd.obj"]);
    check.succeeds();
    assert_eq!(check.out, "odd.obj: 0 intersections (6 vertices, 2 faces)\n");
    let warnings = "warning: `odd.obj`: skipped 2 lines with statements unknown here (`made` in line 1, …)\n\
                    warning: `odd.obj`: 1 seam has another number of stitches than it says\n";
    assert_eq!(check.err, warnings);
    let untangle = folder.ripstop(&["untangle", "odd.obj", "--out", "even.obj"]);
    untangle.succeeds();
    assert_eq!(untangle.err, warnings);
    let written = std::fs::read_to_string(folder.path("even.obj")).unwrap();
    assert!(written.ends_with("seam 1\nstitch 3 0 1 0.5\n"), "{written}");
    let scene = "settings.frames = 1\n[[cloth]]\nshape.mesh = { file = 'odd.obj' }\n";
    folder.write("odd.toml", scene);
    let run = folder.ripstop(&["run", "odd.toml", "--out", "run"]);
    assert!(run.err.contains(warnings), "{}", run.err);
    folder.ripstop(&["export", "run", "--format", "obj"]).succeeds();
    let exported = std::fs::read_to_string(folder.path("run/export.obj")).unwrap();
    assert!(exported.ends_with("seam 1\nstitch 3 0 1 0.5\n"), "{exported}");
    let run = folder.ripstop(&["run", "odd.toml", "--json", "--quiet", "--out", "json"]);
    assert!(run.out.contains("skipped 2 lines with statements"), "{}", run.out);
}

#[test]
fn intersections_are_counted_exactly_and_listed() {
    let folder = Folder::new("check");
    folder.write("apart.obj", APART);
    folder.write("touching.obj", TOUCHING);
    folder.write("crossing.obj", CROSSING);
    let check = folder.ripstop(&["check", "apart.obj"]);
    check.succeeds();
    assert_eq!(check.out, "apart.obj: 0 intersections (6 vertices, 2 faces)\n");

    let check = folder.ripstop(&["check", "apart.obj", "touching.obj", "crossing.obj"]);
    assert_eq!(check.code, Some(1), "{check:?}");
    let lines: Vec<&str> = check.out.lines().collect();
    assert_eq!(lines[1], "touching.obj: 2 intersections (6 vertices, 2 faces)");
    assert!(
        lines[2].starts_with("  contour 0: to a boundary, cloth–cloth, length 0.0000, 2 crossings")
    );
    assert!(lines[3].starts_with("  edge 3–4 through face 0–1–2, near (0.2500, 0.2500, 0.0000)"));
    assert!(lines[4].starts_with("  edge 3–5 through face 0–1–2"));
    assert_eq!(lines[5], "crossing.obj: 2 intersections (6 vertices, 2 faces)");
    assert!(lines[6].contains("2 crossings; cuts off 1 vertex"), "{}", lines[6]);
    assert!(lines[6].ends_with("and nothing"), "{}", lines[6]);
    assert_eq!(lines.len(), 9);

    let check = folder.ripstop(&["check", "--json", "apart.obj", "crossing.obj"]);
    assert_eq!(check.code, Some(1), "{check:?}");
    let values: Vec<serde_json::Value> =
        check.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((values[0]["intersections"].as_u64(), values.len()), (Some(0), 2));
    assert!(check.out.contains("\"length\":0.0,") && !check.out.contains("-0.0,"), "{}", check.out);
    let value = &values[1];
    assert_eq!((value["file"].as_str(), value["faces"].as_u64()), (Some("crossing.obj"), Some(2)));
    let contour = &value["contours"][0];
    assert_eq!(contour["kind"], "cloth–cloth");
    assert_eq!(contour["ends"], serde_json::json!(["boundary", "boundary"]));
    assert_eq!(contour["sides"][0]["vertices"], serde_json::json!([3]));
    assert_eq!(value["crossings"][0]["edge"], serde_json::json!([3, 4]));
}

#[test]
fn every_frame_of_a_run_is_checked() {
    let folder = Folder::new("check-run");
    folder.write("small.toml", &small_scene(15));
    folder.ripstop(&["run", "small.toml", "--out", "run", "--quiet"]).succeeds();
    let check = folder.ripstop(&["check", "run"]);
    check.succeeds();
    assert_eq!(check.out, "run: 0 intersections in 16 frames\n");

    // A vertex of the sheet in the middle of the ball, in frame 7.
    let path = folder.path("run/positions.npy");
    let mut bytes = std::fs::read(&path).unwrap();
    let vertex_count = (bytes.len() - 128) / 24 / 16;
    let start = 128 + 24 * (7 * vertex_count + 27);
    bytes[start..start + 24].fill(0);
    std::fs::write(&path, bytes).unwrap();
    let check = folder.ripstop(&["check", "run"]);
    assert_eq!(check.code, Some(1), "{check:?}");
    assert!(check.out.starts_with("run: frame 7: "), "{}", check.out);
    assert!(check.out.contains("edge ") && check.out.contains("in 16 frames"), "{}", check.out);
    // By surface, as pins of the scene count them: 27 is the vertex that was moved.
    let spoke = "27 of cloth 0 (`sheet`) through face ";
    assert!(check.out.contains(spoke) && check.out.contains(" of obstacle 0 (`ball`), near"));
}

#[test]
fn what_cannot_be_read_is_an_error() {
    let folder = Folder::new("check-bad");
    folder.write("nan.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n");
    folder.write("cut.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2");
    folder.write("empty.obj", "");
    folder.ripstop(&["check", "nan.obj"]).fails_with(&["`nan.obj`", "line 2", "nan"]);
    folder.ripstop(&["check", "cut.obj"]).fails_with(&["`cut.obj`", "line 4", "3 corners"]);
    folder.ripstop(&["check", "empty.obj"]).fails_with(&["`empty.obj`", "at least one face"]);
    folder.ripstop(&["check", "missing.obj"]).fails_with(&["`missing.obj`", "No such file"]);
    folder.ripstop(&["check", "."]).fails_with(&["the run `.`", "scene.toml"]);
    assert_eq!(folder.ripstop(&["check"]).code, Some(2));
}
