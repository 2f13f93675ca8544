//! A run that has been recorded, open for reading.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_geometry::VertexId;
use ripstop_io::{Groups, Mesh, NpyReader};
use ripstop_pipeline::World;
use ripstop_pipeline::scene::{Cloth, ClothShape, Import, Obstacle, ObstacleShape, Scene};

use crate::directory::{POSITIONS, SCENE};
use crate::surfaces::words;
use crate::welded_mesh::welded_mesh;
use crate::{Cause, MeshFileCause, MeshFiles, RunError, RunLayout, read_scene};

/// Scene of a run, what it put into the world, and the frames.
#[derive(Debug)]
#[non_exhaustive]
pub struct RecordedRun {
    /// The scene as it was run.
    pub scene: Scene,
    /// Surfaces at the start.
    pub world: World,
    /// Its surfaces, as `surfaces.json` lists them.
    pub layout: RunLayout,
    /// Positions of all frames.
    pub frames: Frames,
    path: PathBuf,
}

/// Frames of a run, read on demand.
#[derive(Debug)]
pub struct Frames {
    path: PathBuf,
    reader: NpyReader<BufReader<File>>,
}

impl RecordedRun {
    /// Opens a run directory; the run may still be going on.
    ///
    /// # Errors
    /// If a file is missing or damaged, or the frames are not those of the scene.
    pub fn open(path: &Path) -> Result<Self, RunError> {
        let cannot = |cause: Cause| RunError::ReadRun { path: path.to_owned(), cause };
        let scene = read_scene(&path.join(SCENE)).map_err(|error| cannot(error.into()))?;
        let mut meshes = MeshFiles::in_folder(path);
        let world = World::new(&scene, &mut meshes.loader()).map_err(|e| cannot(e.into()))?;
        let frames = Frames::open(path.join(POSITIONS))?;
        let (found, expected) = (frames.reader.vertex_count(), world.mesh.vertex_count());
        if found != expected {
            return Err(RunError::VertexCount { path: path.to_owned(), found, expected });
        }
        if frames.count() == 0 {
            return Err(RunError::NoFrame { path: path.to_owned() });
        }
        let layout = RunLayout::new(&scene, &world.mesh, &world.filters);
        Ok(Self { scene, world, layout, frames, path: path.to_owned() })
    }

    /// Joins some surfaces, by their places in [`RecordedRun::layout`], to a mesh at the start,
    /// with what their files say: texture coordinates, polygons, groups, names of materials.
    ///
    /// A surface with groups of its own makes them all objects; otherwise the groups are the
    /// surfaces, by the names of the scene.
    ///
    /// # Errors
    /// [`RunError::ReadRun`] if a mesh file cannot be read, or is not the one that was run.
    ///
    /// # Panics
    /// If there is no such surface.
    pub fn mesh(&self, surfaces: &[usize]) -> Result<Mesh, RunError> {
        let mut files = MeshFiles::in_folder(&self.path);
        let parts: Vec<(String, Mesh)> = surfaces
            .iter()
            .map(|&surface| self.part(surface, &mut files))
            .collect::<Result<_, RunError>>()?;
        let is_group = |(name, mesh): &(String, Mesh)| mesh.groups.iter().all(|g| g.name == *name);
        let are_groups = parts.iter().all(is_group);
        let parts: Vec<(&str, Mesh)> =
            parts.iter().map(|(name, mesh)| (name.as_str(), mesh.clone())).collect();
        let mut joined = Mesh::joined(&parts);
        if are_groups {
            joined.objects = Groups::default();
        }
        Ok(joined)
    }

    /// Name and mesh of a surface.
    fn part(&self, surface: usize, files: &mut MeshFiles) -> Result<(String, Mesh), RunError> {
        let range = &self.layout.surfaces[surface];
        let name = words(&range.name);
        let own = |vertex: VertexId| vertex.0 - range.first_vertex as u32;
        let faces: Vec<[u32; 3]> =
            self.world.mesh.faces()[range.faces()].iter().map(|face| face.map(own)).collect();
        let positions = self.world.start.positions[range.vertices()].to_vec();
        let mut mesh = match self.file(surface) {
            Some((file, import)) => {
                let cannot = |cause: Cause| RunError::ReadRun { path: self.path.clone(), cause };
                let mesh = files.whole(file, import).map_err(|error| cannot(error.into()))?;
                let is_same = mesh.faces == faces && mesh.positions.len() == positions.len();
                let welded = self.world.cloths.get(surface).and_then(|part| part.welded.as_ref());
                let mesh = match welded {
                    Some(welded) => welded_mesh(&mesh, welded, positions),
                    None => is_same.then_some(Mesh { positions, ..mesh }),
                };
                let other = || MeshFileCause::OtherFaces { mesh: range.name.clone() };
                mesh.ok_or_else(|| cannot(other().of(file).into()))?
            }
            None => Mesh::new(positions, faces),
        };
        mesh.groups =
            mesh.groups.renamed(|old| if old.is_empty() { name.clone() } else { words(old) });
        Ok((name, mesh))
    }

    /// The file of a surface, if it has one.
    fn file(&self, surface: usize) -> Option<(&str, &Import)> {
        let Scene { cloths, obstacles, .. } = &self.scene;
        match cloths.get(surface) {
            Some(Cloth { shape: ClothShape::Mesh { file, import, .. }, .. }) => {
                Some((file, import))
            }
            Some(_) => None,
            None => match obstacles.get(surface - cloths.len()) {
                Some(Obstacle { shape: ObstacleShape::Mesh { file, import, .. }, .. }) => {
                    Some((file, import))
                }
                _ => None,
            },
        }
    }
}

impl Frames {
    fn open(path: PathBuf) -> Result<Self, RunError> {
        let file = File::open(&path).map_err(RunError::reading(&path))?;
        let reader = NpyReader::new(BufReader::new(file)).map_err(RunError::reading(&path))?;
        Ok(Self { path, reader })
    }

    /// Number of frames that are there, the start among them.
    #[must_use]
    pub fn count(&self) -> usize {
        self.reader.frame_count() as usize
    }

    /// Reads the positions of a frame (m).
    ///
    /// # Errors
    /// [`RunError::ReadFrame`] if there is no such frame or the file is damaged.
    pub fn read(&mut self, frame: usize) -> Result<Vec<DVec3>, RunError> {
        self.reader.read_frame(frame as u64).map_err(|cause| RunError::ReadFrame {
            path: self.path.clone(),
            frame,
            cause,
        })
    }
}
