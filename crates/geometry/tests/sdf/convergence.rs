//! Convergence of the sampled field to the true one as cells get smaller, and its bound beyond the
//! grid.
//!
//! The mesh of a box has exactly the distance of the analytic [`Cuboid`], so all the error is that
//! of sampling.

use glam::{DVec3, dvec3};
use ripstop_geometry::sdf::{Cuboid, SampledField, Sampling};

use crate::meshes::cuboid;
use crate::random::Random;

const HALF: DVec3 = dvec3(1.0, 0.75, 0.5);

fn exact() -> Cuboid {
    Cuboid::new(DVec3::ZERO, HALF).expect("valid")
}

fn field(cell_size: f64) -> SampledField {
    let mesh = cuboid(-HALF, HALF);
    let sampling = Sampling { margin: 0.5, ..Sampling::of_cell_size(cell_size) };
    SampledField::from_closed_mesh(&mesh.positions, &mesh.faces, sampling).expect("closed")
}

#[derive(Debug, Default)]
struct Error {
    largest: f64,
    mean: f64,
    largest_where_smooth: f64,
    gradient_where_smooth: f64,
}

/// Smooth: 0.2 away from the surface on the outside, where second derivatives are at most 5.
fn error(cell_size: f64) -> Error {
    const POINTS: u32 = 20_000;
    let field = field(cell_size);
    let mut random = Random(11);
    let mut error = Error::default();
    for _ in 0..POINTS {
        let x = random.vector() * (HALF + 0.5);
        let (ours, truth) = (field.sample(x), exact().sample(x));
        let off = (ours.distance - truth.distance).abs();
        error.largest = error.largest.max(off);
        error.mean += off / f64::from(POINTS);
        if truth.distance > 0.2 {
            error.largest_where_smooth = error.largest_where_smooth.max(off);
            let turned = ours.gradient.distance(truth.gradient);
            error.gradient_where_smooth = error.gradient_where_smooth.max(turned);
        }
    }
    error
}

#[test]
fn second_order_where_smooth_first_order_everywhere() {
    // Cells that divide no side of the box, so that edges fall anywhere in a cell.
    let sizes = [0.11, 0.055, 0.0275];
    let errors = sizes.map(error);
    for (size, error) in sizes.iter().zip(&errors) {
        assert!(error.largest <= 0.75_f64.sqrt() * size, "beyond the proven bound: {error:?}");
    }
    let order = |of: fn(&Error) -> f64| (of(&errors[0]) / of(&errors[2])).log2() / 2.0;
    let orders = [
        order(|e| e.largest),
        order(|e| e.mean),
        order(|e| e.largest_where_smooth),
        order(|e| e.gradient_where_smooth),
    ];
    for (found, expected) in orders.into_iter().zip([1.0, 2.0, 2.0, 1.0]) {
        assert!((found - expected).abs() < 0.25, "orders {orders:?}, {errors:?}");
    }
}

#[test]
fn nodes_hold_the_exact_distance() {
    for (x, value) in field(0.0625).nodes() {
        assert!((value - exact().distance(x)).abs() <= 1e-15, "{x}: {value}");
    }
}

#[test]
fn a_lower_bound_beyond_the_grid_that_joins_on() {
    let field = field(0.0625);
    let mut random = Random(13);
    for _ in 0..20_000 {
        let x = 10.0 * random.vector();
        if field.bounds().contains(&ripstop_geometry::Aabb::of_point(x)) {
            continue;
        }
        let (found, truth) = (field.distance(x), exact().distance(x));
        assert!(found <= truth + 0.002, "{x}: {found} of {truth}");
        assert!(found >= truth / 2_f64.sqrt() - 0.002, "{x}: {found} of {truth}");
        let border = x.clamp(field.bounds().min, field.bounds().max);
        let beyond = border + 1e-9 * (x - border);
        assert!((field.distance(border) - field.distance(beyond)).abs() < 1e-7);
    }
}

#[test]
fn a_grid_moves_with_its_mesh_in_whole_cells() {
    let mesh = cuboid(-HALF, HALF);
    let shift = dvec3(2.0, -3.0, 0.5);
    let moved: Vec<DVec3> = mesh.positions.iter().map(|&x| x + shift).collect();
    let [here, there] = [&mesh.positions, &moved].map(|positions| {
        SampledField::from_closed_mesh(positions, &mesh.faces, Sampling::of_cell_size(0.125))
            .expect("closed")
    });
    let mut random = Random(17);
    for _ in 0..1_000 {
        let x = (2.0 * random.vector() * 1024.0).round() / 1024.0;
        assert_eq!(here.sample(x), there.sample(x + shift));
    }
}
