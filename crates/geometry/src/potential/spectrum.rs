//! Negative eigenvalues of an element's Hessian: kept, or removed by PSD projection.

use std::cmp::Ordering;

use glam::{DMat3, DVec3, dvec3};

use super::SymmetricEigen;

/// Negative eigenvalues of an element's Hessian: kept, or removed by PSD projection.
///
/// A sum of positive semi-definite elements is positive semi-definite, so that Newton's direction
/// descends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spectrum {
    /// They stay: the true second derivative.
    Exact,
    /// They become 0: the nearest positive semi-definite matrix [Higham 1988].
    #[default]
    Clamped,
    /// They lose their sign [Chen 2024]: shorter steps in directions of negative curvature.
    Absolute,
    /// As clamped, but energies that can tell leave out small terms that may be negative, instead
    /// of the eigen-system: positive semi-definite, and cheap.
    GaussNewton,
}

impl Spectrum {
    /// The value that replaces one eigenvalue.
    #[must_use]
    #[inline]
    pub fn eigenvalue(self, value: f64) -> f64 {
        match self {
            Self::Exact => value,
            Self::Clamped | Self::GaussNewton => value.max(0.0),
            Self::Absolute => value.abs(),
        }
    }

    /// The matrix with its eigenvalues changed, by its full eigen-system: the last resort for
    /// elements without a closed form. The result is symmetric to the bit; what is above the
    /// diagonal is not read.
    ///
    /// # Panics
    /// If `N` is greater than 4.
    #[must_use]
    pub fn applied<const N: usize>(self, matrix: &[[DMat3; N]; N]) -> [[DMat3; N]; N] {
        let mut result = *matrix;
        if self != Self::Exact {
            let eigen = SymmetricEigen::of_blocks(matrix);
            for (k, &value) in eigen.values().iter().enumerate() {
                if value < 0.0 {
                    add_square(&mut result, &eigen.vector(k), self.eigenvalue(value) - value);
                }
            }
        }
        mirrored(&result)
    }
}

/// Adds `s v vᵀ` on and below the diagonal.
fn add_square<const N: usize>(matrix: &mut [[DMat3; N]; N], v: &[DVec3; N], s: f64) {
    for (i, row) in matrix.iter_mut().enumerate() {
        for (j, block) in row.iter_mut().enumerate().take(i + 1) {
            let u = s * v[i];
            *block += DMat3::from_cols(u * v[j].x, u * v[j].y, u * v[j].z);
        }
    }
}

/// The symmetric matrix with the same entries on and below the diagonal.
fn mirrored<const N: usize>(matrix: &[[DMat3; N]; N]) -> [[DMat3; N]; N] {
    let block = |i: usize, j: usize| match i.cmp(&j) {
        Ordering::Greater => matrix[i][j],
        Ordering::Less => matrix[j][i].transpose(),
        Ordering::Equal => {
            let DMat3 { x_axis: x, y_axis: y, z_axis: z } = matrix[i][i];
            DMat3::from_cols(x, dvec3(x.y, y.y, y.z), dvec3(x.z, y.z, z.z))
        }
    };
    std::array::from_fn(|i| std::array::from_fn(|j| block(i, j)))
}
