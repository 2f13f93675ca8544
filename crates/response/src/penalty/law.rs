//! Penalty laws: energy as a function of distance.
//!
//! With `δ = D − d`, the overlap, and 0 from `D` on:
//!
//! ```text
//!               energy f              force −f′           curvature f″
//! linear        ½ k δ²                k δ                 k
//! exponential   k ℓ² (eˢ − 1 − s)     k ℓ (eˢ − 1)        k eˢ                s = δ/ℓ
//! cubic         ⅓ k δ³/D              k δ²/D              2 k δ/D
//! ```
//!
//! `k` is the stiffness (N/m): that of the linear law throughout, that of the exponential law at
//! `D`, and the cubic law pushes at `d = 0` as the linear one does. Energy and force are continuous
//! at `D`, and for the cubic law the curvature is too. (A force written as `c (eˢ − 1)` has
//! `c = k ℓ`.)
//!
//! Deeper than [`PenaltyLaw::STEEPEST`] lengths `ℓ` the exponential law goes on with the stiffness
//! that it has there, energy, force and curvature being continuous: values stay finite at every
//! depth.

/// The form of a penalty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum PenaltyLaw {
    /// The force is proportional to the overlap.
    #[default]
    Linear,
    /// The force grows exponentially.
    Exponential {
        /// `ℓ`: the overlap at which the stiffness has grown by `e` (m).
        length: f64,
    },
    /// The force grows as the square: soft at first, with a curvature that does not jump.
    Cubic,
}

impl PenaltyLaw {
    /// The depth, in lengths `ℓ`, up to which the exponential law grows exponentially: to `e⁵⁰`,
    /// some 10²¹ times the stiffness.
    pub const STEEPEST: f64 = 50.0;
}

/// A penalty on a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Penalty {
    /// Its form.
    pub law: PenaltyLaw,
    /// `k` (N/m).
    pub stiffness: f64,
    /// `D`: the distance from which on it is 0 (m).
    pub distance: f64,
}

impl Penalty {
    /// Name and value of the first invalid parameter, if any: a stiffness that is negative,
    /// infinite or NaN, a distance that is not positive, an exponential law without a positive
    /// length.
    #[must_use]
    pub fn fault(&self) -> Option<(&'static str, f64)> {
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        if !(self.stiffness >= 0.0 && self.stiffness.is_finite()) {
            return Some(("stiffness", self.stiffness));
        }
        if !is_positive(self.distance) {
            return Some(("distance", self.distance));
        }
        match self.law {
            PenaltyLaw::Exponential { length } if !is_positive(length) => Some(("length", length)),
            _ => None,
        }
    }

    /// `[f, f′, f″]` (J, N, N/m) at the distance `d` (m), which may be negative. All are 0 from `D`
    /// on, and for a cubic law with `D ≤ 0`, which has no scale.
    #[must_use]
    pub fn derivatives(&self, d: f64) -> [f64; 3] {
        let (k, overlap) = (self.stiffness, self.distance - d);
        // Written so that NaN counts as far away.
        if !(overlap > 0.0 && k > 0.0) {
            return [0.0; 3];
        }
        match self.law {
            PenaltyLaw::Linear => [0.5 * k * overlap * overlap, -k * overlap, k],
            PenaltyLaw::Exponential { length } => {
                let s = (overlap / length).min(PenaltyLaw::STEEPEST);
                let growth = libm::expm1(s);
                let f = k * length * length * excess(s, growth);
                let (f1, f2) = (-k * length * growth, k * (1.0 + growth));
                if s < PenaltyLaw::STEEPEST {
                    return [f, f1, f2];
                }
                let beyond = overlap - s * length;
                [f + beyond * (0.5 * f2 * beyond - f1), f1 - f2 * beyond, f2]
            }
            PenaltyLaw::Cubic if self.distance <= 0.0 => [0.0; 3],
            PenaltyLaw::Cubic => {
                let relative = overlap / self.distance;
                [
                    k * overlap * overlap * relative / 3.0,
                    -k * overlap * relative,
                    2.0 * k * relative,
                ]
            }
        }
    }

    /// The force (N) at the distance `d` (m), never negative.
    #[must_use]
    pub fn force(&self, d: f64) -> f64 {
        -self.derivatives(d)[1]
    }

    /// `[g, g′, g″]` of `g(d²) = f(d)`, by the squared distance (m²).
    ///
    /// ```text
    /// g′ = f′/(2d),    g″ = (f″ − f′/d)/(4d²)
    /// ```
    ///
    /// At `d = 0` the direction of the force is lost, and with it the force; divisions by `d` are
    /// cut off at `10⁻⁹ D`, so that everything stays finite.
    #[must_use]
    pub fn by_squared_distance(&self, d_squared: f64) -> [f64; 3] {
        let d = d_squared.sqrt();
        let [f, f1, f2] = self.derivatives(d);
        if f1 == 0.0 && f2 == 0.0 {
            return [f, 0.0, 0.0];
        }
        let d = d.max(1e-9 * self.distance);
        [f, 0.5 * f1 / d, 0.25 * (f2 - f1 / d) / (d * d)]
    }
}

/// `eˢ − 1 − s`, given `eˢ − 1`; by its series where the difference would lose digits.
fn excess(s: f64, growth: f64) -> f64 {
    if s > 0.5 {
        return growth - s;
    }
    // s²/2 (1 + s/3 (1 + s/4 (1 + …))): the term after s¹⁴ is below 10⁻¹⁶ of the first.
    (3..=14).rev().fold(1.0, |sum, n| 1.0 + sum * s / f64::from(n)) * 0.5 * s * s
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAWS: [PenaltyLaw; 3] =
        [PenaltyLaw::Linear, PenaltyLaw::Exponential { length: 0.7e-3 }, PenaltyLaw::Cubic];

    fn penalty(law: PenaltyLaw) -> Penalty {
        Penalty { law, stiffness: 250.0, distance: 3e-3 }
    }

    #[test]
    fn closed_forms() {
        let at = |law| penalty(law).derivatives(1e-3);
        let close = |a: [f64; 3], b: [f64; 3]| {
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-13 * b.abs()), "{a:?} {b:?}");
        };
        close(at(PenaltyLaw::Linear), [5e-4, -0.5, 250.0]);
        close(at(PenaltyLaw::Cubic), [250.0 * 8e-9 / 9e-3, -250.0 * 4e-6 / 3e-3, 1000.0 / 3.0]);
        let e = libm::exp(2.0 / 0.7);
        let exponential =
            [250.0 * 0.49e-6 * (e - 1.0 - 2.0 / 0.7), -250.0 * 0.7e-3 * (e - 1.0), 250.0 * e];
        close(at(LAWS[1]), exponential);
    }

    #[test]
    fn zero_from_the_distance_on_and_continuous_there() {
        for law in LAWS {
            let penalty = penalty(law);
            for d in [3e-3, 3.1e-3, 1.0, f64::INFINITY, f64::NAN] {
                assert_eq!(penalty.derivatives(d), [0.0; 3]);
                assert_eq!(penalty.by_squared_distance(d * d), [0.0; 3]);
            }
            let [f, f1, f2] = penalty.derivatives(3e-3 * (1.0 - 1e-9));
            assert!(f > 0.0 && f < 1e-20 && f1 < 0.0 && f1 > -1e-8, "{law:?} {f} {f1}");
            assert!(law != PenaltyLaw::Cubic || f2 < 1e-5, "{f2}");
        }
    }

    #[test]
    fn derivatives_are_derivatives_on_both_sides_of_zero() {
        for law in LAWS {
            let penalty = penalty(law);
            for i in -20..30 {
                let d = 1e-4 * f64::from(i) + 3e-6;
                let step = 1e-8;
                let [low, high] = [d - step, d + step].map(|d| penalty.derivatives(d));
                let [_, f1, f2] = penalty.derivatives(d);
                for (slope, k) in [(f1, 0), (f2, 1)] {
                    let difference = (high[k] - low[k]) / (2.0 * step);
                    assert!((difference - slope).abs() < 1e-6 * slope.abs(), "{law:?} {d} {k}");
                }
            }
        }
    }

    #[test]
    fn small_excess_keeps_its_digits() {
        let penalty =
            Penalty { law: PenaltyLaw::Exponential { length: 1.0 }, stiffness: 1.0, distance: 0.0 };
        for s in [1e-9, 1e-3, 0.3, 0.499_999, 0.500_001, 4.0] {
            let expected = if s < 1e-2 {
                0.5 * s * s * (1.0 + s / 3.0 + s * s / 12.0)
            } else {
                libm::exp(s) - 1.0 - s
            };
            let [f, ..] = penalty.derivatives(-s);
            assert!((f / expected - 1.0).abs() < 3e-11, "{s}: {f} {expected}");
        }
    }

    /// A vertex deep inside a solid: every law stays finite, and the exponential one goes on
    /// without a jump.
    #[test]
    fn any_depth_is_finite() {
        for law in LAWS {
            for depth in [0.1, 1.0, 100.0, 1e6, 1e30] {
                let [f, f1, f2] = penalty(law).derivatives(-depth);
                assert!(f > 0.0 && f1 < 0.0 && f2 > 0.0, "{law:?} {depth}");
                assert!(f.is_finite() && f1.is_finite() && f2.is_finite(), "{law:?} {depth}");
            }
        }
        let (penalty, length) = (penalty(LAWS[1]), 0.7e-3);
        let edge = 3e-3 - PenaltyLaw::STEEPEST * length;
        let [before, after] = [1e-12, -1e-12].map(|step| penalty.derivatives(edge + step));
        for (before, after) in before.iter().zip(after) {
            assert!((before - after).abs() < 1e-7 * after.abs(), "{before} {after}");
        }
        let (at, step) = (edge - 0.3 * length, 1e-8);
        let [low, high] = [at - step, at + step].map(|d| penalty.derivatives(d));
        let [_, f1, f2] = penalty.derivatives(at);
        assert!(((high[0] - low[0]) / (2.0 * step) / f1 - 1.0).abs() < 1e-6);
        assert!(((high[1] - low[1]) / (2.0 * step) / f2 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn numbers_that_make_no_sense_are_named_and_harmless() {
        let good = penalty(LAWS[1]);
        assert_eq!(good.fault(), None);
        assert_eq!(Penalty { distance: 0.0, ..good }.fault(), Some(("distance", 0.0)));
        assert_eq!(Penalty { stiffness: -1.0, ..good }.fault(), Some(("stiffness", -1.0)));
        let flat = PenaltyLaw::Exponential { length: 0.0 };
        assert_eq!(Penalty { law: flat, ..good }.fault(), Some(("length", 0.0)));
        let no_scale = Penalty { law: PenaltyLaw::Cubic, distance: 0.0, ..good };
        assert_eq!(no_scale.derivatives(-1e-3), [0.0; 3]);
    }
}
