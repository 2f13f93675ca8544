//! The separation that a pair can keep.

/// A distance beyond the separation by less than this fraction of it counts as equal: the squares
/// of both may be equal after rounding.
const ROUNDING: f64 = 1e-12;

/// The minimum separation (m) that a pair keeps in a step which it starts at the distance `start`
/// (m): the `full` one (m), or half of its distance if it is not farther apart than that. So a
/// barrier is finite where a step starts, whatever has brought the pair there.
#[must_use]
pub fn kept_separation(full: f64, start: f64) -> f64 {
    if start > (1.0 + ROUNDING) * full { full } else { full.min(0.5 * start) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::{BarrierForm, BarrierRange};

    #[test]
    fn barriers_are_finite_where_steps_start() {
        let full = 2e-3;
        assert_eq!(kept_separation(0.0, 1e-3), 0.0);
        assert_eq!(kept_separation(full, 3e-3), full);
        assert_eq!(kept_separation(full, 1e-3), 0.5e-3);
        for start in [f64::next_down(full), full, f64::next_up(full), 1e-9, 5e-3] {
            let separation = kept_separation(full, start);
            let range = BarrierRange { d_hat: 3e-3 - separation, separation };
            for form in BarrierForm::ALL {
                assert!(form.by_distance(start, range)[0].is_finite(), "{form:?} {start}");
            }
        }
    }
}
