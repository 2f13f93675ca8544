//! Mesh files of the command line.

use std::io::{Write, stderr};
use std::path::Path;

use anyhow::{Error, Result};
use ripstop_io::{Imported, Mesh};
use ripstop_run::{import_mesh, import_notes};

/// Reads a mesh file, and prints warnings about it. The error does not name it: the caller says
/// what it was wanted for.
pub(super) fn read_mesh(path: &Path) -> Result<Mesh> {
    let imported = import_mesh(path).map_err(|error| Error::msg(error.cause.to_string()))?;
    print_notes(path, &imported)?;
    Ok(imported.mesh)
}

/// Prints warnings about a mesh that was read.
pub(super) fn print_notes(path: &Path, imported: &Imported) -> Result<()> {
    for note in import_notes(imported) {
        writeln!(stderr(), "warning: `{}`: {note}", path.display())?;
    }
    Ok(())
}
