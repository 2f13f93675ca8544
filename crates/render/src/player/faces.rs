//! Triangles of a mesh in few bytes.
//!
//! Meshes that come from a grid repeat themselves: a face is the face `p` before it, with all
//! corners moved by the same step. Such faces are a run:
//!
//! ```text
//! p, then for each run: its length, and the three steps of the corners
//! ```
//!
//! Faces before the first are all zero. A sheet of 128×128 vertices takes about a kilobyte; a mesh
//! without regularity takes seven bytes or so for each face.

use super::numerals::{push, zigzag};

/// The periods that are tried: one face, one cell, two cells with alternating diagonals.
const PERIODS: [usize; 3] = [1, 2, 4];

/// Encodes faces.
pub(crate) fn encode(faces: &[[u32; 3]]) -> Vec<u8> {
    let coded = PERIODS.map(|period| encode_with(period, faces));
    coded.into_iter().min_by_key(Vec::len).unwrap_or_default()
}

fn encode_with(period: usize, faces: &[[u32; 3]]) -> Vec<u8> {
    let steps: Vec<[i32; 3]> = faces
        .iter()
        .enumerate()
        .map(|(i, face)| {
            let before = i.checked_sub(period).map_or([0; 3], |i| faces[i]);
            std::array::from_fn(|k| face[k].wrapping_sub(before[k]).cast_signed())
        })
        .collect();
    let mut bytes = Vec::new();
    push(&mut bytes, period as u32);
    for run in steps.chunk_by(|a, b| a == b) {
        push(&mut bytes, run.len() as u32);
        for step in run[0] {
            push(&mut bytes, zigzag(step));
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::numerals::Reader;
    use super::*;
    use proptest::prelude::*;

    fn decode(bytes: &[u8], face_count: usize) -> Vec<[u32; 3]> {
        let mut reader = Reader(bytes);
        let period = reader.number() as usize;
        let mut faces: Vec<[u32; 3]> = Vec::new();
        while faces.len() < face_count {
            let run = reader.number();
            let steps = [reader.difference(), reader.difference(), reader.difference()];
            for _ in 0..run {
                let before = faces.len().checked_sub(period).map_or([0; 3], |i| faces[i]);
                faces.push(std::array::from_fn(|k| before[k].wrapping_add_signed(steps[k])));
            }
        }
        assert!(reader.0.is_empty());
        faces
    }

    proptest! {
        #[test]
        fn faces_come_back(faces in prop::collection::vec(prop::array::uniform3(0_u32..3000), 0..60)) {
            prop_assert_eq!(decode(&encode(&faces), faces.len()), faces);
        }
    }

    #[test]
    fn a_grid_takes_next_to_nothing() {
        let n = 128_u32;
        let cell = |row: u32, column: u32| {
            let a = row * n + column;
            let (b, c, d) = (a + 1, a + n, a + n + 1);
            if (row + column).is_multiple_of(2) {
                [[a, b, d], [a, d, c]]
            } else {
                [[a, b, c], [b, d, c]]
            }
        };
        let faces: Vec<[u32; 3]> = (0..n - 1)
            .flat_map(|row| (0..n - 1).flat_map(move |column| cell(row, column)))
            .collect();
        let bytes = encode(&faces);
        assert!(bytes.len() < 8000, "{}", bytes.len());
        assert_eq!(decode(&bytes, faces.len()), faces);
        let extreme = [[u32::MAX, 0, u32::MAX], [0, u32::MAX, 1]];
        assert_eq!(decode(&encode(&extreme), 2), extreme);
    }
}
