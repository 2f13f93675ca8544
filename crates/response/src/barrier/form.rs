//! The barrier functions.
//!
//! With the gap `g = d − ξ` beyond the minimum separation `ξ` (0 for surfaces without thickness),
//! each is exactly 0 from `d = ξ + d̂` on and rises towards `g = 0`:
//!
//! ```text
//! SquaredLog   −(s − ŝ)² ln(s/ŝ)     [Li 2020]: s = d² − ξ², ŝ = d̂² + 2ξd̂     (m⁴)
//! Log          −(g − d̂)² ln(g/d̂)     the same formula on the distance         (m²)
//! Cubic        ⅔ (d̂ − g)³/d̂          [Ando 2024]                              (m²)
//! PlainLog     −ln(g/d̂)              the logarithmic barrier                  (no unit)
//! ```
//!
//! A stiffness `κ` times the barrier is an energy, so that its unit differs from form to form:
//! N/m³, N/m, N/m, J. Near contact `SquaredLog` is `ŝ² ln(1/s)`: to push as `Log` does with `κ`, it
//! takes about `κ/(2d̂²)`.
//!
//! The first three are twice continuously differentiable at `d̂`, where each vanishes as a third
//! power. The last is only continuous: its force jumps from 0 to `1/d̂`, and Newton's method has to
//! step over a kink there. The cubic one is finite at `g = 0`. It becomes a barrier by a stiffness
//! that grows as the gap closes, or by a line search that never gets there; its energy counts as
//! infinite from `g = 0` on.

/// The barrier as a function of the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarrierForm {
    /// `−(s − ŝ)² ln(s/ŝ)` with squared distances.
    #[default]
    SquaredLog,
    /// `−(g − d̂)² ln(g/d̂)`.
    Log,
    /// `⅔ (d̂ − g)³/d̂`.
    Cubic,
    /// `−ln(g/d̂)`.
    PlainLog,
}

impl BarrierForm {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::SquaredLog, Self::Log, Self::Cubic, Self::PlainLog];
}

/// Distances between which a barrier acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarrierRange {
    /// Activation distance `d̂`: from this gap on there is no force (m).
    pub d_hat: f64,
    /// Minimum separation `ξ`: the distance that cannot be reached (m).
    pub separation: f64,
}

impl BarrierRange {
    /// The distance from which on there is no force (m).
    #[must_use]
    #[inline]
    pub fn reach(self) -> f64 {
        self.separation + self.d_hat
    }
}

impl BarrierForm {
    /// The barrier, and its first and second derivative by the *squared* distance, at the squared
    /// distance `d_squared` (m²).
    ///
    /// At or below the minimum separation the value is infinite and the derivatives are 0.
    #[must_use]
    #[inline]
    pub fn by_squared_distance(self, d_squared: f64, range: BarrierRange) -> [f64; 3] {
        let BarrierRange { d_hat, separation } = range;
        let s = d_squared - separation * separation;
        let s_hat = d_hat * (d_hat + 2.0 * separation);
        if s >= s_hat {
            return [0.0; 3];
        }
        if s <= 0.0 || s.is_nan() {
            return [f64::INFINITY, 0.0, 0.0];
        }
        if self == Self::SquaredLog {
            return clamped_log(s, s_hat);
        }
        let d = d_squared.sqrt();
        let [f, f1, f2] = self.by_gap(s / (d + separation), d_hat);
        [f, f1 / (2.0 * d), (f2 - f1 / d) / (4.0 * d_squared)]
    }

    /// The barrier and its derivatives by the distance `d` (m).
    #[must_use]
    pub fn by_distance(self, d: f64, range: BarrierRange) -> [f64; 3] {
        let [f, f1, f2] = self.by_squared_distance(d * d, range);
        [f, 2.0 * d * f1, 2.0 * f1 + 4.0 * d * d * f2]
    }

    /// For `0 < gap < d̂`, of the forms that are functions of the gap.
    fn by_gap(self, gap: f64, d_hat: f64) -> [f64; 3] {
        match self {
            Self::SquaredLog | Self::Log => clamped_log(gap, d_hat),
            Self::Cubic => {
                let lack = d_hat - gap;
                let over = lack / d_hat;
                [2.0 / 3.0 * lack * lack * over, -2.0 * lack * over, 4.0 * over]
            }
            Self::PlainLog => [-libm::log(gap / d_hat), -1.0 / gap, 1.0 / (gap * gap)],
        }
    }
}

/// `−(s − ŝ)² ln(s/ŝ)` with its derivatives, for `0 < s < ŝ`.
#[inline]
fn clamped_log(s: f64, s_hat: f64) -> [f64; 3] {
    let lack = s_hat - s;
    let over = s_hat / s;
    // One division is enough: ln(s/ŝ) = −ln(ŝ/s).
    let log = -libm::log(over);
    [-lack * lack * log, lack * (2.0 * log - over + 1.0), (over + 2.0) * over - 2.0 * log - 3.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGES: [BarrierRange; 3] = [
        BarrierRange { d_hat: 1.0, separation: 0.0 },
        BarrierRange { d_hat: 3e-3, separation: 0.0 },
        BarrierRange { d_hat: 2e-3, separation: 1e-3 },
    ];

    #[test]
    fn derivatives_are_those_of_the_value() {
        for form in BarrierForm::ALL {
            for range in RANGES {
                for share in [1e-3_f64, 0.1, 0.5, 0.9, 0.99] {
                    let d = range.separation + share * range.d_hat;
                    // Close to both ends of the range the derivatives change fast.
                    let step = 1e-5 * share.min(1.0 - share) * range.d_hat;
                    let [low, high] = [d - step, d + step].map(|d| form.by_distance(d, range));
                    let [_, f1, f2] = form.by_distance(d, range);
                    let slope = (high[0] - low[0]) / (2.0 * step);
                    let curvature = (high[1] - low[1]) / (2.0 * step);
                    assert!(
                        (slope - f1).abs() <= 1e-7 * f1.abs(),
                        "{form:?} {share}: {slope} {f1}"
                    );
                    assert!((curvature - f2).abs() <= 1e-7 * f2.abs(), "{form:?} {share}: {f2}");
                }
            }
        }
    }

    #[test]
    fn they_push_apart_and_grow_without_bound() {
        for form in BarrierForm::ALL {
            for range in RANGES {
                let at =
                    |share: f64| form.by_distance(range.separation + share * range.d_hat, range);
                let mut before = at(1.0);
                assert_eq!(before, [0.0; 3], "{form:?}");
                for i in (1..100).rev() {
                    let now = at(f64::from(i) / 100.0);
                    assert!(now[0] > before[0] && now[1] < 0.0 && now[2] > 0.0, "{form:?} {i}");
                    before = now;
                }
                assert_eq!(form.by_distance(range.separation, range)[0], f64::INFINITY);
                assert_eq!(form.by_distance(0.0, range)[0], f64::INFINITY);
                assert_eq!(form.by_distance(2.0 * range.reach(), range), [0.0; 3]);
                if form != BarrierForm::Cubic {
                    assert!(at(1e-12)[1] < 1e5 * at(1e-6)[1], "{form:?}");
                }
            }
        }
    }

    /// The values of ipctk at half of a reach of 1, as `b(¼, 1)`, worked by hand: `9/16 ln 4`,
    /// `−(9/4 + 3/2 ln 4)`, `21 + 2 ln 4`; and those with a reach of 2 mm and the squared distance
    /// a tenth of its square: `0.81 ŝ² ln 10`, `−0.9 ŝ (9 + 2 ln 10)`, `117 + 2 ln 10`.
    #[test]
    fn the_squared_form_is_that_of_ipctk() {
        let near = |found: [f64; 3], wanted: [f64; 3]| {
            for (found, wanted) in found.into_iter().zip(wanted) {
                assert!((found - wanted).abs() <= 1e-14 * wanted.abs(), "{found} {wanted}");
            }
        };
        let half = BarrierForm::SquaredLog.by_squared_distance(0.25, RANGES[0]);
        near(half, [0.779_790_578_129_938_6, -4.329_441_541_679_836, 23.772_588_722_239_78]);
        let range = BarrierRange { d_hat: 2e-3, separation: 0.0 };
        let tenth = BarrierForm::SquaredLog.by_squared_distance(4e-7, range);
        near(
            tenth,
            [2.984_150_280_520_283_6e-11, -4.897_861_266_955_713e-5, 121.605_170_185_988_1],
        );
        let plain = BarrierForm::Log.by_distance(0.5, RANGES[0]);
        near(plain, [0.173_286_795_139_986_3, -1.193_147_180_559_945_3, 6.386_294_361_119_891]);
    }

    /// Smoothness at `d̂`: value and derivatives there vanish or not, compared with those at half
    /// of it.
    #[test]
    fn smoothness_at_the_reach() {
        let range = RANGES[0];
        for (form, derivatives) in [
            (BarrierForm::SquaredLog, 3),
            (BarrierForm::Log, 3),
            (BarrierForm::Cubic, 3),
            (BarrierForm::PlainLog, 1),
        ] {
            let near = form.by_distance(1.0 - 1e-7, range);
            let half = form.by_distance(0.5, range);
            for k in 0..3 {
                let is_small = near[k].abs() < 1e-5 * half[k].abs();
                assert_eq!(is_small, k < derivatives, "{form:?}, derivative {k}");
            }
        }
    }
}
