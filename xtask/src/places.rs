//! Places of files that commands write or need, from the top of the workspace, where they are run.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Pictures of the built-in scenes.
pub(crate) const GALLERY: &str = "docs/gallery";
/// Pictures of the responders side by side.
pub(crate) const RESPONDERS: &str = "docs/responders";
/// Pictures of cloth before and after untangling.
pub(crate) const UNTANGLING: &str = "docs/untangling";

/// Page of all keys of a scene.
pub(crate) const SCENE_REFERENCE: &str = "docs/scene-reference.md";

/// Tables and charts of measurements.
const RESULTS: &str = "target/bench";

/// Place of something that can be made again.
pub(crate) fn kept(name: &str) -> PathBuf {
    Path::new("target").join(name)
}

/// Python script of this package.
pub(crate) fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name)
}

/// Writes a table or a chart and tells where.
pub(crate) fn write_result(name: &str, contents: &str) -> Result<()> {
    fs::create_dir_all(RESULTS).with_context(|| format!("making {RESULTS}"))?;
    let path = Path::new(RESULTS).join(name);
    fs::write(&path, contents).with_context(|| format!("writing {}", path.display()))?;
    println!("written to {}", path.display());
    Ok(())
}
