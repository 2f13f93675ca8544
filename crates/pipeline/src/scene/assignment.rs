//! Single values of a scene, set by the path of their key.
//!
//! ```text
//! settings.damping=0          gravity=[0, 0, -1.62]       respond=barrier
//! cloth.0.thickness=0.002     cloth.shirt.fabric=silk     obstacle.0.shape.sphere.radius=0.2
//! ```

use std::str::FromStr;

use toml::{Table, Value};

use super::plain_words::{Plain, plain};
use super::text::settings_keys;
use super::{DynamicsMethod, Scene, nearest};
use crate::SceneError;

/// Keys of a scene's own table; others belong to its settings.
const TOP: [&str; 9] =
    ["name", "description", "settings", "cloth", "seam", "obstacle", "friction", "band", "button"];
/// Lists of a scene that its text leaves out if they are empty.
const LEFT_OUT: [&str; 4] = ["seam", "friction", "band", "button"];
/// Tables that hold one of several choices: to set another one drops the first.
const CHOICES: [&str; 3] = ["shape", "select", "path"];

/// A value for a key: `KEY=VALUE`, with dots in the key and the value as in a scene file. Keys of
/// the settings need no `settings.` before them, cloths and obstacles go by number, from 0 on, or
/// by name, and text needs no quotes.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    path: Vec<String>,
    value: Value,
    text: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, value) = text.split_once('=').ok_or("it has to be KEY=VALUE")?;
        let mut path: Vec<String> =
            key.trim().split('.').map(|part| part.trim().to_owned()).collect();
        if path.iter().any(String::is_empty) {
            return Err(format!(
                "`{key}` is no key; keys are like `damping` or `cloth.0.thickness`"
            ));
        }
        // Friction alone is more likely meant of a cloth, which the error then says.
        if !TOP.contains(&path[0].as_str()) || path == ["friction"] {
            path.insert(0, "settings".to_owned());
        }
        Ok(Self { path, value: parsed(value.trim()), text: text.to_owned() })
    }
}

/// A value as a scene file writes it, or text without quotes.
fn parsed(text: &str) -> Value {
    let table: Option<Table> = toml::from_str(&format!("value = {text}\n")).ok();
    let alone = table.filter(|table| table.len() == 1).and_then(|mut table| table.remove("value"));
    alone.unwrap_or_else(|| Value::String(text.to_owned()))
}

impl Scene {
    /// The scene with some values set. A response that is set brings its dynamics with it as in a
    /// file, unless these are set, too.
    ///
    /// # Errors
    /// If a key does not exist or a value does not fit: the first assignment for which that is so.
    pub fn with(&self, assignments: &[Assignment]) -> Result<Self, SceneError> {
        let mut scene = self.clone();
        for assignment in assignments {
            scene = scene.set(assignment)?;
        }
        let sets =
            |key: &str| assignments.iter().any(|assignment| assignment.path == ["settings", key]);
        if let Some(respond) = scene.settings.respond
            && sets("respond")
            && !sets("dynamics")
            && respond.dynamics() == DynamicsMethod::Fem
        {
            scene.settings.dynamics = DynamicsMethod::Fem;
        }
        Ok(scene)
    }

    fn set(&self, assignment: &Assignment) -> Result<Self, SceneError> {
        let Assignment { path, value, text } = assignment;
        let refused = |Plain { message, hint }: Plain| SceneError::Text {
            place: format!("`{text}`: "),
            message,
            hint,
        };
        let mut table: Table = toml::from_str(&self.to_toml()?)
            .map_err(|error| SceneError::text(error.message().to_owned()))?;
        if let Some(list) = LEFT_OUT.iter().find(|list| path[0] == **list) {
            table.entry(*list).or_insert_with(|| Value::Array(Vec::new()));
        }
        insert(&mut table, path, value)
            .map_err(|message| refused(Plain { message, hint: String::new() }))?;
        table.try_into().map_err(|error: toml::de::Error| {
            let subject = format!("`{}`", path.join("."));
            refused(plain(error.message(), &subject, &settings_keys()))
        })
    }
}

/// Puts a value at the end of a path, with tables on the way to it.
fn insert(table: &mut Table, path: &[String], value: &Value) -> Result<(), String> {
    let Some((key, rest)) = path.split_first() else { return Ok(()) };
    let Some(next) = rest.first() else {
        table.insert(key.clone(), value.clone());
        return Ok(());
    };
    let entry = table.entry(key.clone()).or_insert_with(|| Value::Table(Table::new()));
    match entry {
        Value::Array(list) => insert_in_list(list, key, rest, value),
        Value::Table(inner) => {
            if CHOICES.contains(&key.as_str()) && !inner.contains_key(next) {
                inner.clear();
            }
            insert(inner, rest, value)
        }
        // `path = "rest"` has no keys, but may become a table that has.
        other => {
            let mut inner = Table::new();
            insert(&mut inner, rest, value)?;
            *other = Value::Table(inner);
            Ok(())
        }
    }
}

/// The same for an entry of a list, which goes by its number or its name.
fn insert_in_list(
    list: &mut [Value],
    key: &str,
    path: &[String],
    value: &Value,
) -> Result<(), String> {
    let Some((entry, rest)) = path.split_first() else { return Ok(()) };
    let named = |value: &Value| value.get("name").and_then(Value::as_str) == Some(entry);
    let place = entry.parse().ok().filter(|index: &usize| *index < list.len());
    let Some(place) = place.or_else(|| list.iter().position(named)) else {
        let names = list.iter().filter_map(|value| value.get("name").and_then(Value::as_str));
        let hint = nearest(entry, names);
        let hint = hint.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        let there = match list.len() {
            0 => "there is none".to_owned(),
            1 => "there is one, number 0".to_owned(),
            n => format!("there are {n}, numbered from 0 to {}", n - 1),
        };
        return Err(format!("there is no {key} `{entry}`: {there}{hint}"));
    };
    match &mut list[place] {
        Value::Table(inner) if !rest.is_empty() => insert(inner, rest, value),
        other => {
            *other = value.clone();
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{ClothShape, Fabric, ObstacleShape, ResponseMethod, builtin};

    fn set(assignments: &[&str]) -> Result<Scene, String> {
        let scene = builtin::scene("drape", 8).unwrap();
        let assignments: Result<Vec<Assignment>, String> =
            assignments.iter().map(|text| text.parse()).collect();
        scene.with(&assignments?).map_err(|error| error.to_string())
    }

    #[test]
    fn a_value_is_set_and_nothing_else() {
        let mut expected = builtin::scene("drape", 8).unwrap();
        assert_eq!(set(&[]).unwrap(), expected);
        expected.settings.damping = 0.0;
        assert_eq!(set(&["damping=0"]).unwrap(), expected);
        assert_eq!(set(&["settings.damping = 0.0"]).unwrap(), expected);
        expected.settings.gravity = [0.0, 0.0, -1.62];
        expected.cloths[0].thickness = 0.002;
        let moon = ["damping=0", "gravity=[0, 0, -1.62]", "cloth.0.thickness=0.002"];
        assert_eq!(set(&moon).unwrap(), expected);
    }

    #[test]
    fn names_choices_and_tables_serve() {
        let scene = set(&["cloth.sheet.fabric=silk", "obstacle.0.shape.cuboid.size=[1, 1, 1]"]);
        let scene = scene.unwrap();
        assert_eq!(scene.cloths[0].fabric, Fabric::preset("silk").unwrap());
        assert_eq!(scene.obstacles[0].shape, ObstacleShape::Cuboid { size: [1.0; 3] });
        let scene = set(&["obstacle.0.path.steady.velocity=[1, 0, 0]"]).unwrap();
        assert!(!scene.obstacles[0].path.is_rest());
        let scene = set(&["cloth.0.shape.grid.resolution=[4, 4]"]).unwrap();
        assert!(matches!(scene.cloths[0].shape, ClothShape::Grid { resolution: [4, 4], .. }));
    }

    #[test]
    fn a_response_brings_its_dynamics() {
        let methods = |assignments: &[&str]| {
            let settings = set(assignments).unwrap().settings;
            (settings.dynamics, settings.response())
        };
        let (pbd, fem) = (DynamicsMethod::Pbd, DynamicsMethod::Fem);
        assert_eq!(methods(&["respond=barrier"]), (fem, ResponseMethod::Barrier));
        assert_eq!(methods(&["dynamics=pbd", "respond=barrier"]), (pbd, ResponseMethod::Barrier));
        assert_eq!(methods(&["respond=impulse"]), (pbd, ResponseMethod::Impulse));
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for (text, expected) in [
            ("damping", "it has to be KEY=VALUE"),
            (".=3", "`.` is no key; keys are like `damping` or `cloth.0.thickness`"),
            ("dampng=3", "`dampng=3`: there is no key `dampng` here; did you mean `damping`?"),
            (
                "damping=thick",
                "`damping=thick`: `settings.damping` is the text \"thick\", but has to be a number",
            ),
            (
                "frames=-1",
                "`frames=-1`: `settings.frames` is -1, but has to be a whole number, 0 or more",
            ),
            (
                "cloth.1.thickness=1",
                "`cloth.1.thickness=1`: there is no cloth `1`: there is one, number 0",
            ),
            (
                "cloth.shet.layer=1",
                "`cloth.shet.layer=1`: there is no cloth `shet`: there is one, number 0; did you mean `sheet`?",
            ),
            (
                "thickness=1",
                "`thickness=1`: there is no key `thickness` here; did you mean `cloth.0.thickness`?",
            ),
            (
                "friction=1",
                "`friction=1`: there is no key `friction` here; did you mean `cloth.0.friction`?",
            ),
            (
                "friction.0.coefficient=1",
                "`friction.0.coefficient=1`: there is no friction `0`: there is none",
            ),
            ("cloth.0.fps=1", "`cloth.0.fps=1`: there is no key `fps` here; there are"),
        ] {
            let error = set(&[text]).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
