//! Exact predicates and integers beside `robust`, parry and dashu.
//!
//! One iteration is one pass over a fixed batch of inputs; criterion's throughput is calls per
//! second. Both sides of a comparison see the same batch, in the same run, and end with the same
//! result: `robust` returns a determinant, of which a sign is made.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dashu::integer::IBig;
use glam::DVec3;
use parry3d_f64::math::Pose;
use parry3d_f64::query::{Ray, RayCast, intersection_test};
use parry3d_f64::shape::Triangle;
use ripstop_geometry::exact::{Integer, Sign};
use ripstop_geometry::predicates::{orient2d, orient3d, segment_triangle, triangles_intersect};
use robust::{Coord, Coord3D};

const BATCH: usize = 1024;

/// Numbers in `−1..1` from a linear congruence: the same at every run.
struct Numbers(u64);

impl Numbers {
    fn bits(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ (self.0 >> 29)
    }

    fn unit(&mut self) -> f64 {
        f64::from_bits((self.bits() >> 12) | (1024 << 52)) - 3.0
    }

    fn point(&mut self) -> DVec3 {
        DVec3::new(self.unit(), self.unit(), self.unit())
    }

    fn points<const N: usize>(&mut self) -> [DVec3; N] {
        std::array::from_fn(|_| self.point())
    }
}

/// Four points of one tilted plane: exactly coplanar on a lattice of `2^−20`.
fn coplanar(numbers: &mut Numbers) -> [DVec3; 4] {
    std::array::from_fn(|_| {
        let [x, y] = [0; 2].map(|_| (numbers.unit() * 1_048_576.0).round() / 1_048_576.0);
        DVec3::new(x, y, 0.5 * x + 0.25 * y + 1.0)
    })
}

/// Four points of one tilted plane, rounded: neither coplanar nor clear.
fn nearly_coplanar(numbers: &mut Numbers) -> [DVec3; 4] {
    std::array::from_fn(|_| {
        let [x, y] = [0; 2].map(|_| numbers.unit());
        DVec3::new(x, y, 0.3 * x + 0.7 * y + 0.1)
    })
}

fn batch<T>(mut make: impl FnMut(&mut Numbers) -> T) -> Vec<T> {
    let mut numbers = Numbers(7);
    (0..BATCH).map(|_| make(&mut numbers)).collect()
}

/// Runs `call` on every item of the batch, as one benchmark of the group.
fn run<T, R>(c: &mut Criterion, [group, name]: [&str; 2], items: &[T], call: impl Fn(&T) -> R) {
    let mut group = c.benchmark_group(group);
    group.throughput(Throughput::Elements(items.len() as u64));
    group.bench_function(name, |b| {
        b.iter(|| {
            for item in items {
                black_box(call(black_box(item)));
            }
        });
    });
    group.finish();
}

fn orientations(c: &mut Criterion) {
    let theirs = |p: DVec3| Coord3D { x: p.x, y: p.y, z: p.z };
    let kinds = [
        ("orient3d/random", batch(Numbers::points::<4>)),
        ("orient3d/coplanar", batch(coplanar)),
        ("orient3d/nearly coplanar", batch(nearly_coplanar)),
    ];
    for (group, items) in &kinds {
        run(c, [group, "ripstop"], items, |&[p, q, r, s]| orient3d(p, q, r, s));
        run(c, [group, "robust"], items, |p| {
            let [p, q, r, s] = p.map(theirs);
            Sign::of(robust::orient3d(p, q, r, s))
        });
    }
    let items = batch(|numbers| numbers.points::<3>().map(DVec3::truncate));
    run(c, ["orient2d/random", "ripstop"], &items, |&[p, q, r]| orient2d(p, q, r));
    run(c, ["orient2d/random", "robust"], &items, |p| {
        let [p, q, r] = p.map(|p| Coord { x: p.x, y: p.y });
        Sign::of(robust::orient2d(p, q, r))
    });
}

fn intersections(c: &mut Criterion) {
    let items = batch(Numbers::points::<6>);
    let group = "triangle-triangle/random";
    run(c, [group, "ripstop"], &items, |&[p, q, r, s, t, u]| {
        triangles_intersect([p, q, r], [s, t, u])
    });
    run(c, [group, "parry"], &items, |&[p, q, r, s, t, u]| {
        let [a, b] = [Triangle::new(p, q, r), Triangle::new(s, t, u)];
        intersection_test(&Pose::IDENTITY, &a, &Pose::IDENTITY, &b)
    });
    let group = "segment-triangle/random";
    run(c, [group, "ripstop"], &items, |&[p, q, r, s, t, _]| segment_triangle([s, t], [p, q, r]));
    run(c, [group, "parry ray"], &items, |&[p, q, r, s, t, _]| {
        Triangle::new(p, q, r).cast_local_ray(&Ray::new(s, t - s), 1.0, true)
    });
}

fn integers(c: &mut Criterion) {
    for limbs in [1, 2, 4, 8, 16, 32] {
        let raw = batch(|numbers| -> [Vec<u64>; 2] {
            [0; 2].map(|_| (0..limbs).map(|_| numbers.bits() | 1).collect())
        });
        let ours = |limbs: &[u64]| {
            limbs.iter().rev().fold(Integer::zero(), |x, &l| (x << 64) + Integer::from(l))
        };
        let theirs =
            |limbs: &[u64]| limbs.iter().rev().fold(IBig::ZERO, |x, &l| (x << 64) + IBig::from(l));
        let a: Vec<[Integer; 2]> = raw.iter().map(|[x, y]| [ours(x), ours(y)]).collect();
        let b: Vec<[IBig; 2]> = raw.iter().map(|[x, y]| [theirs(x), theirs(y)]).collect();
        let (product, sum) = (format!("integer product/{limbs}"), format!("integer sum/{limbs}"));
        run(c, [&product, "ripstop"], &a, |[x, y]| x * y);
        run(c, [&product, "dashu"], &b, |[x, y]| x * y);
        run(c, [&sum, "ripstop"], &a, |[x, y]| x + y);
        run(c, [&sum, "dashu"], &b, |[x, y]| x + y);
    }
}

criterion_group!(benches, orientations, intersections, integers);
criterion_main!(benches);
