//! PSD projection of the Hessians of pairs, by eigenproblems that are smaller than their twelve
//! rows.

mod reduced;

use glam::{DMat3, DVec3};
use ripstop_geometry::distance::SquaredDistance;
use ripstop_geometry::potential::{Spectrum, SymmetricEigen};

use reduced::negative_part;

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
