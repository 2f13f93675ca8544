//! Polynomials on an interval, with integer coefficients.
//!
//! A form of degree `n ≤ 3` is
//!
//! ```text
//! F(σ, τ) = Σᵢ cᵢ σⁿ⁻ⁱ τⁱ
//! ```
//!
//! and its sign at the moment `σ : τ` of the interval, `σ, τ ≥ 0`, is that of the polynomial there.
//! The start of the interval is `1 : 0`, its end `0 : 1`. In `y = τ/σ` the interior is `y > 0`, so
//! that Descartes' rule of signs counts roots by the coefficients as they stand.

use ripstop_geometry::exact::{Integer, Sign};
use smallvec::SmallVec;

/// A moment of an interval as a ratio `σ : τ` of integers that are not negative and not both zero.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// Weight of the interval's start.
    pub(super) start: Integer,
    /// Weight of the interval's end.
    pub(super) end: Integer,
}

impl Moment {
    /// The start of the interval.
    pub(super) fn start() -> Self {
        Self { start: Integer::one(), end: Integer::zero() }
    }

    /// The end of the interval.
    pub(super) fn end() -> Self {
        Self { start: Integer::zero(), end: Integer::one() }
    }

    /// The moment `t ∈ [0, 1]` of the whole step.
    pub(super) fn of(t: f64) -> Self {
        let (mantissa, exponent) = ripstop_geometry::exact::mantissa_and_exponent(t);
        debug_assert!((0.0..=1.0).contains(&t), "{t} is no time of the step");
        let end = Integer::from(mantissa);
        Self { start: (Integer::one() << exponent.unsigned_abs()) - &end, end }
    }

    /// Compares this moment to another one.
    pub(super) fn compare(&self, other: &Self) -> std::cmp::Ordering {
        (&self.end * &other.start).cmp(&(&other.end * &self.start))
    }
}

/// A polynomial of degree at most 3 on an interval.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// Coefficients by rising power of `τ`.
    pub(super) coefficients: SmallVec<[Integer; 4]>,
}

impl Form {
    pub(super) fn is_zero(&self) -> bool {
        self.coefficients.iter().all(Integer::is_zero)
    }

    pub(super) fn degree(&self) -> usize {
        self.coefficients.len() - 1
    }

    /// The sign at a moment of the interval.
    pub(super) fn sign_at(&self, moment: &Moment) -> Sign {
        self.value_at(moment).sign()
    }

    /// Horner's rule for forms: `(…(cₙ τ + cₙ₋₁ σ) τ + cₙ₋₂ σ²) τ + …`.
    fn value_at(&self, moment: &Moment) -> Integer {
        let mut terms = self.coefficients.iter().rev();
        let Some(mut value) = terms.next().cloned() else { return Integer::zero() };
        let mut power = Integer::one();
        for coefficient in terms {
            power = &power * &moment.start;
            value = &value * &moment.end + coefficient * &power;
        }
        value
    }

    /// The polynomial without its roots at the start and at the end of the interval; those of the
    /// zero form are not defined.
    ///
    /// In the interior both have the same sign.
    pub(super) fn without_ends(&self) -> Self {
        let zero = |c: &&Integer| c.is_zero();
        let low = self.coefficients.iter().take_while(zero).count();
        let high = self.coefficients.iter().rev().take_while(zero).count();
        let kept = self.coefficients.get(low..self.coefficients.len() - high).unwrap_or_default();
        Self { coefficients: SmallVec::from(kept) }
    }

    /// Number of changes of sign in the sequence of coefficients, zeros left out.
    pub(super) fn variations(&self) -> usize {
        let signs: SmallVec<[Sign; 4]> =
            self.coefficients.iter().map(Integer::sign).filter(|s| !s.is_zero()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    }

    /// The common sign of all coefficients, if they have one: then it is the polynomial's sign in
    /// the interior.
    pub(super) fn common_sign(&self) -> Option<Sign> {
        let mut signs = self.coefficients.iter().map(Integer::sign).filter(|s| !s.is_zero());
        let first = signs.next().unwrap_or(Sign::Zero);
        signs.all(|sign| sign == first).then_some(first)
    }

    /// The polynomial on the first and on the second half of the interval, times `2ⁿ`.
    ///
    /// The middle is `1 : 1`. Substituting `σ → 2σ + τ, τ → τ` and the mirror image needs additions
    /// and shifts only.
    pub(super) fn halves(&self) -> [Self; 2] {
        let mut second = self.coefficients.clone();
        second.reverse();
        [toward_start(self.coefficients.clone()), {
            let mut half = toward_start(second);
            half.coefficients.reverse();
            half
        }]
    }
}

/// `F(2σ + τ, τ)`: Horner's shift `σ → σ + τ`, then `σ` doubled.
fn toward_start(mut c: SmallVec<[Integer; 4]>) -> Form {
    let n = c.len() - 1;
    for round in 0..n {
        for i in 1..=n - round {
            let (low, high) = c.split_at_mut(i);
            high[0] += &low[i - 1];
        }
    }
    for (i, coefficient) in c.iter_mut().enumerate() {
        *coefficient = &*coefficient << (n - i) as u32;
    }
    Form { coefficients: c }
}
