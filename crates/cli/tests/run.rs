//! `ripstop run` and `ripstop scenes`: what is printed, what is left behind.

mod ripstop_command;

use std::fs;

use ripstop_command::{Folder, assert_same_run, frames, report, small_scene};
use ripstop_detection::crossings;
use ripstop_geometry::{CollisionMesh, Filters};
use ripstop_io::read_obj;
use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::scene::builtin;

#[test]
fn the_run_directory_is_complete() {
    let folder = Folder::new("complete");
    let run =
        folder.ripstop(&["run", "stack", "--resolution", "12", "--frames", "13", "--out", "a/b"]);
    run.succeeds();
    for words in [
        "13 frames, 0.22 s simulated; with the start, frame 0, 14 states",
        "dynamics",
        "fail-safe",
        "contacts",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    assert!(
        run.out.contains("intersections  0 in all 14 frames, the start included"),
        "{}",
        run.out
    );
    assert!(run.out.contains("a/b: scene.toml, mesh.obj"), "{}", run.out);
    assert!(run.err.contains("frame 13/13"), "{}", run.err);

    let mesh = fs::read(folder.path("a/b/mesh.obj")).unwrap();
    let mesh = read_obj(mesh.as_slice()).unwrap().mesh;
    let names: Vec<&str> = mesh.groups.iter().map(|group| group.name).collect();
    assert_eq!(names, ["sheet 0", "sheet 1", "sheet 2", "sheet 3", "floor"]);
    let frames = frames(&folder.path("a/b/positions.npy"));
    assert_eq!(frames.len(), 14);
    assert_eq!(frames[0], mesh.positions);
    assert_ne!(frames[1], frames[0]);
    let collision_mesh = CollisionMesh::new(&mesh.positions, &mesh.faces).unwrap();
    for frame in &frames {
        assert_eq!(crossings(&collision_mesh, &Filters::default(), frame).unwrap(), []);
    }
    let report = report(&folder.path("a/b/report.jsonl"));
    assert_eq!(report.len(), 13);
    assert_eq!(report[12]["frame"], 13);
    assert_eq!(report[12]["solve"]["sweeps"], 16);
    assert_eq!(report[12]["intersections"], 0);

    // The scene as resolved is a scene that runs the same way.
    let text = fs::read_to_string(folder.path("a/b/scene.toml")).unwrap();
    let mut scene = builtin::scene("stack", 12).unwrap();
    scene.settings.frames = 13;
    assert_eq!(Scene::from_toml(&text).unwrap(), scene);
    folder.ripstop(&["run", "a/b/scene.toml", "--out", "again", "--quiet"]).succeeds();
    assert_same_run(&folder.path("a/b"), &folder.path("again"));
}

#[test]
fn values_are_set_from_the_command_line_and_recorded() {
    let folder = Folder::new("set");
    folder.write("small.toml", &small_scene(2));
    let words =
        ["run", "small.toml", "--set", "damping=0.5", "--set", "cloth.sheet.thickness=0.02"];
    folder.ripstop(&[&words[..], &["--out", "a"]].concat()).succeeds();
    let text = fs::read_to_string(folder.path("a/scene.toml")).unwrap();
    let scene = Scene::from_toml(&text).unwrap();
    assert_eq!((scene.settings.damping, scene.cloths[0].thickness), (0.5, 0.02));
    // The scene as recorded runs the same way, and otherwise than without.
    folder.ripstop(&["run", "a/scene.toml", "--out", "again", "--quiet"]).succeeds();
    assert_same_run(&folder.path("a"), &folder.path("again"));
    folder.ripstop(&["run", "small.toml", "--out", "plain", "--quiet"]).succeeds();
    let ends = ["a", "plain"].map(|run| frames(&folder.path(run).join("positions.npy"))[2].clone());
    assert_ne!(ends[0], ends[1]);

    let run = ["run", "drape", "--resolution", "6", "--frames", "1", "--out", "b"];
    folder.ripstop(&[&run[..], &["--set", "respond=barrier"]].concat()).succeeds();
    let text = fs::read_to_string(folder.path("b/scene.toml")).unwrap();
    assert!(text.contains("dynamics = \"fem\"") && text.contains("respond = \"barrier\""));

    let refused = folder.ripstop(&["run", "small.toml", "--set", "dampng=0"]);
    refused.fails_with(&["--set: `dampng=0`: there is no key", "did you mean `damping`?"]);
    let range = folder.ripstop(&["run", "small.toml", "--set", "damping=-1"]);
    range.fails_with(&["`damping` is -1, but has to be 0 or more"]);
    let word = folder.ripstop(&["run", "small.toml", "--set", "damping"]);
    assert_eq!(word.code, Some(2));
    assert!(word.err.contains("it has to be KEY=VALUE"), "{}", word.err);
}

#[test]
fn a_scene_comes_from_standard_input() {
    let folder = Folder::new("stdin");
    fs::create_dir(folder.path("parts")).unwrap();
    folder.write("parts/sail.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    let scene = "settings.frames = 2\n[[cloth]]\nshape.mesh = { file = 'parts/sail.obj' }\n";
    let run = folder.ripstop_fed(&["run", "-"], scene);
    assert!(run.succeeds().err.contains("→ runs/stdin"), "{}", run.err);
    folder.write("sail.toml", scene);
    folder.ripstop(&["run", "sail.toml", "--out", "file"]).succeeds();
    assert_same_run(&folder.path("runs/stdin"), &folder.path("file"));
    let refused = folder.ripstop_fed(&["run", "-"], "[settings]\nfps = 3\n");
    refused.fails_with(&["cannot read the scene `stdin`: line 2", "did you mean `frame_rate`?"]);
}

#[test]
fn quiet_prints_nothing_and_threads_change_no_bit() {
    let folder = Folder::new("quiet");
    folder.write("small.toml", &small_scene(12));
    for threads in ["1", "3"] {
        let run = folder.ripstop(&[
            "run",
            "small.toml",
            "--quiet",
            "--threads",
            threads,
            "--out",
            threads,
        ]);
        run.succeeds();
        assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    }
    assert_same_run(&folder.path("1"), &folder.path("3"));
}

#[test]
fn every_broad_phase_gives_the_same_bits() {
    let folder = Folder::new("broad");
    folder.write("small.toml", &small_scene(12));
    let methods = ["bvh", "grid", "octree", "sweep", "brute"];
    let runs = methods.map(|broad| {
        let arguments =
            ["run", "small.toml", "--narrow", "cubic", "--broad", broad, "--out", broad];
        folder.ripstop(&arguments).succeeds();
        let scene = fs::read_to_string(folder.path(broad).join("scene.toml")).unwrap();
        assert!(scene.contains(&format!("broad = \"{broad}\"")), "{scene}");
        let files = ["positions.npy", "checkpoint"].map(|file| folder.path(broad).join(file));
        (
            files.map(|file| fs::read(file).unwrap()),
            report(&folder.path(broad).join("report.jsonl")),
        )
    });
    for (run, method) in runs.iter().zip(methods) {
        assert!(run == &runs[0], "{method} differs");
    }
}

#[test]
fn a_run_is_never_overwritten() {
    let folder = Folder::new("overwritten");
    folder.write("small.toml", &small_scene(2));
    for _ in 0..3 {
        folder.ripstop(&["run", "small.toml"]).succeeds();
    }
    for name in ["runs/small", "runs/small-2", "runs/small-3"] {
        assert_eq!(frames(&folder.path(name).join("positions.npy")).len(), 3);
    }
    let again = folder.ripstop(&["run", "small.toml", "--out", "runs/small"]);
    again.fails_with(&["`runs/small` already holds a run", "ripstop resume runs/small"]);
    fs::create_dir(folder.path("full")).unwrap();
    folder.write("full/letter.txt", "dear");
    folder.ripstop(&["run", "small.toml", "--out", "full"]).fails_with(&["`full` is not empty"]);
    fs::create_dir(folder.path("empty")).unwrap();
    folder.ripstop(&["run", "small.toml", "--out", "empty"]).succeeds();
}

#[test]
fn meshes_are_copied_so_that_a_run_stands_alone() {
    let folder = Folder::new("meshes");
    fs::create_dir_all(folder.path("in/parts")).unwrap();
    folder.write("in/parts/sail.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n");
    folder.write(
        "in/sail.toml",
        "settings.frames = 12\n[[cloth]]\nshape.mesh = { file = 'parts/sail.obj' }\n",
    );
    folder.ripstop(&["run", "in/sail.toml", "--out", "run"]).succeeds();
    fs::remove_dir_all(folder.path("in")).unwrap();
    let before = fs::read(folder.path("run/positions.npy")).unwrap();
    fs::remove_file(folder.path("run/checkpoint")).unwrap();
    folder.ripstop(&["resume", "run"]).succeeds();
    assert_eq!(fs::read(folder.path("run/positions.npy")).unwrap(), before);
}

#[test]
fn scenes_are_listed_with_a_line_each() {
    let scenes = Folder::new("scenes").ripstop(&["scenes"]);
    scenes.succeeds();
    let lines: Vec<&str> = scenes.out.lines().collect();
    assert_eq!(lines.len(), builtin::NAMES.len());
    for (line, name) in lines.iter().zip(builtin::NAMES) {
        let description = line.strip_prefix(name).unwrap();
        assert!(description.trim().len() > 10, "{line}");
    }
}

#[test]
fn dynamics_and_response_that_do_not_go_together_are_named() {
    let folder = Folder::new("combination");
    let words = ["run", "drape", "--resolution", "6", "--dynamics", "fem", "--respond", "pbd"];
    let run = folder.ripstop(&words);
    assert_eq!(run.code, Some(2));
    let both = "the dynamics `fem` and the response `pbd` do not go together";
    assert!(run.err.contains(both), "{}", run.err);
    assert!(!folder.path("runs").exists());
}

#[test]
fn energies_bring_finite_elements_with_them() {
    let folder = Folder::new("energies");
    for (word, name) in [("penalty", "penalty"), ("barrier", "barrier"), ("ipc", "barrier")] {
        let run = folder.ripstop(&[
            "run",
            "drape",
            "--resolution",
            "5",
            "--frames",
            "3",
            "--respond",
            word,
            "--out",
            word,
        ]);
        run.succeeds();
        assert!(run.out.contains("Newton") && run.out.contains("intersections  0"), "{}", run.out);
        let scene = fs::read_to_string(folder.path(word).join("scene.toml")).unwrap();
        assert!(scene.contains("dynamics = \"fem\""), "{scene}");
        assert!(scene.contains(&format!("respond = \"{name}\"")), "{scene}");
    }
    let words = ["run", "drape", "--resolution", "5", "--dynamics", "pbd", "--respond", "penalty"];
    let both = "the dynamics `pbd` and the response `penalty` do not go together";
    folder.ripstop(&words).fails_with(&[both]);
}

#[test]
fn surfaces_that_are_not_checked_are_counted_in_the_summary() {
    let folder = Folder::new("unchecked");
    let scene = small_scene(2) + "collides_with = []\n";
    folder.write("ghost.toml", &scene);
    let run = folder.ripstop(&["run", "ghost.toml", "--out", "run"]);
    run.succeeds();
    assert!(run.out.contains("1 pair of surfaces is not checked"), "{}", run.out);
    assert_eq!(report(&folder.path("run/report.jsonl"))[1]["detection"]["unchecked_pairs"], 1);
}

/// Walls close on a sheet: frames before that are kept, and the error says who is where.
#[test]
fn a_pinched_run_keeps_its_frames() {
    let folder = Folder::new("pinched");
    let wall = |name: &str, z: f64, speed: f64| {
        format!(
            "[[obstacle]]\nname = '{name}'\nshape.plane = {{ size = 2.0 }}\n\
             transform.translate = [0.0, 0.0, {z:?}]\n\
             path.steady = {{ velocity = [0.0, 0.0, {speed:?}] }}\n"
        )
    };
    let scene = "settings.gravity = [0.0, 0.0, 0.0]\nsettings.halvings = 0\n\
        [[cloth]]\nname = 'sheet'\nshape.grid = { size = [0.5, 0.5], resolution = [2, 2] }\n"
        .to_owned()
        + &wall("lower", -0.05, 0.5)
        + &wall("upper", 0.05, -0.5);
    folder.write("closing.toml", &scene);
    let run = folder.ripstop(&["run", "closing.toml", "--out", "run", "--quiet"]);
    let kept = "frames 0 to 5 are in `run`";
    run.fails_with(&[kept, "frame 6", "leaves no room", "cloth 0 (`sheet`)", "obstacle "]);
    assert_eq!(frames(&folder.path("run/positions.npy")).len(), 6);
}

#[test]
fn only_what_exists_is_offered() {
    let folder = Folder::new("offered");
    for choice in [
        ["--dynamics", "mpm"],
        ["--respond", "prayer"],
        ["--resolution", "1"],
        ["--frames", "0"],
        ["--threads", "0"],
    ] {
        let run = folder.ripstop(&["run", "drape", choice[0], choice[1]]);
        assert_eq!(run.code, Some(2), "{choice:?}");
        assert!(run.err.contains(choice[0]), "{}", run.err);
    }
    assert!(!folder.path("runs").exists());
}

#[test]
fn the_command_has_the_name_of_the_library() {
    let run = Folder::new("version").ripstop(&["--version"]);
    assert!(run.succeeds().out.starts_with("ripstop 0."), "{}", run.out);
}
