//! Penalties as potentials: derivatives, limits, bounds, and their effect on bodies.

mod derivatives;
mod filters;
mod friction;
mod pairs;

use glam::{DMat3, DVec3};
use ripstop_geometry::Potential;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum, block_count};

/// Energy of all elements (J).
fn energy(potential: &dyn Potential, x: &[DVec3]) -> f64 {
    potential.energy(0..potential.element_count(), x)
}

/// Gradient on every vertex (N).
fn gradient(potential: &dyn Potential, x: &[DVec3]) -> Vec<DVec3> {
    let count: usize = (0..potential.element_count()).map(|e| potential.stencil(e).len()).sum();
    let mut slots = vec![DVec3::ZERO; count];
    potential.gradient(0..potential.element_count(), x, &mut GradientSink::new(&mut slots));
    let mut sum = vec![DVec3::ZERO; x.len()];
    let vertices = (0..potential.element_count()).flat_map(|e| potential.stencil(e));
    for (vertex, slot) in vertices.zip(slots) {
        sum[vertex.index()] += slot;
    }
    sum
}

/// The dense Hessian, `[row vertex][column vertex]` (N/m).
fn hessian(potential: &dyn Potential, x: &[DVec3], spectrum: Spectrum) -> Vec<Vec<DMat3>> {
    let sizes: Vec<usize> =
        (0..potential.element_count()).map(|e| potential.stencil(e).len()).collect();
    let mut slots = vec![DMat3::ZERO; sizes.iter().map(|&n| block_count(n)).sum()];
    let mut sink = HessianSink::new(&mut slots);
    potential.hessian(0..potential.element_count(), x, spectrum, &mut sink);
    let mut sum = vec![vec![DMat3::ZERO; x.len()]; x.len()];
    let mut slots = slots.into_iter();
    for e in 0..potential.element_count() {
        let stencil = potential.stencil(e);
        for (i, a) in stencil.iter().enumerate() {
            for b in &stencil[i..] {
                let block = slots.next().expect("as many blocks as the stencils say");
                sum[a.index()][b.index()] += block;
                if a != b {
                    sum[b.index()][a.index()] += block.transpose();
                }
            }
        }
    }
    sum
}

/// Compares gradient and exact Hessian with central differences, to `1e-6` of their norms.
fn check_derivatives(potential: &dyn Potential, x: &[DVec3], step: f64, what: &str) {
    let (slopes, curvatures) = (gradient(potential, x), hessian(potential, x, Spectrum::Exact));
    let norm = |m: &DMat3| m.to_cols_array().iter().map(|c| c * c).sum::<f64>();
    let gradient_norm = slopes.iter().map(|g| g.length_squared()).sum::<f64>().sqrt();
    let hessian_norm = curvatures.iter().flatten().map(norm).sum::<f64>().sqrt();
    assert!(gradient_norm > 0.0 && hessian_norm > 0.0, "{what}: nothing to compare");
    for i in 0..x.len() {
        for axis in 0..3 {
            let at = |sign: f64| {
                let mut moved = x.to_vec();
                moved[i][axis] += sign * step;
                moved
            };
            let (low, high) = (at(-1.0), at(1.0));
            let slope = (energy(potential, &high) - energy(potential, &low)) / (2.0 * step);
            let error = (slope - slopes[i][axis]).abs();
            assert!(error < 1e-6 * gradient_norm, "{what}: gradient {i} {axis}: {error}");
            let (low, high) = (gradient(potential, &low), gradient(potential, &high));
            for j in 0..x.len() {
                let difference = (high[j] - low[j]) / (2.0 * step);
                let error = (difference - curvatures[j][i].col(axis)).length();
                assert!(error < 1e-6 * hessian_norm, "{what}: Hessian {j} {i} {axis}: {error}");
            }
        }
    }
}
