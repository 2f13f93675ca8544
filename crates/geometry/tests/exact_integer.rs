//! The crate's integers against dashu's, on sizes and bit patterns that make carries run.

use dashu::base::{Abs, BitTest, DivEuclid, DivRem, Gcd, Sign as DashuSign, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use dashu::rational::RBig;
use proptest::prelude::*;
use ripstop_geometry::exact::{
    Integer, Rounding, Sign, common_exponent, mantissa_and_exponent, scaled_integers,
};

/// Limbs that carry, borrow or vanish more often than random ones do.
fn limb() -> impl Strategy<Value = u64> {
    prop_oneof![
        3 => any::<u64>(),
        2 => Just(0_u64),
        2 => Just(u64::MAX),
        1 => Just(1_u64),
        1 => Just(1_u64 << 63),
        1 => (0_u32..64).prop_map(|k| u64::MAX << k),
        1 => (0_u32..64).prop_map(|k| u64::MAX >> k),
    ]
}

/// Sign and limbs of a number of up to `max` limbs, in both worlds.
fn number(max: usize) -> impl Strategy<Value = (Integer, IBig)> {
    (any::<bool>(), prop::collection::vec(limb(), 0..=max))
        .prop_map(|(negative, limbs)| both(negative, &limbs))
}

fn both(negative: bool, limbs: &[u64]) -> (Integer, IBig) {
    let ours = limbs.iter().rev().fold(Integer::zero(), |x, &l| (x << 64) + Integer::from(l));
    let theirs = limbs.iter().rev().fold(IBig::ZERO, |x, &l| (x << 64) + IBig::from(l));
    if negative { (-ours, -theirs) } else { (ours, theirs) }
}

/// The value as dashu sees the limbs: nothing of our arithmetic is in between.
fn convert(x: &Integer) -> IBig {
    let bytes: Vec<u8> = x.limbs().iter().flat_map(|limb| limb.to_le_bytes()).collect();
    let sign = if x.is_negative() { DashuSign::Negative } else { DashuSign::Positive };
    assert!(x.limbs().last() != Some(&0), "not trimmed: {x:?}");
    assert!(!(x.limbs().is_empty() && x.is_negative()), "negative zero");
    IBig::from_parts(sign, UBig::from_le_bytes(&bytes))
}

fn any_finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => any::<u64>().prop_map(f64::from_bits).prop_filter("finite", |x| x.is_finite()),
        1 => (0_u64..4096).prop_map(f64::from_bits),
        1 => (0_u64..4096).prop_map(|k| -f64::from_bits(f64::MAX.to_bits() - k)),
        1 => Just(0.0),
        1 => Just(-0.0),
        1 => (0_u64..16).prop_map(|k| f64::from_bits(f64::MIN_POSITIVE.to_bits() + k - 8)),
        1 => (-1000_i32..1000).prop_map(f64::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn sums_and_products((a, x) in number(20), (b, y) in number(20), k in any::<i64>()) {
        prop_assert_eq!(convert(&a), x.clone());
        prop_assert_eq!(convert(&(&a + &b)), &x + &y);
        prop_assert_eq!(convert(&(&a - &b)), &x - &y);
        prop_assert_eq!(convert(&(&a * &b)), &x * &y);
        prop_assert_eq!(convert(&(&a * k)), &x * k);
        prop_assert_eq!(convert(&(&a + k)), &x + k);
        prop_assert_eq!(convert(&(&a - k)), &x - k);
        prop_assert_eq!(convert(&-&a), -&x);
        prop_assert_eq!(convert(&a.squared()), &x * &x);
        prop_assert_eq!(convert(&Integer::from(k)), IBig::from(k));
    }

    #[test]
    fn assignment_equals_the_operator((a, _) in number(18), (b, _) in number(18), k in any::<i64>()) {
        let assigned = |apply: &dyn Fn(&mut Integer)| {
            let mut result = a.clone();
            apply(&mut result);
            result
        };
        prop_assert_eq!(assigned(&|x| *x += &b), &a + &b);
        prop_assert_eq!(assigned(&|x| *x -= &b), &a - &b);
        prop_assert_eq!(assigned(&|x| *x *= &b), &a * &b);
        prop_assert_eq!(assigned(&|x| *x *= k), &a * k);
        prop_assert_eq!(assigned(&|x| *x -= &a), Integer::zero());
    }

    #[test]
    fn order_and_sign((a, x) in number(4), (b, y) in number(4)) {
        prop_assert_eq!(a.cmp(&b), x.cmp(&y));
        prop_assert_eq!(a.cmp_abs(&b), x.clone().abs().cmp(&y.abs()));
        prop_assert_eq!(a.sign(), Sign::from(x.cmp(&IBig::ZERO)));
        prop_assert_eq!(convert(&a.clone().abs()), x.clone().abs());
        prop_assert_eq!(a.bit_length(), x.clone().unsigned_abs().bit_len() as u64);
        prop_assert_eq!(a.trailing_zeros(), x.trailing_zeros().map(|n| n as u64));
    }

    #[test]
    fn shifts((a, x) in number(18), shift in 0_u32..1300) {
        let divisor = IBig::ONE << shift as usize;
        let floor = (&x).div_euclid(&divisor);
        prop_assert_eq!(convert(&(&a << shift)), &x * &divisor);
        prop_assert_eq!(convert(&(&a >> shift)), floor);
        prop_assert_eq!(convert(&a.shr_toward_zero(shift)), &x / &divisor);
        prop_assert_eq!((&a << shift).shr_exact(shift), a);
    }

    #[test]
    fn division((a, x) in number(20), (b, y) in number(12)) {
        prop_assume!(!b.is_zero());
        let (q, r) = a.div_rem_toward_zero(&b).unwrap();
        prop_assert_eq!((convert(&q), convert(&r)), (&x).div_rem(&y));
        let (q, r) = a.div_rem_floor(&b).unwrap();
        prop_assert_eq!(&q * &b + &r, a.clone());
        prop_assert!(r.is_zero() || (r.sign() == b.sign() && r.cmp_abs(&b).is_lt()));
        prop_assert_eq!((&a * &b).div_exact(&b), Some(a.clone()));
        let off_by_one = (&a * &b + 1).div_exact(&b);
        prop_assert_eq!(off_by_one.is_some(), b.clone().abs() == Integer::one());
    }

    /// Remainders one below the divisor and quotient digits of all ones: the rare corrections of
    /// algorithm D.
    #[test]
    fn division_that_corrects_its_digits((q, _) in number(8), (b, _) in number(8)) {
        prop_assume!(!b.is_zero());
        let (q, b) = (q.abs(), b.abs());
        let below = &b - 1;
        prop_assert_eq!((&q * &b + &below).div_rem_floor(&b), Some((q, below)));
    }

    #[test]
    fn greatest_common_divisor((a, x) in number(6), (b, y) in number(6), (c, z) in number(3)) {
        let theirs = |x: &IBig, y: &IBig| match (x.is_zero(), y.is_zero()) {
            (true, true) => IBig::ZERO,
            _ => IBig::from(x.gcd(y)),
        };
        prop_assert_eq!(convert(&a.gcd(&b)), theirs(&x, &y));
        prop_assert_eq!(convert(&(&a * &c).gcd(&(&b * &c))), theirs(&(x * &z), &(y * z)));
    }

    #[test]
    fn a_float_is_its_mantissa_and_exponent(x in any_finite()) {
        let (m, e) = mantissa_and_exponent(x);
        let power = |k: i32| IBig::ONE << k.unsigned_abs() as usize;
        let value = if e >= 0 {
            RBig::from(IBig::from(m) * power(e))
        } else {
            RBig::from(IBig::from(m)) / RBig::from(power(e))
        };
        prop_assert_eq!(value, RBig::try_from(x).unwrap());
        prop_assert!(m & 1 == 1 || (m, e) == (0, 0));
        for rounding in [Rounding::Down, Rounding::Nearest, Rounding::Up] {
            prop_assert_eq!(Integer::from(m).to_f64(e, rounding), x);
        }
    }

    #[test]
    fn a_common_exponent_is_exact_and_largest(xs in prop::array::uniform5(any_finite())) {
        let (integers, exponent) = scaled_integers(xs);
        for (integer, x) in integers.iter().zip(xs) {
            prop_assert_eq!(integer.to_f64(exponent, Rounding::Nearest), x);
            prop_assert_eq!(integer.sign(), Sign::of(x));
        }
        let some_nonzero = xs.iter().any(|&x| x != 0.0);
        prop_assert_eq!(integers.iter().any(|i| i.trailing_zeros() == Some(0)), some_nonzero);
        let without_zeros: Vec<f64> = xs.into_iter().filter(|&x| x != 0.0).collect();
        prop_assert_eq!(common_exponent(&without_zeros), exponent);
    }

    #[test]
    fn rounding_brackets_the_number((a, x) in number(18), e in -2300_i32..1100) {
        let exact = RBig::from(x) * if e >= 0 {
            RBig::from(IBig::ONE << e.unsigned_abs() as usize)
        } else {
            RBig::from_parts(IBig::ONE, UBig::ONE << e.unsigned_abs() as usize)
        };
        let [down, nearest, up] =
            [Rounding::Down, Rounding::Nearest, Rounding::Up].map(|r| a.to_f64(e, r));
        let rational = |x: f64| RBig::try_from(x).unwrap();
        prop_assert!(down == f64::NEG_INFINITY || rational(down) <= exact);
        prop_assert!(up == f64::INFINITY || rational(up) >= exact);
        prop_assert!(up == down || up == down.next_up());
        prop_assert!(nearest == down || nearest == up);
        if down == up {
            prop_assert_eq!(rational(down), exact);
        } else if down.is_finite() && up.is_finite() {
            let (below, above) = (&exact - rational(down), rational(up) - &exact);
            let even = if down.to_bits() & 1 == 0 { down } else { up };
            let expected = match below.cmp(&above) {
                std::cmp::Ordering::Less => down,
                std::cmp::Ordering::Equal => even,
                std::cmp::Ordering::Greater => up,
            };
            prop_assert_eq!(nearest, expected);
        }
    }
}

#[test]
fn rounding_at_the_ends_of_the_range() {
    let all =
        |x: &Integer, e| [Rounding::Down, Rounding::Nearest, Rounding::Up].map(|r| x.to_f64(e, r));
    let tiny = f64::from_bits(1);
    let one = Integer::one();
    assert_eq!(all(&one, -1075), [0.0, 0.0, tiny]);
    assert_eq!(all(&Integer::from(3), -1076), [0.0, tiny, tiny]);
    assert_eq!(all(&-one, -3000), [-tiny, 0.0, 0.0]);
    let max = (Integer::one() << 1024) - (Integer::one() << 971);
    assert_eq!(all(&max, 0), [f64::MAX; 3]);
    // The tie between the largest number and 2^1024 goes to the even one, which is infinite.
    let tie = &max + (Integer::one() << 970);
    assert_eq!(all(&tie, 0), [f64::MAX, f64::INFINITY, f64::INFINITY]);
    assert_eq!(all(&(&tie - 1), 0), [f64::MAX, f64::MAX, f64::INFINITY]);
    assert_eq!(all(&-tie, 0), [f64::NEG_INFINITY, f64::NEG_INFINITY, f64::MIN]);
    assert_eq!(all(&(Integer::one() << 5000), 0), [f64::MAX, f64::INFINITY, f64::INFINITY]);
    assert_eq!(all(&(Integer::one() << 5000), -5000), [1.0; 3]);
}

#[test]
fn division_by_zero_has_no_answer() {
    let (x, zero) = (Integer::from(7), Integer::zero());
    assert_eq!(x.div_rem_floor(&zero), None);
    assert_eq!(x.div_rem_toward_zero(&zero), None);
    assert_eq!(x.div_exact(&zero), None);
    assert_eq!(x.gcd(&zero), x);
    assert_eq!(zero.gcd(&-&x), x);
    assert_eq!(zero.div_exact(&x), Some(zero));
}

#[test]
fn numbers_print_in_hexadecimal() {
    let text = format!("{:?} {:?}", (Integer::from(-10) << 64) - 1, Integer::zero());
    assert_eq!(text, "-0xa0000000000000001 0x0");
}
