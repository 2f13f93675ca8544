//! Runs as text that a person can judge, with the bits of all positions.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_pipeline::FrameReport;
use ripstop_pipeline::scene::Scene;

use super::{Start, crossing_count};

/// Contents of a table.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    pub(crate) start: Start,
    /// Frames per line.
    pub(crate) every: usize,
    /// Contents of a line beside frame and kinetic energy.
    pub(crate) line: fn(&FrameReport) -> String,
    /// Condition on every frame.
    pub(crate) check: fn(&FrameReport) -> bool,
}

impl Table {
    /// Lines, and FNV-1a over the bits of all positions; nothing may cross in any frame.
    pub(crate) fn of(self, scene: &Scene, frames: usize) -> String {
        let mut simulation = (self.start)(scene.clone());
        let mut digest = 0xCBF2_9CE4_8422_2325_u64;
        let mut text = String::new();
        for frame in 1..=frames {
            let report =
                simulation.advance_frame().expect("built-in scenes do not end in an error");
            assert_eq!(crossing_count(&simulation), 0, "{}, frame {frame}", scene.name);
            assert!((self.check)(&report), "{}, frame {frame}", scene.name);
            for number in simulation.state().positions.iter().flat_map(DVec3::to_array) {
                digest = (digest ^ number.to_bits()).wrapping_mul(0x0100_0000_01B3);
            }
            if frame.is_multiple_of(self.every) {
                let (energy, line) = (1e3 * report.energy.kinetic_energy, (self.line)(&report));
                writeln!(text, "{frame:3}  {energy:9.4} mJ  {line}")
                    .expect("a string takes everything");
            }
        }
        writeln!(text, "bits {digest:016x}").expect("a string takes everything");
        text
    }

    /// A scene has the same table at every thread count.
    pub(crate) fn is_the_same_at_every_thread_count(self, scene: &Scene, frames: usize) {
        let expected = self.of(scene, frames);
        for threads in [1, 2, 3, 8] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let found = pool.install(|| self.of(scene, frames));
            assert_eq!(found, expected, "{}, {threads} threads", scene.name);
        }
    }
}
