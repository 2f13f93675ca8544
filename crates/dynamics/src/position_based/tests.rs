//! Every set of constraints against the energy that it stands for.

use glam::{DVec2, DVec3};
use ripstop_geometry::Topology;

use super::constraint_set::contract::{shaken, short_steps_apply_the_forces};
use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::edges::Edges;
use super::hinges::bending;
use super::projections::Projections;
use super::threads::Threads;
use super::triangles::Triangles;
use crate::damping::Bodies;
use crate::{Fabric, RestShape};

/// An irregular sheet of 4×3 vertices, with its points in the plane.
fn sheet() -> (Topology, Vec<DVec2>) {
    let faces: Vec<_> = [0, 1, 2, 4, 5, 6]
        .into_iter()
        .flat_map(|i| {
            if i % 2 == 0 {
                [[i, i + 1, i + 4], [i + 1, i + 5, i + 4]]
            } else {
                [[i, i + 1, i + 5], [i, i + 5, i + 4]]
            }
        })
        .collect();
    let flat: Vec<_> =
        (0..12).map(|i| DVec3::new(0.1 * f64::from(i % 4), 0.1 * f64::from(i / 4), 0.0)).collect();
    let uvs = shaken(&flat, 0.03).iter().map(|x| x.truncate()).collect();
    (Topology::from_faces(12, &faces).unwrap(), uvs)
}

fn sets(rest_in_space: bool) -> (Vec<Box<dyn ConstraintSet>>, Vec<DVec3>) {
    let (mesh, uvs) = sheet();
    let rest = if rest_in_space {
        let lifted: Vec<_> = uvs.iter().map(|u| u.extend(2.0 * u.x * u.x + u.x * u.y)).collect();
        RestShape::from_positions(&mesh, &lifted).unwrap()
    } else {
        RestShape::from_uvs(&mesh, &uvs).unwrap()
    };
    let fabric = Fabric {
        stretch_stiffness: [2000.0, 700.0],
        shear_stiffness: 700.0,
        bending_stiffness: [0.1; 2],
        ..Fabric::plain()
    };
    let (flat, curved) = bending(&mesh, &rest, &fabric);
    let sets: Vec<Box<dyn ConstraintSet>> = vec![
        Box::new(Threads::new(&mesh, &rest, &fabric)),
        Box::new(Edges::new(&mesh, &rest, &fabric)),
        Box::new(Triangles::new(&mesh, &rest, &fabric)),
        if rest_in_space { Box::new(curved) } else { Box::new(flat) },
    ];
    let positions: Vec<_> = uvs.iter().map(|u| (*u * 1.05).extend(0.3 * u.x * u.y)).collect();
    (sets, shaken(&positions, 0.02))
}

#[test]
fn short_steps_apply_the_forces_of_the_energy() {
    for rest_in_space in [false, true] {
        let (sets, positions) = sets(rest_in_space);
        for mut set in sets {
            short_steps_apply_the_forces(set.as_mut(), &positions);
        }
    }
}

#[test]
fn the_rest_shape_is_a_fixed_point() {
    let (mesh, uvs) = sheet();
    let positions: Vec<_> = uvs.iter().map(|u| DVec3::new(u.y, 0.3, -u.x)).collect();
    let w = vec![2.0; 12];
    let rest = RestShape::from_uvs(&mesh, &uvs).unwrap();
    let fabric = Fabric::plain();
    let all: [Box<dyn ConstraintSet>; 4] = [
        Box::new(Threads::new(&mesh, &rest, &fabric)),
        Box::new(Edges::new(&mesh, &rest, &fabric)),
        Box::new(Triangles::new(&mesh, &rest, &fabric)),
        Box::new(bending(&mesh, &rest, &fabric).0),
    ];
    for mut set in all {
        for gains in [Gains::compliant(1e-2, 1e-2), Gains::stiff(0.9, 1)] {
            let mut moved = positions.clone();
            set.prepare(&w, gains);
            set.reset();
            let mut vertices = Vertices { positions: &mut moved, inverse_masses: &w };
            set.sweep(&mut vertices);
            assert!(set.energy(&positions) < 1e-24, "{set:?}");
            let far = moved.iter().zip(&positions).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
            assert!(far < 1e-14, "{far}");
        }
    }
}

/// A sheet that is hardly deformed: gradients that turn on the way to the solution, which neither
/// form of position-based dynamics accounts for, are then of second order.
fn nearly_flat() -> Vec<DVec3> {
    let (_, uvs) = sheet();
    let stretched: Vec<_> = uvs.iter().map(|u| (*u * 1.0001).extend(0.0)).collect();
    shaken(&stretched, 2e-5)
}

/// Many sweeps solve `M (x − x̃) = −Δt² ∇E(x)`: the point where a step of implicit Euler ends.
#[test]
fn sweeps_converge_to_implicit_euler() {
    let start = nearly_flat();
    let w: Vec<f64> = (0..12).map(|i| [0.0, 40.0, 60.0, 50.0][i % 4]).collect();
    let dt = 5e-3;
    for mut set in sets(false).0 {
        set.prepare(&w, Gains::compliant(dt, 0.0));
        set.reset();
        let mut x = start.clone();
        for _ in 0..5000 {
            let mut vertices = Vertices { positions: &mut x, inverse_masses: &w };
            set.sweep(&mut vertices);
        }
        let step = 1e-7;
        let (mut largest, mut worst) = (0.0_f64, 0.0_f64);
        for i in (0..12).filter(|&i| w[i] > 0.0) {
            for axis in 0..3 {
                let shifted = |by: f64| {
                    let mut x = x.clone();
                    x[i][axis] += by;
                    set.energy(&x)
                };
                let slope = (shifted(step) - shifted(-step)) / (2.0 * step);
                let inertia = (x[i][axis] - start[i][axis]) / (w[i] * dt * dt);
                largest = largest.max(slope.abs());
                worst = worst.max((inertia + slope).abs());
            }
        }
        assert!(largest > 0.0 && worst < 2e-3 * largest, "{worst} of {largest}: {set:?}");
    }
}

/// Threads and edges are the same springs; only the way to the solution differs.
#[test]
fn threads_and_edges_converge_to_the_same_point() {
    let start = nearly_flat();
    let w = vec![50.0; 12];
    let solved = |kind: usize| {
        let mut set = sets(false).0.swap_remove(kind);
        set.prepare(&w, Gains::compliant(5e-3, 2e-3));
        set.reset();
        let mut x = start.clone();
        for _ in 0..5000 {
            set.sweep(&mut Vertices { positions: &mut x, inverse_masses: &w });
        }
        (set.energy(&start), x)
    };
    let ((first, threads), (second, edges)) = (solved(0), solved(1));
    assert!((first - second).abs() < 1e-12 * first);
    for ((a, b), start) in threads.iter().zip(&edges).zip(&start) {
        assert!(a.distance(*b) < 2e-3 * a.distance(*start), "{a} {b} {start}");
    }
}

/// A mass on a spring: at rest it hangs lower by `α m g`, and in every step the multiplier comes to
/// `−Δt² m g`, whatever the step and the number of sweeps.
#[test]
fn a_hanging_mass_has_its_closed_form() {
    use super::distance::Distance;
    use ripstop_geometry::VertexId;

    let (mass, gravity, length, compliance) = (0.3, 9.81, 0.5, 0.02);
    let w = [0.0, 1.0 / mass];
    for dt in [1e-3, 1e-2, 0.1] {
        for sweeps in [1, 2, 7] {
            let spring = Distance::new([VertexId(0), VertexId(1)], length, compliance).unwrap();
            let mut set = Projections::new([spring]);
            set.prepare(&w, Gains::compliant(dt, 0.0));
            set.reset();
            let hanging = -(length + compliance * mass * gravity);
            let start = [DVec3::ZERO, DVec3::new(0.0, hanging, 0.0)];
            let mut x = start;
            x[1].y -= dt * dt * gravity;
            for _ in 0..sweeps {
                let mut vertices = Vertices { positions: &mut x, inverse_masses: &w };
                set.sweep(&mut vertices);
            }
            assert!((x[1] - start[1]).length() < 1e-15, "{} {}", x[1], start[1]);
            let multiplier = set.multipliers().next().unwrap();
            assert!((multiplier + dt * dt * mass * gravity).abs() < 1e-15, "{multiplier}");
        }
    }
}

/// Both momenta and twice the kinetic energy.
fn momenta(x: &[DVec3], v: &[DVec3], w: &[f64]) -> (DVec3, DVec3, f64) {
    let each = || x.iter().zip(v).zip(w).map(|((x, v), w)| (*x, *v, 1.0 / w));
    let spin = each().map(|(x, v, m)| m * x.cross(v)).sum();
    (each().map(|(_, v, m)| m * v).sum(), spin, each().map(|(_, v, m)| m * v.dot(v)).sum())
}

/// Viscosity takes energy at every `γ`, keeps both momenta, and leaves rigid motion alone.
#[test]
fn viscosity_keeps_momenta_and_takes_energy() {
    let w: Vec<f64> = (0..12).map(|i| [30.0, 40.0, 60.0, 50.0][i % 4]).collect();
    for rest_in_space in [false, true] {
        let (sets, x) = sets(rest_in_space);
        let turning = |x: &DVec3| DVec3::new(0.3, -1.0, 0.2) + DVec3::new(2.0, 0.5, -1.0).cross(*x);
        let rigid: Vec<DVec3> = x.iter().map(turning).collect();
        for mut set in sets {
            let dt = 1e-3;
            let mut left = 1.0;
            for gamma in [0.1, 1.9, 100.0, 1e9] {
                set.prepare(&w, Gains::compliant(dt, gamma * dt));
                let mut slowed = |start: &[DVec3]| {
                    let mut v = start.to_vec();
                    let (positions, inverse_masses) = (x.as_slice(), w.as_slice());
                    set.slow(&mut Bodies { positions, velocities: &mut v, inverse_masses });
                    v
                };
                let moved = slowed(&rigid).iter().zip(&rigid).map(|(a, b)| a.distance(*b)).sum();
                assert!(f64::abs(moved) < 1e-12, "rigid motion changes by {moved}: {set:?}");
                let wild = shaken(&rigid, 1.0);
                let (before, after) = (momenta(&x, &wild, &w), momenta(&x, &slowed(&wild), &w));
                assert!((after.0 - before.0).length() < 1e-13, "{after:?} {before:?}: {set:?}");
                assert!((after.1 - before.1).length() < 1e-13, "{after:?} {before:?}: {set:?}");
                let energy = after.2 / before.2;
                assert!(energy < left, "γ = {gamma}: {energy} of the energy, {left}: {set:?}");
                left = energy;
            }
        }
    }
}
