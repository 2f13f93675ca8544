//! A vector as length and direction, at every scale.
//!
//! `√(x² + y² + z²)` loses its digits below about 1e-154, where squares leave the normal range, and
//! is infinite above 1e154. Outside a safe range the vector is scaled by a power of two first,
//! which changes no digit. So a shape and its copy scaled by `2ᵏ` give the same bits up to the
//! exponent.

use glam::DVec3;

/// Squares in this range have neither lost digits to underflow (components down to 2⁻⁵³ of the
/// largest keep theirs) nor overflowed.
const SAFE_SQUARES: std::ops::Range<f64> = 1e-250..1e300;

/// A non-zero vector, taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Polar {
    /// Its length.
    pub(super) length: f64,
    /// Its unit direction.
    pub(super) direction: DVec3,
}

/// Length and direction of `v`; `None` for the zero vector.
#[inline]
pub(super) fn polar(v: DVec3) -> Option<Polar> {
    let squared = v.length_squared();
    if SAFE_SQUARES.contains(&squared) {
        let length = squared.sqrt();
        Some(Polar { length, direction: v * length.recip() })
    } else {
        rescaled(v)
    }
}

/// Length of `v`.
#[inline]
pub(super) fn length(v: DVec3) -> f64 {
    let squared = v.length_squared();
    if SAFE_SQUARES.contains(&squared) {
        squared.sqrt()
    } else {
        rescaled(v).map_or(0.0, |p| p.length)
    }
}

#[cold]
fn rescaled(v: DVec3) -> Option<Polar> {
    let largest = v.abs().max_element();
    if largest == 0.0 {
        return None;
    }
    let (_, exponent) = libm::frexp(largest);
    let unit = v.map(|x| libm::scalbn(x, -exponent));
    let length = unit.length();
    Some(Polar { length: libm::scalbn(length, exponent), direction: unit * length.recip() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use proptest::prelude::*;

    #[test]
    fn zero_has_no_direction_and_the_extremes_have_one() {
        assert_eq!(polar(DVec3::ZERO), None);
        assert_eq!(length(DVec3::ZERO), 0.0);
        for x in [f64::MAX, f64::MIN_POSITIVE, f64::from_bits(1), 1e-160, 1e160] {
            let axis = polar(dvec3(0.0, -x, 0.0)).unwrap();
            assert_eq!(axis, Polar { length: x, direction: DVec3::NEG_Y });
            let diagonal = polar(DVec3::splat(x)).unwrap();
            assert!((diagonal.direction.length() - 1.0).abs() < 1e-15);
        }
    }

    proptest! {
        #[test]
        fn powers_of_two_change_the_exponent_only(
            v in prop::array::uniform3(-1.0..1.0_f64), exponent in -900..1000,
        ) {
            let v = DVec3::from_array(v);
            prop_assume!(v != DVec3::ZERO);
            let near = polar(v).unwrap();
            let far = polar(v.map(|x| libm::scalbn(x, exponent))).unwrap();
            prop_assert_eq!(near.direction, far.direction);
            prop_assert_eq!(libm::scalbn(near.length, exponent), far.length);
            prop_assert_eq!(length(v), near.length);
        }
    }
}
