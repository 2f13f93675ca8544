//! Eigen-systems of small symmetric matrices, and Hessians with their negative eigenvalues changed.

use glam::{DMat3, DVec3};
use proptest::prelude::*;
use ripstop_geometry::potential::{Spectrum, SymmetricEigen};

type Blocks = [[DMat3; 4]; 4];

fn symmetric(entries: &[f64]) -> Blocks {
    let at = |i: usize, j: usize| entries[i.max(j) * (i.max(j) + 1) / 2 + i.min(j)];
    blocks(at)
}

fn blocks(at: impl Fn(usize, usize) -> f64) -> Blocks {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let column = |c: usize| DVec3::from_array([0, 1, 2].map(|r| at(3 * i + r, 3 * j + c)));
            DMat3::from_cols(column(0), column(1), column(2))
        })
    })
}

fn entry(matrix: &Blocks, r: usize, c: usize) -> f64 {
    matrix[r / 3][c / 3].col(c % 3)[r % 3]
}

fn largest(matrix: &Blocks) -> f64 {
    matrix.as_flattened().iter().flat_map(DMat3::to_cols_array).fold(0.0, |m, x| m.max(x.abs()))
}

fn difference(a: &Blocks, b: &Blocks) -> f64 {
    largest(&std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] - b[i][j])))
}

/// `Σ f(λ) v vᵀ`.
fn rebuilt(eigen: &SymmetricEigen, f: impl Fn(f64) -> f64) -> Blocks {
    let vectors: Vec<[f64; 12]> = (0..12)
        .map(|k| {
            let v: [DVec3; 4] = eigen.vector(k);
            std::array::from_fn(|i| v[i / 3][i % 3])
        })
        .collect();
    blocks(|r, c| {
        vectors.iter().zip(eigen.values()).map(|(v, &value)| f(value) * v[r] * v[c]).sum()
    })
}

fn check(matrix: &Blocks) {
    let eigen = SymmetricEigen::of_blocks(matrix);
    let scale = largest(matrix);
    assert!(difference(&rebuilt(&eigen, |x| x), matrix) <= 1e-14 * 12.0 * scale);
    let identity = blocks(|r, c| f64::from(u8::from(r == c)));
    assert!(difference(&rebuilt(&eigen, |_| 1.0), &identity) <= 1e-14 * 12.0);
    for spectrum in [Spectrum::Clamped, Spectrum::Absolute] {
        let applied = spectrum.applied(matrix);
        assert!(
            difference(&applied, &rebuilt(&eigen, |x| spectrum.eigenvalue(x))) <= 1e-13 * scale
        );
        for (r, c) in (0..12).flat_map(|r| (0..12).map(move |c| (r, c))) {
            assert_eq!(entry(&applied, r, c), entry(&applied, c, r), "symmetric to the bit");
        }
        let least =
            SymmetricEigen::of_blocks(&applied).values().iter().copied().fold(0.0, f64::min);
        assert!(least >= -1e-13 * scale, "{least}");
    }
    assert_eq!(Spectrum::Exact.applied(matrix), *matrix);
}

proptest! {
    #[test]
    fn random_matrices(entries in prop::collection::vec(-1.0..1.0, 78), exponent in -200_i32..200) {
        let scale = libm::ldexp(1.0, exponent);
        check(&symmetric(&entries.iter().map(|x| scale * x).collect::<Vec<_>>()));
    }

    /// Few distinct eigenvalues, many of them 0: what Hessians of elements are like.
    #[test]
    fn matrices_of_low_rank(entries in prop::collection::vec(-1.0..1.0, 24), s in -1.0..1.0) {
        let (u, v) = entries.split_at(12);
        check(&blocks(|r, c| u[r] * u[c] + s * (v[r] * v[c])));
    }

    #[test]
    fn sparse_matrices(entries in prop::collection::vec(prop_oneof![Just(0.0), Just(1.0), -1.0..1.0], 78)) {
        check(&symmetric(&entries));
    }
}

#[test]
fn special_matrices() {
    check(&blocks(|_, _| 0.0));
    check(&blocks(|r, c| f64::from(u8::from(r == c))));
    check(&blocks(|_, _| 1.0));
    check(&blocks(|r, c| if r == c { r as f64 - 6.0 } else { 0.0 }));
    check(&blocks(|r, c| if r.abs_diff(c) == 1 { 1.0 } else { 0.0 }));
    check(&blocks(|r, c| if r == c { libm::pow(10.0, -(r as f64)) } else { 0.0 }));
}

#[test]
fn what_is_not_a_number_ends() {
    let eigen = SymmetricEigen::of_blocks(&blocks(|r, _| if r == 3 { f64::NAN } else { 1.0 }));
    assert_eq!(eigen.values().len(), 12);
}

/// Eigenvalues of the path of n vertices: `2 cos(kπ/(n + 1))`.
#[test]
fn known_eigenvalues() {
    let eigen = SymmetricEigen::of_blocks(&blocks(|r, c| f64::from(u8::from(r.abs_diff(c) == 1))));
    let mut values = eigen.values().to_vec();
    values.sort_by(f64::total_cmp);
    for (k, value) in values.iter().enumerate() {
        let wanted = -2.0 * libm::cos((k + 1) as f64 * std::f64::consts::PI / 13.0);
        assert!((value - wanted).abs() < 1e-14, "{value} {wanted}");
    }
}
