//! The differences of the four points at both ends of an interval, as integers, and the polynomials
//! between them.

use std::cmp::Ordering;

use ripstop_geometry::MovingPoint;
use ripstop_geometry::exact::{Integer, Sign, scaled_integers};
use smallvec::smallvec;

use super::super::primitives::{IndexPair, Primitives};
use super::form::{Form, Moment};
use super::roots::Root;
use super::{rounding, sign_at_root};

type Vector = [Integer; 3];

/// A polynomial in time made from the differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polynomial {
    /// `(d₀ × d₁) · d₂`.
    Coplanarity,
    /// A component of the cross product of two differences.
    Cross(IndexPair, usize),
    /// The dot product of two differences.
    Dot(IndexPair),
}

/// The differences at the start and at the end of an interval, times positive factors of their own.
pub(super) struct Ends {
    start: [Vector; 6],
    end: [Vector; 6],
}

impl Ends {
    /// The whole step.
    pub(super) fn of_step<P: Primitives>(points: &[MovingPoint; 4]) -> Self {
        let coordinates: [f64; 24] = std::array::from_fn(|i| {
            let point = points[i / 3 % 4];
            let position = if i < 12 { point.start } else { point.end };
            position[i % 3]
        });
        let (integers, _) = scaled_integers(coordinates);
        let at = |offset: usize| {
            P::PAIRS.map(|[i, j]| {
                std::array::from_fn(|axis| {
                    &integers[offset + 3 * i + axis] - &integers[offset + 3 * j + axis]
                })
            })
        };
        Self { start: at(0), end: at(12) }
    }

    /// The differences at a moment of the interval, times a positive factor.
    fn at(&self, moment: &Moment) -> [Vector; 6] {
        std::array::from_fn(|i| {
            std::array::from_fn(|axis| {
                &self.start[i][axis] * &moment.start + &self.end[i][axis] * &moment.end
            })
        })
    }

    /// A polynomial as a form on the interval.
    pub(super) fn form(&self, polynomial: Polynomial) -> Form {
        let (x, y) = (&self.start, &self.end);
        let coefficients = match polynomial {
            Polynomial::Coplanarity => {
                let (n0, n1) = (cross(&x[0], &x[1]), cross(&y[0], &y[1]));
                let mixed = add(&cross(&x[0], &y[1]), &cross(&y[0], &x[1]));
                smallvec![
                    dot(&n0, &x[2]),
                    dot(&n0, &y[2]) + dot(&mixed, &x[2]),
                    dot(&n1, &x[2]) + dot(&mixed, &y[2]),
                    dot(&n1, &y[2]),
                ]
            }
            Polynomial::Cross([i, j], axis) => {
                let product = |a: &Vector, b: &Vector| cross_component(a, b, axis);
                smallvec![
                    product(&x[i], &x[j]),
                    product(&x[i], &y[j]) + product(&y[i], &x[j]),
                    product(&y[i], &y[j]),
                ]
            }
            Polynomial::Dot([i, j]) => smallvec![
                dot(&x[i], &x[j]),
                dot(&x[i], &y[j]) + dot(&y[i], &x[j]),
                dot(&y[i], &y[j]),
            ],
        };
        Form { coefficients }
    }

    /// A root of `polynomial`, whose form is given, as a time rounded down and as a place to take
    /// signs at.
    pub(super) fn spot(&self, polynomial: Polynomial, form: &Form, root: &Root) -> (f64, Spot) {
        let (time, side) = rounding::floor(root, form);
        let spot = match root {
            Root::At(moment) => Spot::at(self, moment),
            Root::Between { .. } if side == Ordering::Equal => Spot::at(self, &Moment::of(time)),
            Root::Between { lo, hi, .. } => {
                // The root is later than `time` and earlier than the next float.
                let lo = later(Moment::of(time), lo);
                let hi =
                    if time < 1.0 { earlier(Moment::of(time.next_up()), hi) } else { hi.clone() };
                let window = Self { start: self.at(&lo), end: self.at(&hi) };
                let form = window.form(polynomial);
                Spot::Between(window, form)
            }
        };
        (time, spot)
    }
}

fn later(a: Moment, b: &Moment) -> Moment {
    if a.compare(b) == Ordering::Less { b.clone() } else { a }
}

fn earlier(a: Moment, b: &Moment) -> Moment {
    if a.compare(b) == Ordering::Greater { b.clone() } else { a }
}

/// A moment at which signs are asked for.
#[expect(clippy::large_enum_variant, reason = "one at a time, on the stack")]
pub(super) enum Spot {
    /// A rational moment: the differences then, times a positive factor.
    At([Vector; 6]),
    /// The one root of a form in the interior of an interval.
    Between(Ends, Form),
}

impl Spot {
    /// A rational moment of the step.
    pub(super) fn at(step: &Ends, moment: &Moment) -> Self {
        Self::At(step.at(moment))
    }

    /// The sign of a quadratic polynomial at this moment.
    pub(super) fn sign(&self, polynomial: Polynomial) -> Sign {
        match self {
            Self::At(d) => match polynomial {
                Polynomial::Coplanarity => dot(&cross(&d[0], &d[1]), &d[2]).sign(),
                Polynomial::Cross([i, j], axis) => cross_component(&d[i], &d[j], axis).sign(),
                Polynomial::Dot([i, j]) => dot(&d[i], &d[j]).sign(),
            },
            Self::Between(ends, form) => sign_at_root::sign_at_root(&ends.form(polynomial), form),
        }
    }
}

fn cross_component(a: &Vector, b: &Vector, axis: usize) -> Integer {
    let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
    &a[j] * &b[k] - &a[k] * &b[j]
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|axis| cross_component(a, b, axis))
}

fn dot(a: &Vector, b: &Vector) -> Integer {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

fn add(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|axis| &a[axis] + &b[axis])
}
