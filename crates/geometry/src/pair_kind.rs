//! The two kinds of candidate pairs, and the geometry that they share.
//!
//! The four points of a pair are in the order of its stencil, as
//! [`CollisionMesh::stencil`](crate::CollisionMesh::stencil) has it:
//!
//! ```text
//! vertex–face   p | a b c        edge–edge   a₀ a₁ | b₀ b₁
//! ```

use glam::DVec3;

use crate::closest::{point_triangle, segment_segment};

/// The kind of a pair of primitives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairKind {
    /// A vertex and a face.
    VertexFace,
    /// Two edges.
    EdgeEdge,
}

impl PairKind {
    /// Vertices of the first primitive; those of the second make up four.
    #[must_use]
    #[inline]
    pub const fn first_len(self) -> usize {
        match self {
            Self::VertexFace => 1,
            Self::EdgeEdge => 2,
        }
    }

    /// Splits a stencil into its two primitives.
    #[must_use]
    #[inline]
    pub fn split<T>(self, stencil: &[T; 4]) -> (&[T], &[T]) {
        stencil.split_at(self.first_len())
    }

    /// Squared distance of the two primitives (m²).
    #[must_use]
    #[inline]
    pub fn distance_squared(self, [p, q, r, s]: [DVec3; 4]) -> f64 {
        match self {
            Self::VertexFace => point_triangle(p, [q, r, s]).distance_squared,
            Self::EdgeEdge => segment_segment([p, q], [r, s]).distance_squared,
        }
    }

    /// Signed barycentric weights of the closest points: those of the first primitive sum to 1,
    /// those of the second to −1, so that [`separation`](crate::separation) runs from the second to
    /// the first.
    #[must_use]
    #[inline]
    pub fn closest_weights(self, [p, q, r, s]: [DVec3; 4]) -> [f64; 4] {
        match self {
            Self::VertexFace => {
                let [a, b, c] = point_triangle(p, [q, r, s]).weights;
                [1.0, -a, -b, -c]
            }
            Self::EdgeEdge => {
                let closest = segment_segment([p, q], [r, s]);
                let ([a0, a1], [b0, b1]) = (closest.weights_a, closest.weights_b);
                [a0, a1, -b0, -b1]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::separation;

    /// Weights and distance belong to the same closest points.
    #[test]
    fn the_separation_is_as_long_as_the_distance() {
        let number = |i: usize| ((i * 7919 + 13) % 101) as f64 / 50.0 - 1.0;
        for i in 0..2000 {
            let points: [DVec3; 4] = std::array::from_fn(|k| {
                DVec3::new(number(i + 31 * k), number(3 * i + k), number(i * i + 5 * k))
            });
            for kind in [PairKind::VertexFace, PairKind::EdgeEdge] {
                let weights = kind.closest_weights(points);
                let (first, second) = kind.split(&weights);
                let [first, second] = [first, second].map(|part| part.iter().sum::<f64>());
                assert!((first - 1.0).abs() < 1e-15 && (second + 1.0).abs() < 1e-15);
                let error =
                    separation(weights, points).length_squared() - kind.distance_squared(points);
                assert!(error.abs() < 1e-14, "{kind:?} {points:?}");
            }
        }
    }
}
