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

use glam::{DMat3, DVec3};
use rayon::prelude::*;

use super::aggregation::{Coarsening, Groups, NONE};
use super::block_jacobi::{inverse, inverse_diagonals};
use super::block_matrix::BlockMatrix;
use super::cholesky::Cholesky;
use super::system::System;
use super::vectors::TASK;

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
    finest: Vec<DMat3>,
    fixed: Vec<bool>,
    /// Columns of the finest pattern: what the levels were made for.
    pattern: (Vec<u32>, Vec<u32>),
    coarsest: Cholesky,
    /// Whether the coarsest level has a factor.
    coarsest_factored: bool,
    residual: Vec<DVec3>,
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
    inverse: Vec<DMat3>,
    r: Vec<DVec3>,
    z: Vec<DVec3>,
    residual: Vec<DVec3>,
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
        self.residual.resize(system.vertex_count(), DVec3::ZERO);
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

    /// `z = B r`.
    pub(super) fn apply(&mut self, system: &System, r: &[DVec3], z: &mut [DVec3]) {
        let Self { levels, finest, residual, coarsest, coarsest_factored, .. } = self;
        let coarsest = coarsest_factored.then_some(&*coarsest);
        cycle(system, finest, levels, coarsest, (r, z, residual));
    }
}

/// One cycle from a level down.
fn cycle(
    system: &System,
    inverse: &[DMat3],
    levels: &mut [Level],
    coarsest: Option<&Cholesky>,
    (r, z, residual): (&[DVec3], &mut [DVec3], &mut [DVec3]),
) {
    let Some((level, deeper)) = levels.split_first_mut() else {
        match coarsest {
            Some(factor) => z.copy_from_slice(&factor.solve(r)),
            None => smooth_from_zero(inverse, r, z),
        }
        return;
    };
    smooth_from_zero(inverse, r, z);
    system.multiply(z, residual);
    level.restrict(r, residual);
    let mut own = (
        std::mem::take(&mut level.r),
        std::mem::take(&mut level.z),
        std::mem::take(&mut level.residual),
    );
    cycle(&level.system(), &level.inverse, deeper, coarsest, (&own.0, &mut own.1, &mut own.2));
    (level.r, level.z, level.residual) = own;
    level.prolong(z);
    system.multiply(z, residual);
    smooth(inverse, r, residual, z);
}

/// `z = ω D⁻¹ r`.
fn smooth_from_zero(inverse: &[DMat3], r: &[DVec3], z: &mut [DVec3]) {
    let tasks = z.par_chunks_mut(TASK).zip(r.par_chunks(TASK)).zip(inverse.par_chunks(TASK));
    tasks.for_each(|((z, r), inverse)| {
        for ((z, r), inverse) in z.iter_mut().zip(r).zip(inverse) {
            *z = OMEGA * (*inverse * *r);
        }
    });
}

/// `z ← z + ω D⁻¹ (r − product)`.
fn smooth(inverse: &[DMat3], r: &[DVec3], product: &[DVec3], z: &mut [DVec3]) {
    let right = r.par_chunks(TASK).zip(product.par_chunks(TASK)).zip(inverse.par_chunks(TASK));
    z.par_chunks_mut(TASK).zip(right).for_each(|(z, ((r, product), inverse))| {
        for (((z, r), product), inverse) in z.iter_mut().zip(r).zip(product).zip(inverse) {
            *z += OMEGA * (*inverse * (*r - *product));
        }
    });
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
            residual: vec![DVec3::ZERO; count],
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
    fn restrict(&mut self, r: &[DVec3], product: &[DVec3]) {
        self.r.fill(DVec3::ZERO);
        for ((group, r), product) in self.groups.of.iter().zip(r).zip(product) {
            if *group != NONE {
                self.r[*group as usize] += *r - *product;
            }
        }
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
