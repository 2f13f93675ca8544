//! From the word on the command line to a scene.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{Scene, nearest};

/// A scene, and where it comes from.
#[derive(Debug)]
pub(crate) struct SceneSource {
    /// The scene.
    pub(crate) scene: Scene,
    /// A name for its run directory.
    pub(crate) name: String,
    /// The folder of its mesh files.
    pub(crate) folder: PathBuf,
}

impl SceneSource {
    /// A built-in scene by its name, or a `.toml` file.
    pub(crate) fn find(word: &str, resolution: Option<u32>) -> Result<Self> {
        if let Some(scene) = builtin::scene(word, resolution.unwrap_or(builtin::DEFAULT_RESOLUTION))
        {
            return Ok(Self { scene, name: word.to_owned(), folder: PathBuf::new() });
        }
        let path = Path::new(word);
        let is_toml = path.extension().is_some_and(|extension| extension == "toml");
        if !is_toml && !path.is_file() {
            let hint = nearest(word, builtin::NAMES.into_iter()).unwrap_or_default();
            bail!(
                "there is no scene `{word}`, did you mean `{hint}`? (`ripstop scenes` lists the built-in scenes; others are .toml files)"
            );
        }
        if resolution.is_some() {
            bail!(
                "--resolution is for built-in scenes; `{word}` says itself how fine its cloths are"
            );
        }
        let scene = read_scene(path)?;
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let folder = path.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(Self { scene, name: stem.unwrap_or_default(), folder })
    }
}

/// Reads a scene from a file.
pub(crate) fn read_scene(path: &Path) -> Result<Scene> {
    let cannot = || format!("cannot read the scene `{}`", path.display());
    let text = fs::read_to_string(path).with_context(cannot)?;
    Scene::from_toml(&text).with_context(cannot)
}
