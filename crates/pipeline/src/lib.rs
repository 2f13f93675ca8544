//! Cloth simulation that never passes through itself: scenes, worlds, and the order of the stages.
//!
//! | module | holds |
//! |---|---|
//! | [`scene`] | what a `.toml` file says, and the built-in scenes |
//! | `world` | what is built from it: one collision mesh, cloths, kinematic vertices ([`World`]) |
//! | `simulation` | the scene in motion ([`Simulation`]), reports, checkpoints |
//! | `warning` | what can be simulated but is rarely meant ([`Warning`]) |
//!
//! One step, whatever moves the cloth:
//!
//! ```text
//! propose   dynamics, with contact sweeps in between or contact energies inside; no guarantee
//! correct   the response corrects the proposed end for the impacts; it may fail
//! halve     the step is then done again as two steps of half its length
//! freeze    as a last resort, vertices keep their start positions; fails only if pinched
//! ```
//!
//! Every accepted end has passed a certified check of the straight motion from the start to the
//! stored positions.
//!
//! ```
//! use ripstop_pipeline::Simulation;
//! use ripstop_pipeline::scene::builtin;
//!
//! let scene = builtin::scene("drape", 8).ok_or("no such scene")?;
//! let mut simulation = Simulation::new(&scene, &mut |_| Err("no mesh files here".to_owned()))?;
//! for _ in 0..3 {
//!     let report = simulation.advance_frame()?;
//!     assert!(report.energy.fastest < 1.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub mod scene;
mod simulation;
mod warning;
mod world;

pub use error::{SceneError, StepError};
pub use simulation::{
    Checkpoint, CheckpointError, Clock, DetectionReport, EnergyReport, FailSafeReport, ForceField,
    FrameReport, MaterialPoint, Moment, NoClock, OpenSeam, Probe, REPORT_VERSION, ReleasedVertex,
    ResponseReport, SewingMoment, Simulation, SolveReport, Stage, StageTimes, StartTangle, Watch,
};
pub use warning::{Warning, warnings};
pub use world::{
    ClothMeasures, ClothPart, Inset, Kinematic, Samples, SeamPart, SelfCrossings, Solid, World,
};

/// The vector types of the public API.
pub use glam;
