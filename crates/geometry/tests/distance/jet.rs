//! Numbers that carry their gradient and Hessian by twelve coordinates, with 400-bit mantissas.
//!
//! A derivative by jets has no truncation error, and at 400 bits no rounding error that a `f64`
//! could see.

use std::ops::{Add, Div, Mul, Sub};

use dashu::float::FBig;
use glam::DVec3;

const PRECISION: usize = 400;
const DIMENSION: usize = 12;

pub(crate) type Real = FBig;

/// The exact value of a finite `f64`.
pub(crate) fn real(value: f64) -> Real {
    Real::try_from(value).expect("finite").with_precision(PRECISION).value()
}

/// A value with its gradient and the lower triangle of its Hessian, row by row.
#[derive(Clone)]
pub(crate) struct Jet {
    pub(crate) value: Real,
    pub(crate) gradient: Vec<Real>,
    pub(crate) hessian: Vec<Real>,
}

/// Three jets: a point or a vector.
pub(crate) type Jet3 = [Jet; 3];

impl Jet {
    pub(crate) fn constant(value: f64) -> Self {
        let zeros = |count: usize| vec![real(0.0); count];
        Self {
            value: real(value),
            gradient: zeros(DIMENSION),
            hessian: zeros(DIMENSION * (DIMENSION + 1) / 2),
        }
    }

    /// `∂²/∂xᵢ∂xⱼ` by coordinates.
    pub(crate) fn second(&self, i: usize, j: usize) -> &Real {
        let (row, column) = (i.max(j), i.min(j));
        &self.hessian[row * (row + 1) / 2 + column]
    }

    /// `f(g)` from `f, f′, f″` at the value of `g`.
    fn chain(&self, f: Real, first: &Real, second: &Real) -> Self {
        let gradient = self.gradient.iter().map(|g| first * g).collect();
        let hessian = pairs()
            .zip(&self.hessian)
            .map(|((i, j), h)| first * h + second * &self.gradient[i] * &self.gradient[j])
            .collect();
        Self { value: f, gradient, hessian }
    }

    fn product(&self, other: &Self) -> Self {
        let (f, g) = (&self.value, &other.value);
        let (df, dg) = (&self.gradient, &other.gradient);
        let hessian = pairs()
            .zip(self.hessian.iter().zip(&other.hessian))
            .map(|((i, j), (hf, hg))| f * hg + g * hf + &df[i] * &dg[j] + &df[j] * &dg[i])
            .collect();
        Self { value: f * g, gradient: zip(df, dg, |df, dg| f * dg + g * df), hessian }
    }

    fn inverse(&self) -> Self {
        let inverse = real(1.0) / &self.value;
        let first = -(&inverse * &inverse);
        let second = real(-2.0) * &first * &inverse;
        self.chain(inverse, &first, &second)
    }
}

/// The twelve coordinates of four points, as variables.
pub(crate) fn variables(points: [DVec3; 4]) -> [Jet3; 4] {
    std::array::from_fn(|i| {
        std::array::from_fn(|axis| {
            let mut jet = Jet::constant(points[i][axis]);
            jet.gradient[3 * i + axis] = real(1.0);
            jet
        })
    })
}

pub(crate) fn minus(u: &Jet3, v: &Jet3) -> Jet3 {
    std::array::from_fn(|k| &u[k] - &v[k])
}

pub(crate) fn dot(u: &Jet3, v: &Jet3) -> Jet {
    &(&(&u[0] * &v[0]) + &(&u[1] * &v[1])) + &(&u[2] * &v[2])
}

pub(crate) fn cross(u: &Jet3, v: &Jet3) -> Jet3 {
    let minor = |i: usize, j: usize| &(&u[i] * &v[j]) - &(&u[j] * &v[i]);
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..DIMENSION).flat_map(|i| (0..=i).map(move |j| (i, j)))
}

fn zip(a: &[Real], b: &[Real], combine: impl Fn(&Real, &Real) -> Real) -> Vec<Real> {
    a.iter().zip(b).map(|(a, b)| combine(a, b)).collect()
}

impl Add for &Jet {
    type Output = Jet;
    fn add(self, other: Self) -> Jet {
        Jet {
            value: &self.value + &other.value,
            gradient: zip(&self.gradient, &other.gradient, |a, b| a + b),
            hessian: zip(&self.hessian, &other.hessian, |a, b| a + b),
        }
    }
}

impl Sub for &Jet {
    type Output = Jet;
    fn sub(self, other: Self) -> Jet {
        Jet {
            value: &self.value - &other.value,
            gradient: zip(&self.gradient, &other.gradient, |a, b| a - b),
            hessian: zip(&self.hessian, &other.hessian, |a, b| a - b),
        }
    }
}

impl Mul for &Jet {
    type Output = Jet;
    fn mul(self, other: Self) -> Jet {
        self.product(other)
    }
}

impl Div for &Jet {
    type Output = Jet;
    fn div(self, other: Self) -> Jet {
        self.product(&other.inverse())
    }
}
