//! Stitches as an energy.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, Stitch, VertexId};

use super::Stitches;
use crate::finite_element::outer;

/// Energies of stitches in one step.
#[derive(Clone, Debug)]
pub struct StitchPotential {
    vertices: Vec<[VertexId; 3]>,
    terms: Vec<Term>,
}

#[derive(Clone, Debug)]
struct Term {
    stitch: Stitch,
    /// Stiffness of the spring (N/m): all of it if the stitch is held, else that of the dashpot.
    spring: f64,
    /// Gap at which the spring is at rest (m).
    rest: DVec3,
    /// Force (N) and reach (m) of a soft stitch; no force if it is held.
    force: f64,
    reach: f64,
}

impl StitchPotential {
    /// The stitches in a step of length `dt` (s) from the positions at its start.
    pub(super) fn new(stitches: &Stitches, start: &[DVec3], dt: f64) -> Self {
        let term = |(number, stitch): (usize, Stitch)| {
            let (law, length) = (&stitches.laws[number], stitches.lengths[number]);
            let (reach, force) = (law.reach, law.force * length);
            if stitches.held[number] {
                let spring = law.stiffness * length;
                Term { stitch, spring, rest: DVec3::ZERO, force: 0.0, reach }
            } else {
                let spring = force / law.speed / dt;
                Term { stitch, spring, rest: stitch.gap(start), force, reach }
            }
        };
        Self {
            vertices: stitches.active().map(|(_, stitch)| stitch.vertices()).collect(),
            terms: stitches.active().map(term).collect(),
        }
    }
}

impl Term {
    fn energy(&self, positions: &[DVec3]) -> f64 {
        let gap = self.stitch.gap(positions);
        let square = gap.length_squared();
        // √(d² + ℓ²) − ℓ without cancellation.
        let soft = square / (libm::sqrt(square + self.reach * self.reach) + self.reach);
        self.force * soft + 0.5 * self.spring * gap.distance_squared(self.rest)
    }

    /// Derivative by the gap (N).
    fn force(&self, positions: &[DVec3]) -> DVec3 {
        let gap = self.stitch.gap(positions);
        let radius = libm::sqrt(gap.length_squared() + self.reach * self.reach);
        self.force / radius * gap + self.spring * (gap - self.rest)
    }

    /// Second derivative by the gap (N/m), which is positive definite.
    fn stiffness(&self, positions: &[DVec3]) -> DMat3 {
        let gap = self.stitch.gap(positions);
        let square = gap.length_squared() + self.reach * self.reach;
        let soft = DMat3::IDENTITY - outer(gap, gap) * square.recip();
        self.force / libm::sqrt(square) * soft + self.spring * DMat3::IDENTITY
    }
}

impl Potential for StitchPotential {
    fn element_count(&self) -> usize {
        self.terms.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        self.terms[elements].iter().map(|term| term.energy(positions)).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for term in &self.terms[elements] {
            let force = term.force(positions);
            sink.add(&term.stitch.weights().map(|weight| weight * force));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for term in &self.terms[elements] {
            let stiffness = term.stiffness(positions);
            let weights = term.stitch.weights();
            sink.add(&weights.map(|a| weights.map(|b| a * b * stiffness)));
        }
    }
}
