//! Sums, differences and products of integers.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::{Integer, limbs};

/// `±|b|` added to `a`, where `b_negative` says with which sign `b` counts.
#[inline]
fn sum(a: &Integer, b: &Integer, b_negative: bool) -> Integer {
    let (x, y) = (a.limbs(), b.limbs());
    if a.is_negative() == b_negative {
        let (long, short) = if x.len() >= y.len() { (x, y) } else { (y, x) };
        return Integer::build(b_negative, long.len() + 1, |out| limbs::add(out, long, short));
    }
    match limbs::compare(x, y) {
        Ordering::Equal => Integer::zero(),
        Ordering::Greater => Integer::build(a.is_negative(), x.len(), |out| limbs::sub(out, x, y)),
        Ordering::Less => Integer::build(b_negative, y.len(), |out| limbs::sub(out, y, x)),
    }
}

/// The same in the storage of `a`, where it fits.
#[inline]
fn sum_in_place(a: &mut Integer, b: &Integer, b_negative: bool) {
    let in_place = if a.is_negative() == b_negative {
        a.limbs().len() >= b.limbs().len()
    } else {
        a.cmp_abs(b) != Ordering::Less
    };
    if !in_place {
        *a = sum(a, b, b_negative);
        return;
    }
    let (negative, mut magnitude) = std::mem::take(a).into_parts();
    if negative == b_negative {
        if limbs::add_assign(&mut magnitude, b.limbs()) {
            magnitude.push(1);
        }
    } else {
        limbs::sub_assign(&mut magnitude, b.limbs());
    }
    *a = Integer::from_parts(negative, magnitude);
}

#[inline]
fn product(a: &Integer, b: &Integer) -> Integer {
    let (x, y) = (a.limbs(), b.limbs());
    // The inner loop runs over the longer factor.
    let (long, short) = if x.len() >= y.len() { (x, y) } else { (y, x) };
    let negative = a.is_negative() != b.is_negative();
    Integer::build(negative, x.len() + y.len(), |out| limbs::mul(out, long, short))
}

#[inline]
fn small_product(a: &Integer, b: i64) -> Integer {
    let x = a.limbs();
    Integer::build(a.is_negative() != (b < 0), x.len() + 1, |out| {
        out[x.len()] = limbs::mul_limb(out, x, b.unsigned_abs());
    })
}

impl Integer {
    /// `x²`.
    #[must_use]
    #[inline]
    pub fn squared(&self) -> Self {
        self * self
    }
}

impl Neg for Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        self.negated()
    }
}

impl Neg for &Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        self.clone().negated()
    }
}

impl AddAssign<&Integer> for Integer {
    #[inline]
    fn add_assign(&mut self, other: &Integer) {
        sum_in_place(self, other, other.is_negative());
    }
}

impl SubAssign<&Integer> for Integer {
    #[inline]
    fn sub_assign(&mut self, other: &Integer) {
        sum_in_place(self, other, !other.is_negative());
    }
}

impl MulAssign<&Integer> for Integer {
    #[inline]
    fn mul_assign(&mut self, other: &Integer) {
        *self = product(self, other);
    }
}

impl MulAssign<i64> for Integer {
    #[inline]
    fn mul_assign(&mut self, other: i64) {
        *self = small_product(self, other);
    }
}

/// Implements a binary operator for values and references from an expression on two references.
macro_rules! operator {
    ($trait:ident, $method:ident, $a:ident, $b:ident, $right:ty, $result:expr) => {
        impl $trait<$right> for &Integer {
            type Output = Integer;

            #[inline]
            fn $method(self, other: $right) -> Integer {
                let ($a, $b) = (self, &other);
                $result
            }
        }

        impl $trait<$right> for Integer {
            type Output = Integer;

            #[inline]
            fn $method(self, other: $right) -> Integer {
                let ($a, $b) = (&self, &other);
                $result
            }
        }
    };
}

operator!(Add, add, a, b, &Integer, sum(a, b, b.is_negative()));
operator!(Add, add, a, b, Integer, sum(a, b, b.is_negative()));
operator!(Add, add, a, b, i64, sum(a, &Integer::from(*b), *b < 0));
operator!(Sub, sub, a, b, &Integer, sum(a, b, !b.is_negative()));
operator!(Sub, sub, a, b, Integer, sum(a, b, !b.is_negative()));
operator!(Sub, sub, a, b, i64, sum(a, &Integer::from(*b), *b >= 0));
operator!(Mul, mul, a, b, &Integer, product(a, b));
operator!(Mul, mul, a, b, Integer, product(a, b));
operator!(Mul, mul, a, b, i64, small_product(a, *b));
