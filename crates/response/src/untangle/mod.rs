//! Untangling: from any start to a state without crossings, without history.
//!
//! ```text
//! crossings ─▶ contours ─▶ regions on the wrong side, and their direction back
//!     ▲                                     │
//!     ╰──── elastic iterations ◀── displacements
//! ```
//!
//! Volumes and layers have an inside and an outside. Two cloths do not: there, flood fill takes the
//! smaller region that a contour cuts off for the wrong one [Baraff 2003], and where nothing is cut
//! off, both surfaces are moved so that the contour shrinks [Volino 2006]. See
//! `docs/untangling.md`.
//!
//! **Not guaranteed:** that no crossing is left. The best positions are returned, and never more
//! crossings than there were.

mod around;
mod components;
mod curve;
mod decision;
mod depth;
mod descent;
mod exits;
mod field;
mod flood;
mod gradient;
mod inside;
mod iron;
mod obstruction;
mod push;
mod reach;
mod relax;
mod report;
mod settings;
mod settle;
mod smooth;
mod solve;
mod stall;
mod untangler;

pub use components::Components;
pub use flood::Region;
pub use inside::{Enclosed, bring_out, bring_out_where, enclosed, enclosed_where};
pub use obstruction::Obstruction;
pub use report::{ContourKind, ContourReport, ContourSide, TangleReport};
pub use settings::{UntangleMethod, UntangleSettings};
pub use solve::{CrossingDetector, UntangleProgress, Untangled, untangle, untangle_while};
pub use untangler::{IterationReport, TangledCloth, Untangler};
