//! The pattern of ripstop fabric: a grid of thicker threads.
//!
//! A thread is a pulse of width `2w` around every integer of a rest coordinate. A pixel shows its
//! mean over the pixel's footprint `f`, which the integral of the pulses gives without sampling:
//!
//! ```text
//! I(x) = 2w ⌊x + ½⌋ + clamp(x − ⌊x + ½⌋, −w, w),    mean = (I(x + f/2) − I(x − f/2)) / f
//! ```

use glam::{DVec2, DVec3};

/// `w`, in cells.
const HALF_WIDTH: f64 = 0.045;

/// Darkness of the threads.
const DARKER: f64 = 0.24;

/// The factor by which the pattern changes a colour at a place of a face; `footprint` is the edge
/// of the pixel there (m).
pub(crate) fn shade(
    places: [DVec2; 3],
    corners: [DVec3; 3],
    weights: [f64; 3],
    footprint: f64,
) -> f64 {
    let place = weights[0] * places[0] + weights[1] * places[1] + weights[2] * places[2];
    // Cells per metre, from the longest of two edges.
    let spans = [1, 2].map(|i| (places[i] - places[0]).length());
    let lengths = [1, 2].map(|i| corners[i].distance(corners[0]));
    let density = (spans[0] + spans[1]) / (lengths[0] + lengths[1]).max(1e-300);
    let width = (footprint * density).clamp(1e-6, 1e6);
    let [x, y] = [place.x, place.y].map(|x| coverage(x, width));
    1.0 - DARKER * (1.0 - (1.0 - x) * (1.0 - y))
}

/// Part of an interval of the given width around `x` that is thread.
fn coverage(x: f64, width: f64) -> f64 {
    let integral = |x: f64| {
        let nearest = (x + 0.5).floor();
        2.0 * HALF_WIDTH * nearest + (x - nearest).clamp(-HALF_WIDTH, HALF_WIDTH)
    };
    (integral(x + 0.5 * width) - integral(x - 0.5 * width)) / width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coverage_is_the_mean_of_the_pulses() {
        let is_thread = |x: f64| (x - x.round()).abs() <= HALF_WIDTH;
        for (x, width) in [(0.0, 0.01), (0.5, 0.01), (0.3, 0.7), (2.04, 0.1), (-1.2, 3.3)] {
            let steps = 100_000;
            let inside = (0..steps)
                .filter(|&i| is_thread(x + width * ((f64::from(i) + 0.5) / f64::from(steps) - 0.5)))
                .count();
            let expected = inside as f64 / f64::from(steps);
            assert!((coverage(x, width) - expected).abs() < 1e-4, "{x} {width} {expected}");
        }
        assert!((coverage(0.2, 1e6) - 2.0 * HALF_WIDTH).abs() < 1e-6);
    }
}
