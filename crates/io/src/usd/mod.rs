//! USD as text (`.usda`), out: a mesh for each object or group, with its points at every frame.
//!
//! ```text
//! #usda 1.0
//! ( metersPerUnit, upAxis, timeCodesPerSecond, startTimeCode, endTimeCode )
//! def Xform "ripstop"
//!     def Mesh "sheet"
//!         int[] faceVertexCounts, faceVertexIndices; texCoord2f[] primvars:st, by corners
//!         point3f[] points.timeSamples = { 0: [(x, y, z), …], 1: […], … }
//!         def GeomSubset "cotton": faces of a material, or of a group
//!     def Scope "Materials": a material without properties for each name
//! ```
//!
//! The frame is the time code. Points are `point3f`, as the schema of a mesh demands: coordinates
//! are rounded to single precision and written with the shortest decimals that read back as the
//! same bits. A surface that never moves has one list of points instead of samples.

mod materials;
mod names;
mod topology;
mod write;

pub use write::{FrameSource, UsdStage, UsdWriteError, write_usd};
