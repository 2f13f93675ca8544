//! Pinches in the command: told by the summary, the report and the player; exit codes.

mod ripstop_command;

use std::fs;

use ripstop_command::Folder;
use serde_json::Value;

/// A sheet between two walls that meet, pass each other and part again, and an obstacle of two
/// triangles that cross. One wall is tilted: it crosses a sheet that follows the other.
fn closing(frames: usize) -> String {
    format!(
        "settings = {{ frames = {frames}, gravity = [0.0, 0.0, 0.0], on_pinched = 'release' }}\n\
         [[cloth]]\nname = 'sheet'\nshape.grid = {{ size = [0.5, 0.5], resolution = [4, 4] }}\n\
         [[obstacle]]\nname = 'lower'\nshape.plane = {{ size = 2.0 }}\n\
         transform.translate = [0.0, 0.0, -0.05]\n\
         [[obstacle]]\nname = 'upper'\nshape.plane = {{ size = 0.3 }}\n\
         transform.translate = [0.0, 0.0, 0.05]\n\
         transform.rotate = {{ axis = [1.0, 0.0, 0.0], degrees = 15.0 }}\n\
         path.keyframes = {{ keys = [{{ time = 0.0 }}, \
         {{ time = 0.2, translate = [0.0, 0.0, -0.12] }}, {{ time = 0.4 }}] }}\n\
         [[obstacle]]\nname = 'body'\nshape.mesh = {{ file = 'body.obj' }}\n\
         transform.translate = [0.0, 0.0, 2.0]\n"
    )
}

const BODY: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0.2 0.2 -1\nv 0.2 0.2 1\nv 0.3 0.4 1\n\
                    f 1 2 3\nf 4 5 6\n";

fn folder(name: &str, frames: usize) -> Folder {
    let folder = Folder::new(name);
    folder.write("body.obj", BODY);
    folder.write("closing.toml", &closing(frames));
    folder
}

#[test]
fn a_pinch_that_opens_is_told_and_no_failure() {
    let folder = folder("pinch-opens", 34);
    let run = folder.ripstop(&["run", "closing.toml", "--out", "run"]);
    run.succeeds();
    for words in [
        " of 34 frames, ",
        ": at most 16 vertices followed an obstacle, and\n",
        " pairs were disabled; 0 intersections of these at the end",
        "bodies         obstacle 2 (`body`) crosses itself 2 times at the start, as bodies do",
        "intersections  0 in all 35 frames, the start included (exact)",
    ] {
        assert!(run.out.contains(words), "`{words}` is missing in: {}", run.out);
    }
    let report = fs::read_to_string(folder.path("run/report.jsonl")).unwrap();
    let lines: Vec<Value> =
        report.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |line: &Value, key: &str| line["response"][key].as_u64().unwrap();
    let pinched: Vec<&Value> = lines.iter().filter(|line| of(line, "released") > 0).collect();
    assert!(pinched.len() > 3 && pinched.len() < 10, "{}", pinched.len());
    assert!(pinched.iter().any(|line| line["released_intersections"].as_u64() > Some(0)));
    assert!(pinched.iter().all(|line| line["intersections"] == 0));
    let view = folder.ripstop(&["view", "run", "--out", "page.html"]);
    view.succeeds();
    let page = fs::read_to_string(folder.path("page.html")).unwrap();
    for name in ["response, released", "released intersections"] {
        assert!(page.contains(name), "the player does not show `{name}`");
    }
    let json = folder.ripstop(&["resume", "run", "--json", "--quiet"]);
    json.succeeds();
    let value: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["pinches"]["intersections_at_end"], 0);
    assert_eq!(value["obstacle_crossings"][0]["count"], 2);
    assert!(value["pinches"]["frames"].as_u64().unwrap() >= pinched.len() as u64);
}

#[test]
fn a_pinch_that_lasts_is_a_failure_with_its_reason() {
    let folder = folder("pinch-lasts", 8);
    let run = folder.ripstop(&["run", "closing.toml", "--out", "run"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let reason = "exit code      1: cloth is pinched in the last frame, which has ";
    assert!(run.out.contains(reason), "{}", run.out);
}

#[test]
fn an_error_names_the_way_out() {
    let folder = Folder::new("pinch-error");
    folder.write("body.obj", BODY);
    folder.write("closing.toml", &closing(34).replace("'release'", "'error'"));
    let run = folder.ripstop(&["run", "closing.toml", "--out", "run"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("`on_pinched = \"release\"` in the settings"), "{}", run.err);
}
