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

const SHEET: &str = "[[cloth]]\nshape.grid = { size = [1.0, 1.0], resolution = [4, 4] }\n";

fn mesh_scene(file: &str) -> String {
    format!("[[cloth]]\nname = 'shirt'\nshape.mesh = {{ file = '{file}' }}\n")
}

#[test]
fn an_unknown_scene_is_answered_with_the_nearest() {
    let folder = Folder::new("unknown");
    folder.ripstop(&["run", "darpe"]).fails_with(&["`darpe`", "did you mean `drape`?"]);
    let far = folder.ripstop(&["run", "wombat"]);
    far.fails_with(&["there is no scene `wombat` (", "`ripstop scenes` lists"]);
    assert!(!far.err.contains("did you mean"), "{}", far.err);
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
    let cloth = SHEET;
    let rate = format!("settings.frame_rate = -60.0\n{cloth}");
    refused("rate", &rate, &["`frame_rate` is -60", "positive"]);
    let rate = format!("settings.frame_rate = nan\n{cloth}");
    refused("rate-nan", &rate, &["`frame_rate` is NaN", "positive"]);
    let rate = format!("settings.frame_rate = inf\n{cloth}");
    refused("rate-inf", &rate, &["`frame_rate` is inf, but has to be positive and finite"]);
    let steps = format!("settings.substeps = 0\n{cloth}");
    refused("substeps", &steps, &["`substeps` is 0", "at least 1"]);
    let thin = format!("{SHEET}name = 'veil'\nthickness = -1.0\n");
    refused("thickness", &thin, &["cloth 0 (`veil`)", "thickness is -1, but has to be positive"]);
    let wind = format!("settings.wind = [0.0, inf, 0.0]\n{SHEET}");
    refused("wind", &wind, &["`wind` is inf, but has to be finite"]);
    let scale = format!("{SHEET}transform.scale = -0.0\n");
    refused("scale", &scale, &["`transform.scale` is 0, but has to be positive"]);
    let grid = "[[cloth]]\nshape.grid = { size = [1.0, -0.0], resolution = [1, 4] }\n";
    refused("grid", grid, &["`shape.grid.size` is [1, 0], but all of it has to be positive"]);
    let grid = grid.replace("-0.0", "2.0");
    refused(
        "grid-few",
        &grid,
        &["`shape.grid.resolution` is [1, 4], but has to be from 2 to 30000"],
    );
    let grid = grid.replace("[1, 4]", "[30000, 30000]");
    refused("grid-many", &grid, &["is 900000000 vertices, but there may be 16777216 at most"]);
    let pressed = "[[cloth]]\nshape.sphere = { radius = 0.2, rings = 4 }\npressure = -1.0\n";
    refused("pressure", pressed, &["pressure is -1, but must be at least 0 and finite\n"]);
    let ball = format!("{SHEET}[[obstacle]]\nshape.sphere = {{ radius = -1.0 }}\n");
    refused("ball", &ball, &["obstacle 0", "`shape.sphere.radius` is -1, but has to be positive"]);
    let turned = format!("{SHEET}transform.rotate = {{ axis = [0, 0, 0], degrees = 90 }}\n");
    refused("axis", &turned, &["`transform.rotate.axis` is [0, 0, 0], which is no direction"]);
}

/// Refusals of the text, and no word of the language that the reader is written in.
#[test]
fn messages_are_in_the_words_of_scenes() {
    for (name, text, words) in [
        ("frames", "settings.frames = -3", "`settings.frames` is -3, but has to be a whole number"),
        ("half", "settings.frames = 2.5", "is 2.5, but has to be a whole number, 0 or more"),
        ("many", "settings.halvings = 5000000000", "a whole number from 0 to 4294967295"),
        ("fps", "[settings]\nfps = 30", "no key `fps` here; did you mean `frame_rate`?"),
        ("top", "gravity = [0.0, 0.0, -1.0]", "did you mean `settings.gravity`?"),
        ("vector", "settings.gravity = -9.81", "is -9.81, but has to be a list of 3 values"),
        ("method", "settings.dynamics = 'mpm'", "`mpm` is not one of the choices here"),
        ("no-shape", "[[cloth]]\nname = 'veil'", "line 1: cloth 0 (`veil`) has no shape"),
        ("choice", "[[cloth]]\nshape = 'grid'", "`shape` names a choice, but leaves out"),
        ("no-size", "[[cloth]]\nshape.grid = {}", "the key `size` is missing"),
        ("text", "[[cloth]]\nthickness = 'thin'", "`thickness` is the text \"thin\", but"),
        (
            "table",
            "[[cloth]]\ntransform.rotate = 90",
            "`transform.rotate` is 90, but has to be a table",
        ),
        ("place", "[[cloth]]\nposition = [0, 0, 1]", "did you mean `transform.translate`?"),
        ("mass", "[[cloth]]\nmass = 3", "did you mean `fabric.density`?"),
        ("mu", "[[obstacle]]\nmu = 0.5", "did you mean `friction`?"),
        ("fabric", "[[cloth]]\nfabric = 'wombat'", "there is no fabric `wombat`; there are"),
        ("twice", "name = 'a'\nname = 'b'", "this key is here for the second time"),
    ] {
        let folder = Folder::new(&format!("words-{name}"));
        folder.write("bad.toml", &format!("{text}\n"));
        let run = folder.ripstop(&["run", "bad.toml"]);
        run.fails_with(&["cannot read the scene `bad.toml`: line ", words]);
        for jargon in ["usize", "u32", "f64", "struct", "variant", "expected", "TOML parse"] {
            assert!(!run.err.contains(jargon), "`{jargon}` in: {}", run.err);
        }
    }
}

#[test]
fn a_pin_that_holds_nothing_says_where_it_is() {
    let pin = |select: &str| format!("{SHEET}[[cloth.pin]]\nselect.{select}\n");
    let far = pin("inside = { min = [5.0, 5.0, -0.0], max = [6.0, 6.0, 1.0] }");
    let words = "pin 0: its box from [5, 5, 0] to [6, 6, 1] holds no vertex: the cloth starts from \
        [-0.5, -0.5, 0] to [0.5, 0.5, 0] (m)";
    refused("pin-box", &far, &["cloth 0", words]);
    let turned = pin("inside = { min = [1.0, 1.0, 1.0], max = [-1.0, -1.0, -1.0] }");
    refused("pin-turned", &turned, &["`min` has to be below `max`"]);
    let many = pin("vertices = [16]");
    refused(
        "pin-many",
        &many,
        &["it names vertex 16, but those of the cloth are numbered from 0 to 15"],
    );
}

#[test]
fn numbers_of_the_command_line_are_refused_plainly() {
    let folder = Folder::new("numbers");
    let run = folder.ripstop(&["run", "drape", "--frames", "ten"]);
    assert_eq!(run.code, Some(2));
    let words = "invalid value 'ten' for '--frames <N>': it has to be a whole number, 1 or more";
    assert!(run.err.contains(words), "{}", run.err);
    let run = folder.ripstop(&["check", "a.obj", "--weld=thin"]);
    assert!(
        run.err.contains("'thin' for '--weld[=<DISTANCE>]': it has to be a number"),
        "{}",
        run.err
    );
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
