//! Cloth simulation that never passes through itself: the order of the stages.
//!
//! One step, whatever moves the cloth:
//!
//! ```text
//! propose   the dynamics, with contact sweeps in between or contact energies inside  promises nothing
//! respond   the proposed end is projected out of the impacts on the way     says whether it succeeded
//! halve     otherwise the step is done again as two steps of half its length
//! freeze    at last, vertices keep their start positions                     always succeeds, or names who is pinched
//! ```
//!
//! Every accepted end has passed a certified check of the straight motion from the start to the stored
//! positions. [`make_safe()`] is that check and the response alone, for people with a solver of their own;
//! [`Simulation`] runs a whole [`scene::Scene`].

mod answer;
mod barrier_hook;
pub mod builtin;
pub mod scene;
pub mod tessellate;

mod candidate_list;
mod checkpoint;
mod contact_shares;
mod covered;
mod crossings;
mod detection;
mod elastic_energy;
mod error;
mod groups;
mod implicit_step;
mod loader;
mod local_minimum;
mod make_safe;
mod mesh_detector;
mod names;
mod observer;
mod penalty_hook;
mod position_step;
mod prescribed;
mod proposer;
mod proximity;
mod repulsion_hook;
mod seams;
mod simulation;
mod solids;
mod stage_timer;
mod tangles;
mod tube;
mod world;

pub use checkpoint::{Checkpoint, CheckpointError};
pub use crossings::{CrossingSearch, crossings};
pub use error::{SceneError, StepError};
pub use loader::{LoadedMesh, MeshLoader, MeshRequest};
pub use make_safe::{Safe, SafetySettings, make_safe};
pub use mesh_detector::{DetectorSettings, MeshDetector};
pub use prescribed::{Prescribed, Samples};
pub use seams::SeamPart;
pub use simulation::{
    Clock, DetectionReport, EnergyReport, FailSafeReport, FrameReport, NoClock, REPORT_VERSION,
    ResponseReport, Simulation, SolveReport, StageTimes,
};
pub use solids::Solid;
pub use world::{ClothPart, World};
