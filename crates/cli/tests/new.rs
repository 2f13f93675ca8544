//! `ripstop new`: the scenes that it writes.

mod ripstop_command;

use std::fs;

use ripstop_command::Folder;
use ripstop_pipeline::scene::Scene;

const TEMPLATES: [&str; 3] = ["garment", "sheet", "flag"];

/// The scene with its choices taken: lines of a `#` and a key replace those with the same key in
/// their table.
fn with_choices(text: &str) -> (String, usize) {
    let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
    let shape =
        |key: &str| if key.starts_with("shape.") { "shape".to_owned() } else { key.to_owned() };
    let mut lines: Vec<String> = Vec::new();
    let (mut choices, mut table) = (0, 0);
    for line in text.lines() {
        let choice = line
            .strip_prefix('#')
            .filter(|rest| rest.starts_with(|c: char| c.is_alphabetic() || c == '['));
        let line = choice.unwrap_or(line);
        if line.starts_with('[') {
            table = lines.len();
        }
        if choice.is_some() {
            choices += 1;
            let name = shape(&key(line));
            let own = lines.split_off(table);
            lines.extend(own.into_iter().filter(|other| shape(&key(other)) != name));
        }
        lines.push(line.to_owned());
    }
    (lines.join("\n"), choices)
}

#[test]
fn every_template_runs_as_it_is() {
    for template in TEMPLATES {
        let folder = Folder::new(&format!("new-{template}"));
        let new = folder.ripstop(&["new", "evening", "--from", template]);
        assert!(new.succeeds().out.contains("ripstop run evening.toml"), "{}", new.out);
        let text = fs::read_to_string(folder.path("evening.toml")).unwrap();
        let scene = Scene::from_toml(&text).unwrap();
        assert_eq!(scene.name, "evening");
        assert!(!text.contains("NAME"), "{text}");
        let run = folder.ripstop(&["run", "evening.toml", "--frames", "2", "--out", "run"]);
        assert!(!run.succeeds().out.contains("warning"), "{}", run.out);
        assert!(!run.err.contains("warning"), "{}", run.err);
    }
}

#[test]
fn every_choice_of_a_template_is_a_scene() {
    for template in TEMPLATES {
        let folder = Folder::new(&format!("new-choices-{template}"));
        folder.ripstop(&["new", "evening", "--from", template]).succeeds();
        let text = fs::read_to_string(folder.path("evening.toml")).unwrap();
        let (text, choices) = with_choices(&text);
        assert!(choices >= 3, "{template} has {choices} choices");
        Scene::from_toml(&text).unwrap_or_else(|error| panic!("{template}: {error}\n{text}"));
    }
}

/// A garment as users have it: a mesh in centimetres with y up on a body that moves, pins,
/// wind, friction.
#[test]
fn the_choices_of_a_garment_lead_to_ones_own() {
    let folder = Folder::new("new-own");
    folder.ripstop(&["new", "own.toml"]).succeeds();
    let (text, _) = with_choices(&fs::read_to_string(folder.path("own.toml")).unwrap());
    // A plate of 80 cm over another that rises; y is up in the files, as in a garment program.
    let plate = |side: f64, y: f64| {
        let n = 9;
        let at = |i: usize| side * (i as f64 / (n - 1) as f64 - 0.5);
        let vertices = (0..n * n).map(|v| format!("v {} {y} {}\n", at(v % n), at(v / n)));
        let corners = (0..(n - 1) * (n - 1)).map(|q| 1 + q / (n - 1) * n + q % (n - 1));
        let faces = corners
            .map(|v| format!("f {v} {} {}\nf {v} {} {}\n", v + n, v + n + 1, v + n + 1, v + 1));
        vertices.chain(faces).collect::<String>()
    };
    folder.write("garment.obj", &plate(80.0, 115.0));
    folder.write("body.obj", &plate(90.0, 100.0));
    fs::create_dir(folder.path("motion")).unwrap();
    for (frame, y) in [100.0, 100.5, 101.0].into_iter().enumerate() {
        folder.write(&format!("motion/{frame:04}.obj"), &plate(90.0, y));
    }
    folder.write("own.toml", &text.replace("body.pc2", "motion/####.obj"));
    let run = folder.ripstop(&["run", "own.toml", "--frames", "3", "--out", "run"]);
    let run = run.succeeds();
    assert!(run.err.contains("0.8 × 0.8"), "the garment has its size in metres: {}", run.err);
}

#[test]
fn nothing_is_overwritten() {
    let folder = Folder::new("new-twice");
    folder.write("mine.toml", "# mine\n");
    for name in ["mine", "mine.toml"] {
        folder.ripstop(&["new", name]).fails_with(&["mine.toml exists already"]);
    }
    assert_eq!(fs::read_to_string(folder.path("mine.toml")).unwrap(), "# mine\n");
}

#[test]
fn what_cannot_be_a_name_is_refused() {
    let folder = Folder::new("new-names");
    folder.ripstop(&["new", ""]).fails_with(&["is no name of a scene"]);
    folder.ripstop(&["new", "a\"b"]).fails_with(&["`a\"b` is no name of a scene"]);
    folder.ripstop(&["new", "nowhere/a"]).fails_with(&["cannot write nowhere/a.toml"]);
    let unknown = folder.ripstop(&["new", "a", "--from", "coat"]);
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("garment, sheet, flag"), "{}", unknown.err);
}
