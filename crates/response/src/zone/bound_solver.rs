//! Bound-constrained quadratic programming by conjugate gradients with proportioning [Dostál 2005].
//!
//! ```text
//! minimise  ½ xᵀAx − bᵀx   over  x ≥ 0          A symmetric PSD, known by its products
//! ```
//!
//! At `x` the gradient `g = Ax − b` splits into the free gradient `φ`, along the face of `x`, and
//! the chopped gradient `β`, which leaves it,
//!
//! ```text
//! φᵢ = gᵢ where xᵢ > 0            βᵢ = min(gᵢ, 0) where xᵢ = 0
//! ```
//!
//! As long as `β` is not the larger part, conjugate gradients go on within the face. A step that
//! would leave the feasible set ends at its boundary, and a projected step along `−φ` of a fixed
//! length adds variables to the active set (expansion). If `β` is the larger part, a step along
//! `−β` removes variables from it (proportioning). The value never rises if the fixed length is
//! below `2/‖A‖`. Sums run in order, so that the result depends on the input alone.

/// A quadratic: products with its matrix, its linear part, a bound on the norm of its matrix.
pub(super) trait Quadratic {
    /// `A x`.
    fn product(&mut self, x: &[f64]) -> Vec<f64>;

    /// `b`.
    fn linear(&self) -> &[f64];

    /// A number that `‖A‖` does not exceed.
    fn norm_bound(&self) -> f64;

    /// True if `x` with the gradient `g` is accurate enough.
    fn is_solved(&self, x: &[f64], g: &[f64]) -> bool;
}

/// Result of [`minimise`].
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Minimum {
    pub(super) x: Vec<f64>,
    /// Products with the matrix.
    pub(super) products: usize,
}

/// Fraction of the matrix's norm below which a curvature is rounding.
const FLAT: f64 = 1e-14;

/// Minimises from the start `x`, with at most `limit` products.
pub(super) fn minimise(quadratic: &mut impl Quadratic, mut x: Vec<f64>, limit: usize) -> Minimum {
    let step = 1.9 / quadratic.norm_bound().max(f64::MIN_POSITIVE);
    project(&mut x);
    let mut gradient = gradient_at(quadratic, &x);
    let mut products = 1;
    let mut direction = free_part(&x, &gradient);
    while products < limit {
        if quadratic.is_solved(&x, &gradient) {
            break;
        }
        let free = free_part(&x, &gradient);
        let chopped: Vec<f64> = x
            .iter()
            .zip(&gradient)
            .map(|(&x, &g)| if x > 0.0 { 0.0 } else { g.min(0.0) })
            .collect();
        let reduced: f64 = (0..x.len()).map(|i| free[i] * free[i].min(x[i] / step)).sum();
        if dot(&chopped, &chopped) > reduced {
            let curved = quadratic.product(&chopped);
            let curvature = dot(&chopped, &curved);
            if curvature <= FLAT * quadratic.norm_bound() * dot(&chopped, &chopped) {
                // There is no minimum: the constraints are infeasible.
                break;
            }
            let length = dot(&gradient, &chopped) / curvature;
            advance(&mut x, &chopped, length);
            advance(&mut gradient, &curved, length);
            products += 1;
            direction = free_part(&x, &gradient);
            continue;
        }
        let curved = quadratic.product(&direction);
        let curvature = dot(&direction, &curved);
        products += 1;
        let length = dot(&gradient, &direction) / curvature;
        let feasible = (0..x.len())
            .filter(|&i| direction[i] > 0.0)
            .map(|i| x[i] / direction[i])
            .fold(f64::INFINITY, f64::min);
        if curvature > 0.0 && length <= feasible {
            advance(&mut x, &direction, length);
            advance(&mut gradient, &curved, length);
            let free = free_part(&x, &gradient);
            let turn = dot(&free, &curved) / curvature;
            for (p, f) in direction.iter_mut().zip(&free) {
                *p = f - turn * *p;
            }
        } else if feasible.is_finite() {
            advance(&mut x, &direction, feasible);
            advance(&mut gradient, &curved, feasible);
            let free = free_part(&x, &gradient);
            advance(&mut x, &free, step);
            project(&mut x);
            gradient = gradient_at(quadratic, &x);
            products += 1;
            direction = free_part(&x, &gradient);
        } else {
            break;
        }
    }
    Minimum { x, products }
}

/// Projects onto `x ≥ 0`.
fn project(x: &mut [f64]) {
    for x in x {
        *x = x.max(0.0);
    }
}

fn gradient_at(quadratic: &mut impl Quadratic, x: &[f64]) -> Vec<f64> {
    let mut gradient = quadratic.product(x);
    advance(&mut gradient, quadratic.linear(), 1.0);
    gradient
}

fn free_part(x: &[f64], gradient: &[f64]) -> Vec<f64> {
    x.iter().zip(gradient).map(|(&x, &g)| if x > 0.0 { g } else { 0.0 }).collect()
}

/// `x − length · direction`.
fn advance(x: &mut [f64], direction: &[f64], length: f64) {
    for (x, d) in x.iter_mut().zip(direction) {
        *x -= length * d;
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two planes that face each other, with no feasible point between them.
    #[test]
    fn a_contradiction_ends_with_finite_numbers() {
        let matrix = vec![vec![1.0, -1.0], vec![-1.0, 1.0]];
        for linear in [vec![1.0, 1.0], vec![0.5, 1.0], vec![1.0, -0.9]] {
            let mut contradiction = Dense { matrix: matrix.clone(), linear };
            let found = minimise(&mut contradiction, vec![0.0; 2], 1000);
            assert!(found.x.iter().all(|x| x.is_finite()), "{found:?}");
        }
    }

    struct Dense {
        matrix: Vec<Vec<f64>>,
        linear: Vec<f64>,
    }

    impl Quadratic for Dense {
        fn product(&mut self, x: &[f64]) -> Vec<f64> {
            self.matrix.iter().map(|row| dot(row, x)).collect()
        }

        fn linear(&self) -> &[f64] {
            &self.linear
        }

        fn norm_bound(&self) -> f64 {
            self.matrix.iter().map(|row| row.iter().map(|a| a.abs()).sum()).fold(0.0, f64::max)
        }

        fn is_solved(&self, x: &[f64], g: &[f64]) -> bool {
            x.iter().zip(g).all(|(&x, &g)| if x > 0.0 { g.abs() < 1e-11 } else { g > -1e-11 })
        }
    }

    /// Every face of the orthant, by elimination: slow, but exact.
    fn by_enumeration(problem: &Dense) -> Vec<f64> {
        let n = problem.linear.len();
        let solution = |mask: usize| -> Option<Vec<f64>> {
            let free: Vec<usize> = (0..n).filter(|i| mask >> i & 1 == 1).collect();
            let mut rows: Vec<Vec<f64>> = free
                .iter()
                .map(|&i| {
                    let row = free.iter().map(|&j| problem.matrix[i][j]);
                    row.chain([problem.linear[i]]).collect()
                })
                .collect();
            for k in 0..free.len() {
                let pivot = rows[k].clone();
                for (i, row) in rows.iter_mut().enumerate() {
                    let factor = row[k] / pivot[k];
                    if i != k {
                        row.iter_mut().zip(&pivot).for_each(|(a, p)| *a -= factor * p);
                    }
                }
            }
            let mut x = vec![0.0; n];
            for (k, &i) in free.iter().enumerate() {
                x[i] = rows[k][free.len()] / rows[k][k];
            }
            let fits = (0..n).all(|i| {
                let g = dot(&problem.matrix[i], &x) - problem.linear[i];
                x[i] >= -1e-12 && (x[i] > 0.0 || g >= -1e-12)
            });
            fits.then_some(x)
        };
        (0..1 << n).find_map(solution).expect("a strictly convex quadratic has a minimum")
    }

    #[test]
    fn minima_are_those_of_all_faces() {
        let value = |i: usize, j: usize| ((i * 7919 + j * 104_729 + 13) % 97) as f64 / 48.5 - 1.0;
        for case in 0..200 {
            let n = 1 + case % 6;
            let factor: Vec<Vec<f64>> =
                (0..n).map(|i| (0..=n).map(|j| value(31 * case + i, j)).collect()).collect();
            let matrix = (0..n)
                .map(|i| {
                    let ridge = |j| if i == j { 0.05 } else { 0.0 };
                    (0..n).map(|j| dot(&factor[i], &factor[j]) + ridge(j)).collect()
                })
                .collect();
            let linear = (0..n).map(|i| value(i + 3, 17 * case)).collect();
            let mut problem = Dense { matrix, linear };
            let expected = by_enumeration(&problem);
            let found = minimise(&mut problem, vec![1.0; n], 2000);
            assert!(found.products < 2000, "case {case}");
            let error = found.x.iter().zip(&expected).map(|(a, b)| (a - b).abs());
            assert!(error.fold(0.0, f64::max) < 1e-8, "case {case}: {found:?} {expected:?}");
        }
    }
}
