//! Kernels of finite elements: time per element for energy, gradient and projected Hessian, beside
//! the speed at which memory can be copied.
//!
//! Every kernel runs over all elements of a sheet of [`SIDE`]² vertices into one buffer, as an
//! assembly does. A Hessian of a triangle is 432 bytes, one of a hinge 720: `memory/copy` says how
//! long such bytes take to move at all.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use glam::{DMat3, DVec2, DVec3};
use ripstop_dynamics::{Bending, ElementSettings, Fabric, FiniteElementCloth, RestShape};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum, block_count};
use ripstop_geometry::{Potential, Topology, VertexId};

const SIDE: u32 = 128;

/// A wavy sheet, a little stretched.
fn sheet(fabric: Fabric, bending: Bending) -> (FiniteElementCloth, Vec<DVec3>) {
    let cells = (0..SIDE - 1).flat_map(|r| (0..SIDE - 1).map(move |c| r * SIDE + c));
    let faces: Vec<_> =
        cells.flat_map(|i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]]).collect();
    let mesh = Topology::from_faces((SIDE * SIDE) as usize, &faces).expect("a sheet");
    let uv = |i: u32| DVec2::new(f64::from(i % SIDE), f64::from(i / SIDE)) / f64::from(SIDE - 1);
    let uvs: Vec<DVec2> = (0..SIDE * SIDE).map(uv).collect();
    let rest = RestShape::from_uvs(&mesh, &uvs).expect("a sheet");
    let settings = ElementSettings::with_bending(bending);
    let cloth = FiniteElementCloth::new(&mesh, &rest, fabric, settings, VertexId(0));
    let wave = |u: &DVec2| {
        let z = 0.02 * (20.0 * u.x + 11.0 * u.y).sin();
        DVec3::new(1.002 * u.x, 0.999 * u.y, z)
    };
    (cloth.expect("a sheet"), uvs.iter().map(wave).collect())
}

fn kernels(criterion: &mut Criterion, name: &str, potential: &dyn Potential, x: &[DVec3]) {
    let count = potential.element_count();
    let sizes = || (0..count).map(|e| potential.stencil(e).len());
    let mut gradients = vec![DVec3::ZERO; sizes().sum()];
    let mut hessians = vec![DMat3::ZERO; sizes().map(block_count).sum()];
    let mut group = criterion.benchmark_group(format!("elements/{name}"));
    group.throughput(Throughput::Elements(count as u64));
    group.bench_function("energy", |bencher| {
        bencher.iter(|| black_box(potential.energy(0..count, black_box(x))));
    });
    group.bench_function("gradient", |bencher| {
        bencher.iter(|| {
            potential.gradient(0..count, black_box(x), &mut GradientSink::new(&mut gradients));
        });
    });
    for (kind, spectrum) in [("exact", Spectrum::Exact), ("projected", Spectrum::Clamped)] {
        group.bench_function(format!("hessian/{kind}"), |bencher| {
            bencher.iter(|| {
                let mut sink = HessianSink::new(&mut hessians);
                potential.hessian(0..count, black_box(x), spectrum, &mut sink);
            });
        });
    }
    group.finish();
}

fn elements(criterion: &mut Criterion) {
    let same = Fabric::plain().isotropic();
    let (cloth, x) = sheet(same, Bending::Curvature);
    kernels(criterion, "membrane, isotropic", cloth.potentials()[0], &x);
    let (cloth, x) = sheet(Fabric::denim(), Bending::Curvature);
    kernels(criterion, "membrane, orthotropic", cloth.potentials()[0], &x);
    kernels(criterion, "bending by curvature", cloth.potentials()[1], &x);
    let (cloth, x) = sheet(Fabric::denim(), Bending::Quadratic);
    kernels(criterion, "bending, quadratic hinges", cloth.potentials()[1], &x);
    let (cloth, x) = sheet(Fabric::denim(), Bending::Hinges);
    kernels(criterion, "bending, hinge angles", cloth.potentials()[2], &x);
}

/// Copies far more than a cache holds.
fn memory(criterion: &mut Criterion) {
    const COUNT: usize = 1 << 20;
    let (from, mut to) = (vec![DMat3::IDENTITY; COUNT], vec![DMat3::ZERO; COUNT]);
    let mut group = criterion.benchmark_group("memory");
    group.throughput(Throughput::Bytes((2 * COUNT * size_of::<DMat3>()) as u64));
    group.bench_function("copy", |bencher| {
        bencher.iter(|| to.copy_from_slice(black_box(&from)));
    });
    group.finish();
}

criterion_group!(benches, elements, memory);
criterion_main!(benches);
