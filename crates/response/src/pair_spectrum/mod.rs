//! PSD projection of the Hessians of pairs, by eigenproblems that are smaller than their twelve
//! rows.

mod reduced;

use glam::{DMat3, DVec3};
use ripstop_geometry::distance::SquaredDistance;
use ripstop_geometry::potential::{Spectrum, SymmetricEigen};

use reduced::negative_part;

/// Largest part of the stiffness along the normal that is left out.
const SMALL: f64 = 0.3;

/// The Hessian of a function of the squared distance with the given value and slopes
/// `[b, b′, b″]`, with `spectrum` applied to its negative eigenvalues by a small eigenproblem for
/// `tangents` free weights. Blocks below the diagonal may be those of the exact Hessian.
pub(crate) fn applied(
    spectrum: Spectrum,
    squared: &SquaredDistance,
    slopes: [f64; 3],
    tangents: usize,
) -> [[DMat3; 4]; 4] {
    let [_, b1, b2] = slopes;
    if spectrum == Spectrum::GaussNewton
        && let Some(hessian) = along_normal(squared, [b1, b2])
    {
        return hessian;
    }
    let mut hessian = squared.composed(slopes).hessian;
    if spectrum == Spectrum::Exact {
        return hessian;
    }
    let Some(negative) = negative_part(squared, [b1, b2], tangents) else {
        return spectrum.applied(&hessian);
    };
    for (value, vector) in &negative.pairs[..negative.count] {
        add_square(&mut hessian, vector, spectrum.eigenvalue(*value) - value);
    }
    hessian
}

/// The stiffness along the normal alone, `γ (a⊗n)(a⊗n)ᵀ`, if all else is small: `β|h| ≤ SMALL γ|a|`
/// in the notation of [`reduced`], as for primitives that are much larger than their distance. What
/// is left out is then at most `SMALL²` of it, beside `−β` along the tangents, which would be
/// clamped.
#[inline]
fn along_normal(squared: &SquaredDistance, [b1, b2]: [f64; 2]) -> Option<[[DMat3; 4]; 4]> {
    let r = squared.separation;
    let d_squared = r.length_squared();
    let (gamma, beta) = (4.0 * d_squared * b2 + 2.0 * b1, -2.0 * b1);
    let a = squared.weights;
    let a_squared: f64 = a.iter().map(|a| a * a).sum();
    // |h|² of the longer one, times d².
    let h_squared = (0..2)
        .map(|k| squared.responses.iter().map(|m| m[k].dot(r).powi(2)).sum::<f64>())
        .fold(0.0, f64::max);
    let is_small = beta * beta * h_squared <= SMALL * SMALL * gamma * gamma * a_squared * d_squared;
    if !(gamma >= 0.0 && is_small) {
        return None;
    }
    let u = (gamma / d_squared) * r;
    let normal = DMat3::from_cols(u * r.x, u * r.y, u * r.z);
    Some(a.map(|first| a.map(|second| (first * second) * normal)))
}

/// Adds `s v vᵀ` on and above the diagonal.
#[inline]
fn add_square(hessian: &mut [[DMat3; 4]; 4], v: &[DVec3; 4], s: f64) {
    for (i, row) in hessian.iter_mut().enumerate() {
        let u = s * v[i];
        for (j, block) in row.iter_mut().enumerate().skip(i) {
            *block += DMat3::from_cols(u * v[j].x, u * v[j].y, u * v[j].z);
        }
    }
}

/// Orthonormal differences of four points: a basis of the functions that are invariant under
/// translation.
const DIFFERENCES: [[f64; 4]; 3] =
    [[0.5, 0.5, -0.5, -0.5], [0.5, -0.5, 0.5, -0.5], [0.5, -0.5, -0.5, 0.5]];

/// The Hessian of a translation-invariant function, with `spectrum` applied to its negative
/// eigenvalues. Blocks below the diagonal are left as they are.
pub(crate) fn differences_applied(
    spectrum: Spectrum,
    mut hessian: [[DMat3; 4]; 4],
) -> [[DMat3; 4]; 4] {
    if spectrum == Spectrum::Exact {
        return hessian;
    }
    let half: [[DMat3; 4]; 3] =
        DIFFERENCES.map(|q| std::array::from_fn(|j| (0..4).map(|i| q[i] * hessian[i][j]).sum()));
    let reduced: [[DMat3; 3]; 3] =
        std::array::from_fn(|k| DIFFERENCES.map(|q| (0..4).map(|j| q[j] * half[k][j]).sum()));
    let eigen = SymmetricEigen::of_blocks(&reduced);
    for (k, &value) in eigen.values().iter().enumerate() {
        if value < 0.0 {
            let v: [DVec3; 3] = eigen.vector(k);
            let vector = std::array::from_fn(|i| (0..3).map(|k| DIFFERENCES[k][i] * v[k]).sum());
            add_square(&mut hessian, &vector, spectrum.eigenvalue(value) - value);
        }
    }
    hessian
}
