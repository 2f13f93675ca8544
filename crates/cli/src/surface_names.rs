//! Surfaces of a run by the names that arguments give.

use anyhow::{Result, bail};
use ripstop_run::RecordedRun;

/// True for each surface that has one of the names; names that no surface has are an error.
pub(crate) fn named(run: &RecordedRun, names: &[String]) -> Result<Vec<bool>> {
    let surfaces = &run.layout.surfaces;
    if let Some(name) = names.iter().find(|name| surfaces.iter().all(|s| &s.name != *name)) {
        let names: Vec<String> = surfaces.iter().map(|s| format!("`{}`", s.name)).collect();
        bail!("there is no surface `{name}`: the run has {}", names.join(", "));
    }
    Ok(surfaces.iter().map(|surface| names.contains(&surface.name)).collect())
}
