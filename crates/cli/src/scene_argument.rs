//! From the word on the command line to a scene.

use std::io::{self, stdin};
use std::path::Path;

use anyhow::{Context, Result, bail};
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::nearest;
use ripstop_run::SceneSource;

/// Word for a scene on standard input.
const STANDARD_INPUT: &str = "-";

/// Finds a built-in scene by its name, or reads a `.toml` file or standard input.
pub(crate) fn find_scene(word: &str, resolution: Option<u32>) -> Result<SceneSource> {
    let vertices_per_side = resolution.unwrap_or(builtin::DEFAULT_RESOLUTION);
    if let Some(source) = SceneSource::builtin(word, vertices_per_side) {
        return Ok(source);
    }
    if word == STANDARD_INPUT {
        refuse_resolution(resolution, "standard input")?;
        let text = io::read_to_string(stdin()).context("cannot read standard input")?;
        return Ok(SceneSource::text(&text, "stdin", Path::new(""))?);
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
    refuse_resolution(resolution, word)?;
    Ok(SceneSource::file(path)?)
}

fn refuse_resolution(resolution: Option<u32>, word: &str) -> Result<()> {
    if resolution.is_some() {
        bail!("--resolution is for built-in scenes; `{word}` says itself how fine its cloths are");
    }
    Ok(())
}
