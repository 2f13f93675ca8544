//! Closest points beside parry3d-f64, on the same inputs in one run.
//!
//! `scattered`: corners anywhere in a unit cube. `close`: features a hundredth of their size apart,
//! facing each other, as a broad phase leaves them. Times are per batch of [`COUNT`] queries.
//!
//! Both sides give the same result: weights, region and squared distance. parry's functions for a
//! segment or a triangle stop before the distance, so it is added from what they return; the rows
//! `parry3d-f64-bare` leave it out.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BenchmarkGroup, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main,
};
use glam::DVec3;
use parry3d_f64::math::Pose;
use parry3d_f64::query::details::closest_points_segment_segment_with_locations_nD;
use parry3d_f64::query::{PointQueryWithLocation, closest_points};
use parry3d_f64::shape::{Segment, Triangle};
use ripstop_geometry::closest;

/// Enough that a branch predictor cannot learn the inputs by heart; 16384 are not.
const COUNT: usize = 65536;

/// A small generator (`SplitMix64`), so that every run sees the same inputs.
struct Random(u64);

impl Random {
    /// Uniform in `[0, 1)`.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        f64::from((z >> 32) as u32) * (-32.0_f64).exp2()
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }

    fn points<const N: usize>(&mut self) -> [DVec3; N] {
        std::array::from_fn(|_| self.point())
    }

    /// A point near the inside of the blend of `corners`.
    fn near<const N: usize>(&mut self, corners: [DVec3; N]) -> DVec3 {
        let weights: [f64; N] = std::array::from_fn(|_| self.unit());
        let sum: f64 = weights.iter().sum();
        let blend: DVec3 = corners.iter().zip(weights).map(|(&x, w)| x * (w / sum)).sum();
        blend + 0.01 * (self.point() - 0.5)
    }

    /// `corners` moved so that a point of them comes to lie near a point of `target`.
    fn moved_to<const N: usize, const M: usize>(
        &mut self,
        corners: [DVec3; N],
        target: [DVec3; M],
    ) -> [DVec3; N] {
        let shift = self.near(target) - self.near(corners);
        corners.map(|corner| corner + shift)
    }
}

/// One family of inputs, in both forms: `(first, second)` with `N` and `M` corners.
fn families<const N: usize, const M: usize>() -> [(&'static str, Vec<Pair<N, M>>); 2] {
    let mut random = Random(7);
    let scattered = (0..COUNT).map(|_| (random.points(), random.points())).collect();
    let close = (0..COUNT)
        .map(|_| {
            let target = random.points();
            let corners = random.points();
            (random.moved_to(corners, target), target)
        })
        .collect();
    [("scattered", scattered), ("close", close)]
}

type Pair<const N: usize, const M: usize> = ([DVec3; N], [DVec3; M]);

fn run<T, R>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: (&str, &str),
    inputs: &[T],
    query: impl Fn(&T) -> R,
) {
    group.throughput(Throughput::Elements(inputs.len() as u64));
    group.bench_function(BenchmarkId::new(id.0, id.1), |bencher| {
        bencher.iter(|| {
            for input in inputs {
                // By reference: moving the result would stall on its own stores.
                black_box(&query(black_box(input)));
            }
        });
    });
}

fn point_segment(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closest/point_segment");
    for (family, inputs) in families::<1, 2>() {
        run(&mut group, ("ripstop", family), &inputs, |&([p], b)| closest::point_segment(p, b));
        let parry: Vec<_> = inputs.iter().map(|&([p], b)| (p, Segment::new(b[0], b[1]))).collect();
        run(&mut group, ("parry3d-f64", family), &parry, |(p, segment)| {
            let (projection, location) = segment.project_local_point_and_get_location(*p, true);
            (location, p.distance_squared(projection.point))
        });
        run(&mut group, ("parry3d-f64-bare", family), &parry, |(p, segment)| {
            segment.project_local_point_and_get_location(*p, true)
        });
    }
}

fn point_triangle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closest/point_triangle");
    for (family, inputs) in families::<1, 3>() {
        run(&mut group, ("ripstop", family), &inputs, |&([p], b)| closest::point_triangle(p, b));
        let parry: Vec<_> = inputs.iter().map(|&([p], b)| (p, Triangle::from(b))).collect();
        run(&mut group, ("parry3d-f64", family), &parry, |(p, triangle)| {
            let (projection, location) = triangle.project_local_point_and_get_location(*p, true);
            (location, p.distance_squared(projection.point))
        });
        run(&mut group, ("parry3d-f64-bare", family), &parry, |(p, triangle)| {
            triangle.project_local_point_and_get_location(*p, true)
        });
    }
}

fn segment_segment(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closest/segment_segment");
    for (family, inputs) in families::<2, 2>() {
        run(&mut group, ("ripstop", family), &inputs, |&(a, b)| closest::segment_segment(a, b));
        let locations = |a: &[DVec3; 2], b: &[DVec3; 2]| {
            closest_points_segment_segment_with_locations_nD((&a[0], &a[1]), (&b[0], &b[1]))
        };
        run(&mut group, ("parry3d-f64", family), &inputs, |(a, b)| {
            let (on_a, on_b) = locations(a, b);
            let (wa, wb) = (on_a.barycentric_coordinates(), on_b.barycentric_coordinates());
            let (p, q) = (wa[0] * a[0] + wa[1] * a[1], wb[0] * b[0] + wb[1] * b[1]);
            (on_a, on_b, p.distance_squared(q))
        });
        run(&mut group, ("parry3d-f64-bare", family), &inputs, |(a, b)| locations(a, b));
    }
}

fn triangle_triangle(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("closest/triangle_triangle");
    for (family, inputs) in families::<3, 3>() {
        run(&mut group, ("ripstop", family), &inputs, |&(a, b)| closest::triangle_triangle(a, b));
        let parry: Vec<_> =
            inputs.iter().map(|&(a, b)| (Triangle::from(a), Triangle::from(b))).collect();
        run(&mut group, ("parry3d-f64", family), &parry, |(a, b)| {
            closest_points(&Pose::IDENTITY, a, &Pose::IDENTITY, b, f64::MAX)
        });
    }
}

criterion_group!(benches, point_segment, point_triangle, segment_segment, triangle_triangle);
criterion_main!(benches);
