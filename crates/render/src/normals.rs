//! Normals at the corners of faces.
//!
//! At a corner of a cloth: the sum of the area normals of all faces around the vertex, so that
//! large faces count more. At a corner of a solid only faces that enclose less than [`CREASE`] with
//! the face count: a ball looks round, a box keeps its edges.

use glam::DVec3;
use rayon::prelude::*;

use crate::stage::Appearance;
use crate::triangle::Triangle;

/// Cosine of the angle (40°) at which an edge is taken for sharp.
const CREASE: f64 = 0.766;

/// Unit normals at the three corners of every face; those of a face without area are arbitrary.
pub(crate) fn corner_normals(
    faces: &[[u32; 3]],
    appearances: &[&Appearance],
    triangles: &[Triangle],
    vertex_count: usize,
) -> Vec<[DVec3; 3]> {
    let areas: Vec<DVec3> = triangles.par_iter().map(Triangle::area_normal).collect();
    let around = FacesAround::new(faces, vertex_count);
    let units: Vec<DVec3> = areas.par_iter().map(|area| area.normalize_or_zero()).collect();
    faces
        .par_iter()
        .enumerate()
        .map(|(face, corners)| {
            let own = units[face];
            let sharp = appearances[face].finish.is_solid();
            corners.map(|vertex| {
                let counts = |other: &&u32| !sharp || units[**other as usize].dot(own) >= CREASE;
                let rows = around.of(vertex).iter().filter(counts);
                let sum: DVec3 = rows.map(|&other| areas[other as usize]).sum();
                sum.try_normalize().or(own.try_normalize()).unwrap_or(DVec3::Z)
            })
        })
        .collect()
}

/// True if the edge between two faces, each given by its corners, is taken for sharp.
pub(crate) fn is_sharp(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    let [a, b] = [a, b].map(|corners| Triangle::new(corners).area_normal().normalize_or_zero());
    a != DVec3::ZERO && b != DVec3::ZERO && a.dot(b) < CREASE
}

/// The faces around each vertex, in ascending order.
pub(crate) struct FacesAround {
    starts: Vec<u32>,
    faces: Vec<u32>,
}

impl FacesAround {
    pub(crate) fn new(faces: &[[u32; 3]], vertex_count: usize) -> Self {
        let mut starts = vec![0_u32; vertex_count + 1];
        for &vertex in faces.iter().flatten() {
            starts[vertex as usize + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut sorted = vec![0; 3 * faces.len()];
        for (face, corners) in (0..).zip(faces) {
            for &vertex in corners {
                let place = &mut next[vertex as usize];
                sorted[*place as usize] = face;
                *place += 1;
            }
        }
        Self { starts, faces: sorted }
    }

    pub(crate) fn of(&self, vertex: u32) -> &[u32] {
        let [start, end] = [0, 1].map(|i| self.starts[vertex as usize + i] as usize);
        &self.faces[start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Color, Finish};
    use glam::dvec3;

    fn normals(finish: Finish) -> Vec<[DVec3; 3]> {
        // Two faces of a roof with an angle of 90° at the ridge 0–1.
        let positions = [DVec3::ZERO, DVec3::Y, dvec3(1.0, 0.5, -1.0), dvec3(-1.0, 0.5, -1.0)];
        let faces = [[0, 2, 1], [0, 1, 3]];
        let triangles = faces.map(|face| Triangle::new(face.map(|i| positions[i as usize])));
        let appearance = Appearance { front: Color::ONE, back: Color::ONE, finish };
        corner_normals(&faces, &[&appearance; 2], &triangles, 4)
    }

    #[test]
    fn cloth_is_smooth_and_solids_keep_their_edges() {
        let smooth = normals(Finish::Cloth);
        assert!(smooth[0][0].distance(DVec3::Z) < 1e-12);
        let side = dvec3(1.0, 0.0, 1.0).normalize();
        assert!(smooth[0][1].distance(side) < 1e-12);
        let sharp = normals(Finish::Solid);
        assert!(sharp[0].iter().all(|n| n.distance(side) < 1e-12));
    }

    #[test]
    fn faces_without_area_still_have_unit_normals() {
        let triangle = Triangle::new([DVec3::ZERO, DVec3::X, DVec3::X]);
        let appearance = Appearance { front: Color::ONE, back: Color::ONE, finish: Finish::Cloth };
        let normals = corner_normals(&[[0, 1, 2]], &[&appearance], &[triangle], 3);
        assert!(normals[0].iter().all(|n| n.is_normalized()));
    }
}
