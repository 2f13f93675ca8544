//! The reference of scenes, `docs/scenes.md`: it has every key that a scene may have, and its
//! scene runs.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::Scene;

const REFERENCE: &str = include_str!("../../../docs/scenes.md");

/// Tables with keys of their own: a title of the reference, and the start of a scene, up to the
/// place of a key.
const TABLES: [(&str, &str); 20] = [
    ("# Scenes", ""),
    ("## Cloth", "[[cloth]]\n"),
    ("## Cloth", "[[cloth]]\n[[cloth.pin]]\n"),
    ("## Cloth", "[[cloth]]\nshape."),
    ("## Cloth", "[[cloth]]\nshape.mesh."),
    ("## Garment and mannequin", "[[cloth]]\nshape.garment."),
    ("## Garment and mannequin", "[[obstacle]]\nshape.mannequin."),
    ("## Garment and mannequin", "[[obstacle]]\nshape.mannequin.walk."),
    ("## Fabric", "[[cloth]]\nfabric."),
    ("## Fabric", "[[cloth]]\nfabric.bending_friction."),
    ("## Obstacle", "[[obstacle]]\n"),
    ("## Obstacle", "[[obstacle]]\nshape."),
    ("## Obstacle", "[[obstacle]]\nshape.mesh.frames."),
    ("## Transform and path", "[[obstacle]]\ntransform."),
    ("## Transform and path", "[[obstacle]]\npath."),
    ("## Transform and path", "[[obstacle]]\npath.steady."),
    ("## Transform and path", "[[obstacle]]\npath.keyframes."),
    ("## Seam", "[[seam]]\n"),
    ("## Friction of a pair", "[[friction]]\n"),
    ("## Settings", "settings."),
];

/// Tables of the settings.
fn parts() -> Vec<String> {
    let text = Scene::default().to_toml().expect("a sound scene");
    let part = |line: &str| Some(line.strip_prefix("[settings.")?.strip_suffix(']')?.to_owned());
    let parts: Vec<String> = text.lines().filter_map(part).collect();
    assert!(parts.len() >= 9, "{parts:?}");
    parts
}

/// Keys that the error of an unknown key lists.
fn keys(start: &str) -> Vec<String> {
    let error =
        Scene::from_toml(&format!("{start}qqqqqqqqqqqq = 1\n")).expect_err("no key").to_string();
    let line = error.lines().next().unwrap_or_default();
    let (_, list) = line.split_once(" here").unwrap_or_else(|| panic!("{start}: {error}"));
    let keys: Vec<String> = list.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    assert!(!keys.is_empty(), "{start}: {error}");
    keys
}

/// Text from a title to the next one of its rank.
fn section(title: &str) -> &'static str {
    let start = REFERENCE.find(title).unwrap_or_else(|| panic!("no title {title}"));
    let rest = &REFERENCE[start + title.len()..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// True if code in a text is the key, alone or as a part of a longer one.
fn names(text: &str, key: &str) -> bool {
    let is_part = |c: char| !(c.is_alphanumeric() || c == '_');
    text.split('`').skip(1).step_by(2).any(|code| code.split(is_part).any(|word| word == key))
}

#[test]
fn the_reference_has_every_key() {
    for (title, start) in TABLES {
        for key in keys(start) {
            assert!(names(section(title), &key), "`{key}` of `{start}` is not in {title}");
        }
    }
    for part in parts() {
        let own = section("## Settings")
            .split("\n| `")
            .find(|rows| rows.starts_with(&format!("{part}` | `")));
        let own = format!("`{}", own.unwrap_or_else(|| panic!("no rows of `{part}`")));
        for key in keys(&format!("settings.{part}.")) {
            assert!(names(&own, &key), "`{key}` is not in the rows of `{part}`");
        }
    }
}

#[test]
fn the_scene_of_the_reference_is_one() {
    let (_, after) = REFERENCE.split_once("```toml\n").unwrap();
    let (scene, _) = after.split_once("```").unwrap();
    let scene = Scene::from_toml(scene).unwrap();
    assert_eq!((scene.cloths.len(), scene.obstacles.len()), (1, 1));
    let mut simulation = Simulation::new(&scene, &mut |_| Err("no files".to_owned())).unwrap();
    simulation.advance_frame().unwrap();
}
