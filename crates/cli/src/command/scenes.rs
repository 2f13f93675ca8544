//! `ripstop scenes`: the built-in scenes, with a line on each.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use ripstop_pipeline::scene::builtin;

pub(crate) fn scenes() -> Result<ExitCode> {
    let mut out = stdout().lock();
    for name in builtin::NAMES {
        let scene = builtin::scene(name, builtin::DEFAULT_RESOLUTION).unwrap_or_default();
        writeln!(out, "{name:<8} {}", scene.description)?;
    }
    Ok(ExitCode::SUCCESS)
}
