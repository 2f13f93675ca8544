//! One box against eight, in the instructions of the machine.
//!
//! The reach of a query into a lane is how far it reaches into it on the axis where it reaches
//! least:
//!
//! ```text
//! reach = minₖ min(maxₖ − q.minₖ, q.maxₖ − minₖ)
//! ```
//!
//! Positive: the f64 boxes overlap. Negative: they do not. Zero: f32 cannot tell, and the f64 boxes
//! have to be compared. A reach is never NaN and never −0 (see [`Frame`](super::frame::Frame)), so
//! its sign bit decides. Differences of f32 numbers have the right sign because of gradual
//! underflow.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined into `Kernel::run` is compiled for its instructions"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod portable;

#[cfg(target_arch = "x86_64")]
pub(crate) use avx2::Avx2;
pub(crate) use portable::Portable;

use super::lane_ray::LaneRay;
use super::lanes::{CullBox, LANES, Lanes};
use crate::BoxId;

/// The operations of the traversal on eight lanes; all implementers give the same bits.
pub(crate) trait Kernel: Copy + Send + Sync {
    /// A box spread over eight lanes, and the id above which partners are reported.
    type Query: Copy;
    /// Remembers lanes with reach zero.
    type Doubt: Copy;

    /// Runs `work`, and what is inlined into it, with the instructions of this kernel.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
    /// Spreads a query.
    fn query(self, aabb: &CullBox, after: i32) -> Self::Query;
    /// No lane with reach zero so far.
    fn no_doubt(self) -> Self::Doubt;
    /// True if some lane had reach zero.
    fn is_doubtful(self, doubt: Self::Doubt) -> bool;
    /// The lanes with reach zero or more, as bits.
    fn overlaps(self, lanes: &Lanes, query: &Self::Query) -> u32;
    /// The lanes with reach zero or more and a number above that of the query, as bits.
    fn hits(
        self,
        lanes: &Lanes,
        numbers: &[i32; LANES],
        query: &Self::Query,
        doubt: &mut Self::Doubt,
    ) -> u32;
    /// The lanes that a ray may enter before `t_max`, as bits, and bounds on where it does.
    fn entered(self, lanes: &Lanes, ray: &LaneRay, t_max: f32) -> (u32, [f32; LANES]);
    /// Number of bits that are set in a byte.
    fn count(self, mask: u32) -> usize;
    /// Moves the ids whose bit is set to the front; the rest is arbitrary.
    fn compress(self, ids: &[i32; LANES], mask: u32) -> [BoxId; LANES];
}

/// The set bits of a byte.
#[derive(Clone, Copy)]
pub(crate) struct SetBits {
    /// Their positions, ascending, then zeros.
    pub(crate) positions: [u8; LANES],
    /// Their number.
    pub(crate) count: usize,
}

/// The set bits of every byte.
pub(crate) static SET_BITS: [SetBits; 256] = {
    let mut table = [SetBits { positions: [0; LANES], count: 0 }; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < LANES {
            if byte >> bit & 1 == 1 {
                let entry = &mut table[byte];
                entry.positions[entry.count] = bit as u8;
                entry.count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};
