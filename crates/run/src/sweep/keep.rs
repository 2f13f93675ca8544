//! Choice of what is kept of a run of a sweep: a thousand runs of 80 MB are too much.

use std::fs;
use std::io::Write;
use std::path::Path;

use glam::DVec3;
use serde::{Deserialize, Serialize};

use super::SweepError;
use crate::{RecordedRun, RunError, SurfaceKind, write_atomically};

/// Parts of a run that stay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Keep {
    /// Surfaces whose positions stay.
    pub surfaces: KeptSurfaces,
    /// Every so many frames stay, the start and the last frame in any case.
    pub every: usize,
    /// Precision of the positions.
    pub precision: Precision,
    /// The run directory stays as it is, beside all this.
    pub directory: bool,
}

/// A choice of surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeptSurfaces {
    /// All cloths.
    #[default]
    Cloth,
    /// All of them.
    All,
    /// None: the report alone.
    None,
}

/// Precision of numbers in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precision {
    /// Single.
    F32,
    /// Double, as they were computed.
    #[default]
    F64,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            surfaces: KeptSurfaces::Cloth,
            every: 1,
            precision: Precision::F64,
            directory: false,
        }
    }
}

impl Keep {
    pub(super) fn check(&self) -> Result<(), SweepError> {
        let fault = || SweepError::spec("`keep.every` is 0, but has to be 1 or more");
        if self.every == 0 { Err(fault()) } else { Ok(()) }
    }

    /// Numbers of the frames that stay.
    pub(super) fn frames(&self, count: usize) -> Vec<usize> {
        let mut frames: Vec<usize> = (0..count).step_by(self.every).collect();
        if frames.last().is_some_and(|last| last + 1 != count) {
            frames.push(count - 1);
        }
        frames
    }

    /// Copies what stays of a run directory into a folder, and returns the frames of it.
    pub(super) fn copy(&self, run: &Path, folder: &Path) -> Result<Vec<usize>, SweepError> {
        for name in ["scene.toml", "surfaces.json", "report.jsonl"] {
            let bytes = fs::read(run.join(name)).map_err(SweepError::reading(&run.join(name)))?;
            write_atomically(&folder.join(name), |writer| writer.write_all(&bytes))?;
        }
        if self.surfaces == KeptSurfaces::None {
            return Ok(Vec::new());
        }
        let mut recorded = RecordedRun::open(run)?;
        let kept =
            |kind: SurfaceKind| self.surfaces == KeptSurfaces::All || kind == SurfaceKind::Cloth;
        let surfaces = recorded.layout.surfaces.iter().filter(|surface| kept(surface.kind));
        // Cloths come first, so that what stays is one piece.
        let vertices = surfaces.map(|surface| surface.vertex_count).sum();
        let frames = self.frames(recorded.frames.count());
        let path = folder.join("positions.npy");
        write_atomically(&path, |writer| -> Result<(), RunError> {
            let mut put = |bytes: &[u8]| writer.write_all(bytes).map_err(RunError::writing(&path));
            put(&self.precision.header([frames.len(), vertices, 3]))?;
            for frame in &frames {
                let positions = recorded.frames.read(*frame)?;
                put(&self.precision.bytes(&positions[..vertices]))?;
            }
            Ok(())
        })?;
        Ok(frames)
    }
}

impl Precision {
    /// Header of a `.npy` file (version 1.0), padded as the format wants it.
    fn header(self, [frames, vertices, axes]: [usize; 3]) -> Vec<u8> {
        let kind = match self {
            Self::F32 => "<f4",
            Self::F64 => "<f8",
        };
        let mut text = format!(
            "{{'descr': '{kind}', 'fortran_order': False, 'shape': ({frames}, {vertices}, {axes}), }}"
        );
        while (10 + text.len() + 1) % 64 != 0 {
            text.push(' ');
        }
        text.push('\n');
        let mut header = b"\x93NUMPY\x01\x00".to_vec();
        header.extend((text.len() as u16).to_le_bytes());
        header.extend(text.into_bytes());
        header
    }

    fn bytes(self, positions: &[DVec3]) -> Vec<u8> {
        let numbers = positions.iter().flat_map(DVec3::to_array);
        match self {
            Self::F32 => numbers.flat_map(|x| (x as f32).to_le_bytes()).collect(),
            Self::F64 => numbers.flat_map(f64::to_le_bytes).collect(),
        }
    }
}

#[test]
fn the_start_and_the_last_frame_stay() {
    let keep = |every| Keep { every, ..Keep::default() };
    assert_eq!(keep(1).frames(3), [0, 1, 2]);
    assert_eq!(keep(4).frames(9), [0, 4, 8]);
    assert_eq!(keep(4).frames(8), [0, 4, 7]);
    assert_eq!(keep(9).frames(1), [0]);
    assert_eq!(Precision::F32.header([2, 100, 3]).len() % 64, 0);
}
