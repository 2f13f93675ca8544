//! Positions of many frames in few bytes.
//!
//! A coordinate is quantised to 16 bits, in steps of the box around the whole motion. Of a frame,
//! the residuals of a simple prediction are kept, in the mode that takes the fewest bytes:
//!
//! | mode | prediction |
//! |---|---|
//! | 0 | none: two bytes a coordinate |
//! | 1 | the vertex before |
//! | 2 | linear extrapolation: `2 xₜ₋₁ − xₜ₋₂` |
//! | 3 | linear extrapolation, with the error that it has at the vertex before |
//!
//! So a frame never takes more than 6 bytes a vertex and one, whatever moves.

use glam::DVec3;
use ripstop_geometry::Aabb;

use super::numerals::{length, push, zigzag};

/// Quantisation of positions to 16 bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    /// Place of 0 (m).
    pub(crate) start: DVec3,
    /// One step along every axis (m).
    pub(crate) step: DVec3,
}

impl Grid {
    /// A grid over a box.
    pub(crate) fn over(bounds: &Aabb) -> Self {
        let extent = bounds.extent().max(DVec3::splat(1e-9));
        Self { start: bounds.min, step: extent / f64::from(u16::MAX) }
    }

    pub(crate) fn round(&self, position: DVec3) -> [u16; 3] {
        let place = (position - self.start) / self.step;
        place.to_array().map(|x| (x + 0.5).clamp(0.0, f64::from(u16::MAX)) as u16)
    }
}

/// Writes frames one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct FrameWriter {
    /// The last frame and the one before it.
    past: [Vec<[u16; 3]>; 2],
    frame_count: usize,
}

impl FrameWriter {
    /// Encodes the next frame.
    pub(crate) fn encode(&mut self, frame: Vec<[u16; 3]>) -> Vec<u8> {
        let zero = [0; 3];
        let predicted = |mode: u8, i: usize, frame: &[[u16; 3]]| -> [u16; 3] {
            let before = i.checked_sub(1);
            match mode {
                1 => before.map_or(zero, |i| frame[i]),
                2 => self.extrapolated(i),
                _ => {
                    let prediction = self.extrapolated(i);
                    let error = before.map_or(zero, |i| minus(frame[i], self.extrapolated(i)));
                    std::array::from_fn(|k| prediction[k].wrapping_add(error[k]))
                }
            }
        };
        let codes = |mode: u8| {
            let frame = &frame;
            (0..frame.len()).flat_map(move |i| {
                minus(frame[i], predicted(mode, i, frame))
                    .map(|d| zigzag(i32::from(d.cast_signed())))
            })
        };
        let modes: &[u8] = if self.frame_count == 0 { &[1] } else { &[1, 2, 3] };
        let sizes = modes.iter().map(|&mode| (codes(mode).map(length).sum::<usize>(), mode));
        let (size, mode) = sizes.min().unwrap_or((usize::MAX, 0));
        let mut bytes = Vec::with_capacity(6 * frame.len() + 1);
        if size < 6 * frame.len() {
            bytes.push(mode);
            codes(mode).for_each(|n| push(&mut bytes, n));
        } else {
            bytes.push(0);
            bytes.extend(frame.iter().flatten().flat_map(|x| x.to_le_bytes()));
        }
        self.past.swap(0, 1);
        self.past[0] = frame;
        self.frame_count += 1;
        bytes
    }

    /// Linear extrapolation of a vertex; its last place, in the second frame.
    fn extrapolated(&self, i: usize) -> [u16; 3] {
        let [last, before] = &self.past;
        let Some(&now) = last.get(i) else { return [0; 3] };
        let then = before.get(i).copied().unwrap_or(now);
        std::array::from_fn(|k| now[k].wrapping_add(now[k]).wrapping_sub(then[k]))
    }
}

fn minus(a: [u16; 3], b: [u16; 3]) -> [u16; 3] {
    std::array::from_fn(|k| a[k].wrapping_sub(b[k]))
}

#[cfg(test)]
mod tests {
    use super::super::numerals::Reader;
    use super::*;
    use proptest::prelude::*;

    /// Written from the table above, as the page's own reader is.
    fn decode(frames: &[Vec<u8>], count: usize) -> Vec<Vec<[u16; 3]>> {
        let mut past: Vec<Vec<[u16; 3]>> = Vec::new();
        for bytes in frames {
            let mut reader = Reader(bytes);
            let mode = reader.byte();
            let mut frame: Vec<[u16; 3]> = vec![[0; 3]; count];
            let extrapolated = |i: usize, k: usize| match past.as_slice() {
                [] => 0,
                [one] => one[i][k],
                [.., b, a] => a[i][k].wrapping_mul(2).wrapping_sub(b[i][k]),
            };
            for i in 0..count {
                let before = if i > 0 { frame[i - 1] } else { [0; 3] };
                frame[i] = std::array::from_fn(|k| {
                    let prediction = match mode {
                        0 => return u16::from_le_bytes([reader.byte(), reader.byte()]),
                        1 => before[k],
                        3 if i > 0 => extrapolated(i, k)
                            .wrapping_add(before[k].wrapping_sub(extrapolated(i - 1, k))),
                        _ => extrapolated(i, k),
                    };
                    prediction.wrapping_add(reader.difference() as u16)
                });
            }
            assert!(reader.0.is_empty());
            past.push(frame);
        }
        past
    }

    proptest! {
        #[test]
        fn frames_come_back_and_are_never_large(
            frames in prop::collection::vec(prop::collection::vec(prop::array::uniform3(any::<u16>()), 7), 1..6),
            scale in 0_u32..12,
        ) {
            let frames: Vec<Vec<[u16; 3]>> = frames
                .into_iter()
                .map(|frame| frame.into_iter().map(|x| x.map(|x| x >> scale)).collect())
                .collect();
            let mut writer = FrameWriter::default();
            let coded: Vec<Vec<u8>> =
                frames.iter().map(|frame| writer.encode(frame.clone())).collect();
            prop_assert!(coded.iter().all(|bytes| bytes.len() <= 6 * 7 + 1));
            prop_assert_eq!(decode(&coded, 7), frames);
        }
    }

    #[test]
    fn what_falls_freely_takes_half() {
        let grid = Grid { start: DVec3::ZERO, step: DVec3::splat(3e-5) };
        let mut writer = FrameWriter::default();
        let sizes: Vec<usize> = (0..30)
            .map(|frame| {
                let t = f64::from(frame) / 60.0;
                let at = |i: u32| {
                    let x = f64::from(i) * 0.01;
                    grid.round(DVec3::new(x + 0.1 * t, 0.5, 1.5 - 4.9 * t * t + 0.1 * x * x))
                };
                writer.encode((0..100).map(at).collect()).len()
            })
            .collect();
        assert!(sizes[2..].iter().all(|&size| size <= 310), "{sizes:?}");
    }

    #[test]
    fn positions_are_rounded_to_the_nearest_step() {
        let bounds = Aabb { min: DVec3::ZERO, max: DVec3::new(65.535, 131.07, 0.0) };
        let grid = Grid::over(&bounds);
        assert_eq!(grid.round(DVec3::new(0.0, 131.07, 0.0)), [0, 65_535, 0]);
        assert_eq!(grid.round(DVec3::new(1.0004, 1.0, 5.0)), [1000, 500, 65_535]);
    }
}
