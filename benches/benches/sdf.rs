//! Signed distances beside parry3d-f64, and the cost of a sampled field.
//!
//! Distances are compared with parry's signed `distance_to_local_point`, samples with the distance
//! and gradient that a user of parry has to take from `project_local_point`. Parry's shapes sit at
//! the origin and ours anywhere; so that both do the same work, parry is given the point minus the
//! centre.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use glam::{DVec3, dvec3};
use parry3d_f64::query::PointQuery;
use parry3d_f64::shape;
use ripstop_geometry::sdf::{Capsule, Cuboid, Plane, Sample, SampledField, Sampling, Sphere};

const CENTER: DVec3 = dvec3(0.1, 0.2, -0.1);
const HALF: DVec3 = dvec3(0.5, 0.3, 0.8);

/// Points inside and outside of shapes of size 1, from a linear congruence.
fn points() -> Vec<DVec3> {
    let mut state = 1_u64;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 32) as u32) / f64::from(u32::MAX) * 2.0 - 1.0
    };
    (0..1024).map(|_| dvec3(next(), next(), next())).collect()
}

/// Two functions of a point, one after the other over the same points.
struct Pair<'a, 'b> {
    group: &'a mut BenchmarkGroup<'b, WallTime>,
    points: &'a [DVec3],
}

impl Pair<'_, '_> {
    fn run<R>(&mut self, name: &str, f: impl Fn(DVec3) -> R) {
        self.group.bench_function(name, |b| {
            b.iter(|| {
                for &x in black_box(self.points) {
                    black_box(f(x));
                }
            });
        });
    }

    fn shape<S: PointQuery>(
        &mut self,
        distance: impl Fn(DVec3) -> f64,
        sample: impl Fn(DVec3) -> Sample,
        theirs: &S,
    ) {
        let center = black_box(CENTER);
        self.run("distance", distance);
        self.run("distance, parry", |x| theirs.distance_to_local_point(x - center, false));
        self.run("sample", sample);
        self.run("sample, parry", |x| {
            let x = x - center;
            let nearest = theirs.project_local_point(x, false);
            let offset = x - nearest.point;
            let distance = offset.length() * if nearest.is_inside { -1.0 } else { 1.0 };
            Sample { distance, gradient: offset / distance }
        });
    }
}

fn analytic(c: &mut Criterion) {
    let points = points();
    let mut in_group = |name: &str, run: &dyn Fn(&mut Pair)| {
        let mut group = c.benchmark_group(format!("sdf/{name}"));
        group.throughput(Throughput::Elements(1024));
        group.warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
        run(&mut Pair { group: &mut group, points: &points });
        group.finish();
    };
    in_group("plane", &|pair| {
        let ours = black_box(Plane::new(CENTER, DVec3::ONE).expect("valid"));
        let theirs = black_box(shape::HalfSpace::new(DVec3::ONE.normalize()));
        pair.shape(|x| ours.distance(x), |x| ours.sample(x), &theirs);
    });
    in_group("sphere", &|pair| {
        let ours = black_box(Sphere::new(CENTER, 0.6).expect("valid"));
        let theirs = black_box(shape::Ball::new(0.6));
        pair.shape(|x| ours.distance(x), |x| ours.sample(x), &theirs);
    });
    in_group("capsule", &|pair| {
        let (a, b) = (dvec3(-0.5, 0.1, 0.0), dvec3(0.4, 0.3, -0.6));
        let ours = black_box(Capsule::new(CENTER + a, CENTER + b, 0.3).expect("valid"));
        let theirs = black_box(shape::Capsule::new(a, b, 0.3));
        pair.shape(|x| ours.distance(x), |x| ours.sample(x), &theirs);
    });
    in_group("cuboid", &|pair| {
        let ours = black_box(Cuboid::new(CENTER, HALF).expect("valid"));
        let theirs = black_box(shape::Cuboid::new(HALF));
        pair.shape(|x| ours.distance(x), |x| ours.sample(x), &theirs);
    });
}

/// A torus of about 10,000 faces, in a grid of 64 nodes along its longest sides.
fn sampled(c: &mut Criterion) {
    let (positions, faces) = torus(100, 50);
    let build = |cells: u32| {
        let sampling = Sampling::of_cells_across(&positions, cells);
        SampledField::from_closed_mesh(&positions, &faces, sampling).expect("closed")
    };
    let mut group = c.benchmark_group("sdf/sampled");
    group.sample_size(10);
    group.bench_function("build, 10,000 faces, 64³ nodes", |b| b.iter(|| build(59)));
    let field = build(59);
    let points = points();
    group.sample_size(100).throughput(Throughput::Elements(1024));
    let mut pair = Pair { group: &mut group, points: &points };
    pair.run("distance", |x| field.distance(x));
    pair.run("sample", |x| field.sample(x));
    group.finish();
}

/// A torus, thick enough to fill a cube and tilted out of the planes of the grid.
fn torus(around: u32, along: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let angle = |i: u32, n: u32| f64::from(i) * std::f64::consts::TAU / f64::from(n);
    let tilt = glam::DQuat::from_xyzw(0.4, 0.2, 0.1, 0.9).normalize();
    let mut positions = Vec::new();
    let mut faces = Vec::new();
    for i in 0..around {
        for j in 0..along {
            let (sin, cos) = angle(i, around).sin_cos();
            let (up, out) = angle(j, along).sin_cos();
            let radius = 0.55 + 0.35 * out;
            positions.push(tilt * dvec3(radius * cos, radius * sin, 0.35 * up));
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)]
                .map(|(di, dj)| (i + di) % around * along + (j + dj) % along);
            faces.extend([[a, b, c], [a, c, d]]);
        }
    }
    (positions, faces)
}

criterion_group!(benches, analytic, sampled);
criterion_main!(benches);
