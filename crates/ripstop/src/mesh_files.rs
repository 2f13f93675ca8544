//! The mesh files of a scene, each read once.
//!
//! The bytes are kept: the run directory gets copies of exactly what was simulated.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Component, Path, PathBuf};

use glam::DVec3;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_io::{Convention, Mesh, MeshFormat, NpyReader, Pc2Reader, UpAxis, weld};
use ripstop_pipeline::scene::{
    ClothShape, Import, LengthUnit, ObstacleShape, Scene, UpAxis as SceneUpAxis,
};
use ripstop_pipeline::scene::{LoadedMesh, MeshRequest};

/// Mesh files, relative to a folder.
#[derive(Debug)]
pub(crate) struct MeshFiles {
    folder: PathBuf,
    /// Files that the scene names.
    files: BTreeMap<String, FileBytes>,
}

#[derive(Debug, Default)]
struct FileBytes {
    bytes: Vec<u8>,
    /// Files that this file names, relative to it.
    parts: BTreeMap<String, Vec<u8>>,
}

impl MeshFiles {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), files: BTreeMap::new() }
    }

    /// Reads a mesh and what belongs to it; an error says what is wrong with which file.
    pub(crate) fn load(&mut self, request: &MeshRequest) -> Result<LoadedMesh, String> {
        let import = request.import;
        let (mesh, convention) = self.mesh(request.file, import)?;
        let rest = request.rest.map(|file| self.rest(file, request, &mesh)).transpose()?;
        let frames = request.frames.map(|file| self.frames(file, &mesh)).transpose()?;
        let mut frames = frames.unwrap_or_default();
        for x in frames.iter_mut().flatten() {
            *x = convention.to_world(*x);
        }
        let Selection { mesh, vertices } = select(mesh, import)?;
        let selected = |positions: Vec<DVec3>| -> Vec<DVec3> {
            vertices.iter().map(|&vertex| positions[vertex as usize]).collect()
        };
        let mesh = TriangleMesh { positions: mesh.positions, faces: mesh.faces };
        let frames = frames.into_iter().map(selected).collect();
        Ok(LoadedMesh { mesh, rest: rest.map(selected), frames })
    }

    /// A mesh in metres with z up, and what its file was in.
    fn mesh(&mut self, file: &str, import: &Import) -> Result<(Mesh, Convention), String> {
        let path = self.folder.join(file);
        let FileBytes { bytes, parts } = self.bytes(file)?;
        let format = MeshFormat::of_name(file).ok_or(UNKNOWN_FORMAT)?;
        let read = format.read(bytes.as_slice(), &mut |name| part_bytes(parts, &path, name));
        let mut mesh = read.map_err(|error| error.to_string())?.mesh;
        let convention = convention(format, import);
        for x in &mut mesh.positions {
            *x = convention.to_world(*x);
        }
        Ok((mesh, convention))
    }

    /// The positions of a mesh with the same faces.
    fn rest(
        &mut self,
        file: &str,
        request: &MeshRequest,
        mesh: &Mesh,
    ) -> Result<Vec<DVec3>, String> {
        let (rest, _) =
            self.mesh(file, request.import).map_err(|error| format!("`{file}`: {error}"))?;
        if rest.faces != mesh.faces || rest.positions.len() != mesh.positions.len() {
            return Err(format!("`{file}` does not have the faces of `{request}`"));
        }
        Ok(rest.positions)
    }

    /// All frames of a trajectory of the mesh.
    fn frames(&mut self, file: &str, mesh: &Mesh) -> Result<Vec<Vec<DVec3>>, String> {
        let vertex_count = mesh.positions.len();
        let bytes = self.bytes(file).map_err(|error| format!("`{file}`: {error}"))?;
        let frames = all_frames(file, &bytes.bytes, vertex_count);
        frames.map_err(|error| format!("`{file}`: {error}"))
    }

    fn bytes(&mut self, file: &str) -> Result<&mut FileBytes, String> {
        if !self.files.contains_key(file) {
            let bytes = read(&self.folder.join(file)).map_err(|error| error.to_string())?;
            let entry = FileBytes { bytes, ..FileBytes::default() };
            self.files.insert(file.to_owned(), entry);
        }
        Ok(self.files.entry(file.to_owned()).or_default())
    }

    /// Gives every file that was read a name below `folder`, puts these names into the scene, and returns
    /// them with the bytes of the files.
    pub(crate) fn renamed(self, folder: &str, scene: &mut Scene) -> Vec<(String, Vec<u8>)> {
        let mut names = BTreeMap::new();
        let mut copies = Vec::new();
        for (number, (old, FileBytes { bytes, parts })) in self.files.into_iter().enumerate() {
            let name = Path::new(&old).file_name().map(|name| name.to_string_lossy());
            let name = name.unwrap_or_default();
            // A file that names others keeps its name, and so do they, in a folder of their own.
            let new = if parts.is_empty() {
                format!("{folder}/{number}-{name}")
            } else {
                format!("{folder}/{number}/{name}")
            };
            let part = |(part, bytes)| (format!("{folder}/{number}/{part}"), bytes);
            copies.extend(parts.into_iter().map(part));
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

/// What to say about a name that does not tell the format.
const UNKNOWN_FORMAT: &str = "its name does not end with .obj, .ply, .stl, .gltf or .glb";

/// Reads a mesh file by itself, as it is.
pub(crate) fn read_mesh(path: &Path) -> Result<Mesh, String> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = read(path).map_err(|error| error.to_string())?;
    let format = MeshFormat::of_name(&name).ok_or(UNKNOWN_FORMAT)?;
    let mut parts = BTreeMap::new();
    let read = format.read(bytes.as_slice(), &mut |part| part_bytes(&mut parts, path, part));
    Ok(read.map_err(|error| error.to_string())?.mesh)
}

/// What the numbers of a file mean.
fn convention(format: MeshFormat, import: &Import) -> Convention {
    let Convention { metres_per_unit, up } = format.convention();
    Convention {
        metres_per_unit: import.unit.map_or(metres_per_unit, LengthUnit::metres),
        up: import.up.map_or(up, |up| match up {
            SceneUpAxis::Y => UpAxis::Y,
            SceneUpAxis::Z => UpAxis::Z,
        }),
    }
}

/// What is left of a mesh.
struct Selection {
    mesh: Mesh,
    /// For each vertex that is left, its number before.
    vertices: Vec<u32>,
}

/// Takes the groups that are asked for, and welds them.
fn select(mesh: Mesh, import: &Import) -> Result<Selection, String> {
    let mut vertices: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    let mut mesh = mesh;
    if let Some(name) = &import.surface {
        let listed = || {
            let names: Vec<String> = mesh.groups.iter().map(|g| format!("`{}`", g.name)).collect();
            format!("it has no group `{name}`, but {}", names.join(", "))
        };
        let surface = mesh.surface(name).ok_or_else(listed)?;
        let groups = mesh.surfaces().into_iter().filter(|group| &group.name == name);
        vertices = groups.flat_map(|group| group.vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        mesh = surface;
    }
    if let Some(tolerance) = import.weld {
        let welded = weld(&mesh, tolerance).map_err(|error| error.to_string())?;
        // New vertices are numbered by the first old one that each of them comes from.
        let mut next = 0;
        let firsts = welded.vertex_map.iter().enumerate().filter_map(|(old, &new)| {
            let is_first = new == next;
            next += u32::from(is_first);
            is_first.then_some(vertices[old])
        });
        vertices = firsts.collect();
        mesh = welded.mesh;
    }
    Ok(Selection { mesh, vertices })
}

/// All frames of a file, each with the right number of vertices.
fn all_frames(file: &str, bytes: &[u8], vertex_count: usize) -> Result<Vec<Vec<DVec3>>, String> {
    let check = |found: usize| {
        if found == vertex_count {
            return Ok(());
        }
        Err(format!("it has frames of {found} vertices, but the mesh has {vertex_count}"))
    };
    let extension = file.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some("pc2") => {
            let mut reader = Pc2Reader::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
            check(reader.vertex_count())?;
            let frames = 0..reader.frame_count();
            frames.map(|frame| reader.read_frame(frame).map_err(|e| e.to_string())).collect()
        }
        Some("npy") => {
            let mut reader = NpyReader::new(Cursor::new(bytes)).map_err(|e| e.to_string())?;
            check(reader.vertex_count())?;
            let frames = 0..reader.frame_count();
            frames.map(|frame| reader.read_frame(frame).map_err(|e| e.to_string())).collect()
        }
        _ => Err("its name does not end with .pc2 or .npy".to_owned()),
    }
}

/// The bytes of a file that another file names: it must be in the same folder or below.
fn part_bytes(
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

/// How each mesh of a scene is taken from its file.
pub(crate) fn imports(scene: &mut Scene) -> Vec<&mut Import> {
    let cloths = scene.cloths.iter_mut().filter_map(|cloth| match &mut cloth.shape {
        ClothShape::Mesh { import, .. } => Some(import),
        ClothShape::Grid { .. } => None,
    });
    let obstacles = scene.obstacles.iter_mut().filter_map(|obstacle| match &mut obstacle.shape {
        ObstacleShape::Mesh { import, .. } => Some(import),
        _ => None,
    });
    cloths.chain(obstacles).collect()
}

/// Every place of a scene that names a file.
fn mesh_names(scene: &mut Scene) -> Vec<&mut String> {
    let mut names = Vec::new();
    for cloth in &mut scene.cloths {
        if let ClothShape::Mesh { file, rest, .. } = &mut cloth.shape {
            names.push(file);
            names.extend(rest);
        }
    }
    for obstacle in &mut scene.obstacles {
        if let ObstacleShape::Mesh { file, frames, .. } = &mut obstacle.shape {
            names.push(file);
            names.extend(frames.as_mut().map(|frames| &mut frames.file));
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
