//! `ripstop scenes`: the built-in scenes, with a line on each, or the schema of scene files.

use std::io::{Write, stdout};
use std::process::ExitCode;

use anyhow::Result;
use ripstop_pipeline::scene::{builtin, schema};

use crate::arguments::ScenesOptions;

pub(crate) fn scenes(options: ScenesOptions) -> Result<ExitCode> {
    let mut out = stdout().lock();
    if options.schema {
        writeln!(out, "{:#}", schema::schema())?;
        return Ok(ExitCode::SUCCESS);
    }
    for name in builtin::NAMES {
        let scene = builtin::scene(name, builtin::DEFAULT_RESOLUTION).unwrap_or_default();
        writeln!(out, "{name:<8} {}", scene.description)?;
    }
    Ok(ExitCode::SUCCESS)
}
