//! Penalties between the features of a mesh.
//!
//! ```text
//! E = Σ f(d),          vertex–face
//!   + Σ m f(d),        edge–edge, m the mollifier of nearly parallel edges [Li 2020]
//! ```
//!
//! `d` is the distance of the closest points, and all derivatives follow the closest points as they
//! move: the normal's own derivative is in the Hessian ([`ripstop_geometry::distance`]). *Every*
//! pair closer than its `D` counts, in all regions of its closest points, so that the energy is
//! continuous; a vertex over an edge of a sheet is pushed by the faces on both sides.
//!
//! With [`Spectrum::Exact`] the Hessian is exact within a region; else it is projected to PSD by a
//! small eigenproblem (`pair_spectrum`).

use std::ops::Range;

use glam::{DMat3, DVec3};
use ripstop_geometry::closest::{
    PointSegmentRegion, PointTriangleRegion, point_triangle, segment_segment,
};
use ripstop_geometry::distance::{self, Derivatives, SquaredDistance, edge_edge_mollifier};
use ripstop_geometry::potential::{GradientSink, HessianSink, Spectrum};
use ripstop_geometry::{PairKind, Potential, VertexId};

use super::Penalty;
use crate::pair_spectrum::{applied, differences_applied};

/// Kind of the pair that the four vertices form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PenaltyStencil {
    /// A vertex and the corners of a face.
    VertexFace,
    /// The ends of two edges.
    EdgeEdge {
        /// Rest lengths of the edges (m), for the mollifier.
        rest_lengths: [f64; 2],
    },
}

impl PenaltyStencil {
    const fn kind(self) -> PairKind {
        match self {
            Self::VertexFace => PairKind::VertexFace,
            Self::EdgeEdge { .. } => PairKind::EdgeEdge,
        }
    }
}

/// A pair and its penalty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenaltyPair {
    /// The vertices: vertex, then corners; or the ends of one edge, then those of the other.
    pub vertices: [VertexId; 4],
    /// Their kind.
    pub stencil: PenaltyStencil,
    /// Their penalty.
    pub penalty: Penalty,
}

impl PenaltyPair {
    /// The squared distance of the closest points, to second order.
    #[must_use]
    pub fn squared_distance(&self, positions: &[DVec3]) -> SquaredDistance {
        self.expanded(positions).0
    }

    /// The squared distance of the closest points (m²).
    #[must_use]
    pub fn distance_squared(&self, positions: &[DVec3]) -> f64 {
        self.stencil.kind().distance_squared(self.points(positions))
    }

    /// The squared distance to second order, and the number of free weights of the closest points.
    fn expanded(&self, positions: &[DVec3]) -> (SquaredDistance, usize) {
        let points = self.points(positions);
        let [a, b, c, d] = points;
        match self.stencil {
            PenaltyStencil::VertexFace => {
                let region = point_triangle(a, [b, c, d]).region;
                let free = match region {
                    PointTriangleRegion::Vertex(_) => 0,
                    PointTriangleRegion::Edge(_) => 1,
                    PointTriangleRegion::Face => 2,
                };
                (distance::point_triangle(points, region), free)
            }
            PenaltyStencil::EdgeEdge { .. } => {
                let region = segment_segment([a, b], [c, d]).region;
                let free = [region.a, region.b];
                let free = free.iter().filter(|r| **r == PointSegmentRegion::Interior).count();
                (distance::segment_segment(points, region), free)
            }
        }
    }

    /// The force (N) with which the features push each other apart.
    #[must_use]
    pub fn normal_force(&self, positions: &[DVec3]) -> f64 {
        let force = self.penalty.force(self.squared_distance(positions).value().sqrt());
        self.mollified(positions, force)
    }

    fn points(&self, positions: &[DVec3]) -> [DVec3; 4] {
        self.vertices.map(|vertex| positions[vertex.index()])
    }

    fn mollified(&self, positions: &[DVec3], value: f64) -> f64 {
        match self.stencil {
            PenaltyStencil::EdgeEdge { rest_lengths } if value > 0.0 => {
                edge_edge_mollifier(self.points(positions), rest_lengths).value() * value
            }
            _ => value,
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        let [energy, ..] = self.penalty.derivatives(self.distance_squared(positions).sqrt());
        self.mollified(positions, energy)
    }

    fn gradient(&self, positions: &[DVec3]) -> [DVec3; 4] {
        let squared = self.squared_distance(positions);
        let [g, g1, _] = self.penalty.by_squared_distance(squared.value());
        if g1 == 0.0 {
            return [DVec3::ZERO; 4];
        }
        let gradient = squared.gradient().map(|slope| g1 * slope);
        let PenaltyStencil::EdgeEdge { rest_lengths } = self.stencil else { return gradient };
        let mollifier = edge_edge_mollifier(self.points(positions), rest_lengths);
        if mollifier.is_one() {
            return gradient;
        }
        let (m, slopes) = (mollifier.value(), mollifier.gradient());
        std::array::from_fn(|i| m * gradient[i] + g * slopes[i])
    }

    /// On and above the diagonal; `None` if it is 0.
    fn hessian(&self, positions: &[DVec3], spectrum: Spectrum) -> Option<[[DMat3; 4]; 4]> {
        let (squared, free) = self.expanded(positions);
        let at = self.penalty.by_squared_distance(squared.value());
        if at == [0.0; 3] {
            return None;
        }
        if let PenaltyStencil::EdgeEdge { rest_lengths } = self.stencil {
            let mollifier = edge_edge_mollifier(self.points(positions), rest_lengths);
            if !mollifier.is_one() {
                let penalty = squared.composed(at);
                let Derivatives { hessian, .. } = mollifier.derivatives().product(&penalty);
                return Some(differences_applied(spectrum, hessian));
            }
        }
        Some(applied(spectrum, &squared, at, free))
    }
}

/// A list of pairs, as a potential.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairPenalty {
    /// The pairs, in the order in which they are summed.
    pub pairs: Vec<PenaltyPair>,
}

impl PairPenalty {
    /// Adds the forces (N) on all vertices to `forces`.
    pub fn add_forces(&self, positions: &[DVec3], forces: &mut [DVec3]) {
        for pair in &self.pairs {
            for (vertex, slope) in pair.vertices.iter().zip(pair.gradient(positions)) {
                forces[vertex.index()] -= slope;
            }
        }
    }
}

impl Potential for PairPenalty {
    fn element_count(&self) -> usize {
        self.pairs.len()
    }

    fn stencil(&self, element: usize) -> &[VertexId] {
        &self.pairs[element].vertices
    }

    fn energy(&self, elements: Range<usize>, positions: &[DVec3]) -> f64 {
        self.pairs[elements].iter().map(|pair| pair.energy(positions)).sum()
    }

    fn gradient(&self, elements: Range<usize>, positions: &[DVec3], sink: &mut GradientSink) {
        for pair in &self.pairs[elements] {
            sink.add(&pair.gradient(positions));
        }
    }

    fn hessian(
        &self,
        elements: Range<usize>,
        positions: &[DVec3],
        spectrum: Spectrum,
        sink: &mut HessianSink,
    ) {
        for pair in &self.pairs[elements] {
            match pair.hessian(positions, spectrum) {
                Some(hessian) => sink.add(&hessian),
                None => sink.add(&[[DMat3::ZERO; 4]; 4]),
            }
        }
    }
}
