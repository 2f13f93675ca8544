//! Squared distances: values beside parry3d-f64 on the same inputs, and derivatives in each region
//! case.
//!
//! The groups `distance/point_triangle` and `distance/segment_segment` take random pairs through
//! their own regions; `distance/case` holds one region each. Times are per batch of [`COUNT`]
//! pairs.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use glam::{DVec3, dvec3};
use parry3d_f64::query::PointQuery;
use parry3d_f64::query::details::closest_points_segment_segment_with_locations_nD as parry_locations;
use parry3d_f64::shape::{Segment, Triangle};
use ripstop_geometry::closest::{
    self, PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion,
};
use ripstop_geometry::distance::{self, SquaredDistance, edge_edge_mollifier};

/// Enough that a branch predictor cannot learn the regions by heart: up to 16,384 pairs it can.
const COUNT: usize = 65_536;

/// Reproducible points in the unit cube, four to a pair.
fn pairs() -> Vec<[DVec3; 4]> {
    let mut state = 1_u64;
    let mut number = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 33) as u32) / f64::from(1_u32 << 31)
    };
    let mut point = move || dvec3(number(), number(), number());
    (0..COUNT).map(|_| [point(), point(), point(), point()]).collect()
}

fn run<R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    pairs: &[[DVec3; 4]],
    query: impl Fn([DVec3; 4]) -> R,
) {
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            for &points in pairs {
                black_box(query(black_box(points)));
            }
        });
    });
}

/// Closest points and value; then what a Newton step wants on top.
fn whole(criterion: &mut Criterion) {
    let pairs = pairs();

    let mut group = criterion.benchmark_group("distance/point_triangle");
    let find = |[p, a, b, c]: [DVec3; 4]| closest::point_triangle(p, [a, b, c]);
    run(&mut group, "value/ripstop", &pairs, |x| find(x).distance_squared.sqrt());
    run(&mut group, "value/parry3d-f64", &pairs, |[p, a, b, c]| {
        Triangle::new(a, b, c).distance_to_local_point(p, true)
    });
    run(&mut group, "with gradient", &pairs, |x| {
        distance::point_triangle(x, find(x).region).gradient()
    });
    run(&mut group, "with hessian", &pairs, |x| {
        distance::point_triangle(x, find(x).region).hessian()
    });
    group.finish();

    let mut group = criterion.benchmark_group("distance/segment_segment");
    let find = |[a0, a1, b0, b1]: [DVec3; 4]| closest::segment_segment([a0, a1], [b0, b1]);
    run(&mut group, "value/ripstop", &pairs, |x| find(x).distance_squared.sqrt());
    run(&mut group, "value/parry3d-f64", &pairs, |[a0, a1, b0, b1]| {
        let (on_a, on_b) = parry_locations((&a0, &a1), (&b0, &b1));
        let [a, b] = [Segment::new(a0, a1).point_at(&on_a), Segment::new(b0, b1).point_at(&on_b)];
        a.distance(b)
    });
    run(&mut group, "with gradient", &pairs, |x| {
        distance::segment_segment(x, find(x).region).gradient()
    });
    run(&mut group, "with hessian", &pairs, |x| {
        distance::segment_segment(x, find(x).region).hessian()
    });
    group.finish();
}

fn case(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    pairs: &[[DVec3; 4]],
    expand: impl Fn([DVec3; 4]) -> SquaredDistance,
) {
    run(group, &format!("{name}/value"), pairs, |x| expand(x).value());
    run(group, &format!("{name}/gradient"), pairs, |x| expand(x).gradient());
    run(group, &format!("{name}/hessian"), pairs, |x| expand(x).hessian());
    let barrier = [0.5, -1.0, 2.0];
    run(group, &format!("{name}/composed"), pairs, |x| expand(x).composed(black_box(barrier)));
}

fn cases(criterion: &mut Criterion) {
    use PointSegmentRegion::{End, Interior, Start};
    let pairs = pairs();
    let mut group = criterion.benchmark_group("distance/case");
    for (name, region) in [
        ("triangle vertex", PointTriangleRegion::Vertex(1)),
        ("triangle edge", PointTriangleRegion::Edge(1)),
        ("triangle face", PointTriangleRegion::Face),
    ] {
        case(&mut group, name, &pairs, |x| distance::point_triangle(x, black_box(region)));
    }
    for (name, a, b) in [
        ("segment ends", Start, End),
        ("segment end, interior", End, Interior),
        ("segment interiors", Interior, Interior),
    ] {
        let region = SegmentSegmentRegion { a, b };
        case(&mut group, name, &pairs, |x| distance::segment_segment(x, black_box(region)));
    }
    // Long at rest, so that every pair is mollified.
    let rest_lengths = [100.0, 100.0];
    run(&mut group, "mollifier/gradient", &pairs, |x| {
        edge_edge_mollifier(x, black_box(rest_lengths)).gradient()
    });
    run(&mut group, "mollifier/hessian", &pairs, |x| {
        edge_edge_mollifier(x, black_box(rest_lengths)).hessian()
    });
    group.finish();
}

criterion_group!(benches, whole, cases);
criterion_main!(benches);
