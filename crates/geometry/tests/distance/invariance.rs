//! Invariance under moving, turning, scaling and relabelling all four points.

use glam::{DMat3, DVec3, dvec3};
use ripstop_geometry::closest::PointSegmentRegion::{End, Interior, Start};
use ripstop_geometry::closest::{PointTriangleRegion, SegmentSegmentRegion};

use crate::oracle::Region;
use crate::placements::Numbers;

fn all_regions() -> Vec<Region> {
    use PointTriangleRegion::{Edge, Face, Vertex};
    let mut all: Vec<_> = [Vertex(0), Vertex(1), Vertex(2), Edge(0), Edge(1), Edge(2), Face]
        .map(Region::PointTriangle)
        .into();
    for a in [Start, End, Interior] {
        for b in [Start, End, Interior] {
            all.push(Region::SegmentSegment(SegmentSegmentRegion { a, b }));
        }
    }
    all
}

/// Random pairs whose edges are neither short nor close to parallel.
fn random_pairs(seed: u64, count: usize) -> Vec<[DVec3; 4]> {
    let mut numbers = Numbers(seed);
    let pair = || [(); 4].map(|()| numbers.vector());
    let sound = |x: &[DVec3; 4]| {
        let wide = |e: DVec3, f: DVec3| e.cross(f).length() > 0.2;
        wide(x[2] - x[1], x[3] - x[1]) && wide(x[1] - x[0], x[3] - x[2])
    };
    std::iter::repeat_with(pair).filter(sound).take(count).collect()
}

fn largest(hessian: &[[DMat3; 4]; 4]) -> f64 {
    hessian
        .iter()
        .flatten()
        .map(|h| h.abs().to_cols_array().into_iter().fold(0.0, f64::max))
        .fold(0.0, f64::max)
}

#[test]
fn hessian_is_symmetric_to_the_bit() {
    for points in random_pairs(11, 200) {
        for region in all_regions() {
            let distance = region.ours(points);
            for hessian in [distance.hessian(), distance.composed([1.0, -0.7, 0.3]).hessian] {
                for (i, row) in hessian.iter().enumerate() {
                    for (j, block) in row.iter().enumerate() {
                        assert_eq!(block.transpose(), hessian[j][i], "{region:?} {i} {j}");
                    }
                }
            }
        }
    }
}

/// A common shift changes nothing: gradient and rows sum to 0. Nor does a common turn: no torque.
#[test]
fn rigid_motions_do_no_work() {
    for points in random_pairs(12, 200) {
        for region in all_regions() {
            let distance = region.ours(points);
            let (gradient, hessian) = (distance.gradient(), distance.hessian());
            let weight = distance.weights.iter().fold(1.0_f64, |m, a| m.max(a.abs()));
            let ulp = 16.0 * f64::EPSILON * weight;
            let force: DVec3 = gradient.iter().sum();
            assert!(force.abs().max_element() <= ulp * distance.separation.length());
            let torque: DVec3 = points.iter().zip(gradient).map(|(x, g)| x.cross(g)).sum();
            let tight = ulp * distance.separation.length().max(1.0);
            assert!(torque.abs().max_element() <= tight, "{region:?} {torque}");
            for row in &hessian {
                let sum = row.iter().fold(DMat3::ZERO, |sum, block| sum + *block);
                let size = largest(&hessian);
                assert!(
                    sum.abs_diff_eq(DMat3::ZERO, 16.0 * f64::EPSILON * size),
                    "{region:?} {sum}"
                );
            }
        }
    }
}

/// `d²` is homogeneous of degree 2, so `Σ gᵢ·xᵢ = 2d²` and `Σⱼ Hᵢⱼxⱼ = gᵢ` (Euler).
#[test]
fn squared_distance_is_homogeneous_of_degree_two() {
    for points in random_pairs(13, 200) {
        for region in all_regions() {
            let distance = region.ours(points);
            let (gradient, hessian) = (distance.gradient(), distance.hessian());
            let ulp = 64.0 * f64::EPSILON * largest(&hessian);
            let twice: f64 = points.iter().zip(gradient).map(|(x, g)| x.dot(g)).sum();
            assert!((twice - 2.0 * distance.value()).abs() <= ulp, "{region:?}");
            for (row, g) in hessian.iter().zip(gradient) {
                let product: DVec3 = row.iter().zip(points).map(|(block, x)| *block * x).sum();
                assert!((product - g).abs().max_element() <= ulp, "{region:?} {product} {g}");
            }
        }
    }
}

#[test]
fn translation_that_rounds_nothing_changes_no_bit() {
    // Coordinates with few bits stay exact under a shift by an integer.
    let coarse = |x: DVec3| (x * 1024.0).round() / 1024.0;
    for points in random_pairs(14, 100) {
        let points = points.map(coarse);
        let moved = points.map(|x| x + dvec3(1000.0, -345.0, 77.0));
        for region in all_regions() {
            assert_eq!(region.ours(points), region.ours(moved));
        }
    }
}

#[test]
fn rotation_turns_gradient_and_hessian() {
    let mut numbers = Numbers(15);
    for points in random_pairs(15, 100) {
        let turn = DMat3::from_quat(numbers.rotation());
        let turned = points.map(|x| turn * x);
        for region in all_regions() {
            let (before, after) = (region.ours(points), region.ours(turned));
            let ulp = 128.0 * f64::EPSILON * largest(&before.hessian());
            assert!((before.value() - after.value()).abs() <= ulp);
            for (g, h) in before.gradient().into_iter().zip(after.gradient()) {
                assert!((turn * g - h).abs().max_element() <= ulp, "{region:?}");
            }
            let blocks = before.hessian().into_iter().flatten();
            for (g, h) in blocks.zip(after.hessian().into_iter().flatten()) {
                assert!((turn * g * turn.transpose()).abs_diff_eq(h, ulp), "{region:?}");
            }
        }
    }
}

/// A power of two scales every number exactly, also where squares of lengths leave the range of
/// `f64`.
#[test]
fn scale_changes_no_bit_of_a_mantissa() {
    for points in random_pairs(16, 50) {
        for region in all_regions() {
            let unit = region.ours(points);
            for exponent in [-900, -400, -166, -40, 40, 166, 400, 900] {
                let factor = libm::ldexp(1.0, exponent);
                let scaled = region.ours(points.map(|x| x * factor));
                assert_eq!(scaled.hessian(), unit.hessian(), "{region:?} 2^{exponent}");
                assert_eq!(scaled.gradient(), unit.gradient().map(|g| g * factor));
                assert_eq!(scaled.value(), unit.value() * factor * factor);
            }
        }
    }
}

#[test]
fn relabelling_relabels() {
    for points in random_pairs(17, 100) {
        let [a0, a1, b0, b1] = points;
        let region = |a, b| SegmentSegmentRegion { a, b };
        for a in [Start, End, Interior] {
            for b in [Start, End, Interior] {
                let plain = Region::SegmentSegment(region(a, b)).ours(points);
                let swapped = Region::SegmentSegment(region(b, a)).ours([b0, b1, a0, a1]);
                let ulp = 128.0 * f64::EPSILON * largest(&plain.hessian());
                assert!((plain.separation + swapped.separation).abs().max_element() <= ulp);
                for (i, j) in [(0, 2), (1, 3), (2, 0), (3, 1)] {
                    let (g, h) = (plain.gradient()[i], swapped.gradient()[j]);
                    assert!((g - h).abs().max_element() <= ulp);
                    let (g, h) = (plain.hessian()[i][1], swapped.hessian()[j][3]);
                    assert!(g.abs_diff_eq(h, ulp));
                }
            }
        }
    }
}

/// Two points: `H = 2 [I −I; −I I]` exactly, with eigenvalues 0 and 4, so it is its own positive
/// part.
#[test]
fn two_points_have_the_constant_hessian() {
    let two = 2.0 * DMat3::IDENTITY;
    for scale in [1e-50, 1e-12, 1.0, 1e12, 1e50] {
        for points in random_pairs(18, 20) {
            let points = points.map(|x| scale * x);
            for i in 0..3 {
                let region = Region::PointTriangle(PointTriangleRegion::Vertex(i));
                let distance = region.ours(points);
                let hessian = distance.hessian();
                for (row, blocks) in hessian.iter().enumerate() {
                    for (column, &block) in blocks.iter().enumerate() {
                        let known = match [row, column].map(|k| (k == 0, k == 1 + i)) {
                            [(true, _), (true, _)] | [(_, true), (_, true)] => two,
                            [(true, _), (_, true)] | [(_, true), (true, _)] => -two,
                            _ => DMat3::ZERO,
                        };
                        assert_eq!(block, known);
                    }
                }
                let r = points[0] - points[1 + i];
                assert_eq!(distance.value(), r.length_squared());
                assert_eq!(distance.gradient()[0], 2.0 * r);
                assert_eq!(distance.gradient()[1 + i], -2.0 * r);
            }
        }
    }
}
