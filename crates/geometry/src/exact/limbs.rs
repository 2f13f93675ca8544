//! Arithmetic on magnitudes: little-endian slices of 64-bit limbs.
//!
//! ```text
//! |x| = Σᵢ aᵢ · 2^(64 i)      0 ≤ aᵢ < 2^64
//! ```
//!
//! An input is trimmed, that is without zero limbs at its high end; the outputs have the stated
//! length and may need trimming. Products are by the schoolbook: up to the few dozen limbs that
//! occur here it is faster than a divide-and-conquer scheme.

use std::cmp::Ordering;

/// The number of limbs up to the highest that is not zero.
#[inline]
pub(super) fn trimmed_len(a: &[u64]) -> usize {
    a.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)
}

/// Compares two trimmed magnitudes.
#[inline]
pub(super) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

/// The number of bits of a trimmed magnitude; 0 for zero.
#[inline]
pub(super) fn bit_length(a: &[u64]) -> u64 {
    a.last().map_or(0, |top| 64 * a.len() as u64 - u64::from(top.leading_zeros()))
}

/// The number of zero bits below the lowest one bit; 0 for zero.
#[inline]
pub(super) fn trailing_zeros(a: &[u64]) -> u64 {
    a.iter()
        .position(|&limb| limb != 0)
        .map_or(0, |low| 64 * low as u64 + u64::from(a[low].trailing_zeros()))
}

/// The low half of a double limb, and its high half as the carry.
#[inline]
const fn split(wide: u128) -> (u64, u64) {
    (wide as u64, (wide >> 64) as u64)
}

/// `a + b + carry` with the carry out.
#[inline]
const fn add_with_carry(a: u64, b: u64, carry: bool) -> (u64, bool) {
    let (sum, first) = a.overflowing_add(b);
    let (sum, second) = sum.overflowing_add(carry as u64);
    (sum, first | second)
}

/// `a − b − borrow` with the borrow out.
#[inline]
const fn sub_with_borrow(a: u64, b: u64, borrow: bool) -> (u64, bool) {
    let (difference, first) = a.overflowing_sub(b);
    let (difference, second) = difference.overflowing_sub(borrow as u64);
    (difference, first | second)
}

/// `a ← a + b`, with the carry out; `b` is no longer than `a`.
#[inline]
pub(super) fn add_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut carry = false;
    for (x, &y) in low.iter_mut().zip(b) {
        (*x, carry) = add_with_carry(*x, y, carry);
    }
    for x in high {
        if !carry {
            break;
        }
        (*x, carry) = x.overflowing_add(1);
    }
    carry
}

/// `a ← a − b`, with the borrow out; `b` is no longer than `a`.
#[inline]
pub(super) fn sub_assign(a: &mut [u64], b: &[u64]) -> bool {
    let (low, high) = a.split_at_mut(b.len());
    let mut borrow = false;
    for (x, &y) in low.iter_mut().zip(b) {
        (*x, borrow) = sub_with_borrow(*x, y, borrow);
    }
    for x in high {
        if !borrow {
            break;
        }
        (*x, borrow) = x.overflowing_sub(1);
    }
    borrow
}

/// `out ← a + b` for `a.len() ≥ b.len()` and `out.len() = a.len() + 1`.
#[inline]
pub(super) fn add(out: &mut [u64], a: &[u64], b: &[u64]) {
    let mut carry = false;
    for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
        (*o, carry) = add_with_carry(x, y, carry);
    }
    for (o, &x) in out[b.len()..].iter_mut().zip(&a[b.len()..]) {
        (*o, carry) = x.overflowing_add(u64::from(carry));
    }
    out[a.len()] = u64::from(carry);
}

/// `out ← a − b` for `a ≥ b` and `out.len() = a.len()`.
#[inline]
pub(super) fn sub(out: &mut [u64], a: &[u64], b: &[u64]) {
    let mut borrow = false;
    for ((o, &x), &y) in out.iter_mut().zip(a).zip(b) {
        (*o, borrow) = sub_with_borrow(x, y, borrow);
    }
    for (o, &x) in out[b.len()..].iter_mut().zip(&a[b.len()..]) {
        (*o, borrow) = x.overflowing_sub(u64::from(borrow));
    }
    debug_assert!(!borrow, "the smaller magnitude is taken from the larger");
}

/// `out ← a · b` for `out.len() = a.len() + b.len()`; `out` must be zero.
#[inline]
pub(super) fn mul(out: &mut [u64], a: &[u64], b: &[u64]) {
    for (i, &y) in b.iter().enumerate() {
        let mut carry = 0;
        for (o, &x) in out[i..].iter_mut().zip(a) {
            // (2^64 − 1)² + 2 (2^64 − 1) = 2^128 − 1: the double limb cannot overflow.
            (*o, carry) = split(u128::from(x) * u128::from(y) + u128::from(*o) + u128::from(carry));
        }
        out[i + a.len()] = carry;
    }
}

/// `out ← a · y` with the carry out; `out.len() = a.len()`.
#[inline]
pub(super) fn mul_limb(out: &mut [u64], a: &[u64], y: u64) -> u64 {
    let mut carry = 0;
    for (o, &x) in out.iter_mut().zip(a) {
        (*o, carry) = split(u128::from(x) * u128::from(y) + u128::from(carry));
    }
    carry
}

/// `a ← a − q · b` with the borrow out, for `a.len() = b.len()`.
#[inline]
pub(super) fn sub_product(a: &mut [u64], b: &[u64], q: u64) -> u64 {
    let mut borrow = 0_u64;
    for (x, &y) in a.iter_mut().zip(b) {
        let (low, high) = split(u128::from(y) * u128::from(q) + u128::from(borrow));
        let (difference, under) = x.overflowing_sub(low);
        *x = difference;
        // `high` is at most 2^64 − 2 if `low` is not zero, so this does not overflow.
        borrow = high + u64::from(under);
    }
    borrow
}

/// `out ← a · 2^(64 · limbs + bits)` for `bits < 64` and `out.len() = a.len() + limbs + 1`; `out`
/// must be zero.
#[inline]
pub(super) fn shl(out: &mut [u64], a: &[u64], limbs: usize, bits: u32) {
    let out = &mut out[limbs..];
    if bits == 0 {
        out[..a.len()].copy_from_slice(a);
        return;
    }
    let mut carry = 0;
    for (o, &x) in out.iter_mut().zip(a) {
        *o = (x << bits) | carry;
        carry = x >> (64 - bits);
    }
    out[a.len()] = carry;
}

/// `out ← ⌊a / 2^(64 · limbs + bits)⌋` for `bits < 64` and `out.len() = a.len() − limbs`.
#[inline]
pub(super) fn shr(out: &mut [u64], a: &[u64], limbs: usize, bits: u32) {
    let a = &a[limbs..];
    if bits == 0 {
        out.copy_from_slice(a);
        return;
    }
    for (i, o) in out.iter_mut().enumerate() {
        let above = a.get(i + 1).map_or(0, |&x| x << (64 - bits));
        *o = (a[i] >> bits) | above;
    }
}
