//! Methods that must agree: linear solvers, and one Newton step with the linearised equations.

use glam::{DMat3, DVec3};
use ripstop_dynamics::{
    Bending, ElementSettings, Fabric, Forces, ImplicitMethod, LinearMethod, MassMatrix,
    Preconditioner, Wind,
};
use ripstop_geometry::Potential;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum, block_count};

use crate::setup::{NEWTON, fabric, settings, step, wavy};

fn conjugate_gradients(preconditioner: Preconditioner) -> LinearMethod {
    LinearMethod::ConjugateGradients { preconditioner, tolerance: 1e-13, iterations: 4000 }
}

#[test]
fn linear_solvers_agree() {
    let elements = ElementSettings::with_bending(Bending::Hinges);
    let linears = [
        LinearMethod::Cholesky,
        conjugate_gradients(Preconditioner::BlockJacobi),
        conjugate_gradients(Preconditioner::Multilevel),
    ];
    let [direct, jacobi, multilevel] = linears.map(|linear| {
        let settings = settings(NEWTON).with_linear(linear);
        let damped = Fabric { damping_time: 0.01, ..fabric() };
        let (mut euler, mut state) = wavy(20, (damped, elements), settings);
        // Steps so short that the problem is convex: a cloth that buckles has more than one
        // solution.
        for _ in 0..3 {
            assert!(step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 400.0).converged);
        }
        state.positions
    });
    for (a, (b, c)) in direct.iter().zip(jacobi.iter().zip(&multilevel)) {
        assert!(a.distance(*b) < 1e-8 && a.distance(*c) < 1e-8, "{a} {b} {c}");
    }
}

/// `(M + Δt D + Δt² K) Δv = Δt (f − Δt K v − D v)`, solved densely.
#[test]
fn a_linearly_implicit_step_solves_the_linearised_equations() {
    let damping_time = 0.02;
    let fabric = Fabric { damping_time, ..fabric() };
    let mut settings = settings(ImplicitMethod::LinearlyImplicit);
    settings.spectrum = Spectrum::Clamped;
    let (mut euler, mut state) = wavy(4, (fabric, ElementSettings::default()), settings);
    for (i, v) in state.velocities.iter_mut().enumerate().skip(4) {
        *v = DVec3::new(0.1 * i as f64, 0.2 * libm::sin(i as f64), -0.3);
    }
    let dt = 1.0 / 50.0;
    let (x, v) = (state.positions.clone(), state.velocities.clone());
    let cloth = &euler.cloths()[0];
    let n = x.len();
    let (mut k, mut force) = (vec![vec![0.0; 3 * n]; 3 * n], vec![0.0; 3 * n]);
    for potential in cloth.potentials() {
        add_dense(potential, &x, &mut k, &mut force);
    }
    for i in 0..n {
        force[3 * i + 2] -= 9.81 * cloth.masses()[i];
    }
    let product = |at: usize| -> f64 { (0..n).map(|j| row_product(&k[at], j, v[j])).sum() };
    let free: Vec<usize> = (12..3 * n).collect();
    let mass = |i: usize| cloth.masses()[i / 3];
    let matrix: Vec<Vec<f64>> = free
        .iter()
        .map(|&i| {
            let entry = |&j: &usize| {
                let inertia = if i == j { mass(i) } else { 0.0 };
                inertia + dt * (damping_time + dt) * k[i][j]
            };
            free.iter().map(entry).collect()
        })
        .collect();
    let right: Vec<f64> =
        free.iter().map(|&i| dt * (force[i] - (dt + damping_time) * product(i))).collect();
    let change = solve_dense(matrix, right);
    let report = step(&mut euler, &mut state, &Forces::EARTH, dt);
    assert_eq!(report.iterations, 1);
    for (&at, change) in free.iter().zip(change) {
        let (i, axis) = (at / 3, at % 3);
        let wanted = v[i][axis] + change;
        let found = state.velocities[i][axis];
        assert!((wanted - found).abs() < 1e-9 * wanted.abs().max(1.0), "{i}: {wanted} {found}");
    }
}

fn row_product(row: &[f64], j: usize, v: DVec3) -> f64 {
    row[3 * j] * v.x + row[3 * j + 1] * v.y + row[3 * j + 2] * v.z
}

/// Adds the Hessian and minus the gradient.
fn add_dense(potential: &dyn Potential, x: &[DVec3], k: &mut [Vec<f64>], force: &mut [f64]) {
    for element in 0..potential.element_count() {
        let stencil = potential.stencil(element);
        let mut gradient = vec![DVec3::ZERO; stencil.len()];
        potential.gradient(element..element + 1, x, &mut GradientSink::new(&mut gradient));
        let mut blocks = vec![DMat3::ZERO; block_count(stencil.len())];
        let mut sink = HessianSink::new(&mut blocks);
        potential.hessian(element..element + 1, x, Spectrum::Clamped, &mut sink);
        let mut next = blocks.iter();
        for (i, a) in stencil.iter().enumerate() {
            for axis in 0..3 {
                force[3 * a.index() + axis] -= gradient[i][axis];
            }
            for b in &stencil[i..] {
                let block = next.next().expect("a block per pair");
                for (r, c) in (0..9).map(|at| (at / 3, at % 3)) {
                    k[3 * a.index() + r][3 * b.index() + c] += block.col(c)[r];
                    if a != b {
                        k[3 * b.index() + c][3 * a.index() + r] += block.col(c)[r];
                    }
                }
            }
        }
    }
}

/// Gaussian elimination of a positive definite system.
fn solve_dense(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in i + 1..n {
            let factor = a[j][i] / a[i][i];
            let pivot = a[i].clone();
            for (entry, above) in a[j].iter_mut().zip(&pivot).skip(i) {
                *entry -= factor * above;
            }
            b[j] -= factor * b[i];
        }
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| a[i][j] * b[j]).sum();
        b[i] = (b[i] - known) / a[i][i];
    }
    b
}

/// Near the solution the whole second derivative converges quadratically.
#[test]
fn newton_converges_quadratically() {
    let mut residuals = Vec::new();
    for iterations in 1..9 {
        let method = ImplicitMethod::Newton { tolerance: 1e-15, iterations };
        let mut settings = settings(method);
        settings.spectrum = Spectrum::Exact;
        let (mut euler, mut state) = wavy(6, (fabric(), ElementSettings::default()), settings);
        // A short step: inertia makes the problem convex, so that nothing need be projected.
        residuals.push(step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 400.0).residual);
    }
    let fast = residuals.windows(2).any(|r| r[0] > 1e-6 && r[0] < 1.0 && r[1] < 30.0 * r[0] * r[0]);
    assert!(fast && residuals[7] < 1e-9, "{residuals:?}");
}

/// Consistent and lumped masses tell nearly the same story.
#[test]
fn mass_matrices_agree_roughly_and_both_converge() {
    let [lumped, consistent] = [MassMatrix::Lumped, MassMatrix::Consistent].map(|masses| {
        let mut elements = ElementSettings::default();
        elements.masses = masses;
        let (mut euler, mut state) = wavy(12, (fabric(), elements), settings(NEWTON));
        let forces = Forces { wind: Some(Wind::new(DVec3::new(0.0, 2.0, 0.0))), ..Forces::EARTH };
        for _ in 0..20 {
            assert!(step(&mut euler, &mut state, &forces, 1.0 / 60.0).converged);
        }
        let centre: DVec3 = state.positions.iter().sum::<DVec3>() / state.positions.len() as f64;
        (centre, euler.kinetic_energy(&state))
    });
    assert!(lumped.0.distance(consistent.0) < 0.02, "{lumped:?} {consistent:?}");
    assert!(lumped.0 != consistent.0);
}
