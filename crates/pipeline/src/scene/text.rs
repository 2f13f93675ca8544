//! Scenes from and to TOML.

use super::Scene;
use crate::SceneError;

impl Scene {
    /// Reads a scene from the text of a `.toml` file.
    ///
    /// # Errors
    /// If the text is not a scene; an unknown key is named together with the nearest valid one.
    pub fn from_toml(text: &str) -> Result<Self, SceneError> {
        let refused = |error: toml::de::Error| {
            let hint = nearest_key(error.message());
            SceneError::Text { message: error.to_string(), hint }
        };
        let mut scene: Self = toml::from_str(text).map_err(refused)?;
        let table: toml::Table = toml::from_str(text).map_err(refused)?;
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
        toml::to_string_pretty(self)
            .map_err(|error| SceneError::Text { message: error.to_string(), hint: String::new() })
    }
}

/// Turns "unknown field `a`, expected one of `b`, `c`" into a suggestion.
fn nearest_key(message: &str) -> String {
    if !message.contains("unknown") {
        return String::new();
    }
    let mut quoted = message.split('`').skip(1).step_by(2);
    let Some(unknown) = quoted.next() else { return String::new() };
    nearest(unknown, quoted).map_or_else(String::new, |key| format!("\ndid you mean `{key}`?"))
}

/// Finds the word that takes the fewest changes of a letter to become `target`; the first of
/// equals.
#[must_use]
pub fn nearest<'a>(target: &str, words: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    words.min_by_key(|word| changes(target, word))
}

/// Edit distance after Levenshtein, one row at a time.
fn changes(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_changed_letters() {
        assert_eq!(changes("kitten", "sitting"), 3);
        assert_eq!(changes("", "abc"), 3);
        assert_eq!(nearest("darpe", ["corner", "drape", "pile"].into_iter()), Some("drape"));
    }

    #[test]
    fn an_unknown_key_is_reported_with_the_nearest() {
        let error = Scene::from_toml("[settings]\nsubstep = 3\n").unwrap_err().to_string();
        assert!(
            error.contains("`substep`") && error.contains("did you mean `substeps`?"),
            "{error}"
        );
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
