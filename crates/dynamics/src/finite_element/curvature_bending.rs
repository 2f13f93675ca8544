//! Bending by the curvature of faces, averaged from their hinges.
//!
//! With the normal of a quadratic surface at the middles of a triangle's sides, its curvature is
//! exactly `Σ |e|/A φ t tᵀ`: `φ` the angle from the face to that normal, `t` the unit vector in the
//! face perpendicular to the side (the theorem of Gauss, for the gradient). A hinge with angle `θ`
//! between faces of areas `A_a` and `A_b` turns by `φ = θ A_a/(A_a + A_b)` on the side of face a,
//! so that the curvature of a face is [Grinspun 2006]
//!
//! ```text
//! S = Σ_sides θ |e|/(A_a + A_b) t tᵀ
//! ```
//!
//! which is exact where cells are alike, whatever their shape, and right on the average elsewhere.
//! A single hinge is not so good: that along the grid lines of a mesh with parallel diagonals sees
//! `κ₁₁ − κ₁₂`, and a strip that is free to twist is softer by a fifth for it. With the vectors
//! `C = Σ Kᵢxᵢ` of the hinges, of length `2 sin(θ/2)` and along the normal, for the angles, `S₁₁`,
//! `S₁₂`, `S₂₂` become vectors that are linear in the positions, and the energy of a face is
//!
//! ```text
//! E = A/2 (B₁ |S₁₁|² + B₂ |S₂₂|² + 2 T |S₁₂|²),    T = τ √(B₁B₂)
//! ```
//!
//! so that a cylinder whose curvature runs at an angle `φ` to the warp meets
//! `B₁ cos⁴φ + B₂ sin⁴φ + 2T cos²φ sin²φ`, with a constant, positive semi-definite Hessian. The
//! stencil is the face and its neighbours. A side on the boundary has no hinge, and counts as
//! straight.

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{Potential, VertexId};

use super::membrane::shifted;
use crate::hinges::Hinge;

/// Stiffness of a face against curvature.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurvatureStiffness {
    /// `B₁`, `B₂`: along warp and weft (N·m).
    pub(crate) bending: [f64; 2],
    /// `τ`: against twist, as a part of `√(B₁B₂)`.
    pub(crate) twist_ratio: f64,
}

/// Faces that resist curvature; flat at rest.
#[derive(Clone, Debug, Default)]
pub struct CurvatureBending {
    /// Element `e` has the vertices `offsets[e]..offsets[e + 1]`.
    offsets: Vec<usize>,
    vertices: Vec<VertexId>,
    /// Weights of the vertices in `√(A B₁) S₁₁`, `√(2AT) S₁₂`, `√(A B₂) S₂₂` (√(N/m)).
    weights: Vec<[f64; 3]>,
}

impl CurvatureBending {
    /// All faces that have one of the hinges, with their areas (m²). Vertex 0 of the cloth is
    /// vertex `first` of the state.
    pub(crate) fn new(
        hinges: &[Hinge],
        areas: &[f64],
        stiffness: CurvatureStiffness,
        first: VertexId,
    ) -> Self {
        let CurvatureStiffness { bending: [warp, weft], twist_ratio } = stiffness;
        let twist = twist_ratio * (warp * weft).sqrt();
        let mut sides: Vec<(usize, usize, usize)> = (0..)
            .zip(hinges)
            .flat_map(|(h, hinge)| [(hinge.faces[0], h, 0), (hinge.faces[1], h, 1)])
            .collect();
        sides.sort_unstable();
        let mut bending = Self { offsets: vec![0], ..Self::default() };
        for face in sides.chunk_by(|a, b| a.0 == b.0) {
            let area = areas[face[0].0];
            let roots = [area * warp, 2.0 * area * twist, area * weft].map(f64::sqrt);
            let mut terms: Vec<(VertexId, [f64; 3])> = Vec::with_capacity(4 * face.len());
            for &(_, h, side) in face {
                let (hinge, t) = (&hinges[h], hinges[h].across[side]);
                let curvature = hinge.length / hinge.area;
                let parts = [t.x * t.x, t.x * t.y, t.y * t.y];
                let factors: [f64; 3] = std::array::from_fn(|m| roots[m] * curvature * parts[m]);
                let weighted = hinge.vertices.iter().zip(hinge.weights);
                terms.extend(weighted.map(|(v, k)| (*v, factors.map(|factor| factor * k))));
            }
            terms.sort_by_key(|(vertex, _)| *vertex);
            for vertex in terms.chunk_by(|a, b| a.0 == b.0) {
                let sum = |m: usize| vertex.iter().map(|(_, weights)| weights[m]).sum();
                bending.vertices.push(shifted(vertex[0].0, first));
                bending.weights.push(std::array::from_fn(sum));
            }
            bending.offsets.push(bending.vertices.len());
        }
        bending
    }

    fn range(&self, element: usize) -> Range<usize> {
        self.offsets[element]..self.offsets[element + 1]
    }

    /// Weights of the vertices of a face in its three curvatures.
    pub(super) fn weights(&self, element: usize) -> &[[f64; 3]] {
        &self.weights[self.range(element)]
    }

    /// The three weighted curvatures of a face, from differences so that they are 0 where they
    /// should be.
    pub(super) fn curvatures(&self, element: usize, positions: &[DVec3]) -> [DVec3; 3] {
        let range = self.range(element);
        let origin = positions[self.vertices[range.start].index()];
        let mut sums = [DVec3::ZERO; 3];
        for (vertex, weights) in self.vertices[range.clone()].iter().zip(&self.weights[range]) {
            let x = positions[vertex.index()] - origin;
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += *weight * x;
            }
        }
        sums
    }
}

impl Potential for CurvatureBending {
    fn element_count(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.vertices[self.range(element)]
    }

    fn has_constant_hessian(&self) -> bool {
        true
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        let energy = |element: usize| {
            let squares = self.curvatures(element, positions).map(DVec3::length_squared);
            0.5 * (squares[0] + squares[1] + squares[2])
        };
        elements.map(energy).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for element in elements {
            let [s11, s12, s22] = self.curvatures(element, positions);
            for [w11, w12, w22] in self.weights(element) {
                sink.add(&[*w11 * s11 + *w12 * s12 + *w22 * s22]);
            }
        }
    }

    fn hessian(&self, elements: Range<usize>, _: &[DVec3], _: Spectrum, sink: &mut HessianSink) {
        for element in elements {
            let weights = self.weights(element);
            let product = |a: &[f64; 3], b: &[f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
            sink.add_blocks(weights.iter().enumerate().flat_map(|(i, a)| {
                weights[i..].iter().map(move |b| DMat3::from_diagonal(DVec3::splat(product(a, b))))
            }));
        }
    }
}
