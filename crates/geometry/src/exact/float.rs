//! Integers from floating-point numbers, and back with a stated rounding.
//!
//! ```text
//! x = m · 2^e,  |m| < 2^53,  −1074 ≤ e ≤ 1023      every finite f64
//! ```

use super::Integer;

/// Mantissa bits of an `f64` below the leading one.
const FRACTION_BITS: u32 = 52;

/// The exponent of the lowest bit of a subnormal `f64`.
const MIN_EXPONENT: i32 = -1074;

/// Rounding mode of [`Integer::to_f64`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// To the largest `f64` that is not above the number.
    Down,
    /// To the nearest `f64`, on a tie to the even one.
    Nearest,
    /// To the smallest `f64` that is not below the number.
    Up,
}

/// `(m, e)` with `x = m · 2^e` exactly and `m` odd; `(0, 0)` for zero.
///
/// An odd mantissa makes the exponent as large as it can be, and integers with a common exponent
/// small. `x` must be finite.
#[must_use]
#[inline]
pub fn mantissa_and_exponent(x: f64) -> (i64, i32) {
    debug_assert!(x.is_finite(), "{x} has no mantissa");
    let bits = x.to_bits();
    let fraction = (bits & ((1 << FRACTION_BITS) - 1)).cast_signed();
    let field = ((bits >> FRACTION_BITS) & 0x7ff) as i32;
    // A subnormal number has the exponent of the smallest normal ones, and no leading one.
    let (magnitude, exponent) = match field {
        0 => (fraction, MIN_EXPONENT),
        _ => (fraction | 1 << FRACTION_BITS, field - 1 + MIN_EXPONENT),
    };
    if magnitude == 0 {
        return (0, 0);
    }
    let zeros = magnitude.trailing_zeros();
    let odd = magnitude >> zeros;
    (if x < 0.0 { -odd } else { odd }, exponent + zeros.cast_signed())
}

/// The largest `e` for which every value is an integer multiple of `2^e`; 0 if all are zero.
///
/// Zeros are multiples of everything and have no say.
#[must_use]
#[inline]
pub fn common_exponent(values: &[f64]) -> i32 {
    let nonzero = values.iter().filter(|&&x| x != 0.0);
    nonzero.map(|&x| mantissa_and_exponent(x).1).min().unwrap_or(0)
}

/// Integers `Xᵢ` and the exponent `e` of [`common_exponent`], with `xᵢ = Xᵢ · 2^e` exactly.
///
/// ```
/// use ripstop_geometry::exact::{Integer, scaled_integers};
///
/// let (integers, exponent) = scaled_integers([0.75, 0.0, -5.0]);
/// assert_eq!((integers, exponent), ([3, 0, -20].map(Integer::from), -2));
/// ```
#[must_use]
#[inline]
pub fn scaled_integers<const N: usize>(values: [f64; N]) -> ([Integer; N], i32) {
    let exponent = common_exponent(&values);
    (values.map(|x| Integer::from_f64(x, exponent)), exponent)
}

impl Integer {
    /// `x / 2^exponent`, for an `x` that is an integer multiple of `2^exponent`.
    ///
    /// Bits of `x` below the lowest bit, if any, are cut off.
    #[must_use]
    #[inline]
    pub fn from_f64(x: f64, exponent: i32) -> Self {
        let (mantissa, own_exponent) = mantissa_and_exponent(x);
        if mantissa == 0 {
            return Self::zero();
        }
        debug_assert!(own_exponent >= exponent, "{x} is no multiple of 2^{exponent}");
        let shift = own_exponent.abs_diff(exponent);
        let mantissa = Self::from(mantissa);
        if own_exponent >= exponent { mantissa << shift } else { mantissa.shr_toward_zero(shift) }
    }

    /// `self · 2^exponent` as a floating-point number.
    ///
    /// Above the largest finite number, `Nearest` and the direction away from zero give an
    /// infinity, the other direction the largest finite number. Subnormal results are rounded once,
    /// like all others.
    #[must_use]
    pub fn to_f64(&self, exponent: i32, rounding: Rounding) -> f64 {
        if self.is_zero() {
            return 0.0;
        }
        let away_if_inexact = match rounding {
            Rounding::Down => self.is_negative(),
            Rounding::Up => !self.is_negative(),
            Rounding::Nearest => false,
        };
        // 2^top ≤ |x| < 2^(top + 1); the result is a multiple of 2^unit.
        let top = self.bit_length().cast_signed() - 1 + i64::from(exponent);
        let magnitude = if top > 1023 {
            let infinite = away_if_inexact || rounding == Rounding::Nearest;
            if infinite { f64::INFINITY } else { f64::MAX }
        } else {
            let unit = (top - i64::from(FRACTION_BITS)).max(i64::from(MIN_EXPONENT));
            let lowest = unit - i64::from(exponent);
            let mut multiple = self.low_bits_from(lowest);
            let inexact = self.trailing_zeros().is_some_and(|zeros| zeros.cast_signed() < lowest);
            if inexact {
                let half = self.low_bits_from(lowest - 1) & 1 == 1;
                let above_half =
                    self.trailing_zeros().is_some_and(|z| z.cast_signed() < lowest - 1);
                let to_nearest = half && (above_half || multiple & 1 == 1);
                let away = away_if_inexact || (rounding == Rounding::Nearest && to_nearest);
                multiple += u64::from(away);
            }
            // A carry out of the fraction raises the exponent field, up to the infinity, as it
            // should.
            let field = (unit - i64::from(MIN_EXPONENT)).cast_unsigned() << FRACTION_BITS;
            f64::from_bits(field + multiple)
        };
        if self.is_negative() { -magnitude } else { magnitude }
    }

    /// The low 64 bits of `⌊|x| / 2^position⌋`.
    fn low_bits_from(&self, position: i64) -> u64 {
        let limb = |i: i64| {
            usize::try_from(i).ok().and_then(|i| self.limbs().get(i)).copied().unwrap_or(0)
        };
        let (index, bits) = (position.div_euclid(64), position.rem_euclid(64));
        let low = limb(index) >> bits;
        if bits == 0 { low } else { low | (limb(index + 1) << (64 - bits)) }
    }
}
