//! A signed integer of any size.

use std::cmp::Ordering;
use std::fmt;

use smallvec::SmallVec;

use super::{Sign, limbs};

/// Limbs held without a heap allocation (64 bits each).
///
/// Measured: with 8 instead of 16, products of eight limbs by eight take a sixth longer, and
/// operations on one or two limbs save about 5 ns.
pub(super) const INLINE_LIMBS: usize = 16;

/// The storage of a magnitude.
pub(super) type Limbs = SmallVec<[u64; INLINE_LIMBS]>;

/// A signed integer of any size.
///
/// Sign and magnitude: up to 1024 bits live inside the value, larger ones on the heap. Operators
/// take values or references; a reference saves the copy.
///
/// ```
/// use ripstop_geometry::exact::{Integer, Sign};
///
/// let x = Integer::from(-3) << 200;
/// assert_eq!(&x * &x, Integer::from(9) << 400);
/// assert_eq!((&x + 1).sign(), Sign::Negative);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Integer {
    /// Little-endian magnitude without zero limbs at the high end; empty for zero.
    magnitude: Limbs,
    /// True if the number is below zero; false for zero.
    negative: bool,
}

impl Integer {
    /// The number 0.
    #[must_use]
    #[inline]
    pub fn zero() -> Self {
        Self { magnitude: Limbs::new(), negative: false }
    }

    /// The number 1.
    #[must_use]
    #[inline]
    pub fn one() -> Self {
        Self::from(1)
    }

    /// A number from its sign and a magnitude that may have zero limbs at its high end.
    #[inline]
    pub(super) fn from_parts(negative: bool, mut magnitude: Limbs) -> Self {
        magnitude.truncate(limbs::trimmed_len(&magnitude));
        let negative = negative && !magnitude.is_empty();
        Self { magnitude, negative }
    }

    /// A number whose magnitude, of at most `len` limbs, is written by `fill` into zeros.
    #[inline]
    pub(super) fn build(negative: bool, len: usize, fill: impl FnOnce(&mut [u64])) -> Self {
        let magnitude = if len <= INLINE_LIMBS {
            let mut buffer = [0; INLINE_LIMBS];
            fill(&mut buffer[..len]);
            let len = limbs::trimmed_len(&buffer[..len]);
            Limbs::from_buf_and_len(buffer, len)
        } else {
            let mut buffer = vec![0; len];
            fill(&mut buffer);
            buffer.truncate(limbs::trimmed_len(&buffer));
            Limbs::from_vec(buffer)
        };
        let negative = negative && !magnitude.is_empty();
        Self { magnitude, negative }
    }

    /// The trimmed magnitude, little-endian.
    #[must_use]
    #[inline]
    pub fn limbs(&self) -> &[u64] {
        &self.magnitude
    }

    /// Sign and storage, to compute in place; [`Integer::from_parts`] puts them together again.
    #[inline]
    pub(super) fn into_parts(self) -> (bool, Limbs) {
        (self.negative, self.magnitude)
    }

    /// True if the number is zero.
    #[must_use]
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.magnitude.is_empty()
    }

    /// True if the number is below zero.
    #[must_use]
    #[inline]
    pub const fn is_negative(&self) -> bool {
        self.negative
    }

    /// The sign.
    #[must_use]
    #[inline]
    pub fn sign(&self) -> Sign {
        match (self.is_zero(), self.negative) {
            (true, _) => Sign::Zero,
            (false, true) => Sign::Negative,
            (false, false) => Sign::Positive,
        }
    }

    /// The absolute value.
    #[must_use]
    #[inline]
    pub fn abs(mut self) -> Self {
        self.negative = false;
        self
    }

    /// The number with the opposite sign.
    #[must_use]
    #[inline]
    pub(super) fn negated(mut self) -> Self {
        self.negative = !self.negative && !self.is_zero();
        self
    }

    /// Compares `|self|` with `|other|`.
    #[must_use]
    #[inline]
    pub fn cmp_abs(&self, other: &Self) -> Ordering {
        limbs::compare(&self.magnitude, &other.magnitude)
    }

    /// The number of bits of the magnitude: the least `n` with `|x| < 2^n`.
    #[must_use]
    #[inline]
    pub fn bit_length(&self) -> u64 {
        limbs::bit_length(&self.magnitude)
    }

    /// The largest `n` such that `2^n` divides the number; `None` for zero, which all powers
    /// divide.
    #[must_use]
    #[inline]
    pub fn trailing_zeros(&self) -> Option<u64> {
        (!self.is_zero()).then(|| limbs::trailing_zeros(&self.magnitude))
    }
}

impl Default for Integer {
    #[inline]
    fn default() -> Self {
        Self::zero()
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(value: i64) -> Self {
        Self::build(value < 0, 1, |out| out[0] = value.unsigned_abs())
    }
}

impl From<u64> for Integer {
    #[inline]
    fn from(value: u64) -> Self {
        Self::build(false, 1, |out| out[0] = value)
    }
}

impl From<i32> for Integer {
    #[inline]
    fn from(value: i32) -> Self {
        Self::from(i64::from(value))
    }
}

impl From<i128> for Integer {
    #[inline]
    fn from(value: i128) -> Self {
        let magnitude = value.unsigned_abs();
        Self::build(value < 0, 2, |out| {
            out.copy_from_slice(&[magnitude as u64, (magnitude >> 64) as u64]);
        })
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.cmp_abs(other),
            (true, true) => other.cmp_abs(self),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Integer {
    /// Hexadecimal: exact, and cheap at any size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut high_to_low = self.magnitude.iter().rev();
        let sign = if self.negative { "-" } else { "" };
        write!(f, "{sign}0x{:x}", high_to_low.next().unwrap_or(&0))?;
        high_to_low.try_for_each(|limb| write!(f, "{limb:016x}"))
    }
}
