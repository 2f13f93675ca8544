//! The closed form against the derivative of a singular value decomposition, with the normal as a
//! third column of the deformation gradient.
//!
//! ```text
//! K = (B + N ∂n)ᵀ φ_FF (B + N ∂n) − (∂φ/∂σ_n) (∂n)ᵀ(∂n)
//! ```
//!
//! `φ_FF` comes from the product rule `d(U Σ' Vᵀ) = dU Σ' Vᵀ + U dΣ' Vᵀ + U Σ' dVᵀ`, with `UᵀdF V`
//! split into its diagonal and the two spins, which is a division by differences of singular
//! values: an independent path to the same matrix where they differ.

use glam::{DMat3, DVec2, DVec3};
use ripstop_dynamics::{Elasticity, Stiffness};
use ripstop_fixtures::Random;
use ripstop_geometry::Potential;
use ripstop_geometry::potential::{HessianSink, Spectrum};

use crate::triangles::{REST, deformed, element, isotropic, random_turn, rows, stretches};

/// `F` with its singular value decomposition; the last singular value is that of the normal, 1.
struct Decomposed {
    u: DMat3,
    sigma: DVec3,
    v: DMat3,
}

fn coefficients([p, q, r]: [DVec2; 3]) -> [DVec3; 3] {
    let (e, f) = (q - p, r - p);
    let d = e.perp_dot(f);
    let (b1, b2) = (DVec3::new(f.y, -f.x, 0.0) / d, DVec3::new(-e.y, e.x, 0.0) / d);
    [-b1 - b2, b1, b2]
}

/// `F = Σ xᵢ bᵢᵀ + n Zᵀ`.
fn gradient_of_deformation(x: [DVec3; 3], b: [DVec3; 3]) -> DMat3 {
    let n = (x[1] - x[0]).cross(x[2] - x[0]).normalize();
    let outer = |u: DVec3, v: DVec3| DMat3::from_cols(u * v.x, u * v.y, u * v.z);
    (0..3).map(|i| outer(x[i], b[i])).sum::<DMat3>() + outer(n, DVec3::Z)
}

/// By the eigenvectors of the 2×2 part of `FᵀF`.
fn decompose(f: DMat3) -> Decomposed {
    let c = f.transpose() * f;
    let (p, q, r) = (c.x_axis.x, c.x_axis.y, c.y_axis.y);
    let angle = 0.5 * libm::atan2(2.0 * q, p - r);
    let v1 = DVec3::new(libm::cos(angle), libm::sin(angle), 0.0);
    let v2 = DVec3::new(-v1.y, v1.x, 0.0);
    let (a, b, n) = (f * v1, f * v2, f * DVec3::Z);
    let sigma = DVec3::new(a.length(), b.length(), 1.0);
    Decomposed {
        u: DMat3::from_cols(a / sigma.x, b / sigma.y, n),
        sigma,
        v: DMat3::from_cols(v1, v2, DVec3::Z),
    }
}

/// `∂φ/∂σ` of the co-rotational energy of three singular values.
fn slopes(sigma: DVec3, [lambda, mu]: [f64; 2]) -> DVec3 {
    let trace = sigma.x + sigma.y + sigma.z - 3.0;
    2.0 * mu * (sigma - DVec3::ONE) + DVec3::splat(lambda * trace)
}

/// `d(∂φ/∂F)` for a change `df`: all three terms of the product rule.
fn stress_change(d: &Decomposed, lame: [f64; 2], df: DMat3) -> DMat3 {
    let [lambda, mu] = lame;
    let m = d.u.transpose() * df * d.v;
    let s = d.sigma;
    let phi = slopes(s, lame);
    let diagonal = DVec3::new(m.x_axis.x, m.y_axis.y, m.z_axis.z);
    let d_phi = 2.0 * mu * diagonal + DVec3::splat(lambda * (diagonal.x + diagonal.y + diagonal.z));
    // dU = U Ω, dV = V Θ with skew Ω, Θ: Ω_ij σ_j − σ_i Θ_ij = m_ij off the diagonal.
    let mut inner = DMat3::from_diagonal(d_phi);
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        let (mij, mji) = (m.col(j)[i], m.col(i)[j]);
        let gap = s[j] * s[j] - s[i] * s[i];
        let omega = (s[j] * mij + s[i] * mji) / gap;
        let theta = (s[i] * mij + s[j] * mji) / gap;
        inner.col_mut(j)[i] = omega * phi[j] - phi[i] * theta;
        inner.col_mut(i)[j] = -omega * phi[i] + phi[j] * theta;
    }
    d.u * inner * d.v.transpose()
}

/// `∂n/∂x_j · e_axis`.
fn normal_change(x: [DVec3; 3], j: usize, axis: usize) -> DVec3 {
    let (e, f) = (x[1] - x[0], x[2] - x[0]);
    let step = DVec3::AXES[axis];
    let (de, df) = match j {
        0 => (-step, -step),
        1 => (step, DVec3::ZERO),
        _ => (DVec3::ZERO, step),
    };
    let big = e.cross(f);
    let n = big.normalize();
    let change = de.cross(f) + e.cross(df);
    (change - n * n.dot(change)) / big.length()
}

/// The stiffness of corners `i` and `j` (N/m), by the formula on top; `last` is the factor of its
/// last term.
fn stiffness(x: [DVec3; 3], lame: [f64; 2], last: f64) -> [[DMat3; 3]; 3] {
    let b = coefficients(REST);
    let area = 0.5 * (REST[1] - REST[0]).perp_dot(REST[2] - REST[0]).abs();
    let f = gradient_of_deformation(x, b);
    let decomposed = decompose(f);
    let pressure = slopes(decomposed.sigma, lame).z;
    let outer = |u: DVec3, v: DVec3| DMat3::from_cols(u * v.x, u * v.y, u * v.z);
    let change = |j: usize, axis: usize| {
        outer(DVec3::AXES[axis], b[j]) + outer(normal_change(x, j, axis), DVec3::Z)
    };
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            rows([0, 1, 2].map(|r| {
                DVec3::from_array([0, 1, 2].map(|c| {
                    let stress = stress_change(&decomposed, lame, change(j, c));
                    let turned = normal_change(x, i, r).dot(normal_change(x, j, c));
                    let direction = change(i, r);
                    let product: f64 = (0..3).map(|k| stress.col(k).dot(direction.col(k))).sum();
                    area * (product - last * pressure * turned)
                }))
            }))
        })
    })
}

fn closed_form(x: [DVec3; 3], elasticity: Elasticity, kind: Stiffness) -> [DMat3; 6] {
    let mut hessian = [DMat3::ZERO; 6];
    let element = element(REST, elasticity).with_stiffness(kind);
    element.hessian(0..1, &x, Spectrum::Exact, &mut HessianSink::new(&mut hessian));
    hessian
}

#[test]
fn the_closed_form_is_the_derivative_of_the_decomposition() {
    let elasticity = isotropic();
    let lame = elasticity.lame().expect("the same in all directions");
    let mut random = Random::seeded(8);
    let mut tried = 0;
    for (name, stretch) in stretches() {
        let x = deformed(REST, stretch, random_turn(&mut random));
        let s = decompose(gradient_of_deformation(x, coefficients(REST))).sigma;
        let gaps = [s.x - s.y, s.x - 1.0, s.y - 1.0].map(f64::abs);
        if gaps.iter().any(|gap| *gap < 1e-2) || s.x.min(s.y) < 1e-2 {
            continue;
        }
        tried += 1;
        for (kind, last) in [(Stiffness::Newton, 1.0), (Stiffness::QuasiNewton, 0.0)] {
            let (closed, by_svd) = (closed_form(x, elasticity, kind), stiffness(x, lame, last));
            let order = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)];
            for (block, (i, j)) in closed.iter().zip(order) {
                let worst = (*block - by_svd[i][j]).to_cols_array();
                let worst = worst.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                assert!(worst < 1e-9 * elasticity.warp, "{name}, {kind:?}, {i}{j}: {worst}");
            }
        }
    }
    assert!(tried > 10, "{tried}");
}
