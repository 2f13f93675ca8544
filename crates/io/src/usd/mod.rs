//! USD as text (`.usda`), out: a mesh for each group, with its points at every frame.
//!
//! ```text
//! #usda 1.0
//! ( metersPerUnit, upAxis, timeCodesPerSecond, startTimeCode, endTimeCode )
//! def Xform "ripstop"
//!     def Mesh "sheet"
//!         point3f[] points.timeSamples = { 0: [(x, y, z), …], 1: […], … }
//! ```
//!
//! The frame is the time code. Points are `point3f`, as the schema of a mesh demands: coordinates
//! are rounded to single precision and written with the shortest decimals that read back as the
//! same bits. A surface that never moves has one list of points instead of samples.

mod names;
mod write;

pub use write::{FrameSource, UsdStage, UsdWriteError, write_usd};
