//! A position that is bound to a face: it keeps its shape functions and its distance from it.

use glam::DVec3;
use ripstop_geometry::closest::{ShapeFunctions, point_triangle, shape_functions};

/// A position bound to a face of an obstacle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bond {
    /// Corners of the face, numbered as the positions with which it was bound.
    pub(crate) corners: [usize; 3],
    /// Shape functions, of any sign; they sum to 1.
    pub(crate) weights: [f64; 3],
    /// Signed distance from the plane of the face (m).
    pub(crate) offset: f64,
}

impl Bond {
    /// Binds a position (m) to the nearest of some faces; `None` if none has an area.
    pub(crate) fn nearest(
        x: DVec3,
        faces: impl Iterator<Item = [usize; 3]>,
        positions: &[DVec3],
    ) -> Option<Self> {
        Self::nearest_with_square(x, faces, positions).map(|(_, bond)| bond)
    }

    /// As [`Bond::nearest`], with the square of the distance (m²).
    pub(crate) fn nearest_with_square(
        x: DVec3,
        faces: impl Iterator<Item = [usize; 3]>,
        positions: &[DVec3],
    ) -> Option<(f64, Self)> {
        let bonds = faces.filter_map(|corners| {
            let triangle = corners.map(|corner| positions[corner]);
            let ShapeFunctions { weights, offset, .. } = shape_functions(x, triangle)?;
            let square = point_triangle(x, triangle).distance_squared;
            Some((square, Self { corners, weights, offset }))
        });
        bonds.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// The position (m) with the obstacle at `positions`.
    pub(crate) fn at(&self, positions: &[DVec3]) -> DVec3 {
        let [a, b, c] = self.corners.map(|corner| positions[corner]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let [u, v, w] = self.weights;
        u * a + v * b + w * c + self.offset * normal
    }
}
