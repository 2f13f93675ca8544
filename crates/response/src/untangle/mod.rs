//! From any start to a clean state, without history.
//!
//! ```text
//! crossings ─▶ contours ─▶ what is on the wrong side, and which way back ─▶ displacements ─▶ elastic iterations ─▶ crossings …
//! ```
//!
//! Volumes and layers know inside from outside. Two cloths do not: there, flood fill takes the smaller part that a contour cuts off for the wrong one
//! [Baraff 2003], and where nothing is cut off, both surfaces are moved so that the contour shrinks [Volino 2006]. See `docs/untangling.md`.
//!
//! What it does not guarantee: that the end is clean. The best positions are returned, and never more crossings than there were.

mod curve;
mod decision;
mod depth;
mod field;
mod flood;
mod gradient;
mod parts;
mod push;
mod relax;
mod report;
mod settings;
mod settle;
mod smooth;
mod solve;
mod untangler;

pub use flood::Region;
pub use parts::Parts;
pub use report::{ContourKind, ContourReport, ContourSide, TangleReport};
pub use settings::{UntangleMethod, UntangleSettings};
pub use solve::{CrossingDetector, Untangled, untangle};
pub use untangler::{Seen, TangledCloth, Untangler};
