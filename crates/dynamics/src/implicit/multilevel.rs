//! A cycle over coarser and coarser groups of vertices.
//!
//! A group moves as a whole: `P` copies its displacement to its vertices, and `PᵀAP` is the sum of blocks over
//! groups, of the same 3×3 form. One cycle, from the finest level down and up again, is
//!
//! ```text
//! z = ω D⁻¹ r,    z ← z + P cycle(PᵀAP, Pᵀ(r − A z)),    z ← z + ω D⁻¹ (r − A z)
//! ```
//!
//! which is symmetric and positive definite for `ω < 2/λ_max(D⁻¹A)`. An element of `n` vertices with positive semi-definite
//! Hessian has `xᵀA x ≤ n Σ xᵢᵀAᵢᵢxᵢ`, so that `λ_max ≤ 6` with
//! the largest stencils that there are here, and contacts have no more than 4. The coarsest level is solved directly.

use glam::DVec3;
use rayon::prelude::*;

use super::aggregation::{Coarsening, Groups, NONE};
use super::block_jacobi::{apply, inverse, inverse_diagonals};
use super::block_matrix::BlockMatrix;
use super::cholesky::Cholesky;
use super::conjugate_gradients::Residual;
use super::symmetric_block::SymmetricBlock;
use super::symmetric_product::SymmetricProduct;
use super::system::System;
use super::vectors::{TASK, dot};

/// Damping of the smoother.
const OMEGA: f64 = 0.32;

/// Systems of up to this number of free vertices are solved directly.
const SMALL: usize = 4000;

/// Coarse levels of up to this number of groups are solved directly: a cycle over few levels needs fewer iterations
/// than one over many, because groups do not bend with their neighbours.
const COARSEST: usize = 20_000;

/// What is kept between solves.
#[derive(Debug, Default)]
pub(super) struct Multilevel {
    levels: Vec<Level>,
    /// `D⁻¹` of the finest level.
    finest: Vec<SymmetricBlock>,
    fixed: Vec<bool>,
    /// Columns of the finest pattern: what the levels were made for.
    pattern: (Vec<u32>, Vec<u32>),
    coarsest: Cholesky,
    /// Whether the coarsest level has a factor.
    coarsest_factored: bool,
    /// Of products.
    sums: Vec<DVec3>,
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
    /// For products, if there is a level below.
    product: SymmetricProduct,
    r: Vec<DVec3>,
    z: Vec<DVec3>,
    /// Of products.
    sums: Vec<DVec3>,
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
        let mut deeper = self.levels.len();
        for level in &mut self.levels {
            deeper -= 1;
            level.fill(&fine);
            if deeper > 0 {
                let mut product = std::mem::take(&mut level.product);
                product.prepare(&level.system());
                level.product = product;
            }
            fine = level.system();
        }
        self.coarsest_factored = self.coarsest.factor(&fine);
        self.sums.resize(system.vertex_count(), DVec3::ZERO);
    }

    fn rebuild(&mut self, system: &System) {
        self.fixed = system.fixed.to_vec();
        self.pattern = (system.cloths.offsets.clone(), system.cloths.columns.clone());
        self.levels.clear();
        let mut pattern = system.cloths.clone();
        let mut fixed = system.fixed.to_vec();
        let free = |fixed: &[bool]| fixed.iter().filter(|fixed| !**fixed).count();
        while free(&fixed) > if self.levels.is_empty() { SMALL } else { COARSEST } {
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

    /// Brings `r` up to date and makes `z = B r`, for a system and its product. Returns `rᵀz`.
    pub(super) fn apply(
        &mut self,
        (system, product): (&System, &mut SymmetricProduct),
        residual: Residual,
        z: &mut [DVec3],
    ) -> f64 {
        let Self { levels, finest, sums, coarsest, coarsest_factored, .. } = self;
        let coarsest = coarsest_factored.then_some(&*coarsest);
        let Residual { r, alpha, q } = residual;
        apply(finest, OMEGA, Residual { r, alpha, q }, z);
        let fine = Fine { system, product, inverse: finest };
        cycle(fine, levels, coarsest, (r, z, sums))
    }
}

/// The level that a cycle begins with.
struct Fine<'a> {
    system: &'a System<'a>,
    product: &'a mut SymmetricProduct,
    inverse: &'a [SymmetricBlock],
}

/// One cycle from a level down, from `z = ω D⁻¹ r` on. Returns `rᵀz`.
fn cycle(
    Fine { system, product, inverse }: Fine,
    levels: &mut [Level],
    coarsest: Option<&Cholesky>,
    (r, z, sums): (&[DVec3], &mut [DVec3], &mut [DVec3]),
) -> f64 {
    let Some((level, deeper)) = levels.split_first_mut() else {
        if let Some(factor) = coarsest {
            z.copy_from_slice(&factor.solve(r));
        }
        return dot(r, z);
    };
    product.multiply(system, z, sums);
    level.restrict(r, sums);
    level.descend(deeper, coarsest);
    level.prolong(z);
    product.multiply(system, z, sums);
    smooth(inverse, r, sums, z)
}

/// `z = ω D⁻¹ r`.
fn smooth_from_zero(inverse: &[SymmetricBlock], r: &[DVec3], z: &mut [DVec3]) {
    let tasks = z.par_chunks_mut(TASK).zip(r.par_chunks(TASK)).zip(inverse.par_chunks(TASK));
    tasks.for_each(|((z, r), inverse)| {
        for ((z, r), inverse) in z.iter_mut().zip(r).zip(inverse) {
            *z = OMEGA * (*inverse * *r);
        }
    });
}

/// `z ← z + ω D⁻¹ (r − product)`. Returns `rᵀz`.
fn smooth(inverse: &[SymmetricBlock], r: &[DVec3], product: &[DVec3], z: &mut [DVec3]) -> f64 {
    let right = r.par_chunks(TASK).zip(product.par_chunks(TASK)).zip(inverse.par_chunks(TASK));
    let tasks = z.par_chunks_mut(TASK).zip(right);
    let sums: Vec<f64> = tasks
        .map(|(z, ((r, product), inverse))| {
            let mut sum = 0.0;
            for (((z, r), product), inverse) in z.iter_mut().zip(r).zip(product).zip(inverse) {
                *z += OMEGA * (*inverse * (*r - *product));
                sum += r.dot(*z);
            }
            sum
        })
        .collect();
    sums.iter().sum()
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
            product: SymmetricProduct::default(),
            r: vec![DVec3::ZERO; count],
            z: vec![DVec3::ZERO; count],
            sums: vec![DVec3::ZERO; count],
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
        let system = self.system();
        let inverse = (0..self.groups.count).map(|i| inverse(system.diagonal(i))).collect();
        self.inverse = inverse;
    }

    /// Sums `r − product` over groups.
    fn restrict(&mut self, fine: &[DVec3], product: &[DVec3]) {
        let Self { groups, r, .. } = self;
        r.par_iter_mut().with_min_len(TASK / 16).enumerate().for_each(|(group, r)| {
            *r = groups
                .members(group)
                .iter()
                .map(|i| fine[*i as usize] - product[*i as usize])
                .sum();
        });
    }

    /// The cycle of this level, from its `r` to its `z`.
    fn descend(&mut self, deeper: &mut [Self], coarsest: Option<&Cholesky>) {
        let mut product = std::mem::take(&mut self.product);
        let [r, mut z, mut sums] = [&mut self.r, &mut self.z, &mut self.sums].map(std::mem::take);
        let system = &self.system();
        smooth_from_zero(&self.inverse, &r, &mut z);
        let fine = Fine { system, product: &mut product, inverse: &self.inverse };
        cycle(fine, deeper, coarsest, (&r, &mut z, &mut sums));
        (self.r, self.z, self.sums, self.product) = (r, z, sums, product);
    }

    /// Adds the displacement of its group to every vertex.
    fn prolong(&self, z: &mut [DVec3]) {
        let tasks = z.par_chunks_mut(TASK).zip(self.groups.of.par_chunks(TASK));
        tasks.for_each(|(z, groups)| {
            for (z, group) in z.iter_mut().zip(groups) {
                if *group != NONE {
                    *z += self.z[*group as usize];
                }
            }
        });
    }
}
