//! Angles of four vectors in the plane at once.
//!
//! ```text
//! t = s / (|(c, s)| + |c|) = tan of half the angle to the nearer half of the first axis, |t| ≤ 1
//! ```
//!
//! so that a polynomial for the arctangent on `[−1, 1]` is all that is needed.

use wide::f64x4;

/// `atan t / t` in powers of `t²`: within 3e-14 on `[−1, 1]`, by interpolation at the zeros of a
/// Chebyshev polynomial.
const SERIES: [f64; 16] = [
    0.999_999_999_999_953_1,
    -0.333_333_333_309_310_53,
    0.199_999_997_939_534_96,
    -0.142_857_072_466_787_06,
    0.111_109_837_749_622,
    -0.090_895_025_090_027_9,
    0.076_819_849_160_459_11,
    -0.066_134_944_958_944_22,
    0.056_826_465_091_119_466,
    -0.047_005_235_904_944_216,
    0.035_447_830_488_371_3,
    -0.022_792_063_782_796_54,
    0.011_594_726_016_119_614,
    -0.004_269_501_096_678_408_5,
    0.000_996_134_899_106_262_4,
    -0.000_109_501_337_372_926_65,
];

/// The angle (rad) of `(c, s)` to the first axis, in `[−π, π]`; 0 of the vector 0.
pub(super) fn angle(s: f64x4, c: f64x4) -> f64x4 {
    let far = (s * s + c * c).sqrt() + c.abs();
    let t = far.simd_gt(f64x4::ZERO).select(s / far, f64x4::ZERO);
    let t2 = t * t;
    let t4 = t2 * t2;
    // Two chains side by side, as each waits for its last product.
    let chain = |first: usize| {
        let terms = SERIES.iter().skip(first).step_by(2).rev();
        terms.fold(f64x4::ZERO, |sum, &term| sum * t4 + f64x4::splat(term))
    };
    let near = t * (chain(0) + t2 * chain(1)) * 2.0;
    let half_turn = f64x4::splat(std::f64::consts::PI);
    let turned = s.simd_lt(f64x4::ZERO).select(-half_turn, half_turn) - near;
    c.simd_lt(f64x4::ZERO).select(turned, near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_are_those_of_the_library() {
        for k in -720..=720_i32 {
            let wanted = f64::from(k) / 720.0 * std::f64::consts::PI;
            for size in [1e-40, 1.0, 3e20] {
                let (s, c) = (size * libm::sin(wanted), size * libm::cos(wanted));
                let found = angle(f64x4::splat(s), f64x4::splat(c)).to_array()
                    [k.rem_euclid(4).unsigned_abs() as usize];
                assert!((found - libm::atan2(s, c)).abs() < 1e-13, "{found} {wanted}");
            }
        }
        assert_eq!(angle(f64x4::ZERO, f64x4::ZERO), f64x4::ZERO);
    }
}
