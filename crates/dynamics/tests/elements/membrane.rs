//! The membrane against differences, in every kind of state.

use glam::{DQuat, DVec3};
use ripstop_dynamics::Stiffness;
use ripstop_fixtures::Random;
use ripstop_fixtures::potential::{check_contract, derivative_errors};
use ripstop_geometry::Potential;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};

use crate::triangles::{REST, deformed, element, isotropic, random_turn, stretches, woven};

#[test]
fn derivatives_agree_with_differences() {
    let mut random = Random::seeded(1);
    for elasticity in [isotropic(), woven()] {
        let element = element(REST, elasticity);
        for (name, stretch) in stretches() {
            let x = deformed(REST, stretch, random_turn(&mut random));
            // A step far below the smallest height of the triangle.
            let errors = derivative_errors(&element, &x, 4e-3 * least_stretch(stretch));
            assert!(errors.gradient < 1e-6, "{name}: {errors:?}");
            assert!(errors.hessian < 1e-6, "{name}: {errors:?}");
            check_contract(&element, &x);
        }
    }
}

#[test]
fn what_has_no_area_is_finite_and_defined() {
    let [a, b] = [DVec3::new(0.2, 0.1, -0.3), DVec3::new(1.0, 0.4, 0.2)];
    let states = [
        [a, a, a],
        [a, b, a],
        [a, a, b],
        [a, b, b],
        [a, b, 0.5 * (a + b)],
        [a, b, a + 1e-200 * DVec3::X],
        [DVec3::ZERO, 1e-170 * DVec3::X, 1e-170 * DVec3::Y],
        [DVec3::ZERO, 1e-9 * DVec3::X, 1e-9 * DVec3::Y],
    ];
    for elasticity in [isotropic(), woven()] {
        for stiffness in [Stiffness::Newton, Stiffness::QuasiNewton] {
            let element = element(REST, elasticity).with_stiffness(stiffness);
            for x in states {
                check_contract(&element, &x);
            }
        }
    }
}

/// Energy keeps its value, gradients and Hessians turn along.
#[test]
fn turning_turns_everything() {
    let mut random = Random::seeded(5);
    for elasticity in [isotropic(), woven()] {
        let element = element(REST, elasticity);
        for (name, stretch) in stretches() {
            let still = deformed(REST, stretch, random_turn(&mut random));
            let turn = random_turn(&mut random);
            let turned = still.map(|x| turn * x);
            let energies = [still, turned].map(|x| element.energy(0..1, &x));
            let scale = energies[0].max(1e-3 * elasticity.warp);
            assert!((energies[0] - energies[1]).abs() < 1e-12 * scale, "{name}: {energies:?}");
            let [g, h] = [still, turned].map(|x| derivatives(&element, &x));
            let force = elasticity.warp;
            let off = |a: DVec3, b: DVec3| (turn * a - b).length();
            assert!((0..3).all(|i| off(g.0[i], h.0[i]) < 1e-12 * force), "{name}");
            let largest =
                h.1.iter()
                    .map(|b| b.to_cols_array().iter().fold(0.0_f64, |m, x| m.max(x.abs())))
                    .fold(0.0, f64::max);
            for (a, b) in g.1.iter().zip(&h.1) {
                let matrix = glam::DMat3::from_quat(turn);
                let difference = matrix * *a * matrix.transpose() - *b;
                let worst = difference.to_cols_array().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                assert!(worst < 1e-12 * largest.max(force), "{name}: {worst}");
            }
        }
    }
}

/// Compressed to `σ`, the modes across the plane are `1/σ` times as stiff as those in it. So every
/// mode is compared beside its own stiffness.
#[test]
fn soft_modes_agree_with_differences_too() {
    // Scaling, the two flips, the turn in the plane, the two tilts: columns of dF.
    let modes = [
        [DVec3::X, DVec3::Y],
        [DVec3::X, -DVec3::Y],
        [DVec3::Y, DVec3::X],
        [DVec3::Y, -DVec3::X],
        [DVec3::Z, DVec3::ZERO],
        [DVec3::ZERO, DVec3::Z],
    ];
    let displacements = modes.map(|[a, b]| REST.map(|p| p.x * a + p.y * b));
    for elasticity in [isotropic(), woven()] {
        let element = element(REST, elasticity);
        for (name, stretch) in stretches() {
            let x = deformed(REST, stretch, DQuat::IDENTITY);
            let (_, hessian) = derivatives(&element, &x);
            let exact = displacements.map(|a| displacements.map(|b| form(&hessian, a, b)));
            let along = |a: [DVec3; 3], b: [DVec3; 3]| {
                let slope = |h: f64| {
                    let at = |h: f64| derivatives(&element, &[0, 1, 2].map(|k| x[k] + h * a[k])).0;
                    let (after, before) = (at(h), at(-h));
                    (0..3).map(|k| b[k].dot(after[k] - before[k])).sum::<f64>() / (2.0 * h)
                };
                let h = 4e-3 * least_stretch(stretch);
                (4.0 * slope(0.5 * h) - slope(h)) / 3.0
            };
            // Turning costs nothing without stress.
            let scale = |i: usize| exact[i][i].abs().max(0.1 * elasticity.shear);
            for i in 0..6 {
                for j in 0..6 {
                    let error = (along(displacements[i], displacements[j]) - exact[i][j]).abs();
                    let relative = error / (scale(i) * scale(j)).sqrt();
                    assert!(relative < 1e-6, "{name}: modes {i} and {j}, {relative:e}");
                }
            }
        }
    }
}

/// `aᵀ H b`, from the blocks on and above the diagonal.
fn form(hessian: &[glam::DMat3; 6], a: [DVec3; 3], b: [DVec3; 3]) -> f64 {
    let [aa, ab, ac, bb, bc, cc] = *hessian;
    let rows = [
        aa * b[0] + ab * b[1] + ac * b[2],
        ab.transpose() * b[0] + bb * b[1] + bc * b[2],
        ac.transpose() * b[0] + bc.transpose() * b[1] + cc * b[2],
    ];
    a.iter().zip(rows).map(|(a, row)| a.dot(row)).sum()
}

/// The smaller singular value, or 1 if both are larger.
fn least_stretch([a, b, d]: [f64; 3]) -> f64 {
    let larger = 0.5 * (a + d) + (0.25 * (a - d) * (a - d) + b * b).sqrt();
    ((a * d - b * b) / larger).min(1.0)
}

fn derivatives(element: &dyn Potential, x: &[DVec3]) -> ([DVec3; 3], [glam::DMat3; 6]) {
    let (mut gradient, mut hessian) = ([DVec3::ZERO; 3], [glam::DMat3::ZERO; 6]);
    element.gradient(0..1, x, &mut GradientSink::new(&mut gradient));
    element.hessian(0..1, x, Spectrum::Exact, &mut HessianSink::new(&mut hessian));
    (gradient, hessian)
}

/// Quadratic with the whole second derivative, linear with the seed's.
#[test]
fn the_quasi_newton_form_drops_the_curvature_of_the_normal() {
    let x = deformed(REST, [1.3, 0.1, 1.1], DQuat::IDENTITY);
    for elasticity in [isotropic(), woven()] {
        let exact = element(REST, elasticity);
        let quasi = exact.clone().with_stiffness(Stiffness::QuasiNewton);
        let [a, b] = [&exact, &quasi].map(|e| derivatives(e, &x));
        assert_eq!(a.0, b.0, "the same force");
        let differences: Vec<_> = a.1.iter().zip(&b.1).map(|(a, b)| *b - *a).collect();
        // The sheet lies in the plane z = 0: only zz differs, and stiffens.
        assert!(differences.iter().all(|d| d.x_axis.length() + d.y_axis.length() < 1e-9));
        assert!(differences[0].z_axis.z > 1e-3 * a.1[0].z_axis.z);
        assert!(derivative_errors(&quasi, &x, 1e-4).hessian > 1e-3);
    }
}
