//! Runs of a cloth simulation on the disk: recorded, resumed, read back.
//!
//! Beside the command this is the only crate that opens files. It does not print, and it has no
//! clock of its own: callers hand one in, and see every frame as it is recorded.
//!
//! | item | use |
//! |---|---|
//! | [`SceneSource`], [`read_scene`] | scenes from `.toml` files or by the name of a built-in one |
//! | [`Run`] | a scene simulated into a run directory, from the start or from a checkpoint |
//! | [`RecordedRun`] | scene, world and frames of a run directory, for reading |
//! | [`RunLayout`] | vertex and face ranges of its surfaces, unit, axis, rate: `surfaces.json` |
//! | [`mesh_loader()`] | mesh files of a folder, for a `Simulation` without a run directory |
//! | [`MeshFiles`], [`read_mesh`] | meshes from files, in metres with z up, or as they are |
//! | [`FrameFiles`], [`Poses`] | numbered mesh files; poses of a mesh, one at a time |
//! | [`import_character`] | a glTF file with its skins, morph targets and animations |
//! | [`write_atomically`] | files that are there as a whole or not at all |
//! | [`sweep`] | many runs of a scene, as data: planned, executed, collected |
//! | [`RunDirectory`], [`Recorder`] | the parts of a [`Run`], for loops of one's own |
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use ripstop_pipeline::NoClock;
//! use ripstop_run::{RecordedRun, Run, SceneSource};
//!
//! # let folder = std::env::temp_dir().join(format!("ripstop-run-{}", std::process::id()));
//! let mut source = SceneSource::builtin("drape", 8).ok_or("no such scene")?;
//! source.scene.settings.frames = 3;
//! let mut run = Run::begin(source, Some(&folder), NoClock)?;
//! run.complete(|_line| ControlFlow::Continue(()))?;
//! assert_eq!(run.totals().intersections, 0);
//!
//! let mut recorded = RecordedRun::open(&folder)?;
//! let last = recorded.frames.read(3)?;
//! # drop(run);
//! # assert_eq!(last.len(), recorded.world.mesh.vertex_count());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The run directory
//!
//! ```text
//! scene.toml       the scene as it was run, all defaults written out; without it there is no run
//! meshes/          copies of the mesh files that it names, if there are any
//! mesh.obj         all surfaces at the start, one group each
//! surfaces.json    names, vertex and face ranges of the surfaces; frames, rate, unit, axis
//! positions.npy    states × vertices × 3, f64; state 0 is the start; valid at every moment
//! report.jsonl     a line per frame
//! checkpoint       a recent frame, with velocities; replaced as a whole
//! ```
//!
//! A frame is appended to `positions.npy`, then its line to `report.jsonl`; a checkpoint is written
//! when both are on the disk. So whatever ends a run, the other files hold at least the frames up
//! to the checkpoint. To resume is to cut them there and to simulate again from it, and the result
//! is the same bit for bit as without an interruption.

#![forbid(unsafe_code)]

mod animation;
mod atomic_file;
mod directory;
mod error;
mod frame_files;
mod layout;
mod mesh_file_error;
mod mesh_files;
mod mesh_import;
mod mesh_notes;
mod mesh_parts;
mod poses;
mod recorded;
mod recorder;
mod report_file;
mod run;
mod scene_source;
mod sewing_pattern;
mod surfaces;
pub mod sweep;
mod welded_mesh;

pub use animation::{import_character, may_be_animated};
pub use atomic_file::write_atomically;
pub use directory::RunDirectory;
pub use error::{Cause, RunError};
pub use frame_files::{FrameFile, FrameFiles};
pub use glam;
pub use layout::{LAYOUT_VERSION, RunLayout, SurfaceKind, SurfaceRange};
pub use mesh_file_error::{MeshFileCause, MeshFileError};
pub use mesh_files::{MeshFiles, mesh_imports, mesh_loader};
pub use mesh_import::{import_mesh, read_mesh};
pub use mesh_notes::import_notes;
pub use mesh_parts::{loaded_mesh, mesh_convention};
pub use poses::Poses;
pub use recorded::{Frames, RecordedRun};
pub use recorder::Recorder;
pub use report_file::{CrossedFrames, PinchedFrames, ReportLine, Totals};
pub use run::{CHECKPOINT_EVERY, Ending, FrameCheck, Run};
pub use scene_source::{SceneSource, read_scene};
pub use sewing_pattern::panel_mesh;
pub use surfaces::surface_mesh;

/// Examples of the README, compiled with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
