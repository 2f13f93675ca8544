//! Broad phase: from boxes to pairs of overlapping boxes.
//!
//! Every method implements [`BroadPhase`] and yields the same list of pairs: closed overlap of the
//! given f64 boxes, each pair once, in lexicographic order, at every thread count. Nothing is
//! capped.
//!
//! | method | good for |
//! |---|---|
//! | [`Bvh`] | everything that moves; also rays, refitting, boxes of all sizes |
//! | [`HashGrid`] | boxes of similar size |
//! | [`Octree`] | a simple tree without a notion of quality |
//! | [`SweepAndPrune`] | boxes along a line; few boxes |
//! | [`BruteForce`] | an oracle, and a few dozen boxes |
//!
//! ```
//! use ripstop_broad::glam::DVec3;
//! use ripstop_broad::{BoxId, BroadPhase, Bvh};
//! use ripstop_geometry::Aabb;
//!
//! // Unit boxes in a row, each touching the next.
//! let boxes: Vec<Aabb> = (0..5)
//!     .map(|i| DVec3::X * f64::from(i))
//!     .map(|min| Aabb { min, max: min + DVec3::ONE })
//!     .collect();
//! let mut tree = Bvh::default();
//! tree.rebuild(&boxes)?;
//! let pairs: Vec<_> = tree.self_pairs().iter().collect();
//! assert_eq!(pairs, (0..4).map(|i| (BoxId(i), BoxId(i + 1))).collect::<Vec<_>>());
//! # Ok::<(), ripstop_broad::BoxError>(())
//! ```
//!
//! The module [`candidates`] turns a collision mesh and its motion into boxes, and pairs of boxes
//! into vertex–face and edge–edge candidates. `docs/broad.md` in the repository has measurements.

mod box_id;
mod box_order;
mod broad_phase;
mod brute_force;
pub mod bvh;
pub mod candidates;
mod error;
mod hash_grid;
mod octree;
mod pair_list;
mod row;
mod sweep_and_prune;

pub use box_id::BoxId;
pub use box_order::BoxOrder;
pub use broad_phase::{BroadPhase, RowFilter};
pub use brute_force::BruteForce;
pub use bvh::{Bvh, spatial_order};
pub use error::BoxError;
pub use hash_grid::HashGrid;
pub use octree::Octree;
pub use pair_list::PairList;
pub use row::Row;
pub use sweep_and_prune::SweepAndPrune;

/// The vector types of the public API.
pub use glam;
