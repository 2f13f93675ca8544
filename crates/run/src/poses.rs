//! Poses of a mesh from files, one at a time.

use std::fs::File;
use std::io::BufReader;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_io::{Mesh, NpyReader, Pc2Reader};
use ripstop_pipeline::scene::Sampling;

use crate::animation::{AnimationPoses, may_be_animated};
use crate::mesh_parts::{TrajectoryFormat, are_alike};
use crate::{FrameFiles, MeshFileCause, MeshFileError, import_character, import_mesh};

/// The poses of a mesh in a `.pc2` or `.npy` file, in numbered files, or those of an animation of a
/// glTF file. One pose is in memory at a time.
pub struct Poses<'a> {
    path: PathBuf,
    mesh: &'a Mesh,
    mesh_path: PathBuf,
    source: Source,
}

enum Source {
    Pc2(Pc2Reader<BufReader<File>>),
    Npy(NpyReader<BufReader<File>>),
    Files(FrameFiles),
    Animation(Box<AnimationPoses>),
}

impl<'a> Poses<'a> {
    /// Opens the poses of a mesh; errors name it by its path.
    ///
    /// # Errors
    /// If there is no such file, or it is not one of this mesh.
    pub fn open(path: &Path, mesh: &'a Mesh, mesh_path: &Path) -> Result<Self, MeshFileError> {
        if path.is_file() && may_be_animated(&path.to_string_lossy()) {
            let sampling = Sampling { rate: 60.0, ..Sampling::default() };
            return Self::of_animation(path, mesh, mesh_path, &sampling);
        }
        let source = Source::open(path).map_err(|cause| cause.of(path))?;
        let found = match &source {
            Source::Pc2(reader) => reader.vertex_count(),
            Source::Npy(reader) => reader.vertex_count(),
            Source::Files(_) | Source::Animation(_) => mesh.positions.len(),
        };
        let expected = mesh.positions.len();
        if found != expected {
            return Err(MeshFileCause::VertexCount { found, expected }.of(path));
        }
        Ok(Self { path: path.to_owned(), mesh, mesh_path: mesh_path.to_owned(), source })
    }

    /// Opens an animation of a glTF file for a mesh; errors name it by its path.
    ///
    /// # Errors
    /// If there is no such file or animation, or it is not one of this mesh.
    pub fn of_animation(
        path: &Path,
        mesh: &'a Mesh,
        mesh_path: &Path,
        sampling: &Sampling,
    ) -> Result<Self, MeshFileError> {
        let character = import_character(path)?;
        let poses = AnimationPoses::new(character, mesh, &mesh_path.display(), sampling);
        let source = Source::Animation(Box::new(poses.map_err(|cause| cause.of(path))?));
        Ok(Self { path: path.to_owned(), mesh, mesh_path: mesh_path.to_owned(), source })
    }

    /// Name of the animation that they are from, if they are; its number if it has none.
    #[must_use]
    pub fn animation(&self) -> Option<String> {
        match &self.source {
            Source::Animation(poses) => Some(poses.name()),
            Source::Pc2(_) | Source::Npy(_) | Source::Files(_) => None,
        }
    }

    /// Number of poses.
    #[must_use]
    pub fn count(&self) -> usize {
        match &self.source {
            Source::Pc2(reader) => reader.frame_count() as usize,
            Source::Npy(reader) => reader.frame_count() as usize,
            Source::Files(files) => files.files().len(),
            Source::Animation(poses) => poses.count(),
        }
    }

    /// Frames from the first pose to another: its number, or the difference of the numbers of their
    /// files, of which some may be missing.
    #[must_use]
    pub fn frame_of(&self, pose: usize) -> u64 {
        match &self.source {
            Source::Files(files) => files.files()[pose].number - files.files()[0].number,
            Source::Pc2(_) | Source::Npy(_) | Source::Animation(_) => pose as u64,
        }
    }

    /// Numbers of files that are missing, as ranges.
    #[must_use]
    pub fn missing(&self) -> Vec<RangeInclusive<u64>> {
        match &self.source {
            Source::Files(files) => files.gaps(),
            Source::Pc2(_) | Source::Npy(_) | Source::Animation(_) => Vec::new(),
        }
    }

    /// Reads the positions of a pose, in the unit of the file.
    ///
    /// # Errors
    /// If the file is damaged, or if a numbered file has other faces than the mesh.
    pub fn read(&mut self, pose: usize) -> Result<Vec<DVec3>, MeshFileError> {
        let of_this = |cause: MeshFileCause| cause.of(&self.path);
        match &mut self.source {
            Source::Pc2(reader) => reader.read_frame(pose as u64).map_err(|e| of_this(e.into())),
            Source::Npy(reader) => reader.read_frame(pose as u64).map_err(|e| of_this(e.into())),
            Source::Animation(poses) => Ok(poses.pose(pose)),
            Source::Files(files) => {
                let path = &files.files()[pose].path;
                let found = import_mesh(path)?.mesh;
                if are_alike(&found, self.mesh) {
                    return Ok(found.positions);
                }
                let mesh = self.mesh_path.display().to_string();
                Err(MeshFileCause::OtherFaces { mesh }.of(path))
            }
        }
    }
}

impl Source {
    fn open(path: &Path) -> Result<Self, MeshFileCause> {
        if !path.is_file() && FrameFiles::are_named_by(path) {
            return Ok(Self::Files(FrameFiles::find(path).map_err(|error| error.cause)?));
        }
        let stream = BufReader::new(File::open(path)?);
        match TrajectoryFormat::of_name(&path.to_string_lossy()) {
            Some(TrajectoryFormat::Pc2) => Ok(Self::Pc2(Pc2Reader::new(stream)?)),
            Some(TrajectoryFormat::Npy) => Ok(Self::Npy(NpyReader::new(stream)?)),
            None => Err(MeshFileCause::UnknownTrajectoryFormat),
        }
    }
}
