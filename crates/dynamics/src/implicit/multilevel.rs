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

use super::approximate_inverse::{ApproximateInverse, Residual};
use super::block_jacobi::InverseDiagonal;
use super::block_matrix::BlockMatrix;
use super::cholesky::Cholesky;
use super::coarsening::Coarsening;
use super::entry::Entry;
use super::group_sums::GroupSums;
use super::groups::{Groups, NONE};
use super::locality::Order;
use super::rounded_factor::RoundedFactor;
use super::system::System;
use super::vectors::{advance, dot};

/// Weight of the diagonal. It hardly matters: 108, 101, 103 and 122 iterations with 0.3, 0.64, 1 and 2 on a sheet of 100,000 triangles (with other groups).
const OMEGA: f64 = 0.64;

/// Systems of up to this number of free vertices are solved directly.
const SMALL: usize = 4000;

/// Coarse levels of up to this number of groups are solved directly: few levels need fewer iterations
/// than many, because groups do not bend with their neighbours.
const COARSEST: usize = 20_000;

/// What is kept between solves.
#[derive(Debug)]
pub(super) struct Multilevel<E: Entry> {
    /// [`SMALL`] and [`COARSEST`], or less in tests.
    limits: [usize; 2],
    levels: Vec<Level>,
    /// The first group of every vertex, in the order of products.
    groups: Vec<u32>,
    /// `D⁻¹` of the finest level, in the order of products.
    finest: InverseDiagonal<E>,
    fixed: Vec<bool>,
    /// Columns of the finest pattern: what the levels were made for.
    pattern: (Vec<u32>, Vec<u32>),
    coarsest: Cholesky,
    /// A copy of its factor, if there are levels above it.
    rounded: Option<RoundedFactor>,
    /// Whether the coarsest level has a factor.
    coarsest_factored: bool,
}

impl<E: Entry> Default for Multilevel<E> {
    fn default() -> Self {
        Self {
            limits: [SMALL, COARSEST],
            levels: Vec::new(),
            groups: Vec::new(),
            finest: InverseDiagonal::default(),
            fixed: Vec::new(),
            pattern: Default::default(),
            coarsest: Cholesky::default(),
            rounded: None,
            coarsest_factored: false,
        }
    }
}

/// A coarse level and the way to it.
#[derive(Debug)]
struct Level {
    groups: Groups,
    /// Of what the finer level has; for the first in the order of products.
    sums: GroupSums,
    coarsening: Coarsening,
    cloths: BlockMatrix,
    extra: BlockMatrix,
    inertia: Vec<f64>,
    fixed: Vec<bool>,
    inverse: InverseDiagonal<DVec3>,
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

impl<E: Entry> Multilevel<E> {
    /// Makes the levels of a system; groups are kept as long as pattern and fixed vertices are. Residuals come in the given order, which depends on the pattern.
    pub(super) fn prepare(&mut self, system: &System, order: &Order) {
        let same = self.pattern.0 == system.cloths.offsets
            && self.pattern.1 == system.cloths.columns
            && self.fixed == system.fixed;
        if !same {
            self.rebuild(system, order);
            if let Some(Level { groups, sums, .. }) = self.levels.first_mut() {
                self.groups = groups.ordered(order);
                *sums = GroupSums::new(&self.groups);
            }
        }
        self.finest = InverseDiagonal::new(system, order);
        let mut fine = *system;
        for level in &mut self.levels {
            level.fill(&fine);
            fine = level.system();
        }
        self.coarsest_factored = self.coarsest.factor(&fine);
        let has_use = self.coarsest_factored && !self.levels.is_empty();
        self.rounded = has_use.then(|| self.coarsest.rounded()).flatten();
    }

    fn rebuild(&mut self, system: &System, order: &Order) {
        self.fixed = system.fixed.to_vec();
        self.pattern = (system.cloths.offsets.clone(), system.cloths.columns.clone());
        self.levels.clear();
        let mut pattern = system.cloths.clone();
        let mut fixed = system.fixed.to_vec();
        let free = |fixed: &[bool]| fixed.iter().filter(|fixed| !**fixed).count();
        while free(&fixed) > self.limits[usize::from(!self.levels.is_empty())] {
            let mesh = Order::default();
            let order = if self.levels.is_empty() { order } else { &mesh };
            let groups = Groups::new(&pattern, &fixed, order);
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

impl<E: Entry> ApproximateInverse<E> for Multilevel<E> {
    fn reduce(&mut self, residual: Residual<E>) -> f64 {
        if let Some(Level { r, sums, .. }) = self.levels.first_mut() {
            let fine = self.finest.reduce(OMEGA, residual, sums);
            sums.total(r);
            return fine + descend(&mut self.levels, self.rounded.as_mut());
        }
        let Residual { r, alpha, q } = residual;
        let mut none = GroupSums::without_groups(r.len());
        let fine = self.finest.reduce(OMEGA, Residual { r, alpha, q }, &mut none);
        if !self.coarsest_factored {
            return fine;
        }
        let r: Vec<DVec3> = r.iter().map(|r| r.get()).collect();
        for (q, z) in q.iter_mut().zip(self.coarsest.solve(&r)) {
            *q = E::new(z);
        }
        dot(&r, q)
    }

    fn advance(&self, (x, alpha): (&mut [DVec3], f64), (p, beta): (&mut [DVec3], f64), q: &[E]) {
        let Some(Level { z: coarse, .. }) = self.levels.first() else {
            return advance((x, alpha), (p, beta), q, |_, z| z);
        };
        advance((x, alpha), (p, beta), q, |i, z| match self.groups[i] {
            NONE => z,
            group => z + coarse[group as usize],
        });
    }
}

/// Makes `z` of all coarse levels from the residual of the first of them. Returns `rᵀz` of that one.
fn descend(levels: &mut [Level], coarsest: Option<&mut RoundedFactor>) -> f64 {
    let Some((Level { r, z, inverse, .. }, deeper)) = levels.split_first_mut() else {
        return 0.0;
    };
    z.fill(DVec3::ZERO);
    let residual = Residual { r: &mut *r, alpha: 0.0, q: &mut *z };
    let Some(next) = deeper.first_mut() else {
        return if let Some(factor) = coarsest {
            factor.solve(r, z);
            dot(r, z)
        } else {
            let mut none = GroupSums::without_groups(residual.r.len());
            inverse.reduce(OMEGA, residual, &mut none)
        };
    };
    let own = inverse.reduce(OMEGA, residual, &mut next.sums);
    next.sums.total(&mut next.r);
    let sum = own + descend(deeper, coarsest);
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
            sums: GroupSums::new(&groups.of),
            groups,
            coarsening,
            cloths,
            extra: BlockMatrix::default(),
            inertia: Vec::new(),
            fixed: vec![false; count],
            inverse: InverseDiagonal::default(),
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
        self.inverse = InverseDiagonal::new(&self.system(), &Order::default());
    }
}

#[cfg(test)]
mod tests;
