//! The end of `ripstop run`: the summary, its JSON, the exit code and the reason for it.

mod ripstop_command;

use ripstop_command::{Folder, small_scene};
use serde_json::Value;

/// Two sheets that are held as they cross; the second rises at a speed (m/s).
fn crossing(speed: f64) -> String {
    format!(
        "settings = {{ frames = 6, on_tangled = 'untangle', gravity = [0.0, 0.0, 0.0] }}\n\
         [[cloth]]\nname = 'still'\nshape.grid = {{ size = [1.0, 1.0], resolution = [2, 2] }}\n\
         [[cloth.pin]]\nselect.vertices = [0, 1, 2, 3]\n\
         [[cloth]]\nname = 'rising'\nshape.grid = {{ size = [0.1, 0.1], resolution = [2, 2] }}\n\
         transform.translate = [0.02, 0.01, 0.0]\n\
         transform.rotate = {{ axis = [1.0, 0.0, 0.0], degrees = 90.0 }}\n\
         [[cloth.pin]]\nselect.vertices = [0, 1, 2, 3]\n\
         path.steady = {{ velocity = [0.0, 0.0, {speed:?}] }}\n"
    )
}

#[test]
fn a_tangle_that_comes_apart_is_told_from_start_to_end() {
    let folder = Folder::new("summary-repaired");
    folder.write("rising.toml", &crossing(1.1));
    let run = folder.ripstop(&["run", "rising.toml", "--out", "run"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    for words in [
        "6 frames, 0.10 s simulated; with the start, frame 0, 7 states",
        "4 at the start, 4 at worst (frame 0), 0 at the end",
        "in 3 of 7 frames, the last of them frame 2 (exact)",
        "exit code      1: 3 frames have intersections; untangling was done by frame 3",
        "`ripstop check run` lists them",
    ] {
        assert!(run.out.contains(words), "`{words}` is missing in: {}", run.out);
    }
    // The command that the summary names agrees with it.
    let check = folder.ripstop(&["check", "run"]);
    assert_eq!(check.code, Some(1));
    assert!(check.out.contains("12 intersections in 7 frames"), "{}", check.out);
}

#[test]
fn a_tangle_that_stays_is_said_to_stay() {
    let folder = Folder::new("summary-tangled");
    folder.write("stuck.toml", &crossing(0.1));
    let run = folder.ripstop(&["run", "stuck.toml", "--out", "run"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let reason = "7 frames have intersections; untangling has not ended: the last frame has 4";
    assert!(run.out.contains(reason), "{}", run.out);
}

#[test]
fn json_is_all_there_is_on_standard_output() {
    let folder = Folder::new("summary-json");
    folder.write("rising.toml", &crossing(1.1));
    let run = folder.ripstop(&["run", "rising.toml", "--out", "run", "--json"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("frame 6/6") && run.err.contains("exit code      1"), "{}", run.err);
    let value: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.out.lines().count(), 1);
    assert_eq!((&value["exit_code"], &value["ending"]), (&1.into(), &"finished".into()));
    assert_eq!((&value["frames"], &value["states"]), (&6.into(), &7.into()));
    assert_eq!(value["directory"], "run");
    let expected = serde_json::json!({
        "given": 4, "start": 4, "worst": 4, "worst_frame": 0, "end": 0, "frames": 3,
        "last_frame": 2, "total": 12,
    });
    assert_eq!(value["intersections"], expected);

    // A run that has all its frames has the same summary again, from its files.
    let again = folder.ripstop(&["resume", "run", "--json", "--quiet"]);
    assert_eq!((again.code, again.err.as_str()), (Some(1), ""));
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(again["intersections"], expected);

    folder.write("small.toml", &small_scene(3));
    let clean = folder.ripstop(&["run", "small.toml", "--json", "--quiet"]);
    let value: Value = serde_json::from_str(&clean.succeeds().out).unwrap();
    assert_eq!(value["exit_reason"], "no frame has intersections");
    assert_eq!(value["intersections"]["last_frame"], Value::Null);
    assert!(value["times"]["dynamics"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_run_begins_with_its_cloths_in_numbers() {
    let folder = Folder::new("summary-start");
    folder.write("small.toml", &small_scene(1));
    let run = folder.ripstop(&["run", "small.toml", "--out", "run"]);
    let line =
        "cloth 0 (`sheet`): 0.4 × 0.4 × 0 m, 24 g, 64 vertices, edges of 64.3 mm, 10 mm thick";
    assert!(run.succeeds().err.contains(&format!("{line}\n")), "{}", run.err);
    assert!(!run.err.contains("warning"), "{}", run.err);
}

/// Finite elements say which law follows from the fabric: a shear stiffness that is rounded to four
/// digits makes no other sheet of it.
#[test]
fn a_run_of_finite_elements_begins_with_their_laws() {
    for (shear, law) in
        [("192.30769230769232", "isotropic"), ("192.3", "isotropic"), ("190.0", "orthotropic")]
    {
        let folder = Folder::new("summary-law");
        let fabric = format!(
            "name = 'sheet'\nfabric = {{ stretch_stiffness = 500.0, poisson_ratio = 0.3, shear_stiffness = {shear} }}"
        );
        folder.write("small.toml", &small_scene(1).replace("name = 'sheet'", &fabric));
        let run = folder.ripstop(&["run", "small.toml", "--dynamics", "fem", "--out", "run"]);
        assert!(run.succeeds().err.contains(&format!("10 mm thick, {law}\n")), "{}", run.err);
    }
}

#[test]
fn warnings_come_before_the_frames_and_into_the_json() {
    let folder = Folder::new("summary-warnings");
    let scene = small_scene(1).replace("[0.0, 0.0, -0.5]", "[0.0, -9.81, 0.0]");
    folder.write("y-up.toml", &scene);
    let run = folder.ripstop(&["run", "y-up.toml", "--out", "run"]);
    let warning = "gravity [0, -9.81, 0] points along −y, but z is up; a scene with y up?";
    let [told, begun] =
        [&format!("warning: {warning}"), "frame 1/1"].map(|text| run.err.find(text));
    assert!(told.is_some() && told < begun, "{}", run.err);
    let run = folder.ripstop(&["run", "y-up.toml", "--out", "quiet", "--quiet", "--json"]);
    let value: Value = serde_json::from_str(&run.succeeds().out).unwrap();
    assert!(value["warnings"][0].as_str().unwrap().starts_with(warning), "{value}");
    assert_eq!(run.err, "");
}

#[test]
fn the_help_has_the_exit_codes() {
    let folder = Folder::new("summary-help");
    for words in [&["--help"][..], &["run", "--help"], &["resume", "-h"], &["check", "--help"]] {
        let help = folder.ripstop(words);
        for code in ["Exit codes:", "    1  there are intersections", "  130  ended by Ctrl-C"] {
            assert!(help.succeeds().out.contains(code), "{words:?}: {}", help.out);
        }
    }
}
