//! A run that has been recorded, open for reading.

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use glam::DVec3;
use ripstop_io::NpyReader;
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;

use crate::directory::{POSITIONS, SCENE};
use crate::{Cause, MeshFiles, RunError, RunLayout, read_scene};

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
        Ok(Self { scene, world, layout, frames })
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
