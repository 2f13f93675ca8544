//! Rays through the tree beside parry3d's `Bvh`, on the same rays in one run.
//!
//! A folded sheet of 128×128 vertices above a ball. `camera`: rays of a picture of 320×180.
//! `shadow`: from what they hit towards a light. `ambient`: from there anywhere, up to a third of
//! the sheet. The first two lines are the nearest hits of ripstop, in f64, and of parry3d, in f32,
//! each with its own triangle; `any` stops at any hit. Rates are rays per second on one thread.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use glam::DVec3;
use parry3d::bounding_volume::Aabb as ParryAabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh as ParryBvh, BvhBuildStrategy};
use parry3d::query::{Ray as ParryRay, details::local_ray_intersection_with_triangle};
use ripstop_broad::bvh::{BuildMethod, Ray};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_fixtures::{FoldingSheet, Random, grid};
use ripstop_geometry::Aabb;
use ripstop_render::Triangle;

struct Scene {
    triangles: Vec<Triangle>,
    tree: Bvh,
}

impl Scene {
    fn new() -> Self {
        let sheet = FoldingSheet::new(128);
        let positions = sheet.positions(0.6);
        let (ball, ball_faces) = grid::uv_sphere(48, 0.3);
        let corner = |list: &[DVec3], face: [u32; 3]| face.map(|i| list[i as usize]);
        let lowered: Vec<DVec3> = ball.iter().map(|&x| x - 0.4 * DVec3::Z).collect();
        let cloth = sheet.faces().into_iter().map(|face| corner(&positions, face));
        let solid = ball_faces.into_iter().map(|face| corner(&lowered, face));
        let triangles: Vec<Triangle> = cloth.chain(solid).map(Triangle::new).collect();
        let boxes: Vec<Aabb> = triangles.iter().map(Triangle::bounds).collect();
        let mut tree = Bvh::new(BuildMethod::BinnedSah);
        tree.rebuild(&boxes).expect("finite boxes");
        Self { triangles, tree }
    }

    fn nearest(&self, ray: &Ray) -> Option<f64> {
        let hit = |id: ripstop_broad::BoxId| self.triangles[id.index()].hit(ray).map(|hit| hit.t);
        self.tree.nearest(ray, hit).map(|hit| hit.t)
    }

    fn any(&self, ray: &Ray) -> bool {
        self.tree.any_along(ray, |id| self.triangles[id.index()].hit(ray).is_some())
    }

    fn families(&self) -> [(&'static str, Vec<Ray>); 3] {
        let hull = self.tree.boxes().iter().fold(Aabb::EMPTY, |hull, aabb| hull.union(*aabb));
        let (center, size) = (hull.center(), hull.extent().max_element());
        let eye = center + size * DVec3::new(0.9, -1.6, 1.1);
        let forward = (center - eye).normalize();
        let right = forward.cross(DVec3::Z).normalize();
        let up = right.cross(forward);
        let direction = |i: u32| {
            let (x, y) = (f64::from(i % 320) / 320.0 - 0.5, 0.5 - f64::from(i / 320) / 180.0);
            (forward + 0.8 * x * right + 0.45 * y * up).normalize()
        };
        let t_max = f64::INFINITY;
        let camera: Vec<Ray> =
            (0..320 * 180).map(|i| Ray { origin: eye, direction: direction(i), t_max }).collect();
        let light = DVec3::new(-0.5, -0.4, 0.8).normalize();
        let mut random = Random::seeded(5);
        let origins: Vec<DVec3> = camera
            .iter()
            .filter_map(|ray| Some(ray.origin + (self.nearest(ray)? - 1e-4) * ray.direction))
            .collect();
        let shadow =
            origins.iter().map(|&origin| Ray { origin, direction: light, t_max }).collect();
        let mut anywhere = || {
            let [x, y, z] = [0; 3].map(|_| random.uniform(-1.0, 1.0));
            DVec3::new(x, y, z).try_normalize().unwrap_or(DVec3::Z)
        };
        let ambient = origins
            .iter()
            .map(|&origin| Ray { origin, direction: anywhere(), t_max: 0.33 * size })
            .collect();
        [("camera", camera), ("shadow", shadow), ("ambient", ambient)]
    }
}

/// The same in f32.
struct Peer {
    corners: Vec<[Vector; 3]>,
    tree: ParryBvh,
}

impl Peer {
    fn new(scene: &Scene) -> Self {
        let vector = |x: DVec3| Vector::new(x.x as f32, x.y as f32, x.z as f32);
        let corners: Vec<[Vector; 3]> =
            scene.triangles.iter().map(|t| [t.a, t.a + t.ab, t.a + t.ac].map(vector)).collect();
        let boxes: Vec<ParryAabb> = corners
            .iter()
            .map(|[a, b, c]| ParryAabb::new(a.min(*b).min(*c), a.max(*b).max(*c)))
            .collect();
        Self { corners, tree: ParryBvh::from_leaves(BvhBuildStrategy::Binned, &boxes) }
    }

    fn ray(ray: &Ray) -> (ParryRay, f32) {
        let vector = |x: DVec3| Vector::new(x.x as f32, x.y as f32, x.z as f32);
        (ParryRay::new(vector(ray.origin), vector(ray.direction)), ray.t_max.min(1e30) as f32)
    }

    fn nearest(&self, (ray, t_max): &(ParryRay, f32)) -> Option<f32> {
        let hit = |i: u32, best: f32| {
            let [a, b, c] = self.corners[i as usize];
            let (hit, _) = local_ray_intersection_with_triangle(a, b, c, ray)?;
            (hit.time_of_impact <= best).then_some(hit.time_of_impact)
        };
        self.tree.cast_ray(ray, *t_max, hit).map(|(_, t)| t)
    }
}

fn rays(criterion: &mut Criterion) {
    let scene = Scene::new();
    let peer = Peer::new(&scene);
    let mut group = criterion.benchmark_group("rays");
    for (family, rays) in scene.families() {
        let peers: Vec<_> = rays.iter().map(Peer::ray).collect();
        let (ours, theirs) = (
            rays.iter().filter(|ray| scene.nearest(ray).is_some()).count(),
            peers.iter().filter(|ray| peer.nearest(ray).is_some()).count(),
        );
        // f32 decides differently at edges, not elsewhere.
        assert!(ours.abs_diff(theirs) * 100 <= rays.len(), "{family}: {ours} and {theirs} hits");
        group.throughput(Throughput::Elements(rays.len() as u64));
        group.bench_function(BenchmarkId::new("ripstop", family), |bencher| {
            bencher
                .iter(|| rays.iter().filter_map(|ray| scene.nearest(black_box(ray))).sum::<f64>());
        });
        group.bench_function(BenchmarkId::new("parry3d", family), |bencher| {
            bencher
                .iter(|| peers.iter().filter_map(|ray| peer.nearest(black_box(ray))).sum::<f32>());
        });
        group.bench_function(BenchmarkId::new("ripstop any", family), |bencher| {
            bencher.iter(|| rays.iter().filter(|ray| scene.any(black_box(ray))).count());
        });
    }
}

criterion_group!(benches, rays);
criterion_main!(benches);
