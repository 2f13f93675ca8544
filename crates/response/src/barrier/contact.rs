//! One contact: two features that are closest to each other, and their weight.

use glam::DVec3;
use ripstop_geometry::VertexId;
use ripstop_geometry::closest::{PointSegmentRegion, PointTriangleRegion, SegmentSegmentRegion};
use ripstop_geometry::distance::{self, Mollifier, SquaredDistance, edge_edge_mollifier};

use super::BarrierRange;
use super::nearest::Nearest;

/// Features that hold the two closest points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Features {
    /// Two vertices.
    VertexVertex,
    /// A vertex and the inside of an edge.
    VertexEdge,
    /// A vertex and the inside of a face.
    VertexFace,
    /// The insides of two edges that are far from parallel.
    EdgeEdge,
    /// Two edges that are nearly parallel, wherever they are closest: they are mollified.
    ParallelEdges {
        /// Their rest lengths (m).
        rest_lengths: [f64; 2],
        /// Regions of the closest points on them.
        region: SegmentSegmentRegion,
    },
}

impl Features {
    /// Number of vertices.
    #[must_use]
    #[inline]
    pub const fn vertex_count(self) -> usize {
        match self {
            Self::VertexVertex => 2,
            Self::VertexEdge => 3,
            _ => 4,
        }
    }
}

/// Barrier range, weight and friction of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRule {
    /// Distances at which the barrier acts.
    pub range: BarrierRange,
    /// Factor of its energy.
    pub weight: f64,
    /// Coulomb's coefficient.
    pub friction: f64,
}

impl PairRule {
    /// A pair with the given `d̂` (m), without thickness, weight or friction of its own.
    #[must_use]
    pub const fn new(d_hat: f64) -> Self {
        Self { range: BarrierRange { d_hat, separation: 0.0 }, weight: 1.0, friction: 0.0 }
    }
}

/// A contact. All pairs of a vertex and a face and of two edges whose closest points are on the
/// same two features are one contact, and their weights are added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarrierContact {
    /// The features.
    pub features: Features,
    /// Their vertices: vertex, vertex; vertex, ends; vertex, corners; ends, ends. Unused places
    /// repeat a vertex.
    pub vertices: [VertexId; 4],
    /// The rule; its weight is the sum over all pairs.
    pub rule: PairRule,
}

impl BarrierContact {
    /// The vertices that take part.
    #[must_use]
    #[inline]
    pub fn stencil(&self) -> &[VertexId] {
        &self.vertices[..self.features.vertex_count()]
    }

    /// Their positions, repetitions included.
    #[inline]
    pub(super) fn points(&self, positions: &[DVec3]) -> [DVec3; 4] {
        let [a, b, c, d] = self.vertices;
        let at = |vertex: VertexId| positions[vertex.index()];
        [at(a), at(b), at(c), at(d)]
    }

    /// The squared distance to second order. Weights and derivatives of the first vertices are
    /// those of the stencil, the others are 0.
    #[must_use]
    #[inline]
    pub fn squared_distance(&self, positions: &[DVec3]) -> SquaredDistance {
        self.squared_distance_of(self.points(positions))
    }

    #[inline]
    pub(super) fn squared_distance_of(&self, points: [DVec3; 4]) -> SquaredDistance {
        use PointSegmentRegion::Interior;
        match self.features {
            Features::VertexVertex => {
                distance::point_triangle(points, PointTriangleRegion::Vertex(0))
            }
            Features::VertexEdge => distance::point_triangle(points, PointTriangleRegion::Edge(0)),
            Features::VertexFace => distance::point_triangle(points, PointTriangleRegion::Face),
            Features::EdgeEdge => {
                let region = SegmentSegmentRegion { a: Interior, b: Interior };
                distance::segment_segment(points, region)
            }
            Features::ParallelEdges { region, .. } => distance::segment_segment(points, region),
        }
    }

    /// The squared distance (m²).
    #[must_use]
    #[inline]
    pub fn distance_squared(&self, positions: &[DVec3]) -> f64 {
        self.nearest(self.points(positions)).separation.length_squared()
    }

    /// Weights and separation alone.
    #[inline]
    pub(super) fn nearest(&self, points: [DVec3; 4]) -> Nearest {
        let quick = match self.features {
            Features::VertexVertex => Some(Nearest::of_points(points[0], points[1])),
            Features::VertexEdge => Nearest::on_line(points),
            Features::VertexFace => Nearest::on_plane(points),
            Features::EdgeEdge => Nearest::of_lines(points),
            Features::ParallelEdges { .. } => None,
        };
        quick.unwrap_or_else(|| self.careful_nearest(points))
    }

    /// As [`BarrierContact::nearest`], by formulas that hold for degenerate features, too.
    pub(super) fn careful_nearest(&self, points: [DVec3; 4]) -> Nearest {
        let SquaredDistance { weights, separation, .. } = self.squared_distance_of(points);
        Nearest { weights, separation }
    }

    /// The mollifier, if there is one that is not constant.
    #[inline]
    pub(super) fn mollifier(&self, points: [DVec3; 4]) -> Option<Mollifier> {
        let Features::ParallelEdges { rest_lengths, .. } = self.features else { return None };
        let mollifier = edge_edge_mollifier(points, rest_lengths);
        (!mollifier.is_one()).then_some(mollifier)
    }
}
