//! Scaling by powers of two, for input whose squares leave the range of `f64`.
//!
//! A kernel computes with squares of lengths, and one test with fourth powers. Both keep all their
//! digits while the squared size of the query is in `2^±400` m². Outside, the same kernel runs on
//! scaled points: a power of two changes no digit, and what underflows meanwhile is below `2⁻⁹⁰⁰`
//! of the size.

use glam::DVec3;

/// The smallest squared size (m²) for which a kernel keeps its accuracy, `2⁻⁴⁰⁰`.
const MIN_SQUARED: f64 = f64::from_bits((1023 - 400) << 52);

/// The largest, `2⁴⁰⁰`.
pub(super) const MAX_SQUARED: f64 = f64::from_bits((1023 + 400) << 52);

/// True if a kernel keeps its accuracy at this squared size (m²). False for NaN.
#[inline]
pub(super) fn is_moderate(size_squared: f64) -> bool {
    (MIN_SQUARED..=MAX_SQUARED).contains(&size_squared)
}

/// The same point, made anew from its coordinates.
///
/// Handing a point to the rare rescaled path by its address would keep the optimiser from holding
/// it in registers on the usual path; handing it a copy does not.
#[inline]
pub(super) fn copied(point: DVec3) -> DVec3 {
    DVec3::new(point.x, point.y, point.z)
}

/// A factor that brings the largest coordinate near 1, and its inverse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    /// Multiply coordinates by this, `2ᵏ`.
    pub(super) down: f64,
    /// `2⁻ᵏ`.
    up: f64,
}

impl Scale {
    /// The scale of these points. The exponent stops at ±1000, so that factor and inverse are both
    /// normal numbers; even the smallest subnormal number then becomes `2⁻⁷⁴`.
    pub(super) fn of(points: &[DVec3]) -> Self {
        let largest = points.iter().fold(0.0_f64, |m, p| m.max(p.abs().max_element()));
        let biased = (largest.to_bits() >> 52).clamp(1023 - 1000, 1023 + 1000);
        let power = |biased: u64| f64::from_bits(biased << 52);
        Self { down: power(2046 - biased), up: power(biased) }
    }

    /// Takes a length of the scaled points back.
    pub(super) fn unscale(self, length: f64) -> f64 {
        length * self.up
    }

    /// Takes a squared length of the scaled points back; may overflow to infinity or round to zero.
    pub(super) fn unscale_squared(self, length_squared: f64) -> f64 {
        self.unscale(self.unscale(length_squared))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_size_becomes_moderate() {
        for exponent in -1074..=1023 {
            let length = libm::ldexp(1.0, exponent);
            let scale = Scale::of(&[DVec3::ZERO, DVec3::new(0.0, -length, 0.0)]);
            assert_eq!(scale.down * scale.up, 1.0);
            let scaled = length * scale.down;
            assert!(is_moderate(scaled * scaled), "2^{exponent}");
            assert_eq!(scaled / scale.down, length, "2^{exponent}");
        }
    }

    #[test]
    fn squared_lengths_come_back() {
        for length in [1e-150, 3e-7, 1.0, 8e150] {
            let scale = Scale::of(&[DVec3::X * length]);
            let scaled = length * scale.down;
            assert_eq!(scale.unscale_squared(scaled * scaled), length * length);
        }
    }

    #[test]
    fn what_is_not_finite_is_not_moderate() {
        assert!(!is_moderate(f64::NAN));
        assert!(!is_moderate(f64::INFINITY));
        assert!(!is_moderate(0.0));
    }
}
