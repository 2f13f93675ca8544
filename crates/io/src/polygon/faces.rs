//! Faces of a file, as they come, into triangles.

use glam::DVec3;

use super::{PolygonShape, triangulate};

/// A face may have this many corners.
pub(crate) const MOST_CORNERS: usize = 8192;

/// Cuts faces and counts what happens to them.
#[derive(Default)]
pub(crate) struct FaceCutter {
    /// Triangles with a vertex at two corners.
    pub(crate) dropped: usize,
    /// Polygons without an inside.
    pub(crate) tangled: usize,
    /// The polygon at hand.
    points: Vec<DVec3>,
}

impl FaceCutter {
    /// Hands on the triangles of a face as numbers of its corners, without those that have a vertex
    /// at two of them.
    pub(crate) fn cut(
        &mut self,
        corners: &[u32],
        positions: &[DVec3],
        mut keep: impl FnMut([u32; 3]),
    ) {
        let mut push = |triangle: [u32; 3]| {
            let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
            if a == b || b == c || c == a {
                self.dropped += 1;
            } else {
                keep(triangle);
            }
        };
        if corners.len() == 3 {
            return push([0, 1, 2]);
        }
        self.points.clear();
        self.points.extend(corners.iter().map(|&vertex| positions[vertex as usize]));
        let cut = triangulate(&self.points);
        self.tangled += usize::from(cut.shape == PolygonShape::Tangled);
        cut.triangles.into_iter().for_each(push);
    }
}
