//! Functions of the squared distance and products, against the chain and product rules by entries.

use glam::{DMat3, DVec3};
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};
use ripstop_geometry::distance::{Derivatives, edge_edge_mollifier};

use crate::oracle::Region;
use crate::placements::Numbers;

fn outer(u: DVec3, v: DVec3) -> DMat3 {
    DMat3::from_cols(u * v.x, u * v.y, u * v.z)
}

fn largest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |largest: f64, x| largest.max(x.abs()))
}

fn assert_close(ours: &Derivatives, gradient: &[DVec3; 4], hessian: &[[DMat3; 4]; 4]) {
    let size = largest(gradient.iter().flat_map(DVec3::to_array));
    for (ours, known) in ours.gradient.iter().zip(gradient) {
        assert!((ours - known).abs().max_element() <= 4.0 * f64::EPSILON * size, "{ours} {known}");
    }
    let size = largest(hessian.iter().flatten().flat_map(DMat3::to_cols_array));
    for (ours, known) in ours.hessian.iter().flatten().zip(hessian.iter().flatten()) {
        assert!(ours.abs_diff_eq(*known, 32.0 * f64::EPSILON * size), "{ours}\n{known}");
    }
}

#[test]
fn function_of_the_squared_distance_obeys_the_chain_rule() {
    let mut numbers = Numbers(21);
    let interior = PointSegmentRegion::Interior;
    let regions = [
        Region::PointTriangle(PointTriangleRegion::Vertex(2)),
        Region::PointTriangle(PointTriangleRegion::Edge(1)),
        Region::PointTriangle(PointTriangleRegion::Face),
        Region::SegmentSegment(SegmentSegmentRegion { a: interior, b: interior }),
    ];
    for outer_function in [[1.0, 1.0, 0.0], [0.3, -2.0, 5.0], [0.0, 0.0, 1.0], [2.0, 0.0, 0.0]] {
        for _ in 0..50 {
            let points = [(); 4].map(|()| numbers.vector());
            for region in regions {
                let distance = region.ours(points);
                let [_, f1, f2] = outer_function;
                let (g, h) = (distance.gradient(), distance.hessian());
                let hessian = std::array::from_fn(|i| {
                    std::array::from_fn(|j| f1 * h[i][j] + f2 * outer(g[i], g[j]))
                });
                let composed = distance.composed(outer_function);
                assert_eq!(composed.value, outer_function[0]);
                assert_close(&composed, &g.map(|g| f1 * g), &hessian);
            }
        }
    }
}

#[test]
fn product_obeys_the_product_rule() {
    let mut numbers = Numbers(22);
    let interior = PointSegmentRegion::Interior;
    let region = SegmentSegmentRegion { a: interior, b: interior };
    for _ in 0..50 {
        let points = [(); 4].map(|()| numbers.vector());
        // Long at rest, so that the mollifier is at work.
        let m = edge_edge_mollifier(points, [40.0, 30.0]).derivatives();
        let b = Region::SegmentSegment(region).ours(points).composed([0.4, -1.5, 3.0]);
        let gradient = std::array::from_fn(|i| m.value * b.gradient[i] + b.value * m.gradient[i]);
        let hessian = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                m.value * b.hessian[i][j]
                    + b.value * m.hessian[i][j]
                    + outer(m.gradient[i], b.gradient[j])
                    + outer(b.gradient[i], m.gradient[j])
            })
        });
        let product = m.product(&b);
        assert_eq!(product.value, m.value * b.value);
        assert_close(&product, &gradient, &hessian);
        for i in 0..4 {
            for j in 0..4 {
                assert_eq!(product.hessian[i][j], product.hessian[j][i].transpose());
            }
        }
    }
}
