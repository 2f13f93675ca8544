//! Division with remainder, exact division, greatest common divisor.
//!
//! Knuth's algorithm D [Knuth 1997] on limbs: after a shift that sets the divisor's top bit, the
//! quotient of the two highest limbs of the remainder by the highest limb of the divisor exceeds
//! the true digit by at most two; a third limb nearly always corrects it, and one addition does in
//! the rare rest.

use super::integer::Limbs;
use super::{Integer, limbs};

impl Integer {
    /// Quotient and remainder with the quotient rounded towards −∞; `None` if the divisor is zero.
    ///
    /// ```text
    /// x = q d + r      0 ≤ r < d  or  d < r ≤ 0
    /// ```
    #[must_use]
    pub fn div_rem_floor(&self, divisor: &Self) -> Option<(Self, Self)> {
        let (quotient, remainder) = self.div_rem_toward_zero(divisor)?;
        if remainder.is_zero() || self.is_negative() == divisor.is_negative() {
            return Some((quotient, remainder));
        }
        Some((quotient - 1, remainder + divisor))
    }

    /// Quotient and remainder with the quotient rounded towards zero; `None` if the divisor is
    /// zero.
    ///
    /// The remainder has the sign of `self`, as for the machine's integers.
    #[must_use]
    pub fn div_rem_toward_zero(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.is_zero() {
            return None;
        }
        if self.cmp_abs(divisor).is_lt() {
            return Some((Self::zero(), self.clone()));
        }
        let (quotient, remainder) = divide(self.limbs(), divisor.limbs());
        let negative = self.is_negative() != divisor.is_negative();
        Some((
            Self::from_parts(negative, quotient),
            Self::from_parts(self.is_negative(), remainder),
        ))
    }

    /// `x / divisor` if the divisor divides `x`; `None` if it does not, or is zero.
    #[must_use]
    pub fn div_exact(&self, divisor: &Self) -> Option<Self> {
        let (quotient, remainder) = self.div_rem_toward_zero(divisor)?;
        remainder.is_zero().then_some(quotient)
    }

    /// The greatest common divisor, not negative; `gcd(x, 0) = |x|`.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone().abs(), other.clone().abs());
        while let Some((_, remainder)) = a.div_rem_toward_zero(&b) {
            if let ([x], [y]) = (b.limbs(), remainder.limbs()) {
                return Self::from(gcd_limb(*x, *y));
            }
            a = b;
            b = remainder;
        }
        a
    }
}

/// Quotient and remainder of trimmed magnitudes with `a ≥ b > 0`; both may need trimming.
fn divide(a: &[u64], b: &[u64]) -> (Limbs, Limbs) {
    if let &[divisor] = b {
        let (quotient, remainder) = divide_by_limb(a, divisor);
        return (quotient, Limbs::from_slice(&[remainder]));
    }

    let shift = b[b.len() - 1].leading_zeros();
    let mut divisor = zeros(b.len() + 1);
    limbs::shl(&mut divisor, b, 0, shift);
    divisor.truncate(b.len());
    let mut remainder = zeros(a.len() + 1);
    limbs::shl(&mut remainder, a, 0, shift);

    let digits = a.len() - b.len() + 1;
    let mut quotient = zeros(digits);
    for i in (0..digits).rev() {
        let (low, high) = remainder.split_at_mut(i + b.len());
        let window = &mut low[i..];
        let mut digit = estimate_digit(high[0], window, &divisor);
        let borrow = limbs::sub_product(window, &divisor, digit);
        if high[0] < borrow {
            digit -= 1;
            limbs::add_assign(window, &divisor);
        }
        high[0] = 0;
        quotient[i] = digit;
    }

    remainder.truncate(b.len());
    let mut unshifted = zeros(b.len());
    limbs::shr(&mut unshifted, &remainder, 0, shift);
    (quotient, unshifted)
}

/// A quotient digit of `top · 2^(64 n) + window` by the normalised divisor, at most one too large.
#[inline]
fn estimate_digit(top: u64, window: &[u64], divisor: &[u64]) -> u64 {
    let n = divisor.len();
    let (first, second) = (u128::from(divisor[n - 1]), u128::from(divisor[n - 2]));
    let leading = (u128::from(top) << 64) | u128::from(window[n - 1]);
    let (mut digit, mut rest) = if u128::from(top) >= first {
        let digit = u128::from(u64::MAX);
        (digit, leading - digit * first)
    } else {
        (leading / first, leading % first)
    };
    while rest >> 64 == 0 && digit * second > ((rest << 64) | u128::from(window[n - 2])) {
        digit -= 1;
        rest += first;
    }
    digit as u64
}

fn divide_by_limb(a: &[u64], divisor: u64) -> (Limbs, u64) {
    let mut quotient = zeros(a.len());
    let mut remainder = 0_u64;
    for (q, &x) in quotient.iter_mut().zip(a).rev() {
        let wide = (u128::from(remainder) << 64) | u128::from(x);
        *q = (wide / u128::from(divisor)) as u64;
        remainder = (wide % u128::from(divisor)) as u64;
    }
    (quotient, remainder)
}

/// Euclid's algorithm on machine words.
const fn gcd_limb(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn zeros(len: usize) -> Limbs {
    Limbs::from_elem(0, len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_that_is_one_too_large_is_added_back() {
        // Shifted by two bits, the leading limbs 2·2^64 by 2^63 give the digit 4, and the true
        // digit is 3.
        let (dividend, divisor) = ([3, 0, 1 << 63], [1, 0, 1 << 61]);
        assert_eq!(estimate_digit(2, &[0, 0, 0], &[4, 0, 1 << 63]), 4);
        let (quotient, remainder) = divide(&dividend, &divisor);
        assert_eq!((&quotient[..], &remainder[..]), (&[3][..], &[0, 0, 1 << 61][..]));
    }
}
