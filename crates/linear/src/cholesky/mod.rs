//! Sparse Cholesky factorisation by fronts, with the symbolic part kept as long as the pattern
//! stays.
//!
//! ```text
//! P A Pᵀ = L Lᵀ        P: a fill-reducing order
//! ```
//!
//! Order, elimination tree and fronts are found for vertices ([`graph`]), a graph with a ninth of
//! the entries, and serve their three coordinates alike. The numbers of a front are worked on by
//! `faer`'s dense kernels, each on one thread; fronts and chunks of fronts that do not need each
//! other are worked on at the same time ([`multifrontal`]). Tasks depend on the pattern alone, so
//! that bits do not depend on the number of threads. (They do depend on the processor: `faer` takes
//! the widest instructions that it finds.) Fixed vertices are left out, so that large obstacles
//! cost nothing.

mod assembly;
mod branches;
mod buffer;
mod cost;
mod elimination_tree;
mod front;
mod graph;
mod multifrontal;
mod order;
mod rows;
mod single_precision_factor;
mod substitution;
mod supernodes;
mod symbolic;

use std::sync::Arc;

use glam::DVec3;

pub use cost::FactorCost;
use graph::Graph;
use multifrontal::{Numbers, Task};
pub(crate) use single_precision_factor::SinglePrecisionFactor;
use substitution::Factor;
use symbolic::Symbolic;

use crate::system::System;

/// A factorisation and the pattern that it was made for.
#[derive(Debug, Default)]
pub(crate) struct Cholesky {
    plan: Option<Arc<Plan>>,
    numbers: Numbers,
}

/// A pattern and what follows from it.
#[derive(Debug)]
struct Plan {
    graph: Graph,
    symbolic: Symbolic,
}

impl Cholesky {
    /// Factors `A`; false if it is not positive definite or does not fit into memory.
    pub(crate) fn factor(&mut self, system: &System) -> bool {
        self.try_factor(system).is_some()
    }

    fn try_factor(&mut self, system: &System) -> Option<()> {
        self.analyse(system)?;
        let Plan { graph, symbolic } = &**self.plan.as_ref()?;
        self.numbers.factor(Task { system, graph, symbolic })
    }

    /// Predicts the cost of a factor. Returns the number of blocks of the matrix, too; none if the
    /// plan does not fit into memory.
    pub(crate) fn predicted(&mut self, system: &System) -> Option<(FactorCost, usize)> {
        self.analyse(system)?;
        let Plan { graph, symbolic } = &**self.plan.as_ref()?;
        Some((symbolic.cost, graph.len() + graph.neighbours.len()))
    }

    /// Plans the factorisation of a matrix, unless it has the pattern of the last one.
    fn analyse(&mut self, system: &System) -> Option<()> {
        let graph = Graph::of(system);
        if self.plan.as_ref().is_none_or(|plan| plan.graph != graph) {
            self.plan = None;
            let order = order::fill_reducing(&graph)?;
            let symbolic = Symbolic::new(&graph, &order);
            self.plan = Some(Arc::new(Plan { graph, symbolic }));
        }
        Some(())
    }

    /// Solves `A x = b` with the last factor; 0 if there is none.
    pub(crate) fn solve(&self, b: &[DVec3]) -> Vec<DVec3> {
        let Some(plan) = &self.plan else { return vec![DVec3::ZERO; b.len()] };
        let Plan { graph, symbolic } = &**plan;
        substitution::solve(&self.panels(symbolic), symbolic, &graph.free, b)
    }

    /// Returns a single-precision copy of the last factor, if there is one.
    pub(crate) fn single_precision(&self) -> Option<SinglePrecisionFactor> {
        let plan = self.plan.as_ref()?;
        SinglePrecisionFactor::new(plan, &self.panels(&plan.symbolic))
    }

    fn panels<'a>(&'a self, symbolic: &'a Symbolic) -> Panels<'a> {
        Panels { symbolic, numbers: self.numbers.panels.written() }
    }
}

/// Columns of `L` where they were factored.
struct Panels<'a> {
    symbolic: &'a Symbolic,
    numbers: &'a [f64],
}

impl Factor for Panels<'_> {
    type Number = f64;

    #[inline]
    fn column(&self, front: usize, column: usize) -> &[f64] {
        let front = &self.symbolic.fronts[front];
        let start = self.symbolic.branches[front.branch].panels.start + front.values;
        let start = start + column * (front.panel_stride() + 1);
        &self.numbers[start..][..front.width() + front.below() - column]
    }

    #[inline]
    fn reciprocal(stored: f64) -> f64 {
        stored.recip()
    }
}

#[cfg(test)]
mod tests;
