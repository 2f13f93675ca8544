//! Seams in the summary of a run: gaps, pairs that are not checked, and what is still open.

mod ripstop_command;

use ripstop_command::Folder;
use serde_json::Value;

/// Two sheets side by side, 5 mm apart, that are sewn together along five vertices.
fn sewn(speed: f64) -> String {
    let sheet = |x: f64| {
        format!(
            "[[cloth]]\nshape.grid = {{ size = [0.2, 0.2], resolution = [5, 5] }}\n\
             transform.translate = [{x}, 0.0, 0.0]\n"
        )
    };
    format!(
        "settings = {{ frames = 8, gravity = [0.0, 0.0, 0.0], sewing = {{ speed = {speed} }} }}\n\
         {}{}[[seam]]\nname = 'side'\nfirst = [4, 9, 14, 19, 24]\nsecond = [0, 5, 10, 15, 20]\n",
        sheet(-0.1025),
        sheet(0.1025)
    )
}

#[test]
fn gaps_and_open_seams_are_told() {
    let folder = Folder::new("seams-told");
    folder.write("closed.toml", &sewn(0.5));
    folder.write("open.toml", &sewn(0.001));
    let run = folder.ripstop(&["run", "closed.toml", "--out", "closed"]);
    run.succeeds();
    assert!(run.out.contains("seams          stitches: 5, 99 % of them closed to "), "{}", run.out);
    assert!(run.out.contains(" pairs at them\n"), "{}", run.out);
    assert!(!run.out.contains("open:"), "{}", run.out);
    let run = folder.ripstop(&["run", "open.toml", "--out", "open"]);
    run.succeeds();
    let words = "open: seam 0 (`side`), stitches: 5, the widest ";
    assert!(run.out.contains(words), "{}", run.out);
    let json = folder.ripstop(&["resume", "open", "--json", "--quiet"]);
    json.succeeds();
    let value: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(value["open_seams"][0]["stitches"], 5);
    assert!(value["response"]["seam_gap"].as_f64().unwrap() > 1e-3);
}
