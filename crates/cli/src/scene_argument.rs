//! From the word on the command line to a scene.

use std::path::Path;

use anyhow::{Result, bail};
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::nearest;
use ripstop_run::SceneSource;

/// Finds a built-in scene by its name, or reads a `.toml` file.
pub(crate) fn find_scene(word: &str, resolution: Option<u32>) -> Result<SceneSource> {
    let vertices_per_side = resolution.unwrap_or(builtin::DEFAULT_RESOLUTION);
    if let Some(source) = SceneSource::builtin(word, vertices_per_side) {
        return Ok(source);
    }
    let path = Path::new(word);
    let is_toml = path.extension().is_some_and(|extension| extension == "toml");
    if !is_toml && !path.is_file() {
        let hint = nearest(word, builtin::NAMES.into_iter());
        let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
        bail!(
            "there is no scene `{word}`{hint} \
             (`ripstop scenes` lists the built-in scenes; others are .toml files)"
        );
    }
    if resolution.is_some() {
        bail!("--resolution is for built-in scenes; `{word}` says itself how fine its cloths are");
    }
    Ok(SceneSource::file(path)?)
}
