//! Ties as an energy.

use std::ops::Range;

use glam::DMat3;
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::{Tie, TieEnd};
use crate::finite_element::outer;

/// Energies of ties in one step.
#[derive(Clone, Debug)]
pub struct TiePotential {
    ties: Vec<Tie>,
    /// The vertex, then those of the other end.
    stencils: Vec<[VertexId; 4]>,
}

impl TiePotential {
    pub(super) fn new(ties: impl Iterator<Item = Tie>) -> Self {
        let ties: Vec<Tie> = ties.collect();
        let stencil = |tie: &Tie| match tie.end {
            TieEnd::Vertex(other) => [tie.vertex, other, other, other],
            TieEnd::Face { corners: [a, b, c], .. } => [tie.vertex, a, b, c],
        };
        let stencils = ties.iter().map(stencil).collect();
        Self { ties, stencils }
    }
}

/// Second derivative by the gap (N/m), which has no negative eigenvalue.
fn stiffness(tie: &Tie, gap: glam::DVec3) -> DMat3 {
    let length = gap.length();
    if length <= tie.rest {
        return DMat3::ZERO;
    }
    let along = outer(gap, gap) * (length * length).recip();
    let across = DMat3::IDENTITY - along;
    tie.stiffness * (along + (1.0 - tie.rest / length) * across)
}

impl Potential for TiePotential {
    fn element_count(&self) -> usize {
        self.ties.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        match self.ties[element].end {
            TieEnd::Vertex(_) => &self.stencils[element][..2],
            TieEnd::Face { .. } => &self.stencils[element],
        }
    }

    fn energy(&self, elements: Range<usize>, positions: &[glam::DVec3]) -> f64 {
        let energy = |tie: &Tie| {
            let longer = (tie.gap(positions).length() - tie.rest).max(0.0);
            0.5 * tie.stiffness * longer * longer
        };
        self.ties[elements].iter().map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[glam::DVec3], sink: &mut GradientSink) {
        for tie in &self.ties[elements] {
            let gap = tie.gap(positions);
            let force = tie.tension(positions) * gap.normalize_or_zero();
            match tie.end {
                TieEnd::Vertex(_) => sink.add(&[force, -force]),
                TieEnd::Face { weights: [u, v, w], .. } => {
                    sink.add(&[force, -u * force, -v * force, -w * force]);
                }
            }
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[glam::DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for tie in &self.ties[elements] {
            let stiffness = stiffness(tie, tie.gap(positions));
            match tie.end {
                TieEnd::Vertex(_) => {
                    sink.add(&[1.0, -1.0].map(|a| [1.0, -1.0].map(|b| a * b * stiffness)));
                }
                TieEnd::Face { weights: [u, v, w], .. } => {
                    let weights = [1.0, -u, -v, -w];
                    sink.add(&weights.map(|a| weights.map(|b| a * b * stiffness)));
                }
            }
        }
    }
}
