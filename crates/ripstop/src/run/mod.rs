//! A run: its directory, what is written there, and the loop over the frames.
//!
//! ```text
//! scene.toml       the scene as it was run, all defaults written out      written first: without it there is no run
//! meshes/          copies of the mesh files that it names                 only if there are any
//! mesh.obj         all surfaces at the start, one group each
//! positions.npy    frames × vertices × 3, f64; frame 0 is the start       appended to, valid at every moment
//! report.jsonl     a line per step                                        appended to
//! checkpoint       a recent frame, with velocities                        replaced as a whole
//! ```
//!
//! A frame is appended to `positions.npy`, then its line to `report.jsonl`; a checkpoint is written when both
//! are on the disk. So whatever ends a run, the other files hold at least the frames up to the checkpoint,
//! and going on means to cut them there and to simulate again from it.

mod directory;
mod drive;
mod recorded;
mod recorder;
mod report_file;
mod surfaces;

pub(crate) use directory::RunDirectory;
pub(crate) use drive::{Ending, drive};
pub(crate) use recorded::RecordedRun;
pub(crate) use recorder::Recorder;
pub(crate) use report_file::{ReportLine, Totals};
pub(crate) use surfaces::surface_mesh;
