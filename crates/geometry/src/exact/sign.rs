//! The sign of a number.

use std::cmp::Ordering;
use std::ops::{Mul, Neg};

/// The sign of an exact number.
///
/// Signs are ordered like the numbers −1, 0 and 1, and multiply like them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Below zero.
    Negative = -1,
    /// Zero.
    Zero = 0,
    /// Above zero.
    Positive = 1,
}

impl Sign {
    /// The sign of a floating-point number; zero for both zeros and, as nothing better, for NaN.
    #[must_use]
    #[inline]
    pub fn of(x: f64) -> Self {
        if x > 0.0 {
            Self::Positive
        } else if x < 0.0 {
            Self::Negative
        } else {
            Self::Zero
        }
    }

    /// True if the number is zero.
    #[must_use]
    #[inline]
    pub const fn is_zero(self) -> bool {
        matches!(self, Self::Zero)
    }
}

impl From<Ordering> for Sign {
    /// The sign of `a − b` from the comparison of `a` with `b`.
    #[inline]
    fn from(order: Ordering) -> Self {
        match order {
            Ordering::Less => Self::Negative,
            Ordering::Equal => Self::Zero,
            Ordering::Greater => Self::Positive,
        }
    }
}

impl Neg for Sign {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        match self {
            Self::Negative => Self::Positive,
            Self::Zero => Self::Zero,
            Self::Positive => Self::Negative,
        }
    }
}

impl Mul for Sign {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        match self {
            Self::Negative => -other,
            Self::Zero => Self::Zero,
            Self::Positive => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Sign::{Negative, Positive, Zero};
    use super::*;

    #[test]
    fn signs_multiply_like_numbers() {
        for a in [Negative, Zero, Positive] {
            for b in [Negative, Zero, Positive] {
                assert_eq!((a * b) as i8, a as i8 * b as i8);
                assert_eq!(Sign::from(a.cmp(&b)) as i8, (a as i8 - b as i8).signum());
            }
            assert_eq!((-a) as i8, -(a as i8));
        }
    }

    #[test]
    fn the_sign_of_a_float() {
        assert_eq!(Sign::of(f64::from_bits(1)), Positive);
        assert_eq!(Sign::of(f64::NEG_INFINITY), Negative);
        assert_eq!([Sign::of(0.0), Sign::of(-0.0), Sign::of(f64::NAN)], [Zero; 3]);
    }
}
