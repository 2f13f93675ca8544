//! Cloth that has come to rest.
//!
//! ```text
//! v = √(mean |x(t) − x(t − T)|²) / T        over the mass of all cloth, T ten frames
//! ```
//!
//! Velocities do not tell: tight position-based cloth trembles from substep to substep, and goes
//! nowhere. Looks are at frames that are multiples of ten, where runs have their checkpoints, so
//! that a simulation that was restored comes to rest in the same frame.

use glam::DVec3;
use ripstop_geometry::State;

/// Frames from one look to the next.
const FRAMES: usize = 10;

/// Speed at which cloth moves on, from look to look.
#[derive(Clone, Debug, Default)]
pub(super) struct Drift {
    /// Positions at the last look (m).
    before: Vec<DVec3>,
    /// Root mean square of the speed between the last two looks (m/s), if the last is of now.
    speed: Option<f64>,
}

impl Drift {
    /// The drift from a state on.
    pub(super) fn beginning(state: &State) -> Self {
        let mut drift = Self::default();
        drift.begin(state);
        drift
    }

    /// Begins anew from a state.
    pub(super) fn begin(&mut self, state: &State) {
        self.before.clone_from(&state.positions);
        self.speed = None;
    }

    /// Takes notice of the end of a frame.
    pub(super) fn end_frame(&mut self, frame: usize, frame_time: f64, state: &State) {
        self.speed = None;
        if !frame.is_multiple_of(FRAMES) {
            return;
        }
        if self.before.len() == state.positions.len() {
            let (mut sum, mut mass) = (0.0, 0.0);
            let moved = state.positions.iter().zip(&self.before).zip(&state.inverse_masses);
            for ((x, before), inverse) in moved.filter(|(_, inverse)| **inverse > 0.0) {
                sum += x.distance_squared(*before) / inverse;
                mass += inverse.recip();
            }
            let time = FRAMES as f64 * frame_time;
            self.speed = (mass > 0.0).then(|| (sum / mass).sqrt() / time);
        }
        self.before.clone_from(&state.positions);
    }

    /// True if the last look was at the end of the last frame, and cloth was slower than that.
    pub(super) fn is_below(&self, speed: f64) -> bool {
        self.speed.is_some_and(|found| found < speed)
    }
}

#[test]
fn trembling_is_rest_and_falling_is_not() {
    let mut state = State::at_rest(vec![DVec3::ZERO; 2], 2.0);
    let mut drift = Drift::beginning(&state);
    for frame in 1..=20_usize {
        let off = if frame % 2 == 0 { 0.0 } else { 1.0 };
        state.positions[0] = off * DVec3::X;
        drift.end_frame(frame, 0.1, &state);
        assert_eq!(drift.is_below(1e-9), frame % 10 == 0, "frame {frame}");
    }
    for frame in 21..=30 {
        state.positions[0].z -= 0.1;
        drift.end_frame(frame, 0.1, &state);
    }
    // One of two vertices at 1 m/s.
    assert!(drift.is_below(0.708) && !drift.is_below(0.707));
}
