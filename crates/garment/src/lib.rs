//! Garments and who wears them.
//!
//! - [`pattern`]: panels with straight and curved edges, cut into triangles of a given edge length,
//!   and seams whose sides are matched by arc length; a [`SewnPattern`] has start positions, the
//!   flat pattern as texture coordinates, and stitches.
//! - [`mannequin`]: a body blended from capsules, with a skeleton, that rests in an A-pose for a
//!   while and then walks.
//! - [`wear`]: a [`skirt`] and a [`shirt`] with the measures of a mannequin. They start on it with
//!   closed seams, and cross neither the body nor themselves but for elements of one seam.
//!
//! Lengths are in metres, z is up, the ground is at z = 0. Results are the same bits on every
//! machine: arithmetic, square roots and `libm` only.
//!
//! # A pattern of one's own
//!
//! ```
//! use ripstop_garment::glam::{DQuat, dvec2, dvec3};
//! use ripstop_garment::pattern::EdgeShape;
//! use ripstop_garment::{Panel, Pattern, Placement, Seam};
//!
//! // A tube: a strip whose short ends are sewn together.
//! let strip = Panel::new("strip")
//!     .edge(dvec2(0.0, 0.0), EdgeShape::Line)
//!     .edge(dvec2(0.6, 0.0), EdgeShape::Line)
//!     .edge(dvec2(0.6, 0.2), EdgeShape::Line)
//!     .edge(dvec2(0.0, 0.2), EdgeShape::Line);
//! let pattern = Pattern { panels: vec![strip], seams: vec![Seam::new("side", [0, 1], [0, 3])] };
//! let around = Placement::Wrapped {
//!     rotation: DQuat::IDENTITY,
//!     centre: dvec3(0.0, 0.0, 1.0),
//!     radius: 0.6 / std::f64::consts::TAU,
//! };
//! let tube = pattern.sewn(0.02, |_, p| around.place(p))?;
//! assert_eq!(tube.stitches.len(), 11);
//! assert!(tube.stitches.iter().all(|stitch| stitch.gap(&tube.mesh.positions).length() < 1e-12));
//! # Ok::<(), ripstop_garment::GarmentError>(())
//! ```

mod error;
pub mod mannequin;
pub mod pattern;
pub mod wear;

pub use error::GarmentError;
pub use mannequin::{Mannequin, MannequinSettings, WalkSettings};
pub use pattern::{Panel, Pattern, Placement, Seam, SewnPattern};
pub use wear::{ShirtSettings, SkirtSettings, shirt, skirt};

/// The vector types of the public API.
pub use glam;
