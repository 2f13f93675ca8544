//! Rest configurations from patterns: pieces in a plane, from texture coordinates.
//!
//! A piece is a set of faces that share vertices with the same texture coordinates. All pieces of
//! a pattern lie in one plane, often over each other, and are not close for that: here each has a
//! plane of its own, far from all others.

use glam::{DVec2, DVec3};
use ripstop_geometry::Aabb;

use crate::scene::{FaceGroup, Warp};

/// A pattern: corners of every face in the plane, warp along x (m).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pattern {
    pub(super) corners: Vec<[DVec2; 3]>,
}

impl Pattern {
    /// Texture coordinates times `scale`, turned so that the warp of every panel is along x.
    pub(super) fn new(uvs: &[[DVec2; 3]], scale: f64, warp: &Warp, panels: &[FaceGroup]) -> Self {
        let mut corners: Vec<[DVec2; 3]> =
            uvs.iter().map(|corners| corners.map(|uv| scale * uv)).collect();
        let mut turn = |faces: std::ops::Range<usize>, degrees: f64| {
            if degrees != 0.0 {
                let radians = degrees.to_radians();
                let back = DVec2::new(libm::cos(radians), -libm::sin(radians));
                for corner in corners[faces].iter_mut().flatten() {
                    *corner = back.rotate(*corner);
                }
            }
        };
        match warp {
            Warp::All(degrees) => turn(0..uvs.len(), *degrees),
            Warp::Panels(_) => {
                for panel in panels {
                    turn(panel.faces.clone(), warp.of(&panel.name));
                }
            }
        }
        Self { corners }
    }

    /// Places of the corners of every face (m), each piece in a plane of its own.
    pub(super) fn places(&self, vertex_count: usize, faces: &[[u32; 3]]) -> Vec<[DVec3; 3]> {
        let pieces = self.pieces(vertex_count, faces);
        let points: Vec<DVec3> =
            self.corners.iter().flatten().map(|corner| corner.extend(0.0)).collect();
        let apart = 1.0 + Aabb::of_points(&points).extent().length();
        let place = |(corners, piece): (&[DVec2; 3], u32)| {
            corners.map(|corner| corner.extend(f64::from(piece) * apart))
        };
        self.corners.iter().zip(pieces).map(place).collect()
    }

    /// Positions of vertices (m): their places in the first face that has them.
    pub(super) fn positions(&self, vertex_count: usize, faces: &[[u32; 3]]) -> Vec<DVec3> {
        let mut positions = vec![DVec3::ZERO; vertex_count];
        for (face, places) in faces.iter().zip(self.places(vertex_count, faces)).rev() {
            for (vertex, place) in face.iter().zip(places) {
                positions[*vertex as usize] = place;
            }
        }
        positions
    }

    /// The piece of every face, numbered from 0.
    fn pieces(&self, vertex_count: usize, faces: &[[u32; 3]]) -> Vec<u32> {
        let mut of_vertex: Vec<Vec<u32>> = vec![Vec::new(); vertex_count];
        for (number, face) in faces.iter().enumerate() {
            for vertex in face {
                of_vertex[*vertex as usize].push(number as u32);
            }
        }
        let place = |face: u32, vertex: u32| {
            let corner = faces[face as usize].iter().position(|other| *other == vertex);
            corner.map(|corner| self.corners[face as usize][corner])
        };
        let mut pieces: Vec<Option<u32>> = vec![None; faces.len()];
        let mut count = 0;
        for first in 0..faces.len() as u32 {
            if pieces[first as usize].is_some() {
                continue;
            }
            pieces[first as usize] = Some(count);
            let mut left = vec![first];
            while let Some(face) = left.pop() {
                for &vertex in &faces[face as usize] {
                    for &other in &of_vertex[vertex as usize] {
                        let is_new = pieces[other as usize].is_none();
                        if is_new && place(other, vertex) == place(face, vertex) {
                            pieces[other as usize] = Some(count);
                            left.push(other);
                        }
                    }
                }
            }
            count += 1;
        }
        pieces.into_iter().map(Option::unwrap_or_default).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two squares that lie over each other in the pattern.
    fn squares() -> (Vec<[u32; 3]>, Vec<[DVec2; 3]>) {
        let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let faces = vec![[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
        let corners = faces.iter().map(|face| face.map(|v: u32| square[v as usize % 4])).collect();
        (faces, corners)
    }

    #[test]
    fn pieces_over_each_other_are_far_apart() {
        let (faces, uvs) = squares();
        let positions = Pattern::new(&uvs, 2.0, &Warp::default(), &[]).positions(8, &faces);
        assert_eq!(positions[0].distance(positions[2]), 8.0_f64.sqrt());
        assert!(positions[0].distance(positions[4]) > 3.0);
        assert_eq!(positions[4].distance(positions[6]), 8.0_f64.sqrt());
    }

    #[test]
    fn the_warp_of_a_panel_comes_to_lie_along_x() {
        let (_, uvs) = squares();
        let panel = |name: &str, faces| FaceGroup { name: name.to_owned(), faces };
        let panels = [panel("front", 0..2), panel("bias", 2..4)];
        let warp = Warp::Panels([("bias".to_owned(), 45.0)].into());
        let pattern = Pattern::new(&uvs, 1.0, &warp, &panels);
        assert_eq!(pattern.corners[0], uvs[0]);
        // The diagonal is the warp.
        let [a, _, c] = pattern.corners[2];
        assert!((c - a).distance(2.0_f64.sqrt() * DVec2::X) < 1e-15);
    }
}
