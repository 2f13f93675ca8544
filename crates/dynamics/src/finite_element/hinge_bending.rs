//! Bending by dihedral angles, with rest angles.
//!
//! ```text
//! E = Σ ½ k (θ − θ₀)²,    k = B |e|²/(A_a + A_b)
//! ∇E = k (θ − θ₀) ∇θ,     ∇²E = k ∇θ ∇θᵀ + k (θ − θ₀) ∇²θ
//! ```
//!
//! [Grinspun 2003], with the weight of a cylinder along grid lines. `B` is that of the curvature
//! across the edge, `B_warp cos²α + B_weft sin²α` for the angle `α` from the warp.
//!
//! The first term of the Hessian is positive semi-definite by itself (Gauss–Newton). The
//! eigen-system of the whole has nine rows.
//!
//! The difference of angles is taken in `(−π, π]`: a hinge that folds beyond its fold of 180° snaps
//! over.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::hinge_angle::{HingeAngle, outer};
use super::membrane::shifted;
use crate::hinges::Hinge;
use crate::position_based::wrapped;

/// Hinges that resist the change of their dihedral angles.
#[derive(Clone, Debug, Default)]
pub struct HingeBending {
    vertices: Vec<[VertexId; 4]>,
    /// `k` (N·m) and `θ₀` (rad).
    springs: Vec<[f64; 2]>,
}

impl HingeBending {
    /// Hinges of a cloth whose vertex 0 is vertex `first` of the state, with the bending
    /// stiffnesses of curvature along warp and weft (N·m).
    pub(crate) fn new(hinges: &[Hinge], stiffness: [f64; 2], first: VertexId) -> Self {
        Self {
            vertices: hinges.iter().map(|h| h.vertices.map(|v| shifted(v, first))).collect(),
            springs: hinges.iter().map(|h| [h.stiffness(stiffness), h.angle]).collect(),
        }
    }

    /// Angle with derivatives, `k`, and `θ − θ₀`.
    fn hinge(&self, element: usize, positions: &[DVec3]) -> (HingeAngle, f64, f64) {
        let angle = HingeAngle::new(self.vertices[element].map(|v| positions[v.index()]));
        let [k, rest] = self.springs[element];
        (angle, k, wrapped(angle.value() - rest))
    }
}

impl Potential for HingeBending {
    fn element_count(&self) -> usize {
        self.vertices.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[element]
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        elements
            .map(|element| {
                let (_, k, turned) = self.hinge(element, positions);
                0.5 * k * turned * turned
            })
            .sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let (angle, k, turned) = self.hinge(element, positions);
            sink.add(&angle.gradient().map(|g| k * turned * g));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for element in elements {
            let (angle, k, turned) = self.hinge(element, positions);
            let g = angle.gradient();
            let square = |i: usize, j: usize| k * outer(g[i], g[j]);
            if spectrum == Spectrum::GaussNewton {
                sink.add(&blocks(square));
                continue;
            }
            let h = angle.hessian();
            let exact = blocks(|i, j| square(i, j) + (k * turned) * h[i][j]);
            sink.add(&spectrum.applied::<4>(&exact));
        }
    }
}

/// The matrix with the given blocks.
fn blocks(block: impl Fn(usize, usize) -> DMat3) -> [[DMat3; 4]; 4] {
    std::array::from_fn(|i| std::array::from_fn(|j| block(i, j)))
}
