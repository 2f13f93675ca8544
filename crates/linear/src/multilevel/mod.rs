//! The additive two-level (Schwarz) preconditioner: aggregates of vertices beside the diagonal.
//!
//! An aggregate moves as a whole: `P` copies its displacement to its vertices, and the coarse
//! matrix `A_c = PᵀAP` is the sum of blocks over aggregates, of the same 3×3 form. The
//! preconditioner is
//!
//! ```text
//! B = ω D⁻¹ + P A_c⁻¹ Pᵀ
//! ```
//!
//! which is symmetric and positive definite for every `ω > 0`. A coarse level that is too large for
//! a factorisation is preconditioned in the same way, by a coarser one. A multiplicative cycle,
//! with smoothing before and after the coarse level, needs six tenths of the iterations and two
//! more products in each of them; the sum takes less time altogether, because a product reads the
//! whole matrix.

mod aggregate_sums;
mod aggregates;
mod coarsening;

use glam::DVec3;

pub(crate) use aggregate_sums::AggregateSums;
use aggregates::{Aggregates, NONE};
use coarsening::Coarsening;

use crate::block_matrix::BlockMatrix;
use crate::cholesky::{Cholesky, SinglePrecisionFactor};
use crate::conjugate_gradients::{ApproximateInverse, InverseDiagonal, Residual};
use crate::precision::Precision;
use crate::product::Order;
use crate::system::{Pattern, System};
use crate::vectors::{advance, dot};

/// Weight of the diagonal. It hardly matters: 108, 101, 103 and 122 iterations with 0.3, 0.64, 1
/// and 2 on a sheet of 100,000 triangles (with other aggregates).
const OMEGA: f64 = 0.64;

/// Systems of up to this number of free vertices are solved directly.
const SMALL: usize = 4000;

/// Coarse levels of up to this number of aggregates are solved directly: few levels need fewer
/// iterations than many, because aggregates do not bend with their neighbours.
const COARSEST: usize = 20_000;

/// Precision of the factor that the coarsest level is solved with, if there is one above it.
const COARSEST_FACTOR: Precision = Precision::Single;

/// The preconditioner, and what is kept of it between solves.
#[derive(Debug)]
pub(crate) struct Multilevel {
    /// [`SMALL`] and [`COARSEST`], or less in tests.
    limits: [usize; 2],
    levels: Vec<Level>,
    /// Aggregate of every vertex on the first coarse level, in the order of products.
    aggregates: Vec<u32>,
    /// `D⁻¹` of the finest level, in the order of products.
    finest: InverseDiagonal,
    /// Pattern for which the levels were made.
    pattern: Pattern,
    coarsest: Cholesky,
    /// Single-precision copy of its factor, if there are levels above it.
    coarsest_copy: Option<SinglePrecisionFactor>,
    /// True if the coarsest level has a factor.
    coarsest_factored: bool,
}

impl Default for Multilevel {
    fn default() -> Self {
        Self {
            limits: [SMALL, COARSEST],
            levels: Vec::new(),
            aggregates: Vec::new(),
            finest: InverseDiagonal::default(),
            pattern: Pattern::default(),
            coarsest: Cholesky::default(),
            coarsest_copy: None,
            coarsest_factored: false,
        }
    }
}

/// A coarse level, and the restriction to it.
#[derive(Debug)]
struct Level {
    aggregates: Aggregates,
    /// Restriction of the finer level's residual; for the first level in the order of products.
    sums: AggregateSums,
    coarsening: Coarsening,
    main: BlockMatrix,
    extra: BlockMatrix,
    shift: Vec<f64>,
    fixed: Vec<bool>,
    inverse: InverseDiagonal,
    r: Vec<DVec3>,
    z: Vec<DVec3>,
}

impl Level {
    fn system(&self) -> System<'_> {
        System { shift: &self.shift, main: &self.main, extra: &self.extra, fixed: &self.fixed }
    }
}

impl Multilevel {
    /// Makes the levels of a system; aggregates are kept as long as pattern and fixed vertices are.
    /// Residuals come in the given order, which depends on the pattern.
    pub(crate) fn prepare(&mut self, system: &System, order: &Order) {
        if !self.pattern.is_of(system) {
            self.rebuild(system, order);
            if let Some(Level { aggregates, sums, .. }) = self.levels.first_mut() {
                self.aggregates = aggregates.ordered(order);
                *sums = AggregateSums::new(&self.aggregates);
            }
        }
        self.finest = InverseDiagonal::new(system, order);
        let mut fine = *system;
        for level in &mut self.levels {
            level.fill(&fine);
            fine = level.system();
        }
        self.coarsest_factored = self.coarsest.factor(&fine);
        let has_use = self.coarsest_factored
            && !self.levels.is_empty()
            && COARSEST_FACTOR == Precision::Single;
        self.coarsest_copy = has_use.then(|| self.coarsest.single_precision()).flatten();
    }

    fn rebuild(&mut self, system: &System, order: &Order) {
        self.pattern = Pattern::of(system);
        self.levels.clear();
        let mut pattern = system.main.clone();
        let mut fixed = system.fixed.to_vec();
        let free = |fixed: &[bool]| fixed.iter().filter(|fixed| !**fixed).count();
        while free(&fixed) > self.limits[usize::from(!self.levels.is_empty())] {
            let natural = Order::default();
            let order = if self.levels.is_empty() { order } else { &natural };
            let aggregates = Aggregates::new(&pattern, &fixed, order);
            if aggregates.count * 4 > 3 * pattern.row_count() {
                break;
            }
            let (coarsening, coarse) = Coarsening::new(&pattern, &aggregates);
            fixed = vec![false; aggregates.count];
            self.levels.push(Level::new(aggregates, coarsening, coarse.clone()));
            pattern = coarse;
        }
    }
}

impl ApproximateInverse for Multilevel {
    fn reduce(&mut self, residual: Residual) -> f64 {
        if let Some(Level { r, sums, .. }) = self.levels.first_mut() {
            let fine = self.finest.reduce(OMEGA, residual, sums);
            sums.total(r);
            let factor = match self.coarsest_copy.as_mut() {
                Some(copy) => Some(CoarsestFactor::Single(copy)),
                None => self.coarsest_factored.then_some(CoarsestFactor::Double(&self.coarsest)),
            };
            return fine + descend(&mut self.levels, factor);
        }
        let Residual { r, alpha, q } = residual;
        let mut none = AggregateSums::without_aggregates(r.len());
        let fine = self.finest.reduce(OMEGA, Residual { r, alpha, q }, &mut none);
        if !self.coarsest_factored {
            return fine;
        }
        q.copy_from_slice(&self.coarsest.solve(r));
        dot(r, q)
    }

    fn advance(
        &self,
        (x, alpha): (&mut [DVec3], f64),
        (p, beta): (&mut [DVec3], f64),
        q: &[DVec3],
    ) {
        let Some(Level { z: coarse, .. }) = self.levels.first() else {
            return advance((x, alpha), (p, beta), q, |_, z| z);
        };
        advance((x, alpha), (p, beta), q, |i, z| match self.aggregates[i] {
            NONE => z,
            aggregate => z + coarse[aggregate as usize],
        });
    }
}

/// The factor of the coarsest level.
enum CoarsestFactor<'a> {
    Double(&'a Cholesky),
    Single(&'a mut SinglePrecisionFactor),
}

impl CoarsestFactor<'_> {
    fn solve(self, r: &[DVec3], z: &mut [DVec3]) {
        match self {
            Self::Double(factor) => z.copy_from_slice(&factor.solve(r)),
            Self::Single(factor) => factor.solve(r, z),
        }
    }
}

/// Makes `z` of all coarse levels from the residual of the first of them. Returns `rᵀz` of that
/// one.
fn descend(levels: &mut [Level], coarsest: Option<CoarsestFactor>) -> f64 {
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
            let mut none = AggregateSums::without_aggregates(residual.r.len());
            inverse.reduce(OMEGA, residual, &mut none)
        };
    };
    let own = inverse.reduce(OMEGA, residual, &mut next.sums);
    next.sums.total(&mut next.r);
    let sum = own + descend(deeper, coarsest);
    if let Some(next) = deeper.first() {
        for (z, aggregate) in z.iter_mut().zip(&next.aggregates.of) {
            *z += next.z[*aggregate as usize];
        }
    }
    sum
}

impl Level {
    fn new(aggregates: Aggregates, coarsening: Coarsening, main: BlockMatrix) -> Self {
        let count = aggregates.count;
        Self {
            sums: AggregateSums::new(&aggregates.of),
            aggregates,
            coarsening,
            main,
            extra: BlockMatrix::default(),
            shift: Vec::new(),
            fixed: vec![false; count],
            inverse: InverseDiagonal::default(),
            r: vec![DVec3::ZERO; count],
            z: vec![DVec3::ZERO; count],
        }
    }

    /// Sums the matrices of the finer level.
    fn fill(&mut self, fine: &System) {
        self.coarsening.sum(fine.main, &mut self.main);
        self.extra = BlockMatrix::default();
        if fine.extra.block_count() > 0 {
            let (coarsening, mut extra) = Coarsening::new(fine.extra, &self.aggregates);
            coarsening.sum(fine.extra, &mut extra);
            self.extra = extra;
        }
        self.shift.clear();
        self.shift.resize(self.aggregates.count, 0.0);
        for (aggregate, shift) in self.aggregates.of.iter().zip(fine.shift) {
            if *aggregate != NONE {
                self.shift[*aggregate as usize] += shift;
            }
        }
        self.inverse = InverseDiagonal::new(&self.system(), &Order::default());
    }
}

#[cfg(test)]
mod tests;
