//! The schema of scenes, as `ripstop scenes --schema` prints it: it accepts what is a scene, and
//! refuses what is not one.
#![allow(clippy::unwrap_used, reason = "a failure here fails the test")]

mod limits;
#[path = "../ripstop_command/mod.rs"]
mod ripstop_command;
mod validator;

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use ripstop_command::Folder;
use ripstop_pipeline::scene::{Scene, builtin};
use serde_json::Value;
use validator::Validator;

/// The schema that the command prints.
fn schema() -> Value {
    static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
        let printed = Folder::new("schema").ripstop(&["scenes", "--schema"]);
        serde_json::from_str(&printed.succeeds().out).unwrap()
    });
    SCHEMA.clone()
}

/// First fault of the text of a scene.
fn fault(schema: &Value, text: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    Validator { root: schema }.fault(&serde_json::to_value(table).unwrap())
}

/// Blocks of TOML in the documents, with the name of their file.
fn blocks() -> Vec<(String, String)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let mut blocks = Vec::new();
    for entry in fs::read_dir(docs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "md") {
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let parts = text.split("```toml\n").skip(1).map(|part| part.split("```").next());
            blocks.extend(parts.map(|block| (name.clone(), block.unwrap().to_owned())));
        }
    }
    blocks.sort();
    blocks
}

#[test]
fn built_in_scenes_are_accepted() {
    let schema = schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    for name in builtin::NAMES {
        let text = builtin::scene(name, 8).unwrap().to_toml().unwrap();
        assert_eq!(fault(&schema, &text), None, "{name}");
    }
}

/// Parts of scenes, as some blocks are, are refused by both; lists of alternatives are no TOML.
#[test]
fn documents_are_accepted_as_the_parser_accepts_them() {
    let schema = schema();
    let mut accepted = 0;
    let is_toml = |(_, block): &(String, String)| toml::from_str::<toml::Table>(block).is_ok();
    for (file, block) in blocks().into_iter().filter(is_toml) {
        let fault = fault(&schema, &block);
        match Scene::from_toml(&block) {
            Ok(_) => assert_eq!(fault, None, "{file}: {block}"),
            Err(error) => assert!(fault.is_some(), "{file}: {error}: {block}"),
        }
        accepted += usize::from(fault.is_none());
    }
    assert!(accepted >= 12, "{accepted} blocks are scenes");
}

/// Each line ends a scene that is sound without it; the parser agrees on all of them.
#[test]
fn what_is_no_scene_is_refused() {
    let schema = schema();
    let cloth = "[[cloth]]\nshape.grid = { size = [1, 1.0], resolution = [4, 4] }\n";
    let head = |line: &str| format!("{line}\n{cloth}");
    let tail = |line: &str| format!("{cloth}{line}\n");
    assert_eq!(fault(&schema, cloth), None);
    for text in [
        head("settings.substep = 3"),
        head("settings.frames = 2.5"),
        head("settings.frames = -1"),
        head("settings.frames = '3'"),
        head("settings.gravity = [0, 0]"),
        head("settings.gravity = [0, 0, 'down']"),
        head("settings.respond = 'glue'"),
        head("settings.air.colour = 1"),
        head("settings.collision_passes = { sweeps = 2 }"),
        head("settings.wind = { keys = [{ time = 0.0 }] }"),
        head("surface = 1"),
        tail("thicknes = 0.1"),
        tail("thickness = 'thin'"),
        tail("fabric = 'slik'"),
        tail("fabric = { densty = 1.0 }"),
        tail("weld_seams = 1"),
        tail("stitches = 'fille'"),
        tail("[[cloth.pin]]\npath = 'rest'"),
        tail("[[cloth.pin]]\nselect.vertices = [0]\npath.still = {}"),
        tail("[[cloth.pin]]\nselect.vertices = [-1]"),
        tail("[[obstacle]]\n"),
        tail("[[obstacle]]\nshape.sphere = {}"),
        tail("[[obstacle]]\nshape.ball = { radius = 1 }"),
        tail("[[friction]]\nbetween = ['a']\ncoefficient = 0.1"),
        "[[cloth]]\nname = 'veil'\n".to_owned(),
        format!("[cloth]\n{}", cloth.trim_start_matches("[[cloth]]\n")),
    ] {
        assert!(Scene::from_toml(&text).is_err(), "{text}");
        assert!(fault(&schema, &text).is_some(), "{text}");
    }
}

#[test]
fn short_forms_and_other_words_are_accepted() {
    let schema = schema();
    let cloth = "[[cloth]]\nshape.grid = { size = [1, 1], resolution = [4, 4] }\n";
    for line in [
        "settings.respond = 'ipc'",
        "settings.tree.build = 'median'",
        "settings.collision_passes = 4",
        "settings.collision_passes = { iterations = 2 }",
        "settings.wind = [1, 0, 0]",
        "settings.wind = { keys = [{ time = 0, velocity = [1, 0, 0] }] }",
    ] {
        let text = format!("{line}\n{cloth}");
        Scene::from_toml(&text).unwrap();
        assert_eq!(fault(&schema, &text), None, "{text}");
    }
    for line in [
        "fabric = 'silk'",
        "fabric = { preset = 'silk', stretch_stiffness = 900 }",
        "fabric = { young_modulus = 8e5, thickness = 4e-4, poisson_ratio = 0.3 }",
        "fabric = { bending_stiffness = [6e-5, 9e-5], bending_friction = { moment = 0 } }",
        "stitches = 'file'",
        "stitches = [[5, 8, 9, 0.5]]",
    ] {
        let text = format!("{cloth}{line}\n");
        Scene::from_toml(&text).unwrap();
        assert_eq!(fault(&schema, &text), None, "{text}");
    }
}
