//! Bad input to `ripstop run`: an error that names what is wrong, and nothing left behind.

mod ripstop_command;

use std::process::Command;

use ripstop_command::{Finished, Folder, assert_same_run, frames, small_scene};

/// Runs a scene that is refused.
#[track_caller]
fn refused(name: &str, scene: &str, words: &[&str]) {
    let folder = Folder::new(name);
    folder.write("bad.toml", scene);
    let sheet = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
    folder.write("nan.obj", &sheet.replace("v 1 1 0", "v 1 NaN 0"));
    folder.write("cut.obj", &sheet[..sheet.len() - 4]);
    folder.write("short.obj", &sheet.replace("v 0 1 0\n", ""));
    folder.ripstop(&["run", "bad.toml"]).fails_with(words);
    assert!(!folder.path("runs").exists(), "something was left behind");
}

fn mesh_scene(file: &str) -> String {
    format!("[[cloth]]\nname = 'shirt'\nshape.mesh = {{ file = '{file}' }}\n")
}

#[test]
fn an_unknown_scene_is_answered_with_the_nearest() {
    let folder = Folder::new("unknown");
    folder.ripstop(&["run", "darpe"]).fails_with(&["`darpe`", "did you mean `drape`?"]);
    folder.ripstop(&["run", "no.toml"]).fails_with(&["`no.toml`", "No such file"]);
    folder.write("small.toml", &small_scene(1));
    let run = folder.ripstop(&["run", "small.toml", "--resolution", "9"]);
    run.fails_with(&["--resolution", "small.toml"]);
}

#[test]
fn an_unknown_key_is_answered_with_the_nearest() {
    let words = ["bad.toml", "`substep`", "did you mean `substeps`?"];
    refused("key", "[settings]\nsubstep = 3\n", &words);
    refused("toml", "[settings\n", &["bad.toml"]);
    refused("no-cloth", "", &["no cloth"]);
}

#[test]
fn settings_out_of_range_are_named() {
    let cloth = "[[cloth]]\n";
    let rate = format!("settings.frame_rate = -60.0\n{cloth}");
    refused("rate", &rate, &["`frame_rate` is -60", "positive"]);
    let rate = format!("settings.frame_rate = nan\n{cloth}");
    refused("rate-nan", &rate, &["`frame_rate` is NaN", "positive"]);
    let steps = format!("settings.substeps = 0\n{cloth}");
    refused("substeps", &steps, &["`substeps` is 0", "at least 1"]);
    let thin = "[[cloth]]\nname = 'veil'\nthickness = -1.0\n";
    refused("thickness", thin, &["cloth 0 (`veil`)", "thickness is -1"]);
}

#[test]
fn mesh_files_that_cannot_be_used_are_named() {
    let shirt = "cloth 0 (`shirt`)";
    refused("mesh", &mesh_scene("no.obj"), &[shirt, "`no.obj`", "No such file"]);
    refused("mesh-nan", &mesh_scene("nan.obj"), &[shirt, "`nan.obj`", "line 3", "NaN"]);
    refused("mesh-cut", &mesh_scene("cut.obj"), &[shirt, "`cut.obj`", "line 6"]);
    refused("mesh-short", &mesh_scene("short.obj"), &[shirt, "`short.obj`", "4", "out of range"]);
    refused("mesh-folder", &mesh_scene("."), &[shirt, "`.`", "folder"]);
}

#[test]
fn a_tangled_start_is_counted_and_listed() {
    let sheet = |rotate: &str| {
        let grid = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }";
        format!("[[cloth]]\n{grid}\n{rotate}\n")
    };
    let upright = "transform.translate = [0.0, 0.01, 0.02]\ntransform.rotate = { axis = [1.0, 0.0, 0.0], degrees = 90.0 }";
    let scene = sheet("") + &sheet(upright);
    refused(
        "tangled",
        &scene,
        &["the start is tangled", "crossings, among them edge", "through face"],
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let folder = Folder::new("unwritable");
    folder.write("small.toml", &small_scene(1));
    folder.write("file", "");
    let run = folder.ripstop(&["run", "small.toml", "--out", "file/run"]);
    run.fails_with(&["cannot make the folder `file/run`", "Not a directory"]);
    folder.write("runs", "");
    folder.ripstop(&["run", "small.toml"]).fails_with(&["cannot make the folder `runs`"]);
}

/// A limit on the size of files stands in for a full disk: a write succeeds in part, the next one
/// fails.
#[cfg(unix)]
#[test]
fn a_full_disk_ends_the_run_and_loses_no_frame() {
    let folder = Folder::new("full-disk");
    folder.write("small.toml", &small_scene(40));
    folder.ripstop(&["run", "small.toml", "--out", "reference", "--quiet"]).succeeds();
    let reference = frames(&folder.path("reference/positions.npy"));

    let limited = |blocks: &str, arguments: &[&str]| {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_ripstop")]).args(arguments);
        Finished::from(shell.current_dir(folder.path(".")).output().expect("there is a shell"))
    };
    let run = limited("100", &["run", "small.toml", "--out", "run", "--quiet"]);
    run.fails_with(&["cannot write `run/positions.npy`", "File too large", "frames 0 to "]);
    let kept = frames(&folder.path("run/positions.npy"));
    assert!(kept.len() > 5 && kept.len() < 40, "{}", kept.len());
    assert!(kept == reference[..kept.len()]);
    assert!(run.err.contains(&format!("frames 0 to {} are in `run`", kept.len() - 1)));

    folder.ripstop(&["resume", "run", "--quiet"]).succeeds();
    assert_same_run(&folder.path("reference"), &folder.path("run"));

    // So small that not even the start fits.
    let run = limited("1", &["run", "small.toml", "--out", "tiny", "--quiet"]);
    run.fails_with(&["cannot write `tiny/", "File too large"]);
    folder.ripstop(&["resume", "tiny", "--quiet"]).fails_with(&["`tiny` holds no run"]);
}
