//! Mesh files of the command line.

use std::path::Path;

use anyhow::{Error, Result};
use ripstop_io::Mesh;

/// Reads a mesh file. The error does not name it: the caller says what it was wanted for.
pub(super) fn read_mesh(path: &Path) -> Result<Mesh> {
    ripstop_run::read_mesh(path).map_err(|error| Error::msg(error.cause.to_string()))
}
