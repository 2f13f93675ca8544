//! Scenes with what a run needs to know about where they come from.

use std::fs;
use std::path::{Path, PathBuf};

use ripstop_pipeline::scene::Scene;
use ripstop_pipeline::scene::builtin;

use crate::{Cause, MeshFiles, RunError};

/// A scene and its origin.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SceneSource {
    /// The scene.
    pub scene: Scene,
    /// Name for its run directory.
    pub name: String,
    /// Name of the built-in scene, or path of the file, for messages.
    pub origin: String,
    /// Folder of its mesh files.
    pub folder: PathBuf,
    /// Mesh files that are no files: names in the scene, with their contents.
    pub files: Vec<(String, Vec<u8>)>,
}

impl SceneSource {
    /// A scene of the caller's own; mesh files are relative to `folder`.
    #[must_use]
    pub fn new(scene: Scene, folder: &Path) -> Self {
        let name = scene.name.clone();
        Self { scene, origin: name.clone(), name, folder: folder.to_owned(), files: Vec::new() }
    }

    /// A built-in scene, if there is one of this name.
    #[must_use]
    pub fn builtin(name: &str, resolution: u32) -> Option<Self> {
        let scene = builtin::scene(name, resolution)?;
        let [name, origin] = [name.to_owned(), name.to_owned()];
        Some(Self { scene, name, origin, folder: PathBuf::new(), files: Vec::new() })
    }

    /// A scene in text, from wherever; `name` is that of its run directory, and mesh files are
    /// relative to `folder`.
    ///
    /// # Errors
    /// [`RunError::ReadScene`] if the text is not a scene.
    pub fn text(text: &str, name: &str, folder: &Path) -> Result<Self, RunError> {
        let scene = Scene::from_toml(text)
            .map_err(|cause| RunError::ReadScene { path: name.into(), cause: cause.into() })?;
        let [name, origin] = [name.to_owned(), name.to_owned()];
        Ok(Self { scene, name, origin, folder: folder.to_owned(), files: Vec::new() })
    }

    /// A `.toml` file; mesh files are relative to its folder.
    ///
    /// # Errors
    /// [`RunError::ReadScene`] if the file cannot be read or is not a scene.
    pub fn file(path: &Path) -> Result<Self, RunError> {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok(Self {
            scene: read_scene(path)?,
            name: stem.unwrap_or_default(),
            origin: path.display().to_string(),
            folder: path.parent().map_or_else(PathBuf::new, Path::to_owned),
            files: Vec::new(),
        })
    }

    /// The mesh files of the scene, none of them read so far.
    #[must_use]
    pub fn mesh_files(&self) -> MeshFiles {
        let mut files = MeshFiles::in_folder(&self.folder);
        for (name, bytes) in &self.files {
            files.insert(name, bytes.clone());
        }
        files
    }
}

/// Reads a scene from a `.toml` file.
///
/// # Errors
/// [`RunError::ReadScene`] if the file cannot be read or is not a scene.
pub fn read_scene(path: &Path) -> Result<Scene, RunError> {
    let read = || -> Result<Scene, Cause> { Ok(Scene::from_toml(&fs::read_to_string(path)?)?) };
    read().map_err(|cause| RunError::ReadScene { path: path.to_owned(), cause })
}
