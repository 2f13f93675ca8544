//! Comparison with a direct solve, on springs along the lines of a grid.

use glam::DMat3;

use super::*;
use crate::conjugate_gradients::{BlockJacobi, Stop, Workspace};
use crate::solver::Solution;

const SIDE: usize = 60;

/// Springs along the lines of a grid, stiff along directions of their own and soft across them.
fn grid() -> BlockMatrix {
    let beside = |i: usize| {
        let (row, column) = (i / SIDE, i % SIDE);
        let rows = [row.checked_sub(1), Some(row + 1).filter(|row| *row < SIDE)];
        let columns = [column.checked_sub(1), Some(column + 1).filter(|column| *column < SIDE)];
        let rows = rows.into_iter().flatten().map(move |row| SIDE * row + column);
        rows.chain(columns.into_iter().flatten().map(move |column| SIDE * row + column))
    };
    let spring = |i: usize, j: usize| {
        let angle = (i.min(j) + 3 * i.max(j)) as f64;
        let n = DVec3::new(libm::cos(angle), libm::sin(angle), 0.3);
        DMat3::from_cols(n * n.x, n * n.y, n * n.z) + 0.05 * DMat3::IDENTITY
    };
    let (mut offsets, mut columns, mut values) = (vec![0], Vec::new(), Vec::new());
    for i in 0..SIDE * SIDE {
        let mut row: Vec<(usize, DMat3)> = beside(i).map(|j| (j, -spring(i, j))).collect();
        row.push((i, beside(i).map(|j| spring(i, j)).sum()));
        row.sort_by_key(|entry| entry.0);
        columns.extend(row.iter().map(|entry| entry.0 as u32));
        values.extend(row.iter().map(|entry| entry.1));
        offsets.push(columns.len() as u32);
    }
    BlockMatrix { values, ..BlockMatrix::zero(offsets, columns) }
}

fn with_system<T>(test: impl Fn(&System) -> T) -> T {
    with_shift(1e-4, test)
}

fn with_shift<T>(shift: f64, test: impl Fn(&System) -> T) -> T {
    let (main, extra) = (grid(), BlockMatrix::default());
    let fixed: Vec<bool> = (0..SIDE * SIDE).map(|i| i < SIDE).collect();
    let shift = vec![shift; SIDE * SIDE];
    test(&System { shift: &shift, main: &main, extra: &extra, fixed: &fixed })
}

fn load(system: &System, seed: f64) -> Vec<DVec3> {
    let entry = |i: usize| {
        let wave = |k: f64| libm::sin(k * (i as f64 + seed));
        if system.fixed[i] { DVec3::ZERO } else { DVec3::new(wave(0.7), wave(0.01), wave(2.9)) }
    };
    (0..system.vertex_count()).map(entry).collect()
}

/// Limits for a system of this size with one coarse level, and with three.
const LIMITS: [[usize; 2]; 2] = [[100, 20_000], [100, 60]];

fn prepared(system: &System, limits: [usize; 2]) -> Multilevel {
    prepared_in((system, &Order::default()), limits)
}

fn prepared_in((system, order): (&System, &Order), limits: [usize; 2]) -> Multilevel {
    let mut multilevel = Multilevel { limits, ..Multilevel::default() };
    multilevel.prepare(system, order);
    assert!(!multilevel.levels.is_empty() && multilevel.coarsest_factored);
    assert_eq!(multilevel.levels.len() > 1, limits[1] < 20_000);
    multilevel
}

/// `B r` and `rᵀBr`.
fn applied(multilevel: &mut Multilevel, r: &[DVec3]) -> (Vec<DVec3>, f64) {
    let (mut r, mut q) = (r.to_vec(), vec![DVec3::ZERO; r.len()]);
    let (mut x, mut p) = (q.clone(), q.clone());
    let sum = multilevel.reduce(Residual { r: &mut r, alpha: 0.0, q: &mut q });
    multilevel.advance((&mut x, 0.0), (&mut p, 0.0), &q);
    (p, sum)
}

#[test]
fn the_approximate_inverse_is_symmetric_and_positive() {
    for limits in LIMITS {
        with_system(|system| {
            let mut multilevel = prepared(system, limits);
            let loads = [1.0, 2.0, 3.0].map(|seed| load(system, seed));
            let products = loads.each_ref().map(|r| applied(&mut multilevel, r));
            for (i, (product, sum)) in products.iter().enumerate() {
                assert!(*sum > 0.0 && (dot(&loads[i], product) / sum - 1.0).abs() < 1e-12);
                for (j, (other, _)) in products.iter().enumerate() {
                    let [a, b] = [dot(&loads[j], product), dot(&loads[i], other)];
                    assert!((a - b).abs() < 1e-12 * sum, "{a} {b}");
                }
            }
        });
    }
}

fn solve(
    system: &System,
    b: &[DVec3],
    stop: Stop,
    inverse: &mut impl ApproximateInverse,
) -> Solution {
    let mut workspace = Workspace::new(Precision::Double);
    workspace.prepare(system);
    workspace.solve(system, b, stop, inverse)
}

#[test]
fn solutions_are_those_of_cholesky_in_fewer_iterations_than_with_the_diagonal() {
    with_system(|system| {
        let b = load(system, 4.0);
        let mut direct = Cholesky::default();
        assert!(direct.factor(system));
        let exact = direct.solve(&b);
        let stop = Stop { tolerance: 1e-11, iterations: 5000 };
        let mut diagonal = BlockJacobi::new(system, &Order::default());
        let diagonal = solve(system, &b, stop, &mut diagonal);
        for limits in LIMITS {
            let run = || solve(system, &b, stop, &mut prepared(system, limits));
            let solution = run();
            let size = dot(&exact, &exact).sqrt();
            let error: Vec<DVec3> = solution.x.iter().zip(&exact).map(|(x, e)| *x - *e).collect();
            assert!(dot(&error, &error).sqrt() < 1e-8 * size);
            assert!(2 * solution.iterations < diagonal.iterations, "{}", solution.iterations);
            for threads in [1, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                assert_eq!(pool.install(run).x, solution.x);
            }
        }
    });
}

#[test]
fn a_single_precision_factor_solves_nearly_as_the_factor_does() {
    with_system(|system| {
        let mut factor = Cholesky::default();
        assert!(factor.factor(system));
        let single = factor.single_precision().unwrap();
        for seed in [1.0, 2.0] {
            let b = load(system, seed);
            let (exact, mut z) = (factor.solve(&b), vec![DVec3::ZERO; b.len()]);
            single.solve(&b, &mut z);
            let error: f64 = z.iter().zip(&exact).map(|(z, x)| (*z - *x).length_squared()).sum();
            assert!(error < 1e-8 * dot(&exact, &exact) && error > 0.0, "{error}");
        }
    });
}

/// Solves a system. Returns the relative residual, too, in the norm of the tolerance.
fn solve_in(precision: Precision, system: &System, b: &[DVec3], stop: Stop) -> (Solution, f64) {
    let mut workspace = Workspace::new(precision);
    let order = workspace.prepare(system).clone();
    let mut inverse = prepared_in((system, &order), LIMITS[0]);
    let solution = workspace.solve(system, b, stop, &mut inverse);
    let mut left = vec![DVec3::ZERO; b.len()];
    system.multiply(&solution.x, &mut left);
    for (left, b) in left.iter_mut().zip(b) {
        *left = *b - *left;
    }
    let mut plain = prepared(system, LIMITS[0]);
    let [left, whole] = [&left, b].map(|r| applied(&mut plain, r).1.sqrt());
    (solution, left / whole)
}

/// Single precision is no reason for another solution, whatever the tolerance.
#[test]
fn mixed_precision_meets_the_tolerance() {
    for (shift, tolerance) in [(1e-4, 1e-4), (1e-4, 1e-11), (1e-9, 1e-10)] {
        with_shift(shift, |system| {
            let stop = Stop { tolerance, iterations: 5000 };
            let b = load(system, 5.0);
            let (double, _) = solve_in(Precision::Double, system, &b, stop);
            let (mixed, residual) = solve_in(Precision::Single, system, &b, stop);
            assert!(mixed.complete && mixed.positive);
            // Aggregates are others in another order, and so is the norm, a bit.
            assert!(residual <= 1.1 * tolerance, "{residual}");
            assert!(mixed.iterations <= 3 * double.iterations + 10, "{}", mixed.iterations);
        });
    }
}

/// Forces may be too small or too large for single precision.
#[test]
fn the_unit_of_force_makes_no_difference() {
    with_system(|system| {
        let b = load(system, 5.0);
        let stop = Stop { tolerance: 1e-6, iterations: 5000 };
        let (expected, _) = solve_in(Precision::Single, system, &b, stop);
        for scale in [libm::ldexp(1.0, -500), libm::ldexp(1.0, 300)] {
            let scaled: Vec<DVec3> = b.iter().map(|b| scale * *b).collect();
            let (solution, _) = solve_in(Precision::Single, system, &scaled, stop);
            let back: Vec<DVec3> = solution.x.iter().map(|x| *x / scale).collect();
            assert!(solution.complete && back == expected.x, "{scale}");
        }
        let (nothing, _) = solve_in(Precision::Single, system, &vec![DVec3::ZERO; b.len()], stop);
        assert!(nothing.complete && nothing.iterations == 0);
    });
}

/// A matrix that is not positive definite is found out, in mixed precision as well, and the
/// truncated CG direction descends.
#[test]
fn negative_curvature_is_found() {
    fn found(system: &System, precision: Precision) {
        let b = load(system, 6.0);
        let mut workspace = Workspace::new(precision);
        let mut inverse = BlockJacobi::new(system, workspace.prepare(system));
        let stop = Stop { tolerance: 1e-8, iterations: 5000 };
        let solution = workspace.solve(system, &b, stop, &mut inverse);
        assert!(!solution.complete && solution.positive);
        assert!(solution.iterations > 2 && dot(&solution.x, &b) > 0.0);
    }
    with_shift(-0.3, |system| {
        found(system, Precision::Double);
        found(system, Precision::Single);
    });
}
