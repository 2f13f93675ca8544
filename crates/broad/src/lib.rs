//! Broad phase: from boxes to pairs of overlapping boxes.
//!
//! Every method implements [`BroadPhase`] and yields the same list of pairs, each pair once, in
//! lexicographic order, at every thread count.

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
