//! Squared distances with derivatives: nanoseconds per pair in each region case, and values beside parry.
//!
//! `cargo bench -p ripstop-benches --features peers --bench distance`
#![expect(missing_docs, reason = "criterion's macros write an undocumented main function")]

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use glam::{DVec3, dvec3};
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};
use ripstop_geometry::distance::{
    SquaredDistance, edge_edge_mollifier, point_triangle, segment_segment,
};

const COUNT: usize = 256;

/// Reproducible points in the unit cube, four to a pair.
fn pairs() -> Vec<[DVec3; 4]> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut number = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 40) as u32) / f64::from(1 << 24)
    };
    let mut point = move || dvec3(number(), number(), number());
    (0..COUNT).map(|_| [point(), point(), point(), point()]).collect()
}

/// Value, gradient and Hessian of one case.
fn case(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    pairs: &[[DVec3; 4]],
    distance: impl Fn([DVec3; 4]) -> SquaredDistance,
) {
    group.bench_function(format!("{name}/value"), |bencher| {
        bencher.iter(|| pairs.iter().map(|&x| distance(black_box(x)).value()).sum::<f64>());
    });
    group.bench_function(format!("{name}/gradient"), |bencher| {
        bencher.iter(|| {
            for &x in pairs {
                black_box(distance(black_box(x)).gradient());
            }
        });
    });
    group.bench_function(format!("{name}/hessian"), |bencher| {
        bencher.iter(|| {
            for &x in pairs {
                black_box(distance(black_box(x)).hessian());
            }
        });
    });
    group.bench_function(format!("{name}/composed"), |bencher| {
        bencher.iter(|| {
            for &x in pairs {
                black_box(distance(black_box(x)).composed(black_box([0.5, -1.0, 2.0])));
            }
        });
    });
}

fn derivatives(criterion: &mut Criterion) {
    use PointSegmentRegion::{End, Interior, Start};
    let pairs = pairs();
    let mut group = criterion.benchmark_group("distance");
    group.throughput(Throughput::Elements(COUNT as u64));
    for (name, region) in [
        ("point_triangle/vertex", PointTriangleRegion::Vertex(1)),
        ("point_triangle/edge", PointTriangleRegion::Edge(1)),
        ("point_triangle/face", PointTriangleRegion::Face),
    ] {
        case(&mut group, name, &pairs, |x| point_triangle(x, black_box(region)));
    }
    for (name, a, b) in [
        ("segment_segment/ends", Start, End),
        ("segment_segment/end_interior", End, Interior),
        ("segment_segment/interior", Interior, Interior),
    ] {
        let region = SegmentSegmentRegion { a, b };
        case(&mut group, name, &pairs, |x| segment_segment(x, black_box(region)));
    }
    group.bench_function("mollifier/hessian", |bencher| {
        bencher.iter(|| {
            for &x in &pairs {
                black_box(edge_edge_mollifier(black_box(x), [9.0, 9.0]).hessian());
            }
        });
    });
    group.finish();
}

criterion_group!(benches, derivatives);
criterion_main!(benches);
