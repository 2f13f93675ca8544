//! `ripstop body`: what a body is, and how it moves.

mod ripstop_command;

use ripstop_command::Folder;

/// A closed box and an open triangle through it, 170 units along y.
const BODY: &str = "g trunk\nv 0 0 0\nv 40 0 0\nv 40 170 0\nv 0 170 0\n\
    v 0 0 20\nv 40 0 20\nv 40 170 20\nv 0 170 20\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n\
    g sash\nv 10 50 10\nv 12 60 10\nv 30 61 40\nf 9 10 11\n";

/// Poses 8 to 12 without 10: the sash is pulled out of the trunk, then the trunk steps aside.
fn write_poses(folder: &Folder) {
    folder.write("body.obj", BODY);
    folder.write("walk_08.obj", BODY);
    folder.write("walk_09.obj", BODY);
    let out = BODY.replace("v 10 50 10", "v 10 50 30").replace("v 12 60 10", "v 12 60 30");
    folder.write("walk_11.obj", &out);
    folder.write("walk_12.obj", &out.replace("v 0 0 0\n", "v -30 -40 0\n"));
}

#[test]
fn a_body_and_its_poses_as_text() {
    let folder = Folder::new("body-text");
    write_poses(&folder);
    let body = folder.ripstop(&["body", "body.obj"]);
    body.succeeds();
    assert_eq!(
        body.out,
        "body.obj: 11 vertices, 13 faces, 2 groups\n  \
           2 parts, 1 closed, 1 open\n  \
           3 boundary edges, 0 non-manifold edges\n  \
           size 40.000 × 170.000 × 40.000 m, z up\n  \
           crosses itself: 2 crossings\n\
         hint: it is 170.000 m large; in centimetres? then `import = { unit = \"cm\" }` in a scene, \
         `--unit cm` here\n\
         hint: it is longer along the y axis of its file than along z, which is up; does it lie? if \
         not, `import = { up = \"y\" }` in a scene, `--up y` here\n"
    );
    let options = ["--unit", "cm", "--up", "y", "--rate", "10"];
    let body = folder.ripstop(&[["body", "body.obj", "walk_##.obj"].as_slice(), &options].concat());
    body.succeeds();
    // From pose 1 to pose 2 the sash takes 20 cm in two frames, then a corner 50 cm in one.
    assert_eq!(
        body.out,
        "body.obj: 11 vertices, 13 faces, 2 groups\n  \
           2 parts, 1 closed, 1 open\n  \
           3 boundary edges, 0 non-manifold edges\n  \
           size 0.400 × 0.400 × 1.700 m, z up\n  \
           crosses itself: 2 crossings\n\
         walk_##.obj: 4 poses, 0.400 s at 10 per second\n  \
           no files with the numbers 10\n  \
           fastest: 5.000 m/s, vertex 0, before 0.400 s (pose 3)\n  \
           crosses itself in 2 of 4 checked poses: 0 crossings (pose 2) to 2 (pose 0)\n"
    );
}

#[test]
fn a_body_and_its_poses_as_json() {
    let folder = Folder::new("body-json");
    write_poses(&folder);
    let body = folder.ripstop(&["body", "body.obj", "walk_%02d.obj", "--json", "--every", "3"]);
    body.succeeds();
    let value: serde_json::Value = serde_json::from_str(&body.out).unwrap();
    assert_eq!(value["size"], serde_json::json!([40.0, 170.0, 40.0]));
    assert_eq!((&value["parts"], &value["closed_parts"]), (&2.into(), &1.into()));
    assert_eq!((&value["crossings"], &value["groups"]), (&2.into(), &2.into()));
    assert_eq!(value["hints"].as_array().unwrap().len(), 2);
    let motion = &value["motion"];
    assert_eq!((&motion["poses"], &motion["checked_poses"]), (&4.into(), &2.into()));
    assert_eq!(motion["missing"], serde_json::json!([[10, 10]]));
    let speed = motion["fastest"]["speed"].as_f64().unwrap();
    assert!((speed - 50.0 * 60.0).abs() < 1e-9, "{speed}");
    assert_eq!(motion["most"], serde_json::json!({ "crossings": 2, "pose": 0 }));
    assert_eq!(motion["crossed_poses"], 1);
}

#[test]
fn what_is_no_body_is_an_error() {
    let folder = Folder::new("body-bad");
    write_poses(&folder);
    folder.ripstop(&["body", "none.obj"]).fails_with(&["the body `none.obj`", "No such file"]);
    folder.write("walk_12.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let body = folder.ripstop(&["body", "body.obj", "walk_*.obj"]);
    body.fails_with(&[
        "the poses `walk_*.obj`",
        "`walk_12.obj` does not have the faces of `body.obj`",
    ]);
    folder.ripstop(&["body", "body.obj", "run_*.obj"]).fails_with(&["no such numbered files"]);
    folder.ripstop(&["body", "body.obj", "body.obj"]).fails_with(&[".pc2 or .npy"]);
    folder.ripstop(&["body", "body.obj", "--rate", "0"]).fails_with(&["a positive number"]);
}
