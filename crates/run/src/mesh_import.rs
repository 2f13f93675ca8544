//! Single mesh files, as they are.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Component, Path};

use ripstop_io::{Imported, Mesh, MeshFormat};

use crate::{MeshFileCause, MeshFileError};

/// Reads a mesh file by itself, as it is.
///
/// # Errors
/// If the file cannot be read or is not a mesh.
pub fn read_mesh(path: &Path) -> Result<Mesh, MeshFileError> {
    import_mesh(path).map(|imported| imported.mesh)
}

/// Reads a mesh file by itself, as it is, with what had to be done for it: see
/// [`import_notes`](crate::import_notes).
///
/// # Errors
/// If the file cannot be read or is not a mesh.
pub fn import_mesh(path: &Path) -> Result<Imported, MeshFileError> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let import = || -> Result<Imported, MeshFileCause> {
        let bytes = read(path)?;
        let format = MeshFormat::of_name(&name).ok_or(MeshFileCause::UnknownMeshFormat)?;
        let mut parts = BTreeMap::new();
        let mut load = |part: &str| part_bytes(&mut parts, path, part);
        Ok(format.read(bytes.as_slice(), &mut load)?)
    };
    import().map_err(|cause| cause.of(path))
}

/// Bytes of a file that another file names: it must be in the same folder or below.
pub(crate) fn part_bytes(
    parts: &mut BTreeMap<String, Vec<u8>>,
    owner: &Path,
    name: &str,
) -> Result<Vec<u8>, String> {
    let is_below = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
    if name.is_empty() || !is_below || name.contains(':') {
        return Err("an address outside of its folder".to_owned());
    }
    let bytes = read(&owner.with_file_name(name)).map_err(|error| error.to_string())?;
    parts.insert(name.to_owned(), bytes.clone());
    Ok(bytes)
}

/// Reads a whole file; a folder is an error that says so.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
