//! The separation that a pair can keep.

/// Beyond a separation by less than this part of it a distance counts as the separation: squares of both may be equal then.
const ROUNDING: f64 = 1e-12;

/// The separation (m) that a pair keeps in a step that it starts at the distance `start` (m): that which is `wanted`, or half of its distance if it is not
/// farther apart than that. So a barrier is finite where a step starts, whatever has brought the pair there.
#[must_use]
pub fn kept_separation(wanted: f64, start: f64) -> f64 {
    if start > (1.0 + ROUNDING) * wanted { wanted } else { wanted.min(0.5 * start) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::barrier::{BarrierForm, BarrierRange};

    #[test]
    fn barriers_are_finite_where_steps_start() {
        let wanted = 2e-3;
        assert_eq!(kept_separation(0.0, 1e-3), 0.0);
        assert_eq!(kept_separation(wanted, 3e-3), wanted);
        assert_eq!(kept_separation(wanted, 1e-3), 0.5e-3);
        for start in [f64::next_down(wanted), wanted, f64::next_up(wanted), 1e-9, 5e-3] {
            let separation = kept_separation(wanted, start);
            let range = BarrierRange { d_hat: 3e-3 - separation, separation };
            for form in BarrierForm::ALL {
                assert!(form.by_distance(start, range)[0].is_finite(), "{form:?} {start}");
            }
        }
    }
}
