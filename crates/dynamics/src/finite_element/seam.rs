//! Pairs of edges that are sewn together by a force that closes them.
//!
//! ```text
//! E = Σ_pairs L/2 Σ_ends f (√(|δ|² + ℓ²) − ℓ),    δ = x_a − x_b
//! ```
//!
//! Far apart, two ends are drawn together with the constant force per length `f`, however far;
//! within `ℓ` of each other it is a spring of stiffness `f/ℓ`. The energy is convex in `δ`:
//!
//! ```text
//! ∂E/∂δ = f δ/r,    ∂²E/∂δ² = f/r (1 − δδᵀ/r²),    r = √(|δ|² + ℓ²)
//! ```

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::hinge_angle::outer;
use crate::ClothError;
use crate::error::positive;

/// Edges that are drawn together, end to end.
#[derive(Clone, Debug)]
pub struct Seam {
    /// `[a₀, a₁, b₀, b₁]`: `a₀` is sewn to `b₀`, `a₁` to `b₁`.
    stitches: Vec<[VertexId; 4]>,
    /// Half of each seam's length (m).
    half_lengths: Vec<f64>,
    force: f64,
    reach: f64,
}

impl Seam {
    /// Sews edge `a` to edge `b` for each of `pairs`; vertices are those of the state. The force is
    /// per length (N/m), the reach `ℓ` (m) says how tight the seam is once it is closed.
    ///
    /// # Errors
    /// If force, reach or a length is not positive, there is not one length (m) per pair, or an
    /// edge is sewn to one with which it shares a vertex.
    pub fn new(
        pairs: &[[[VertexId; 2]; 2]],
        lengths: &[f64],
        force: f64,
        reach: f64,
    ) -> Result<Self, ClothError> {
        positive("seam force", force)?;
        positive("seam reach", reach)?;
        crate::rest_shape::check_length("seam lengths", lengths.len(), "seams", pairs.len())?;
        for &length in lengths {
            positive("seam length", length)?;
        }
        let stitches: Vec<_> = pairs.iter().map(|&[[a, b], [c, d]]| [a, b, c, d]).collect();
        let shares = |&[a, b, c, d]: &[VertexId; 4]| {
            a == b || c == d || [a, b].contains(&c) || [a, b].contains(&d)
        };
        if let Some(seam) = stitches.iter().position(shares) {
            return Err(ClothError::SharedSeam { seam });
        }
        let half_lengths = lengths.iter().map(|length| 0.5 * length).collect();
        Ok(Self { stitches, half_lengths, force, reach })
    }

    /// All vertices that it pulls on, some of them more than once.
    pub(crate) fn vertices(&self) -> impl Iterator<Item = VertexId> {
        self.stitches.iter().flatten().copied()
    }

    /// The two gaps (m).
    fn gaps(&self, element: usize, positions: &[DVec3]) -> [DVec3; 2] {
        let [a0, a1, b0, b1] = self.stitches[element].map(|v| positions[v.index()]);
        [a0 - b0, a1 - b1]
    }
}

impl Potential for Seam {
    fn element_count(&self) -> usize {
        self.stitches.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.stitches[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let end = |gap: DVec3| {
            let square = gap.length_squared();
            // √(d² + ℓ²) − ℓ without cancellation.
            square / ((square + self.reach * self.reach).sqrt() + self.reach)
        };
        elements
            .map(|element| {
                let [first, second] = self.gaps(element, positions);
                self.half_lengths[element] * self.force * (end(first) + end(second))
            })
            .sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let factor = self.half_lengths[element] * self.force;
            let [g0, g1] = self
                .gaps(element, positions)
                .map(|gap| factor / (gap.length_squared() + self.reach * self.reach).sqrt() * gap);
            sink.add(&[g0, g1, -g0, -g1]);
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        _: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in elements {
            let factor = self.half_lengths[element] * self.force;
            let [h0, h1] = self.gaps(element, positions).map(|gap| {
                let square = gap.length_squared() + self.reach * self.reach;
                factor / square.sqrt() * (DMat3::IDENTITY - outer(gap, gap) * square.recip())
            });
            let none = DMat3::ZERO;
            sink.add(&[
                [h0, none, -h0, none],
                [none, h1, none, -h1],
                [-h0, none, h0, none],
                [none, -h1, none, h1],
            ]);
        }
    }
}
