//! The mesh files of a scene, each read once.
//!
//! The bytes are kept: the run directory gets copies of exactly what was simulated.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use ripstop_io::{Imported, read_obj};
use ripstop_pipeline::scene::{ClothShape, ObstacleShape, Scene};
use ripstop_pipeline::tessellate::TriangleMesh;

/// Mesh files, relative to a folder.
#[derive(Debug)]
pub(crate) struct MeshFiles {
    folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl MeshFiles {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), files: BTreeMap::new() }
    }

    /// Reads a mesh; an error says what is wrong with the file.
    pub(crate) fn load(&mut self, file: &str) -> Result<TriangleMesh, String> {
        if !self.files.contains_key(file) {
            let bytes = read(&self.folder.join(file)).map_err(|error| error.to_string())?;
            self.files.insert(file.to_owned(), bytes);
        }
        let bytes = self.files.get(file).map_or(&[][..], Vec::as_slice);
        let Imported { mesh, .. } = read_obj(bytes).map_err(|error| error.to_string())?;
        Ok(TriangleMesh { positions: mesh.positions, faces: mesh.faces })
    }

    /// Gives every file that was read a name below `folder`, puts these names into the scene, and returns
    /// them with the bytes of the files.
    pub(crate) fn renamed(self, folder: &str, scene: &mut Scene) -> Vec<(String, Vec<u8>)> {
        let mut names = BTreeMap::new();
        let mut copies = Vec::new();
        for (number, (old, bytes)) in self.files.into_iter().enumerate() {
            let name = Path::new(&old).file_name().map(|name| name.to_string_lossy());
            let new = format!("{folder}/{number}-{}", name.unwrap_or_default());
            names.insert(old, new.clone());
            copies.push((new, bytes));
        }
        for name in mesh_names(scene) {
            if let Some(new) = names.get(name) {
                name.clone_from(new);
            }
        }
        copies
    }
}

/// Every place of a scene that names a mesh file.
fn mesh_names(scene: &mut Scene) -> Vec<&mut String> {
    let mut names = Vec::new();
    for cloth in &mut scene.cloths {
        if let ClothShape::Mesh { file, rest } = &mut cloth.shape {
            names.push(file);
            names.extend(rest);
        }
    }
    for obstacle in &mut scene.obstacles {
        if let ObstacleShape::Mesh { file } = &mut obstacle.shape {
            names.push(file);
        }
    }
    names
}

/// A whole file; a folder is an error that says so.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
