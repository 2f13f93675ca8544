//! The mesh files of a scene, each read once.
//!
//! The bytes are kept: the run directory gets copies of exactly what was simulated. Of numbered
//! files the positions are kept, in one file.

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_io::{Convention, Mesh, MeshFormat, NpyWriter, read_garmentcode};
use ripstop_pipeline::scene::{ClothShape, Import, ObstacleShape, Scene, UV};
use ripstop_pipeline::scene::{LoadedMesh, MeshRequest, Sampling};

use crate::animation::{AnimationPoses, character, may_be_animated, names};
use crate::mesh_import::{part_bytes, read};
use crate::mesh_notes::{import_notes, sewing_notes};
use crate::mesh_parts::{
    Selection, are_alike, convention, loaded_mesh, mesh_convention, select, trajectory,
};
use crate::sewing_pattern::panel_mesh;
use crate::{FrameFile, FrameFiles, MeshFileCause, MeshFileError, import_mesh};

/// Name of the one file that numbered files become in a run directory.
const NUMBERED_COPY: &str = "frames.npy";

/// Mesh files, relative to a folder.
#[derive(Debug)]
pub struct MeshFiles {
    folder: PathBuf,
    /// Files that the scene names.
    files: BTreeMap<String, FileBytes>,
    notes: Vec<String>,
}

#[derive(Debug, Default)]
struct FileBytes {
    bytes: Vec<u8>,
    /// The end of its name in the run directory, if that is not its own.
    copy_name: Option<&'static str>,
    /// Files that this file names, relative to it.
    parts: BTreeMap<String, Vec<u8>>,
}

impl MeshFiles {
    /// Files of a folder, none of them read so far.
    #[must_use]
    pub fn in_folder(folder: &Path) -> Self {
        Self { folder: folder.to_owned(), files: BTreeMap::new(), notes: Vec::new() }
    }

    /// Adds the content of a file that is in memory, under the name that the scene has for it.
    pub fn insert(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), FileBytes { bytes, ..FileBytes::default() });
    }

    /// Returns what [`Simulation::new`](ripstop_pipeline::Simulation::new) and
    /// [`World::new`](ripstop_pipeline::World::new) load meshes by.
    pub fn loader(&mut self) -> impl FnMut(&MeshRequest) -> Result<LoadedMesh, String> {
        |request| self.answer(request)
    }

    /// Sentences on the files read so far that somebody who trusts them should know, such as lines
    /// that were skipped.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn answer(&mut self, request: &MeshRequest) -> Result<LoadedMesh, String> {
        self.load(request).map_err(|error| {
            // The scene's own error names the file of the mesh.
            let is_named = error.path == Path::new(request.file);
            if is_named { error.cause.to_string() } else { error.to_string() }
        })
    }

    /// Reads a mesh and what belongs to it.
    ///
    /// # Errors
    /// If a file cannot be read or does not fit the request.
    pub fn load(&mut self, request: &MeshRequest) -> Result<LoadedMesh, MeshFileError> {
        if let Some(edge_length) = request.edge_length {
            return self.panels(request.file, edge_length).map_err(|cause| cause.of(request.file));
        }
        let import = request.import;
        let (mesh, convention) =
            self.mesh(request.file, import).map_err(|cause| cause.of(request.file))?;
        let mut same = |file| self.same_faces(file, request, &mesh);
        let start = request.start.map(&mut same).transpose()?;
        let mut rest = request.rest.map(&mut same).transpose()?;
        let frames = request.frames.map(|file| self.frames(file, request, &mesh)).transpose()?;
        let (mut frames, frame_rate) = frames.unwrap_or_default();
        for x in frames.iter_mut().flatten() {
            *x = convention.to_world(*x);
        }
        let stitches = mesh.seams.iter().map(Vec::len).sum();
        let Selection { mut mesh, vertices } =
            select(mesh, import).map_err(|cause| cause.of(request.file))?;
        self.note(request.file, sewing_notes(&mesh, stitches, import));
        let selected = |positions: Vec<DVec3>| -> Vec<DVec3> {
            vertices.iter().map(|&vertex| positions[vertex as usize]).collect()
        };
        rest = rest.map(selected);
        if let Some(start) = start {
            let of_file = std::mem::replace(&mut mesh.positions, selected(start));
            rest.get_or_insert(of_file);
        }
        let frames = frames.into_iter().map(selected).collect();
        Ok(LoadedMesh { rest, frames, frame_rate, ..loaded_mesh(mesh) })
    }

    /// The panels of a sewing pattern, cut into triangles.
    fn panels(&mut self, file: &str, edge_length: f64) -> Result<LoadedMesh, MeshFileCause> {
        let FileBytes { bytes, .. } = self.bytes(file)?;
        Ok(panel_mesh(read_garmentcode(bytes.as_slice())?, edge_length)?)
    }

    /// Reads a mesh with all that its file says beside positions and triangles: texture
    /// coordinates, polygons, groups, names of materials. It has the vertices and the triangles
    /// that [`load`](Self::load) returns.
    ///
    /// # Errors
    /// If the file cannot be read or has no such part.
    pub fn whole(&mut self, file: &str, import: &Import) -> Result<Mesh, MeshFileError> {
        let (mesh, _) = self.mesh(file, import).map_err(|cause| cause.of(file))?;
        let Selection { mesh, .. } = select(mesh, import).map_err(|cause| cause.of(file))?;
        Ok(mesh)
    }

    /// A mesh in metres with z up, and the convention of its file.
    fn mesh(&mut self, file: &str, import: &Import) -> Result<(Mesh, Convention), MeshFileCause> {
        let path = self.folder.join(file);
        let FileBytes { bytes, parts, .. } = self.bytes(file)?;
        let format = MeshFormat::of_name(file).ok_or(MeshFileCause::UnknownMeshFormat)?;
        let mut load = |name: &str| part_bytes(parts, &path, name);
        let imported = format.read(bytes.as_slice(), &mut load)?;
        self.note(file, import_notes(&imported));
        let mut mesh = imported.mesh;
        let convention = convention(format, import);
        for x in &mut mesh.positions {
            *x = convention.to_world(*x);
        }
        Ok((mesh, convention))
    }

    /// Positions of a mesh with the same faces.
    fn same_faces(
        &mut self,
        file: &str,
        request: &MeshRequest,
        mesh: &Mesh,
    ) -> Result<Vec<DVec3>, MeshFileError> {
        let (same, _) = self.mesh(file, request.import).map_err(|cause| cause.of(file))?;
        if !are_alike(&same, mesh) {
            return Err(MeshFileCause::OtherFaces { mesh: request.to_string() }.of(file));
        }
        Ok(same.positions)
    }

    /// Keeps sentences on a file, each once.
    fn note(&mut self, file: &str, sentences: Vec<String>) {
        for sentence in sentences {
            let note = format!("`{file}`: {sentence}");
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
    }

    /// All frames of a trajectory of the mesh, of numbered files or of an animation with its faces;
    /// and their number in a second, if they were sampled.
    fn frames(
        &mut self,
        file: &str,
        request: &MeshRequest,
        mesh: &Mesh,
    ) -> Result<(Vec<Vec<DVec3>>, Option<f64>), MeshFileError> {
        let path = self.folder.join(file);
        if let Some(sampling) = request.sampling.filter(|_| may_be_animated(file) && path.is_file())
        {
            let poses = self.animation(file, request, mesh, &sampling);
            let poses = poses.map_err(|cause| cause.of(file))?;
            let frames = (0..poses.count()).map(|pose| poses.pose(pose)).collect();
            return Ok((frames, Some(sampling.rate)));
        }
        if !self.files.contains_key(file) && !path.is_file() && FrameFiles::are_named_by(&path) {
            let bytes = self.numbered(file, request, mesh)?;
            let copy_name = Some(NUMBERED_COPY);
            self.files
                .insert(file.to_owned(), FileBytes { bytes, copy_name, ..Default::default() });
        }
        let vertex_count = mesh.positions.len();
        let FileBytes { bytes, copy_name, .. } =
            self.bytes(file).map_err(|error| MeshFileCause::from(error).of(file))?;
        let name = copy_name.unwrap_or(file);
        let frames = trajectory(name, bytes, vertex_count).map_err(|cause| cause.of(file))?;
        Ok((frames, None))
    }

    /// Poses of an animation of the mesh.
    fn animation(
        &mut self,
        file: &str,
        request: &MeshRequest,
        mesh: &Mesh,
        sampling: &Sampling,
    ) -> Result<AnimationPoses, MeshFileCause> {
        let path = self.folder.join(file);
        if mesh_convention(file, request.import) != mesh_convention(request.file, request.import) {
            return Err(MeshFileCause::OtherConvention { mesh: request.to_string() });
        }
        let FileBytes { bytes, parts, .. } = self.bytes(file)?;
        let character = character(bytes, &mut |name| part_bytes(parts, &path, name))?;
        let known = names(&character);
        let poses = AnimationPoses::new(character, mesh, request, sampling)?;
        if sampling.animation.is_none() && known.len() > 1 {
            let played = poses.name();
            let note = format!("it has {} animations, of which `{played}` is played", known.len());
            self.note(file, vec![note]);
        }
        Ok(poses)
    }

    /// Numbered files with the faces of the mesh, as one file of all their positions. Of the files
    /// only these are kept.
    fn numbered(
        &mut self,
        file: &str,
        request: &MeshRequest,
        mesh: &Mesh,
    ) -> Result<Vec<u8>, MeshFileError> {
        let found =
            FrameFiles::find(&self.folder.join(file)).map_err(|error| error.cause.of(file))?;
        let vertex_count = mesh.positions.len();
        found.check(vertex_count).map_err(|cause| cause.of(file))?;
        let convention_of = |name: &str| mesh_convention(name, request.import);
        let room = Vec::with_capacity(found.files().len() * vertex_count * size_of::<DVec3>());
        let mut array = NpyWriter::create(Cursor::new(room), vertex_count)
            .map_err(|error| MeshFileCause::from(error).of(file))?;
        let notes_before = self.notes.len();
        for FrameFile { path, .. } in found.files() {
            let name = path.strip_prefix(&self.folder).unwrap_or(path).to_string_lossy();
            let imported = import_mesh(path).map_err(|error| error.cause.of(name.as_ref()))?;
            // What is odd about one of them is odd about all.
            if self.notes.len() == notes_before {
                self.note(&name, import_notes(&imported));
            }
            let of_mesh = || request.to_string();
            if !are_alike(&imported.mesh, mesh) {
                return Err(MeshFileCause::OtherFaces { mesh: of_mesh() }.of(name.as_ref()));
            }
            if convention_of(&name) != convention_of(request.file) {
                return Err(MeshFileCause::OtherConvention { mesh: of_mesh() }.of(name.as_ref()));
            }
            let appended = array.append(&imported.mesh.positions);
            appended.map_err(|error| MeshFileCause::from(error).of(name.as_ref()))?;
        }
        Ok(array.into_inner().into_inner())
    }

    fn bytes(&mut self, file: &str) -> io::Result<&mut FileBytes> {
        if !self.files.contains_key(file) {
            let bytes = read(&self.folder.join(file))?;
            let entry = FileBytes { bytes, ..FileBytes::default() };
            self.files.insert(file.to_owned(), entry);
        }
        Ok(self.files.entry(file.to_owned()).or_default())
    }

    /// Gives every file that was read a name below `folder`, puts these names into the scene, and
    /// returns them with the bytes of the files.
    pub(crate) fn renamed(self, folder: &str, scene: &mut Scene) -> Vec<(String, Vec<u8>)> {
        let mut names = BTreeMap::new();
        let mut copies = Vec::new();
        for (number, (old, file)) in self.files.into_iter().enumerate() {
            let FileBytes { bytes, parts, copy_name } = file;
            let name = Path::new(&old).file_name().map(|name| name.to_string_lossy());
            let name = copy_name.map(Into::into).or(name).unwrap_or_default();
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

/// Returns a [`MeshLoader`](ripstop_pipeline::scene::MeshLoader) that reads the mesh files of a
/// scene from a folder: OBJ, PLY, STL, glTF, and PC2 or NumPy for motions. Names in the scene are
/// relative to the folder; every file is read once, and kept as long as the loader lives.
///
/// ```
/// use ripstop_pipeline::Simulation;
/// use ripstop_pipeline::scene::Scene;
/// use ripstop_run::mesh_loader;
///
/// # let folder = std::env::temp_dir().join(format!("ripstop-loader-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let quad = "v 0 0 0\nv 20 0 0\nv 20 20 0\nv 0 20 0\nf 1 2 3 4\n";
/// # std::fs::write(folder.join("napkin.obj"), quad)?;
/// let scene = Scene::from_toml(
///     "[[cloth]]
///      name = 'napkin'
///      shape.mesh = { file = 'napkin.obj', import = { unit = 'cm' } }",
/// )?;
/// let mut simulation = Simulation::new(&scene, &mut mesh_loader(&folder))?;
/// simulation.advance_frame()?;
/// # assert_eq!(simulation.mesh().vertex_count(), 4);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mesh_loader(
    folder: &Path,
) -> impl FnMut(&MeshRequest) -> Result<LoadedMesh, String> + use<> {
    let mut files = MeshFiles::in_folder(folder);
    move |request| files.answer(request)
}

/// Every rule of a scene by which a mesh is taken from its file.
#[must_use]
pub fn mesh_imports(scene: &mut Scene) -> Vec<&mut Import> {
    let cloths = scene.cloths.iter_mut().filter_map(|cloth| match &mut cloth.shape {
        ClothShape::Mesh { import, .. } => Some(import),
        _ => None,
    });
    let obstacles = scene.obstacles.iter_mut().filter_map(|obstacle| match &mut obstacle.shape {
        ObstacleShape::Mesh { import, .. } => Some(import),
        _ => None,
    });
    cloths.chain(obstacles).collect()
}

/// Every place of a scene that names a file.
pub(crate) fn mesh_names(scene: &mut Scene) -> Vec<&mut String> {
    let mut names = Vec::new();
    for cloth in &mut scene.cloths {
        match &mut cloth.shape {
            ClothShape::Mesh { file, start, rest, .. } => {
                names.push(file);
                names.extend(start);
                names.extend(rest.as_mut().filter(|rest| *rest != UV));
            }
            ClothShape::Pattern(pattern) => names.push(&mut pattern.file),
            _ => {}
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
