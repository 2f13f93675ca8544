//! The clock that reports get their times from.

use std::time::Instant;

use ripstop_pipeline::Clock;

/// Seconds since it was made.
#[derive(Clone, Copy, Debug)]
pub struct WallClock(Instant);

impl WallClock {
    /// A clock that starts at 0 now.
    #[must_use]
    pub fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for WallClock {
    fn seconds(&mut self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}
