//! All roots of a form in its closed interval, in ascending order and told apart.

use std::cmp::Ordering;

use ripstop_geometry::exact::{Integer, Sign};
use smallvec::{SmallVec, smallvec};

use super::form::{Form, Moment};

/// A root of a form that is not zero.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "at most three at a time, on the stack")]
pub(super) enum Root {
    /// At a rational moment.
    At(Moment),
    /// The only root strictly between two moments, a simple one.
    Between {
        /// Earlier moment; another root may lie just there.
        lo: Moment,
        /// Later moment; another root may lie just there.
        hi: Moment,
        /// Sign of the form between `lo` and the root.
        before: Sign,
    },
}

/// At most three roots.
pub(super) type Roots = SmallVec<[Root; 3]>;

/// The distinct roots of a form of degree at most 3 that is not zero.
pub(super) fn roots(form: &Form) -> Roots {
    let mut found = Roots::new();
    let coefficients = &form.coefficients;
    if coefficients.first().is_some_and(Integer::is_zero) {
        found.push(Root::At(Moment::start()));
    }
    found.extend(interior(&form.without_ends()));
    if coefficients.last().is_some_and(Integer::is_zero) {
        found.push(Root::At(Moment::end()));
    }
    found
}

/// Roots in the interior of a form without roots at the ends.
fn interior(form: &Form) -> Roots {
    match (form.variations(), &form.coefficients[..]) {
        (0, _) => Roots::new(),
        (1, [c0, ..]) => smallvec![somewhere(c0.sign())],
        (_, [c0, c1, c2]) => quadratic_roots([c0, c1, c2]),
        (variations, [c0, c1, c2, c3]) => cubic_roots(form, variations, [c0, c1, c2, c3]),
        _ => {
            debug_assert!(false, "degree {}", form.degree());
            Roots::new()
        }
    }
}

/// Two changes of sign: two positive roots, a double one, or none; the vertex lies between them.
fn quadratic_roots([c0, c1, c2]: [&Integer; 3]) -> Roots {
    let vertex = Moment { start: (c2 << 1).abs(), end: c1.clone().abs() };
    match (c1.squared() - ((c0 * c2) << 2)).sign() {
        Sign::Negative => Roots::new(),
        Sign::Zero => smallvec![Root::At(vertex)],
        Sign::Positive => smallvec![
            Root::Between { lo: Moment::start(), hi: vertex.clone(), before: c0.sign() },
            Root::Between { lo: vertex, hi: Moment::end(), before: -c0.sign() },
        ],
    }
}

/// Two or three changes of sign of `d + c y + b y² + a y³`.
///
/// ```text
/// Δ = 18abcd − 4b³d + b²c² − 4ac³ − 27a²d²
/// Δ > 0   three real roots, and as many positive ones as there are changes of sign
/// Δ < 0   one real root: positive for three changes of sign, not for two
/// Δ = 0   all roots rational: a triple one −b/3a, or a double one (9ad − bc)/2(b² − 3ac)
///         and a simple one (4abc − 9a²d − b³)/a(b² − 3ac)
/// ```
fn cubic_roots(form: &Form, variations: usize, [d, c, b, a]: [&Integer; 4]) -> Roots {
    let (ac, ad, bc, bd) = (a * c, a * d, b * c, b * d);
    let discriminant = &ad * &bc * 18 - ((&bd * b.squared()) << 2) + bc.squared()
        - ((&ac * c.squared()) << 2)
        - ad.squared() * 27;
    match discriminant.sign() {
        Sign::Negative if variations == 2 => Roots::new(),
        Sign::Negative => smallvec![somewhere(d.sign())],
        Sign::Zero => repeated_roots([d, c, b, a]),
        Sign::Positive => isolate(form),
    }
}

/// The positive roots of a cubic with a repeated root.
fn repeated_roots([d, c, b, a]: [&Integer; 4]) -> Roots {
    let curvature = b.squared() - a * c * 3;
    if curvature.is_zero() {
        return positive(-b, a * 3).into_iter().map(Root::At).collect();
    }
    let double = positive(a * d * 9 - b * c, &curvature << 1);
    let simple =
        positive(((a * b * c) << 2) - a.squared() * d * 9 - b.squared() * b, a * &curvature);
    let mut moments: SmallVec<[Moment; 2]> = double.into_iter().chain(simple).collect();
    moments.sort_by(Moment::compare);
    moments.into_iter().map(Root::At).collect()
}

/// `y = numerator / denominator` as a moment, if it is positive.
fn positive(numerator: Integer, denominator: Integer) -> Option<Moment> {
    let sign = numerator.sign() * denominator.sign();
    (sign == Sign::Positive).then(|| Moment { start: denominator.abs(), end: numerator.abs() })
}

/// Halves the interval until every part has at most one change of sign.
///
/// The form has simple roots only, so this ends: parts narrower than the distance between roots
/// have at most one. The halves of a part have together no more changes of sign than the part, so
/// that at most three parts with any are kept at a time, however deep the halving goes.
fn isolate(form: &Form) -> Roots {
    let mut found = Roots::new();
    let mut parts: SmallVec<[_; 3]> = smallvec![(form.clone(), Moment::start(), Moment::end())];
    while let Some((part, lo, hi)) = parts.pop() {
        let inner = part.without_ends();
        match inner.variations() {
            0 => {}
            1 => found.push(Root::Between { lo, hi, before: inner.coefficients[0].sign() }),
            _ => {
                let middle = Moment { start: &lo.start + &hi.start, end: &lo.end + &hi.end };
                let [first, second] = part.halves();
                if second.coefficients[0].is_zero() {
                    found.push(Root::At(middle.clone()));
                }
                let halves = [(second, middle.clone(), doubled(hi)), (first, doubled(lo), middle)];
                parts.extend(halves.into_iter().filter(|(half, ..)| half.variations() > 0));
            }
        }
    }
    // Stable: a root at the start of a part was found before the root inside it.
    found.sort_by(|a, b| a.lower().compare(b.lower()));
    found
}

/// The same moment with doubled weights, so that all ends of parts have the same sum of weights.
fn doubled(moment: Moment) -> Moment {
    Moment { start: moment.start << 1, end: moment.end << 1 }
}

/// The only root in the whole interior.
fn somewhere(before: Sign) -> Root {
    Root::Between { lo: Moment::start(), hi: Moment::end(), before }
}

impl Root {
    fn lower(&self) -> &Moment {
        match self {
            Self::At(moment) | Self::Between { lo: moment, .. } => moment,
        }
    }

    /// Compares a rational moment to this root of `form`.
    pub(super) fn side_of(&self, moment: &Moment, form: &Form) -> Ordering {
        match self {
            Self::At(root) => moment.compare(root),
            Self::Between { lo, .. } if moment.compare(lo) != Ordering::Greater => Ordering::Less,
            Self::Between { hi, .. } if moment.compare(hi) != Ordering::Less => Ordering::Greater,
            Self::Between { before, .. } => match form.sign_at(moment) {
                Sign::Zero => Ordering::Equal,
                sign if sign == *before => Ordering::Less,
                _ => Ordering::Greater,
            },
        }
    }
}
