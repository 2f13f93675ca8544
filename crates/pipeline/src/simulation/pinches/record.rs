//! Released vertices as bytes, for checkpoints; all numbers in little-endian order.
//!
//! ```text
//! 4  vertex      4  1 if its pairs are disabled, + 2 if it has a bond
//! 12 corners     4  fewest crossings      8  time of waiting
//! 24 weights     8  offset                4  side
//! ```

use ripstop_geometry::VertexId;

use super::{ReleasedVertex, Wait};
use crate::world::Bond;

/// Number of bytes of a released vertex.
pub(crate) const RECORD_SIZE: usize = 68;

const INNER: u32 = 1;
const BOUND: u32 = 2;

impl ReleasedVertex {
    /// As bytes, the same for the same bits.
    pub(crate) fn to_bytes(self) -> [u8; RECORD_SIZE] {
        let Self { vertex, is_inner, bond, side, wait } = self;
        let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
        let flags = flag(is_inner, INNER) + flag(bond.is_some(), BOUND);
        let Bond { corners, weights, offset } = bond.unwrap_or_default();
        let [a, b, c] = corners.map(|corner| corner as u32);
        let [u, v, w] = weights;
        let mut bytes = Vec::with_capacity(RECORD_SIZE);
        let whole = [vertex.0, flags, a, b, c, wait.fewest];
        bytes.extend(whole.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend([wait.time, u, v, w, offset].into_iter().flat_map(f64::to_le_bytes));
        bytes.extend(side.to_le_bytes());
        let mut record = [0; RECORD_SIZE];
        record.copy_from_slice(&bytes);
        record
    }

    /// From bytes that [`ReleasedVertex::to_bytes`] made.
    pub(crate) fn from_bytes(bytes: &[u8; RECORD_SIZE]) -> Self {
        let (whole, rest) = bytes.split_at(24);
        let (reals, side) = rest.split_at(40);
        let whole = |i: usize| u32::from_le_bytes(whole.as_chunks().0[i]);
        let real = |i: usize| f64::from_le_bytes(reals.as_chunks().0[i]);
        let bond = Bond {
            corners: [2, 3, 4].map(|i| whole(i) as usize),
            weights: [1, 2, 3].map(real),
            offset: real(4),
        };
        Self {
            vertex: VertexId(whole(0)),
            is_inner: whole(1) & INNER != 0,
            bond: (whole(1) & BOUND != 0).then_some(bond),
            side: i32::from_le_bytes(side.as_chunks().0[0]),
            wait: Wait { fewest: whole(5), time: real(0) },
        }
    }

    /// True if all its numbers are finite.
    pub(crate) fn is_finite(&self) -> bool {
        let reals = self.bond.map(|Bond { weights: [u, v, w], offset, .. }| [u, v, w, offset]);
        self.wait.time.is_finite() && reals.iter().flatten().all(|number| number.is_finite())
    }
}

#[test]
fn every_field_comes_back() {
    let bond = Bond { corners: [7, 300, 70_000], weights: [0.5, -1.0, 1.5], offset: -0.25 };
    let side = -2;
    for (is_inner, bond) in [(true, Some(bond)), (false, Some(bond)), (true, None)] {
        let wait = Wait { fewest: 3, time: 0.125 };
        let released = ReleasedVertex { vertex: VertexId(9), is_inner, bond, side, wait };
        assert_eq!(ReleasedVertex::from_bytes(&released.to_bytes()), released);
    }
}
