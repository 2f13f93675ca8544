//! Scenes from and to TOML.

use std::ops::Range;

use toml::{Table, Value};

use super::plain_words::{Plain, plain};
use super::{Scene, Settings};
use crate::SceneError;

impl Scene {
    /// Reads a scene from the text of a `.toml` file. Cloths and obstacles need a `shape`, pins a
    /// `select`; all other keys have defaults.
    ///
    /// # Errors
    /// If the text is not a scene: the line, the key and its value, and a suggestion for a key that
    /// does not exist.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let refused = |error: toml::de::Error| refused(text, &error);
        let mut scene: Self = toml::from_str(text).map_err(refused)?;
        let table: Table = toml::from_str(text).map_err(refused)?;
        lacking(text, &table).map_or(Ok(()), Err)?;
        let names_dynamics =
            table.get("settings").and_then(|settings| settings.get("dynamics")).is_some();
        if let Some(respond) = scene.settings.respond
            && !names_dynamics
        {
            scene.settings.dynamics = respond.dynamics();
        }
        Ok(scene)
    }

    /// The scene as the text of a `.toml` file, with all defaults written out.
    ///
    /// # Errors
    /// If a value cannot be written in TOML.
    pub fn to_toml(&self) -> Result<String, SceneError> {
        toml::to_string_pretty(self).map_err(|error| SceneError::text(error.to_string()))
    }
}

/// A refusal of the parser, with the place in the text.
fn refused(text: &str, error: &toml::de::Error) -> SceneError {
    let span = error.span();
    let subject = span.clone().map_or_else(|| "this".to_owned(), |span| subject(text, span.start));
    let Plain { message, hint } = plain(error.message(), &subject, &settings_keys());
    let (place, excerpt) = span.map_or_else(Default::default, |span| located(text, &span));
    SceneError::Text { place, message, hint: hint + &excerpt }
}

/// Keys of the table of settings.
pub(super) fn settings_keys() -> Vec<String> {
    let table = Table::try_from(Settings::default()).unwrap_or_default();
    let unset = ["respond", "wind"].map(str::to_owned);
    table.keys().cloned().chain(unset).collect()
}

/// The value that begins at a byte, by its key or by that of the list that it is in.
fn subject(text: &str, start: usize) -> String {
    if let Some(key) = key_before(text, start) {
        return format!("`{key}`");
    }
    let before = text.get(..start).unwrap_or_default();
    let list = before.rfind('[').filter(|open| !before[*open..].contains([']', '\n', '{']));
    let key = list.and_then(|open| key_before(text, open));
    key.map_or_else(|| "this".to_owned(), |key| format!("a value of `{key}`"))
}

/// The key of a value that begins at a byte.
fn key_before(text: &str, start: usize) -> Option<&str> {
    let before = text.get(..start)?.trim_end().strip_suffix('=')?.trim_end();
    let is_key = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let first = before.char_indices().rev().take_while(|(_, c)| is_key(*c)).last()?.0;
    Some(&before[first..])
}

/// Line and column of a place, and the line with a mark below it.
fn located(text: &str, span: &Range<usize>) -> (String, String) {
    let start = span.start.min(text.len());
    let before = text.get(..start).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |end| end + 1);
    let number = before.matches('\n').count() + 1;
    let line = text[line_start..].lines().next().unwrap_or_default();
    let column = before[line_start..].chars().count();
    let marked = text.get(span.clone()).unwrap_or_default();
    let width = marked.lines().next().unwrap_or_default().chars().count().max(1);
    let margin = " ".repeat(number.to_string().len());
    let excerpt = format!(
        "\n{margin} |\n{number} | {line}\n{margin} | {}{}",
        " ".repeat(column),
        "^".repeat(width)
    );
    (format!("line {number}, column {}: ", column + 1), excerpt)
}

/// First cloth or obstacle without a shape, or pin without a selection.
fn lacking(text: &str, table: &Table) -> Option<SceneError> {
    let entries = |kind: &str| -> Vec<Value> {
        table.get(kind).and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let shapeless = |kind: &str, shapes: &str| {
        let (number, entry) = entries(kind)
            .into_iter()
            .enumerate()
            .find(|(_, entry)| entry.get("shape").is_none())?;
        let owner = named(kind, number, &entry);
        let message = format!("{owner} has no shape; give it one, as in {shapes}");
        Some(SceneError::Text {
            place: header_line(text, kind, number),
            message,
            hint: String::new(),
        })
    };
    let unselected = || {
        entries("cloth").iter().enumerate().find_map(|(number, cloth)| {
            let pins = cloth.get("pin")?.as_array()?;
            let pin = pins.iter().position(|pin| pin.get("select").is_none())?;
            let owner = named("cloth", number, cloth);
            Some(SceneError::text(format!(
                "pin {pin} of {owner} selects no vertices; it needs `select.vertices = [0, 1]` or \
                 `select.inside = {{ min = [0.0, 0.0, 0.0], max = [1.0, 1.0, 1.0] }}`"
            )))
        })
    };
    shapeless("cloth", CLOTH_SHAPES)
        .or_else(|| shapeless("obstacle", OBSTACLE_SHAPES))
        .or_else(unselected)
}

const CLOTH_SHAPES: &str = "`shape.grid = { size = [1.0, 1.0], resolution = [64, 64] }` or \
                            `shape.mesh = { file = \"shirt.obj\" }`";
const OBSTACLE_SHAPES: &str = "`shape.sphere = { radius = 0.3 }`, `shape.plane = { size = 4.0 }` or \
                               `shape.mesh = { file = \"body.obj\" }`";

/// `cloth 0`, with its name if it has one.
fn named(kind: &str, number: usize, entry: &Value) -> String {
    match entry.get("name").and_then(Value::as_str) {
        Some(name) => format!("{kind} {number} (`{name}`)"),
        None => format!("{kind} {number}"),
    }
}

/// Line of the header of a table in a list, if it is written with one.
fn header_line(text: &str, kind: &str, number: usize) -> String {
    let header = format!("[[{kind}]]");
    let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(&header));
    let line = lines.map(|(index, _)| index + 1).nth(number);
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_reported_with_the_nearest() {
        let error = Scene::from_toml("[settings]\nsubstep = 3\n").unwrap_err().to_string();
        assert!(
            error.contains("`substep`") && error.contains("did you mean `substeps`?"),
            "{error}"
        );
    }

    #[test]
    fn the_place_the_key_and_its_value_are_named() {
        let said = |text: &str| Scene::from_toml(text).unwrap_err().to_string();
        let error = said("name = 'x'\n[settings]\nframes = -3\n");
        let expected = "line 3, column 10: `frames` is -3, but has to be a whole number, 0 or more\n  \
             |\n3 | frames = -3\n  |          ^^";
        assert_eq!(error, expected);
        let inline = said("[[cloth]]\nshape.grid = { size = 1.0, resolution = [4, 4] }\n");
        assert!(inline.contains("`size` is 1.0, but has to be a list of 2 values"), "{inline}");
        let inner = said("[settings]\ngravity = [0, 0, 'down']\n");
        assert!(
            inner.contains("a value of `gravity` is the text \"down\", but has to be a number"),
            "{inner}"
        );
    }

    #[test]
    fn what_has_no_default_is_asked_for() {
        let grid = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }";
        let said =
            |text: &str| Scene::from_toml(text).map(|_| ()).map_err(|error| error.to_string());
        let error = said(&format!("[[cloth]]\n{grid}\n\n[[cloth]]\nname = 'veil'\n")).unwrap_err();
        assert!(error.starts_with("line 4: cloth 1 (`veil`) has no shape; give it one"), "{error}");
        assert!(error.contains("`shape.grid = {"), "{error}");
        let error = said(&format!("[[cloth]]\n{grid}\n[[obstacle]]\n")).unwrap_err();
        assert!(error.starts_with("line 3: obstacle 0 has no shape"), "{error}");
        let error =
            said(&format!("[[cloth]]\n{grid}\n[[cloth.pin]]\npath = 'rest'\n")).unwrap_err();
        assert!(error.starts_with("pin 0 of cloth 0 selects no vertices"), "{error}");
        assert_eq!(said(&format!("[[cloth]]\n{grid}\n")), Ok(()));
    }

    #[test]
    fn a_response_brings_its_dynamics_unless_the_scene_names_them() {
        use crate::scene::{DynamicsMethod, ResponseMethod};
        let methods = |text: &str| {
            let settings = Scene::from_toml(text).unwrap().settings;
            (settings.dynamics, settings.response())
        };
        let (pbd, fem) = (DynamicsMethod::Pbd, DynamicsMethod::Fem);
        for word in ["barrier", "ipc"] {
            let alone = format!("settings.respond = '{word}'");
            assert_eq!(methods(&alone), (fem, ResponseMethod::Barrier), "{word}");
            let both = format!("settings.dynamics = 'pbd'\n{alone}");
            assert_eq!(methods(&both), (pbd, ResponseMethod::Barrier), "{word}");
        }
        assert_eq!(methods("settings.respond = 'penalty'"), (fem, ResponseMethod::Penalty));
        assert_eq!(methods("settings.respond = 'impulse'"), (pbd, ResponseMethod::Impulse));
        assert_eq!(methods(""), (pbd, ResponseMethod::Pbd));
    }

    #[test]
    fn text_and_back() {
        let scene = Scene { name: "x".to_owned(), ..Scene::default() };
        assert_eq!(Scene::from_toml(&scene.to_toml().unwrap()).unwrap(), scene);
    }
}
