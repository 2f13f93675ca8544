//! A run that has been recorded, open for reading.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use glam::DVec3;
use ripstop_io::NpyReader;
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;

use crate::mesh_files::MeshFiles;
use crate::scene_source::read_scene;

/// The scene of a run, what it put into the world, and the frames.
#[derive(Debug)]
pub(crate) struct RecordedRun {
    pub(crate) scene: Scene,
    pub(crate) world: World,
    pub(crate) frames: Frames,
}

/// The frames of a run, read when they are wanted.
#[derive(Debug)]
pub(crate) struct Frames(NpyReader<BufReader<File>>);

impl RecordedRun {
    /// Opens a run directory; the run may still be going on.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let cannot = || format!("cannot read the run `{}`", path.display());
        let scene = read_scene(&path.join("scene.toml")).with_context(cannot)?;
        let mut meshes = MeshFiles::in_folder(path);
        let world = World::new(&scene, &mut |file| meshes.load(file)).with_context(cannot)?;
        let positions = path.join("positions.npy");
        let cannot = || format!("cannot read `{}`", positions.display());
        let file = File::open(&positions).with_context(cannot)?;
        let frames = NpyReader::new(BufReader::new(file)).with_context(cannot)?;
        let (found, expected) = (frames.vertex_count(), world.mesh.vertex_count());
        ensure!(
            found == expected,
            "`{}` has frames of {found} vertices, but the scene has {expected}",
            path.display()
        );
        ensure!(frames.frame_count() > 0, "`{}` holds no frame", path.display());
        Ok(Self { scene, world, frames: Frames(frames) })
    }
}

impl Frames {
    pub(crate) fn count(&self) -> usize {
        self.0.frame_count() as usize
    }

    /// The positions of a frame.
    pub(crate) fn read(&mut self, frame: usize) -> Result<Vec<DVec3>> {
        self.0.read_frame(frame as u64).with_context(|| format!("cannot read frame {frame}"))
    }
}
