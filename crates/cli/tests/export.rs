//! `ripstop export`: what is in the files, under which names, and what is refused.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

mod ripstop_command;

use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;

use glam::{DVec3, dvec3};
use ripstop_command::{Folder, frames, small_scene};
use ripstop_io::{Imported, NpyReader, Pc2Reader, Pc2Timing, read_gltf, read_obj, read_ply};

/// A run of six frames, and its frames.
fn recorded(name: &str) -> (Folder, Vec<Vec<DVec3>>) {
    let folder = Folder::new(name);
    folder.write("small.toml", &small_scene(6));
    folder.ripstop(&["run", "small.toml", "--out", "run", "--quiet"]).succeeds();
    let frames = frames(&folder.path("run/positions.npy"));
    assert_eq!(frames.len(), 7);
    (folder, frames)
}

fn bits(positions: &[DVec3]) -> Vec<[u64; 3]> {
    positions.iter().map(|x| x.to_array().map(f64::to_bits)).collect()
}

fn open(path: &Path) -> File {
    File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn files_of_one_frame_hold_the_last_one_unless_told() {
    let (folder, frames) = recorded("export-one");
    for format in ["obj", "ply", "glb"] {
        let run = folder.ripstop(&["export", "run", "--format", format]);
        run.succeeds();
        assert_eq!(run.out, format!("run/export.{format}: frame 6\n"));
    }
    let mesh = read_obj(fs::read(folder.path("run/mesh.obj")).unwrap().as_slice()).unwrap().mesh;
    let obj = read_obj(fs::read(folder.path("run/export.obj")).unwrap().as_slice()).unwrap().mesh;
    assert_eq!(bits(&obj.positions), bits(&frames[6]));
    assert_eq!((&obj.faces, &obj.groups), (&mesh.faces, &mesh.groups));
    let Imported { mesh: ply, .. } = read_ply(open(&folder.path("run/export.ply"))).unwrap();
    assert_eq!(bits(&ply.positions), bits(&frames[6]));
    assert_eq!(ply.faces, mesh.faces);
    let glb = read_gltf(open(&folder.path("run/export.glb"))).unwrap().mesh;
    let names: Vec<&str> = glb.groups.iter().map(|group| group.name).collect();
    assert_eq!((names.as_slice(), &glb.faces), (["sheet", "ball"].as_slice(), &mesh.faces));
    // Single precision, y up.
    let turned = |x: &DVec3| dvec3(x.x, x.z, -x.y).as_vec3().as_dvec3();
    let expected: Vec<DVec3> = frames[6].iter().map(turned).collect();
    assert_eq!(bits(&glb.positions), bits(&expected));

    let list = ["export", "run", "--format", "obj", "--frames", "0..4:2", "--out", "a.b.obj"];
    let run = folder.ripstop(&list);
    run.succeeds();
    assert_eq!(run.out, "a.b.0000.obj: frame 0\na.b.0002.obj: frame 2\na.b.0004.obj: frame 4\n");
    let second = fs::read(folder.path("a.b.0002.obj")).unwrap();
    assert_eq!(bits(&read_obj(second.as_slice()).unwrap().mesh.positions), bits(&frames[2]));
}

#[test]
fn arrays_and_caches_hold_all_frames() {
    let (folder, frames) = recorded("export-many");
    for format in ["npy", "pc2"] {
        let run = folder.ripstop(&["export", "run", "--format", format]);
        run.succeeds();
        assert_eq!(run.out, format!("run/export.{format}: 7 frames\n"));
    }
    let mut array = NpyReader::new(open(&folder.path("run/export.npy"))).unwrap();
    let mut cache = Pc2Reader::new(open(&folder.path("run/export.pc2"))).unwrap();
    assert_eq!((array.frame_count(), cache.frame_count()), (7, 7));
    for (number, frame) in frames.iter().enumerate() {
        assert_eq!(bits(&array.read_frame(number as u64).unwrap()), bits(frame));
        let single: Vec<DVec3> = frame.iter().map(|x| x.as_vec3().as_dvec3()).collect();
        assert_eq!(bits(&cache.read_frame(number as u64).unwrap()), bits(&single));
    }
    let some =
        ["export", "run", "--format", "pc2", "--frames", "1..6:2", "--unit", "cm", "--up", "y"];
    folder.ripstop(&some).succeeds();
    let mut cache = Pc2Reader::new(open(&folder.path("run/export.pc2"))).unwrap();
    assert_eq!(cache.timing(), Pc2Timing::new(1.0, 2.0));
    let expected = frames[5][3] / 0.01;
    let expected = dvec3(expected.x, expected.z, -expected.y).as_vec3().as_dvec3();
    assert_eq!(cache.read_frame(2).unwrap()[3], expected);
}

/// A sheet of 4×4 quads and a pentagon, in two panels with a texture that is cut between them and
/// runs through the lower one of two materials.
fn panels() -> String {
    let mut text = String::from("# made by hand\nmtllib panels.mtl\n");
    for i in 0..25 {
        writeln!(text, "v {} {} 0.2", 0.1 * f64::from(i % 5), 0.1 * f64::from(i / 5)).unwrap();
    }
    text += "v 0.45 0.45 0.2\n";
    // Every panel has its own texture coordinates, so that those of the middle column are two.
    for panel in 0..2 {
        for i in 0..15 {
            let u = 0.5 * f64::from(panel) + 0.2 * f64::from(i % 3);
            writeln!(text, "vt {u} {}", 0.2 * f64::from(i / 3)).unwrap();
        }
    }
    text += "vt 1 1\nusemtl twill\n";
    for (panel, name) in ["left", "right"].iter().enumerate() {
        writeln!(text, "g {name}").unwrap();
        for cell in 0..8 {
            let (x, y) = (cell % 2, cell / 2);
            let corner = |i: usize, j: usize| {
                let (x, y) = (x + i, y + j);
                format!("{}/{}", 5 * y + 2 * panel + x + 1, 15 * panel + 3 * y + x + 1)
            };
            let middle = if panel == 1 && cell == 7 { " 26/31" } else { "" };
            if panel == 1 && cell == 4 {
                text += "usemtl rib\n";
            }
            let [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
            writeln!(text, "f {a} {b}{middle} {c} {d}").unwrap();
        }
    }
    text
}

/// The lines of a text that say something other than positions.
fn lines(text: &str) -> Vec<&str> {
    let other =
        |line: &&str| !["v ", "#", "mtllib"].iter().any(|beginning| line.starts_with(beginning));
    text.lines().filter(other).collect()
}

fn panel_run(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("panels.obj", &panels());
    let scene = "[settings]\nframes = 2\n[[cloth]]\nname = 'sheet'\nthickness = 0.005\n\
        shape.mesh = { file = 'panels.obj' }\n[[obstacle]]\nname = 'ball'\n\
        shape.sphere = { radius = 0.1, rings = 4 }\n";
    folder.write("panels.toml", scene);
    folder.ripstop(&["run", "panels.toml", "--out", "run", "--quiet"]).succeeds();
    folder
}

#[test]
fn what_came_in_comes_out_but_for_the_positions() {
    let folder = panel_run("export-panels");
    let source = panels();
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    folder
        .ripstop(&["export", "run", "--format", "obj", "--surface", "sheet", "--out", "own.obj"])
        .succeeds();
    let own = read("own.obj");
    // Faces of four and five corners, texture coordinates, groups and materials, line by line.
    let sorted = |text: &str| {
        let mut lines: Vec<String> = lines(text).into_iter().map(str::to_owned).collect();
        lines.retain(|line| line != "o sheet");
        // Where a group and a material begin together, either may be named first.
        let first = lines.iter().position(|line| line.starts_with(['g', 'u'])).unwrap();
        lines[first..first + 2].sort();
        lines
    };
    assert_eq!(sorted(&own), sorted(&source));
    assert!(own.contains("\no sheet\n") && own.contains(" 26/31 "), "{own}");
    let mesh = read_obj(own.as_bytes()).unwrap().mesh;
    let last = &frames(&folder.path("run/positions.npy"))[2];
    assert_eq!(bits(&mesh.positions), bits(&last[..26]), "in the order of the file");
    let start = read_obj(source.as_bytes()).unwrap().mesh;
    assert!(mesh.positions.iter().zip(&start.positions).all(|(a, b)| a.z < b.z), "all have moved");

    folder.ripstop(&["export", "run", "--format", "obj"]).succeeds();
    let both = read("run/export.obj");
    assert!(both.contains("\no ball\ng ball\nusemtl\nf "), "the ball has no material");
    let whole = read_obj(both.as_bytes()).unwrap().mesh;
    let faces = |mesh: &ripstop_io::Mesh| -> Vec<Vec<u32>> {
        mesh.face_loops().map(|polygon| polygon.corners.to_vec()).collect()
    };
    assert_eq!(faces(&whole)[..16], faces(&start)[..]);
    assert_eq!(bits(&whole.positions), bits(last));

    for format in ["usd", "ply", "glb"] {
        folder.ripstop(&["export", "run", "--format", format]).succeeds();
    }
    let usd = read("run/export.usda");
    for words in [
        "faceVertexCounts = [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5]",
        "primvars:st:indices",
        "def GeomSubset \"twill\"",
        "def GeomSubset \"right\"",
        "def Mesh \"ball\"",
    ] {
        assert!(usd.contains(words), "{words}");
    }
    let ply = read_ply(open(&folder.path("run/export.ply"))).unwrap().mesh;
    assert_eq!(faces(&ply), faces(&whole));
    let glb = read_gltf(open(&folder.path("run/export.glb"))).unwrap().mesh;
    let names: Vec<&str> = glb.groups.iter().map(|group| group.name).collect();
    assert_eq!(names, ["sheet", "ball"]);
    let ball = last.len() - 26;
    assert_eq!(glb.positions.len(), 26 + 5 + ball, "five vertices on the seam are split");
}

#[test]
fn a_cache_for_every_surface() {
    let folder = panel_run("export-surfaces");
    let run = folder.ripstop(&["export", "run", "--format", "pc2", "--per-surface"]);
    run.succeeds();
    assert_eq!(run.out, "run/export.sheet.pc2: 3 frames\nrun/export.ball.pc2: 3 frames\n");
    let frames = frames(&folder.path("run/positions.npy"));
    for (name, range) in [("sheet", 0..26), ("ball", 26..frames[0].len())] {
        let path = folder.path(&format!("run/export.{name}.pc2"));
        let mut cache = Pc2Reader::new(open(&path)).unwrap();
        assert_eq!((cache.vertex_count(), cache.frame_count()), (range.len(), 3));
        for (number, frame) in frames.iter().enumerate() {
            let single: Vec<DVec3> =
                frame[range.clone()].iter().map(|x| x.as_vec3().as_dvec3()).collect();
            assert_eq!(bits(&cache.read_frame(number as u64).unwrap()), bits(&single), "{name}");
        }
    }
    let one = ["export", "run", "--format", "pc2", "--surface", "ball", "--out", "ball.pc2"];
    folder.ripstop(&one).succeeds();
    let [a, b] = ["ball.pc2", "run/export.ball.pc2"].map(|n| fs::read(folder.path(n)).unwrap());
    assert!(a == b);
    let wrong = ["export", "run", "--format", "pc2", "--surface", "bal"];
    folder.ripstop(&wrong).fails_with(&["no surface `bal`", "`sheet`, `ball`"]);
}

#[test]
fn usd_says_what_it_is_in() {
    let (folder, frames) = recorded("export-usd");
    folder.ripstop(&["export", "run", "--format", "usd"]).succeeds();
    let text = fs::read_to_string(folder.path("run/export.usda")).unwrap();
    for words in [
        "metersPerUnit = 1\n",
        "upAxis = \"Z\"",
        "timeCodesPerSecond = 60\n",
        "startTimeCode = 0\n",
        "endTimeCode = 6\n",
        "def Mesh \"sheet\"",
        "def Mesh \"ball\"",
    ] {
        assert!(text.contains(words), "{words}");
    }
    // The sheet has a sample per frame, the ball, which rests, one list.
    assert_eq!((text.matches("timeSamples").count(), text.matches("points = [").count()), (2, 1));
    let [x, y, z] = frames[4][0].as_vec3().to_array();
    assert!(text.contains(&format!("            4: [({x:?}, {y:?}, {z:?}), ")));
    let centimetres =
        ["export", "run", "--format", "usd", "--unit", "cm", "--up", "y", "--out", "y.usda"];
    folder.ripstop(&centimetres).succeeds();
    let text = fs::read_to_string(folder.path("y.usda")).unwrap();
    assert!(text.contains("metersPerUnit = 0.01\n") && text.contains("upAxis = \"Y\""));
    let x = frames[4][0] / 0.01;
    let [x, y, z] = dvec3(x.x, x.z, -x.y).as_vec3().to_array();
    assert!(text.contains(&format!("            4: [({x:?}, {y:?}, {z:?}), ")));
}

#[test]
fn what_makes_no_sense_is_refused_and_leaves_nothing() {
    let (folder, _) = recorded("export-refused");
    let before = fs::read_dir(folder.path("run")).unwrap().count();
    let export = |arguments: &[&str], words: &[&str]| {
        folder.ripstop(&[&["export"], arguments].concat()).fails_with(words);
    };
    export(&["nothing", "--format", "obj"], &["the run `nothing`", "scene.toml"]);
    export(&["run", "--format", "obj", "--frames", "9"], &["no frame 9", "0 to 6"]);
    export(&["run", "--format", "usd", "--frames", "3,1"], &["must ascend"]);
    export(&["run", "--format", "pc2", "--frames", "0,1,3"], &["equal steps"]);
    export(&["run", "--format", "glb", "--unit", "cm"], &["GLB", "metres with y up"]);
    export(&["run", "--format", "glb", "--up", "z"], &["GLB", "metres with y up"]);
    export(
        &["run", "--format", "npy", "--out", "no/folder.npy"],
        &["cannot write `no/folder.npy`"],
    );
    assert_eq!(folder.ripstop(&["export", "run", "--format", "fbx"]).code, Some(2));
    assert_eq!(fs::read_dir(folder.path("run")).unwrap().count(), before);

    // A frame that is damaged: no file, not even a part of one.
    let path = folder.path("run/positions.npy");
    let mut bytes = fs::read(&path).unwrap();
    let end = bytes.len();
    bytes[end - 8..].copy_from_slice(&f64::NAN.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    for format in ["usd", "pc2", "npy", "obj"] {
        export(&["run", "--format", format], &["frame 6", "not finite"]);
    }
    assert_eq!(fs::read_dir(folder.path("run")).unwrap().count(), before);
}
