//! Coarser and coarser groups of vertices, solved beside the diagonal.
//!
//! A group moves as a whole: `P` copies its displacement to its vertices, and `A_c = PᵀAP` is the sum of blocks over
//! groups, of the same 3×3 form. The approximate inverse is the sum of both,
//!
//! ```text
//! B = ω D⁻¹ + P A_c⁻¹ Pᵀ
//! ```
//!
//! which is symmetric and positive definite for every `ω > 0`. Where there are too many groups for a factor, `A_c⁻¹` is such a sum again. A cycle
//! that smooths before and after the groups are solved needs six tenths of the iterations, and two more products in each of them; the sum takes
//! less time altogether, because a product passes over the whole matrix.

use glam::DVec3;

use super::aggregation::{Coarsening, Groups, NONE};
use super::approximate_inverse::{ApproximateInverse, Residual};
use super::block_jacobi::{apply, inverse_diagonals};
use super::block_matrix::BlockMatrix;
use super::cholesky::Cholesky;
use super::symmetric_block::SymmetricBlock;
use super::system::System;
use super::vectors::{advance, dot};

/// Weight of the diagonal: 108, 101, 103 and 122 iterations with 0.3, 0.64, 1 and 2 on a sheet of 100,000 triangles.
const OMEGA: f64 = 0.64;

/// Systems of up to this number of free vertices are solved directly.
const SMALL: usize = 4000;

/// Coarse levels of up to this number of groups are solved directly: few levels need fewer iterations
/// than many, because groups do not bend with their neighbours.
const COARSEST: usize = 20_000;

/// What is kept between solves.
#[derive(Debug)]
pub(super) struct Multilevel {
    /// [`SMALL`] and [`COARSEST`], or less in tests.
    limits: [usize; 2],
    levels: Vec<Level>,
    /// `D⁻¹` of the finest level.
    finest: Vec<SymmetricBlock>,
    fixed: Vec<bool>,
    /// Columns of the finest pattern: what the levels were made for.
    pattern: (Vec<u32>, Vec<u32>),
    coarsest: Cholesky,
    /// Whether the coarsest level has a factor.
    coarsest_factored: bool,
    /// `ω D⁻¹ r` of the finest level; `A⁻¹ r` if that is all there is.
    z: Vec<DVec3>,
}

impl Default for Multilevel {
    fn default() -> Self {
        Self {
            limits: [SMALL, COARSEST],
            levels: Vec::new(),
            finest: Vec::new(),
            fixed: Vec::new(),
            pattern: Default::default(),
            coarsest: Cholesky::default(),
            coarsest_factored: false,
            z: Vec::new(),
        }
    }
}

/// A coarse level and the way to it.
#[derive(Debug)]
struct Level {
    groups: Groups,
    coarsening: Coarsening,
    cloths: BlockMatrix,
    extra: BlockMatrix,
    inertia: Vec<f64>,
    fixed: Vec<bool>,
    inverse: Vec<SymmetricBlock>,
    r: Vec<DVec3>,
    z: Vec<DVec3>,
}

impl Level {
    fn system(&self) -> System<'_> {
        System {
            inertia: &self.inertia,
            cloths: &self.cloths,
            extra: &self.extra,
            fixed: &self.fixed,
        }
    }
}

impl Multilevel {
    /// Makes the levels of a system; groups are kept as long as pattern and fixed vertices are.
    pub(super) fn prepare(&mut self, system: &System) {
        let same = self.pattern.0 == system.cloths.offsets
            && self.pattern.1 == system.cloths.columns
            && self.fixed == system.fixed;
        if !same {
            self.rebuild(system);
        }
        self.finest = inverse_diagonals(system);
        let mut fine = *system;
        for level in &mut self.levels {
            level.fill(&fine);
            fine = level.system();
        }
        self.coarsest_factored = self.coarsest.factor(&fine);
        self.z.resize(system.vertex_count(), DVec3::ZERO);
    }

    fn rebuild(&mut self, system: &System) {
        self.fixed = system.fixed.to_vec();
        self.pattern = (system.cloths.offsets.clone(), system.cloths.columns.clone());
        self.levels.clear();
        let mut pattern = system.cloths.clone();
        let mut fixed = system.fixed.to_vec();
        let free = |fixed: &[bool]| fixed.iter().filter(|fixed| !**fixed).count();
        while free(&fixed) > self.limits[usize::from(!self.levels.is_empty())] {
            let groups = Groups::new(&pattern, &fixed);
            if groups.count * 4 > 3 * pattern.row_count() {
                break;
            }
            let (coarsening, coarse) = Coarsening::new(&pattern, &groups);
            fixed = vec![false; groups.count];
            self.levels.push(Level::new(groups, coarsening, coarse.clone()));
            pattern = coarse;
        }
    }
}

impl ApproximateInverse for Multilevel {
    fn reduce(&mut self, residual: Residual) -> f64 {
        let Residual { r, alpha, q } = residual;
        let fine = apply(&self.finest, OMEGA, Residual { r, alpha, q }, &mut self.z);
        let coarsest = self.coarsest_factored.then_some(&self.coarsest);
        if !self.levels.is_empty() {
            return fine + descend(&mut self.levels, coarsest, r);
        }
        let Some(factor) = coarsest else { return fine };
        self.z = factor.solve(r);
        dot(r, &self.z)
    }

    fn advance(&self, (x, alpha): (&mut [DVec3], f64), (p, beta): (&mut [DVec3], f64)) {
        let Some(Level { groups, z: coarse, .. }) = self.levels.first() else {
            return advance((x, alpha), (p, beta), |i| self.z[i]);
        };
        advance((x, alpha), (p, beta), |i| match groups.of[i] {
            NONE => self.z[i],
            group => self.z[i] + coarse[group as usize],
        });
    }
}

/// Makes `z` of all coarse levels from the residual of the level above them. Returns `rᵀz` of the first of them.
fn descend(levels: &mut [Level], coarsest: Option<&Cholesky>, fine: &[DVec3]) -> f64 {
    let Some((Level { groups, r, z, inverse, .. }, deeper)) = levels.split_first_mut() else {
        return 0.0;
    };
    groups.sum(fine, r);
    if let (true, Some(factor)) = (deeper.is_empty(), coarsest) {
        *z = factor.solve(r);
        return dot(r, z);
    }
    // Nothing to bring up to date: a residual minus nothing.
    let sum = apply(inverse, OMEGA, Residual { r, alpha: 0.0, q: fine }, z);
    let sum = sum + descend(deeper, coarsest, r);
    if let Some(next) = deeper.first() {
        for (z, group) in z.iter_mut().zip(&next.groups.of) {
            *z += next.z[*group as usize];
        }
    }
    sum
}

impl Level {
    fn new(groups: Groups, coarsening: Coarsening, cloths: BlockMatrix) -> Self {
        let count = groups.count;
        Self {
            groups,
            coarsening,
            cloths,
            extra: BlockMatrix::default(),
            inertia: Vec::new(),
            fixed: vec![false; count],
            inverse: Vec::new(),
            r: vec![DVec3::ZERO; count],
            z: vec![DVec3::ZERO; count],
        }
    }

    /// Sums the matrices of a finer level.
    fn fill(&mut self, fine: &System) {
        self.coarsening.sum(fine.cloths, &mut self.cloths);
        self.extra = BlockMatrix::default();
        if fine.extra.block_count() > 0 {
            let (coarsening, mut extra) = Coarsening::new(fine.extra, &self.groups);
            coarsening.sum(fine.extra, &mut extra);
            self.extra = extra;
        }
        self.inertia.clear();
        self.inertia.resize(self.groups.count, 0.0);
        for (group, inertia) in self.groups.of.iter().zip(fine.inertia) {
            if *group != NONE {
                self.inertia[*group as usize] += inertia;
            }
        }
        self.inverse = inverse_diagonals(&self.system());
    }
}

#[cfg(test)]
mod tests {
    use glam::DMat3;

    use super::super::block_jacobi::BlockJacobi;
    use super::super::conjugate_gradients::{Stop, Workspace};
    use super::*;

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
        let (cloths, extra) = (grid(), BlockMatrix::default());
        let fixed: Vec<bool> = (0..SIDE * SIDE).map(|i| i < SIDE).collect();
        let inertia = vec![1e-4; SIDE * SIDE];
        test(&System { inertia: &inertia, cloths: &cloths, extra: &extra, fixed: &fixed })
    }

    fn load(system: &System, seed: f64) -> Vec<DVec3> {
        let entry = |i: usize| {
            let wave = |k: f64| libm::sin(k * (i as f64 + seed));
            if system.fixed[i] { DVec3::ZERO } else { DVec3::new(wave(0.7), wave(0.01), wave(2.9)) }
        };
        (0..system.vertex_count()).map(entry).collect()
    }

    /// Levels for a system of this size: one, and three.
    const LIMITS: [[usize; 2]; 2] = [[100, 20_000], [100, 60]];

    fn prepared(system: &System, limits: [usize; 2]) -> Multilevel {
        let mut multilevel = Multilevel { limits, ..Multilevel::default() };
        multilevel.prepare(system);
        assert!(!multilevel.levels.is_empty() && multilevel.coarsest_factored);
        assert_eq!(multilevel.levels.len() > 1, limits[1] < 20_000);
        multilevel
    }

    /// `B r` and `rᵀBr`.
    fn applied(multilevel: &mut Multilevel, r: &[DVec3]) -> (Vec<DVec3>, f64) {
        let (mut r, zeros) = (r.to_vec(), vec![DVec3::ZERO; r.len()]);
        let sum = multilevel.reduce(Residual { r: &mut r, alpha: 0.0, q: &zeros });
        let (mut x, mut p) = (zeros.clone(), zeros);
        multilevel.advance((&mut x, 0.0), (&mut p, 0.0));
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

    #[test]
    fn solutions_are_those_of_cholesky_in_fewer_iterations_than_with_the_diagonal() {
        with_system(|system| {
            let b = load(system, 4.0);
            let mut direct = Cholesky::default();
            assert!(direct.factor(system));
            let exact = direct.solve(&b);
            let stop = Stop { tolerance: 1e-11, iterations: 5000 };
            let mut diagonal = BlockJacobi::new(system);
            let diagonal = Workspace::default().solve(system, &b, stop, &mut diagonal);
            for limits in LIMITS {
                let run =
                    || Workspace::default().solve(system, &b, stop, &mut prepared(system, limits));
                let solution = run();
                let size = dot(&exact, &exact).sqrt();
                let error: Vec<DVec3> =
                    solution.x.iter().zip(&exact).map(|(x, e)| *x - *e).collect();
                assert!(dot(&error, &error).sqrt() < 1e-8 * size);
                assert!(2 * solution.iterations < diagonal.iterations, "{}", solution.iterations);
                for threads in [1, 3] {
                    let pool =
                        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    assert_eq!(pool.install(run).x, solution.x);
                }
            }
        });
    }
}
