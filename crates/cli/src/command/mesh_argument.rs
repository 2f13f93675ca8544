//! Mesh files of the command line.

use std::io::{Write, stderr};
use std::path::Path;

use anyhow::{Error, Result};
use ripstop_io::Mesh;
use ripstop_run::{import_mesh, import_notes};

/// Reads a mesh file, and prints warnings about it. The error does not name it: the caller says
/// what it was wanted for.
pub(super) fn read_mesh(path: &Path) -> Result<Mesh> {
    let imported = import_mesh(path).map_err(|error| Error::msg(error.cause.to_string()))?;
    for note in import_notes(&imported) {
        writeln!(stderr(), "warning: `{}`: {note}", path.display())?;
    }
    Ok(imported.mesh)
}
