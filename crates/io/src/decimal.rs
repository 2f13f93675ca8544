//! The shortest decimal that reads back as the same number.

use std::fmt;

/// Displays a number with as few digits as identify it, with an exponent where that is shorter to
/// read.
///
/// The digits come from the standard library, which promises the shortest decimal that parses to
/// the same `f64`; the sign of a zero survives as well.
pub(crate) struct Decimal(pub(crate) f64);

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(x) = *self;
        if x == 0.0 || (1e-5..1e16).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

#[test]
fn decimals_are_short_and_read_back_as_the_same_bits() {
    let expected = [
        (0.1, "0.1"),
        (-0.0, "-0"),
        (3.0, "3"),
        (1e300, "1e300"),
        (5e-324, "5e-324"),
        (0.1 + 0.2, "0.30000000000000004"),
        (-1.5e-7, "-1.5e-7"),
        (f64::MAX, "1.7976931348623157e308"),
    ];
    for (x, text) in expected {
        assert_eq!(Decimal(x).to_string(), text);
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), x.to_bits());
    }
}
