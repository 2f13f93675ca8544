//! Eigenvalues and eigenvectors of small symmetric matrices.
//!
//! Householder reflections bring the matrix to tridiagonal form, `A = Q T Qᵀ`; implicit QL
//! iterations with Wilkinson's shift then bring `T` to diagonal form, and their rotations are
//! gathered in `Q`:
//!
//! ```text
//! A = Σₖ λₖ qₖ qₖᵀ,    |A − Q Λ Qᵀ|, |QᵀQ − 1| = O(ε |A|), O(ε)
//! ```
//!
//! [Golub 2013] explains both. For a 12×12 matrix this takes about 10⁴ operations, a quarter of
//! what the cyclic method of Jacobi takes.

use glam::{DMat3, DVec3};

/// Largest size: four vertices.
const SIZE: usize = 12;

/// QL iterations per eigenvalue; two or three are usual, and NaN must not loop for ever.
const ITERATIONS: usize = 50;

/// The eigen-system of a symmetric matrix of up to `M` rows.
#[derive(Clone, Debug)]
pub struct SymmetricEigen<const M: usize = SIZE> {
    size: usize,
    /// Eigenvalue `k`, in no particular order, for `k` below the size.
    values: [f64; M],
    /// Row `k` is the unit eigenvector `k`.
    vectors: [[f64; M]; M],
}

impl SymmetricEigen {
    /// Decomposes a matrix of 3×3 blocks; what is above the diagonal is not read.
    ///
    /// # Panics
    /// If `N` is greater than 4.
    #[must_use]
    pub fn of_blocks<const N: usize>(matrix: &[[DMat3; N]; N]) -> Self {
        assert!(3 * N <= SIZE, "stencils have up to four vertices");
        let mut a = [[0.0; SIZE]; SIZE];
        for (i, row) in matrix.iter().enumerate() {
            for (j, block) in row.iter().enumerate().take(i + 1) {
                for c in 0..3 {
                    let column = block.col(c).to_array();
                    for (r, entry) in column.into_iter().enumerate() {
                        if i > j || r >= c {
                            a[3 * i + r][3 * j + c] = entry;
                            a[3 * j + c][3 * i + r] = entry;
                        }
                    }
                }
            }
        }
        Self::decompose(a, 3 * N)
    }

    /// The unit eigenvector that belongs to eigenvalue `k`, vertex by vertex.
    #[must_use]
    pub fn vector<const N: usize>(&self, k: usize) -> [DVec3; N] {
        std::array::from_fn(|i| DVec3::from_slice(&self.vectors[k][3 * i..]))
    }
}

impl<const M: usize> SymmetricEigen<M> {
    /// Decomposes a matrix given by its rows; what is above the diagonal is not read.
    #[must_use]
    pub fn of_rows(matrix: &[[f64; M]; M]) -> Self {
        let entry = |i: usize, j: usize| matrix[i.max(j)][i.min(j)];
        Self::decompose(std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j))), M)
    }

    /// The eigenvalues, in no particular order.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values[..self.size]
    }

    /// The unit eigenvector that belongs to eigenvalue `k`, entry by entry.
    #[must_use]
    pub fn entries(&self, k: usize) -> &[f64] {
        &self.vectors[k][..self.size]
    }

    /// Decomposes the leading `size` rows and columns.
    fn decompose(mut a: [[f64; M]; M], size: usize) -> Self {
        let (values, off_diagonal) = tridiagonal(&mut a, size);
        let mut eigen = Self { size, values, vectors: a };
        eigen.diagonalise(off_diagonal);
        eigen
    }

    /// Implicit QL: eigenvalue after eigenvalue is split off at the top, and the vectors follow.
    fn diagonalise(&mut self, mut e: [f64; M]) {
        let n = self.size;
        // Beside the norm, not beside the neighbours: those may be rounding errors themselves.
        let norm = (0..n).map(|k| self.values[k].abs() + e[k].abs()).fold(0.0, f64::max);
        for low in 0..n {
            for _ in 0..ITERATIONS {
                let negligible = |k: &usize| e[*k].abs() <= f64::EPSILON * norm;
                let high = (low..n - 1).find(negligible).unwrap_or(n - 1);
                if high == low {
                    break;
                }
                self.chase(&mut e, low, high);
            }
        }
    }

    /// One sweep of rotations over the rows from `high` to `low`.
    fn chase(&mut self, e: &mut [f64; M], low: usize, high: usize) {
        let d = &mut self.values;
        let half = (d[low + 1] - d[low]) / (2.0 * e[low]);
        let root = (half * half + 1.0).sqrt();
        let mut g = d[high] - d[low] + e[low] / (half + root.copysign(half));
        let (mut s, mut c, mut p) = (1.0_f64, 1.0_f64, 0.0);
        for i in (low..high).rev() {
            let (f, b) = (s * e[i], c * e[i]);
            let r = (f * f + g * g).sqrt();
            e[i + 1] = r;
            if r == 0.0 {
                // The matrix falls apart here: what is left is done in the next sweep.
                d[i + 1] -= p;
                e[high] = 0.0;
                return;
            }
            (s, c) = (f / r, g / r);
            g = d[i + 1] - p;
            let turned = (d[i] - g) * s + 2.0 * c * b;
            p = s * turned;
            d[i + 1] = g + p;
            g = c * turned - b;
            let (upper, lower) = self.vectors.split_at_mut(i + 1);
            for (x, y) in upper[i].iter_mut().zip(&mut lower[0]) {
                (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
            }
        }
        d[low] -= p;
        e[low] = g;
        e[high] = 0.0;
    }
}

/// Brings the matrix to tridiagonal form. Returns diagonal and off-diagonal (entry `k` joins
/// `k` and `k + 1`); the array is left holding `Qᵀ`, one basis vector per row.
fn tridiagonal<const M: usize>(a: &mut [[f64; M]; M], n: usize) -> ([f64; M], [f64; M]) {
    let mut off_diagonal = [0.0; M];
    // Reflection k works on the entries after k; row k keeps its vector.
    let mut reflections = [[0.0; M]; M];
    for k in 0..n.saturating_sub(2) {
        let column = a[k];
        let norm = column[k + 1..n].iter().map(|x| x * x).sum::<f64>().sqrt();
        off_diagonal[k] = column[k + 1];
        if norm == 0.0 || column[k + 2..n].iter().all(|x| *x == 0.0) {
            continue;
        }
        let head = column[k + 1] + norm.copysign(column[k + 1]);
        off_diagonal[k] = -norm.copysign(column[k + 1]);
        // u = (head, rest), with 2/|u|² = 1/(norm |head|).
        let mut u = column;
        u[..=k].fill(0.0);
        u[k + 1] = head;
        let scale = (norm * head.abs()).sqrt().recip();
        for x in &mut u {
            *x *= scale;
        }
        reflect(a, &u, k, n);
        reflections[k] = u;
    }
    if n >= 2 {
        off_diagonal[n - 2] = a[n - 2][n - 1];
    }
    let diagonal = std::array::from_fn(|i| if i < n { a[i][i] } else { 0.0 });
    *a = gathered(&reflections, n);
    (diagonal, off_diagonal)
}

/// `A ← (1 − u uᵀ) A (1 − u uᵀ)` on the rows and columns after `k`, for `|u|² = 2`.
fn reflect<const M: usize>(a: &mut [[f64; M]; M], u: &[f64; M], k: usize, n: usize) {
    let mut p = [0.0; M];
    for i in k + 1..n {
        p[i] = (k + 1..n).map(|j| a[i][j] * u[j]).sum();
    }
    let half = 0.5 * (k + 1..n).map(|i| u[i] * p[i]).sum::<f64>();
    let w: [f64; M] = std::array::from_fn(|i| p[i] - half * u[i]);
    for i in k + 1..n {
        for j in k + 1..n {
            a[i][j] -= u[i] * w[j] + w[i] * u[j];
        }
    }
}

/// The transpose of the product of the reflections.
fn gathered<const M: usize>(reflections: &[[f64; M]; M], n: usize) -> [[f64; M]; M] {
    let mut q = [[0.0; M]; M];
    for (i, row) in q.iter_mut().enumerate().take(n) {
        row[i] = 1.0;
    }
    // Q = P₀ P₁ …, so that row k of Qᵀ is P₀ P₁ … eₖ: the last reflection comes first.
    for u in reflections[..n.saturating_sub(2)].iter().rev() {
        for row in q.iter_mut().take(n) {
            let along: f64 = row.iter().zip(u).map(|(x, u)| x * u).sum();
            for (x, u) in row.iter_mut().zip(u) {
                *x -= along * u;
            }
        }
    }
    q
}
