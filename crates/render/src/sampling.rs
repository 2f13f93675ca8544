//! Points that are spread evenly, the same in every run.
//!
//! `n` points on a disc, each in the middle of an equal part of its area, turned by the golden
//! angle from one to the next [Vogel 1979]:
//!
//! ```text
//! rᵢ = √((i + ½) / n),    θᵢ = i π (3 − √5)
//! ```
//!
//! Lifted to the half-sphere above the disc they are distributed by the cosine of the angle to the
//! pole, as light from a uniform sky counts on a surface.

use std::f64::consts::PI;

use glam::{DVec2, DVec3, dvec2};

/// Points on the unit disc.
pub(crate) fn disc(count: usize) -> Vec<DVec2> {
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    (0..count)
        .map(|i| {
            let radius = ((i as f64 + 0.5) / count as f64).sqrt();
            let angle = golden * i as f64;
            radius * dvec2(libm::cos(angle), libm::sin(angle))
        })
        .collect()
}

/// Directions around the z axis, more towards the pole.
pub(crate) fn half_sphere(count: usize) -> Vec<DVec3> {
    disc(count).into_iter().map(|p| p.extend((1.0 - p.length_squared()).max(0.0).sqrt())).collect()
}

/// Places in a pixel, spread evenly for every number of them: equal steps along one edge, multiples
/// of the golden ratio along the other.
pub(crate) fn pixel(count: usize) -> Vec<DVec2> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    (0..count)
        .map(|i| i as f64 + 0.5)
        .map(|i| dvec2(i / count as f64, (i * GOLDEN).fract()))
        .collect()
}

/// Turns by evenly spread angles, in an order without pattern.
pub(crate) fn turns(count: usize) -> Vec<DVec2> {
    (0..count)
        .map(|i| {
            let angle = 2.0 * PI * i as f64 / count as f64;
            dvec2(libm::cos(angle), libm::sin(angle))
        })
        .collect()
}

/// A number that looks random, from a pixel [Steele 2014].
pub(crate) fn scrambled(column: u32, row: u32) -> u64 {
    let seed = u64::from(column) << 32 | u64::from(row);
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disc_is_covered_evenly() {
        let points = disc(400);
        assert!(points.iter().all(|p| p.length() < 1.0));
        for side in [DVec2::X, DVec2::Y, dvec2(0.6, 0.8)] {
            let half = points.iter().filter(|p| p.dot(side) > 0.0).count();
            assert!((190..=210).contains(&half), "{half}");
        }
        let inner = points.iter().filter(|p| p.length_squared() < 0.25).count();
        assert!((99..=101).contains(&inner), "{inner}");
    }

    #[test]
    fn a_half_sphere_counts_by_the_cosine() {
        let directions = half_sphere(1000);
        assert!(directions.iter().all(|d| (d.length() - 1.0).abs() < 1e-12));
        // ∫ cos² / ∫ cos over the half-sphere is 2/3.
        let mean = directions.iter().map(|d| d.z).sum::<f64>() / 1000.0;
        assert!((mean - 2.0 / 3.0).abs() < 1e-3, "{mean}");
    }

    #[test]
    fn places_in_a_pixel_are_inside_and_apart() {
        let places = pixel(16);
        for (i, a) in places.iter().enumerate() {
            assert!(a.cmpge(DVec2::ZERO).all() && a.cmplt(DVec2::ONE).all());
            assert!(places[..i].iter().all(|b| a.distance(*b) > 0.1));
        }
        let mean: DVec2 = places.iter().copied().sum::<DVec2>() / 16.0;
        assert!(mean.distance(DVec2::splat(0.5)) < 0.05, "{mean}");
    }
}
