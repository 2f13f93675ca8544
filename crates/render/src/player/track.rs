//! Levels of vertices over many frames in few bytes.
//!
//! A level is a number of seven bits. Kept are differences to the frame before, and runs of
//! vertices without one: `0` and the length of the run less one, or the zigzag-coded difference.

use super::numerals::{push, zigzag};

/// The largest number of a level.
pub(crate) const FULL: f64 = 127.0;

/// Writes the levels of frames one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrackWriter {
    past: Vec<u8>,
}

impl TrackWriter {
    /// Encodes the levels of the next frame.
    pub(crate) fn encode(&mut self, levels: &[f64]) -> Vec<u8> {
        let now: Vec<u8> =
            levels.iter().map(|level| (level.clamp(0.0, 1.0) * FULL + 0.5) as u8).collect();
        self.past.resize(now.len(), 0);
        let differences: Vec<i32> =
            now.iter().zip(&self.past).map(|(&a, &b)| i32::from(a) - i32::from(b)).collect();
        self.past = now;
        let mut bytes = Vec::new();
        for run in differences.chunk_by(|a, b| a == b && *a == 0) {
            push(&mut bytes, zigzag(run[0]));
            if run[0] == 0 {
                push(&mut bytes, run.len() as u32 - 1);
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::super::numerals::Reader;
    use super::*;
    use proptest::prelude::*;

    fn decode(frames: &[Vec<u8>], count: usize) -> Vec<Vec<u8>> {
        let mut now = vec![0_u8; count];
        let read = |bytes: &Vec<u8>| {
            let mut reader = Reader(bytes);
            let mut i = 0;
            while i < count {
                let difference = reader.difference();
                if difference == 0 {
                    i += reader.number() as usize + 1;
                } else {
                    now[i] = now[i].wrapping_add_signed(difference as i8);
                    i += 1;
                }
            }
            assert_eq!((i, reader.0.len()), (count, 0));
            now.clone()
        };
        frames.iter().map(read).collect()
    }

    proptest! {
        #[test]
        fn levels_come_back(
            frames in prop::collection::vec(prop::collection::vec(prop_oneof![Just(0), 0_u8..=127], 40), 1..5),
        ) {
            let mut writer = TrackWriter::default();
            let coded: Vec<Vec<u8>> = frames
                .iter()
                .map(|frame| {
                    let levels: Vec<f64> = frame.iter().map(|&n| f64::from(n) / FULL).collect();
                    writer.encode(&levels)
                })
                .collect();
            prop_assert_eq!(decode(&coded, 40), frames);
        }
    }

    #[test]
    fn what_does_not_change_takes_two_bytes() {
        let mut writer = TrackWriter::default();
        let levels = [0.3; 150];
        writer.encode(&levels);
        assert_eq!(writer.encode(&levels), [0, 149]);
        assert_eq!(TrackWriter::default().encode(&[f64::NAN, -3.0, 7.0]), [0, 1, 192, 62]);
    }
}
