//! Bodies from skinned GLB files: said by `ripstop body`, played in a run, resumed.

mod ripstop_command;

use std::fs;

use glam::DVec3;
use ripstop_command::Folder;
use ripstop_io::{Character, NpyReader, read_character};

/// Characters that Blender has written, with skins, shapes and animations.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    for file in ["walker.glb", "dancer.glb"] {
        let from = concat!(env!("CARGO_MANIFEST_DIR"), "/../io/tests/characters/");
        fs::copy(format!("{from}{file}"), folder.path(file)).expect("it is sound");
    }
    folder
}

fn character(folder: &Folder, file: &str) -> Character {
    let bytes = fs::read(folder.path(file)).expect("it is sound");
    read_character(bytes.as_slice(), &mut |_| Err(String::new())).expect("it is sound")
}

#[test]
fn a_body_says_what_moves_it() {
    let folder = folder("character-body");
    let body = folder.ripstop(&["body", "walker.glb", "--rate", "24", "--animation", "walk"]);
    body.succeeds();
    for line in [
        "walker.glb: 688 vertices, 1368 faces, 1 group",
        "1 skin with 16 joints for 688 vertices, 0 morph targets",
        "2 animations: `nod` (0.167 s), `walk` (1.000 s)",
        "walker.glb: `walk`, 25 poses, 1.000 s at 24 per second",
        "25 checked poses",
    ] {
        assert!(body.out.contains(line), "{line}\n{}", body.out);
    }
    let by_number = folder.ripstop(&["body", "walker.glb", "--rate", "24", "--animation", "1"]);
    assert_eq!(by_number.out, body.out);
    let body = folder.ripstop(&["body", "dancer.glb", "dancer.glb", "--json"]);
    body.succeeds();
    let value: serde_json::Value = serde_json::from_str(&body.out).expect("it is sound");
    assert_eq!(value["rig"]["morph_targets"], 2);
    assert_eq!(value["motion"]["animation"], "Scene");
    assert_eq!(value["motion"]["poses"], 61);
    let crossed = value["motion"]["crossed_poses"].as_u64().expect("it is sound") as usize;
    assert_eq!(value["motion"]["crossings"].as_array().expect("it is sound").len(), crossed);
    let error = folder.ripstop(&["body", "walker.glb", "--animation", "run"]);
    error.fails_with(&["it has no animation `run`, but `nod`, `walk`"]);
}

fn scene(frames: &str) -> String {
    format!(
        "[settings]\nframes = 12\nframe_rate = 24.0\nsubsteps = 4\n\
         [[cloth]]\nname = 'napkin'\nshape.grid = {{ size = [0.2, 0.2], resolution = [5, 5] }}\n\
         transform.translate = [0.0, 0.0, 2.5]\n\
         [[obstacle]]\nname = 'body'\n\
         shape.mesh = {{ file = 'walker.glb', frames = {{ file = 'walker.glb', {frames} }} }}\n"
    )
}

/// The body in every state of a run.
fn body(folder: &Folder, run: &str) -> Vec<Vec<DVec3>> {
    let file = fs::File::open(folder.path(run).join("positions.npy")).expect("it is sound");
    let mut reader = NpyReader::new(file).expect("it is sound");
    (0..reader.frame_count())
        .map(|state| reader.read_frame(state).expect("it is sound")[25..].to_vec())
        .collect()
}

/// Time of the animation (s) at a time of the run (s).
type Time = fn(f64) -> f64;

#[test]
fn a_run_plays_the_animation_as_it_is_asked_to() {
    let folder = folder("character-run");
    let walker = character(&folder, "walker.glb");
    let to_world = |x: &DVec3| DVec3::new(x.x, -x.z, x.y);
    let cases: [(&str, &str, usize, Time); 4] = [
        ("walk", "animation = 'walk'", 1, |t| t),
        ("slow", "animation = 1, speed = 0.5, lead_in = 0.125, begin = 0.25", 1, |t| {
            0.25 + 0.5 * (t - 0.125).max(0.0)
        }),
        // Three times 4 frames of 1/24 s, one after another; then it stands.
        ("nods", "animation = 'nod', repeat = 3, speed = 1.5", 0, |t| {
            let (time, once) = (1.5 * t, 4.0 / 24.0);
            time - (time / once + 1e-6).floor().clamp(0.0, 2.0) * once
        }),
        ("first", "rate = 24.0, first = 2", 0, |t| t + 2.0 / 24.0),
    ];
    for (name, frames, animation, time) in cases {
        folder.write("scene.toml", &scene(frames));
        folder.ripstop(&["run", "scene.toml", "--out", name]).succeeds();
        for (state, found) in body(&folder, name).iter().enumerate() {
            let pose = walker.pose(animation, time(state as f64 / 24.0));
            let off = found.iter().zip(&pose).map(|(x, y)| x.distance(to_world(y)));
            let off = off.fold(0.0, f64::max);
            assert!(found.len() == 688 && off < 1e-5, "{name}, state {state}: {off} m");
        }
    }
    // The run directory has the file and all that was asked of it.
    let kept = fs::read_to_string(folder.path("slow").join("scene.toml")).expect("it is sound");
    assert!(kept.contains("begin = 0.25") && kept.contains("walker.glb"), "{kept}");
}

#[test]
fn animations_that_are_not_there_are_errors() {
    let folder = folder("character-bad");
    for (frames, expected) in [
        ("animation = 'run'", "it has no animation `run`, but `nod`, `walk`"),
        ("animation = 2", "it has no animation `2`, but `nod`, `walk`"),
        ("begin = 0.5", "`begin` is 0.5 s, but its animation, as often as it is played, ends at"),
        ("begin = -1.0", "`shape.mesh.frames.begin` is -1, but has to be a time from 0 on"),
        ("repeat = 0", "`shape.mesh.frames.repeat` is 0"),
        ("animation = 'walk', rate = 1e12", "688 vertices are more than 44739242 positions"),
    ] {
        folder.write("scene.toml", &scene(frames));
        folder.ripstop(&["run", "scene.toml", "--out", "bad"]).fails_with(&[expected, "`body`"]);
    }
    let other = scene("animation = 'Scene'").replacen("walker.glb", "dancer.glb", 1);
    folder.write("scene.toml", &other);
    folder
        .ripstop(&["run", "scene.toml", "--out", "bad"])
        .fails_with(&["it has frames of 688 vertices, but the mesh has 181"]);
}
