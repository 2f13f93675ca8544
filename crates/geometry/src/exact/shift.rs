//! Multiplication and division by powers of two.

use std::ops::{Shl, Shr};

use super::{Integer, limbs};

/// Whole limbs and the bits that remain.
#[inline]
const fn limbs_and_bits(shift: u32) -> (usize, u32) {
    ((shift / 64) as usize, shift % 64)
}

impl Integer {
    /// `⌊|x| / 2^shift⌋` with the sign of `x`: rounded towards zero.
    #[must_use]
    #[inline]
    pub fn shr_toward_zero(&self, shift: u32) -> Self {
        let x = self.limbs();
        let (whole, bits) = limbs_and_bits(shift);
        if whole >= x.len() {
            return Self::zero();
        }
        Self::build(self.is_negative(), x.len() - whole, |out| limbs::shr(out, x, whole, bits))
    }

    /// `x / 2^shift` for an `x` that `2^shift` divides.
    #[must_use]
    #[inline]
    pub fn shr_exact(&self, shift: u32) -> Self {
        debug_assert!(
            self.trailing_zeros().is_none_or(|zeros| zeros >= u64::from(shift)),
            "2^{shift} does not divide {self:?}"
        );
        self.shr_toward_zero(shift)
    }
}

impl Shl<u32> for &Integer {
    type Output = Integer;

    /// `x · 2^shift`.
    #[inline]
    fn shl(self, shift: u32) -> Integer {
        let x = self.limbs();
        if x.is_empty() {
            return Integer::zero();
        }
        let (whole, bits) = limbs_and_bits(shift);
        Integer::build(self.is_negative(), x.len() + whole + 1, |out| {
            limbs::shl(out, x, whole, bits);
        })
    }
}

impl Shr<u32> for &Integer {
    type Output = Integer;

    /// `⌊x / 2^shift⌋`, rounded towards −∞ like the shift of an `i64`.
    #[inline]
    fn shr(self, shift: u32) -> Integer {
        let quotient = self.shr_toward_zero(shift);
        let loses_bits = self.trailing_zeros().is_some_and(|zeros| zeros < u64::from(shift));
        if self.is_negative() && loses_bits { quotient - 1 } else { quotient }
    }
}

impl Shl<u32> for Integer {
    type Output = Integer;

    #[inline]
    fn shl(self, shift: u32) -> Integer {
        &self << shift
    }
}

impl Shr<u32> for Integer {
    type Output = Integer;

    #[inline]
    fn shr(self, shift: u32) -> Integer {
        &self >> shift
    }
}
