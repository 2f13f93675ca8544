//! Strain of cloth, vertex by vertex.
//!
//! The deformation of a face maps its edges at rest to its edges now. With the Gram matrices of the
//! edges at rest, `R`, and now, `G`, the squares of the principal stretches are the eigenvalues of
//! `R⁻¹ G`:
//!
//! ```text
//! λ² = m ± √(m² − det G / det R),    m = tr(R⁻¹ G) / 2
//! ```
//!
//! The strain of a face is `λ − 1` of the stretch that is farther from 1; that of a vertex is the
//! mean of its faces, weighted by their areas at rest.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::CollisionMesh;

/// The strain of every vertex: 0.01 is stretched by one per cent, −0.01 compressed by one.
///
/// `rest` has the corners of every face at rest (m); faces without area there count as unstrained.
///
/// # Panics
/// If there are fewer positions than vertices, or fewer rest corners than faces.
#[must_use]
pub fn vertex_strains(mesh: &CollisionMesh, rest: &[[DVec3; 3]], positions: &[DVec3]) -> Vec<f64> {
    let faces: Vec<[f64; 2]> = (mesh.faces(), &rest[..mesh.faces().len()])
        .into_par_iter()
        .map(|(face, rest)| {
            let before = Gram::of(*rest);
            let now = Gram::of(face.map(|v| positions[v.index()]));
            [strain(&before, &now), before.determinant().max(0.0).sqrt()]
        })
        .collect();
    (0..mesh.vertex_count())
        .into_par_iter()
        .map(|vertex| {
            let around = mesh.vertex_faces().row(vertex).iter().map(|face| faces[face.index()]);
            let [sum, area] = around.fold([0.0; 2], |[sum, area], [e, a]| [sum + e * a, area + a]);
            if area > 0.0 { sum / area } else { 0.0 }
        })
        .collect()
}

/// Products of the edges of a face.
struct Gram {
    aa: f64,
    ab: f64,
    bb: f64,
}

impl Gram {
    fn of([p, q, r]: [DVec3; 3]) -> Self {
        let (a, b) = (q - p, r - p);
        Self { aa: a.dot(a), ab: a.dot(b), bb: b.dot(b) }
    }

    fn determinant(&self) -> f64 {
        self.aa * self.bb - self.ab * self.ab
    }
}

fn strain(rest: &Gram, now: &Gram) -> f64 {
    let determinant = rest.determinant();
    if determinant <= 0.0 {
        return 0.0;
    }
    let trace = rest.bb * now.aa - 2.0 * rest.ab * now.ab + rest.aa * now.bb;
    let mean = 0.5 * trace / determinant;
    let spread = (mean * mean - now.determinant() / determinant).max(0.0).sqrt();
    let [most, least] = [mean + spread, mean - spread].map(|squared| squared.max(0.0).sqrt() - 1.0);
    if most.abs() >= least.abs() { most } else { least }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat3, DQuat, dvec3};

    fn sheet() -> (CollisionMesh, Vec<DVec3>) {
        let rest =
            vec![DVec3::ZERO, dvec3(0.3, 0.0, 0.0), dvec3(0.1, 0.4, 0.0), dvec3(0.5, 0.5, 0.0)];
        (CollisionMesh::new(&rest, &[[0, 1, 2], [1, 3, 2]]).unwrap(), rest)
    }

    fn corners(mesh: &CollisionMesh, x: &[DVec3]) -> Vec<[DVec3; 3]> {
        mesh.faces().iter().map(|face| face.map(|v| x[v.index()])).collect()
    }

    #[test]
    fn principal_stretches_of_any_placement_are_found() {
        let (mesh, rest) = sheet();
        let turn = DQuat::from_rotation_x(0.7) * DQuat::from_rotation_z(1.1);
        for (stretch, expected) in [
            (dvec3(1.04, 1.0, 1.0), 0.04),
            (dvec3(1.01, 0.95, 1.0), -0.05),
            (dvec3(1.0, 1.0, 3.0), 0.0),
            (dvec3(1.2, 1.3, 1.0), 0.3),
        ] {
            let skew = DMat3::from_quat(DQuat::from_rotation_z(0.4));
            let deform =
                DMat3::from_quat(turn) * skew * DMat3::from_diagonal(stretch) * skew.transpose();
            let now: Vec<DVec3> = rest.iter().map(|&x| deform * x + DVec3::ONE).collect();
            for strain in vertex_strains(&mesh, &corners(&mesh, &rest), &now) {
                assert!((strain - expected).abs() < 1e-9, "{strain} {expected}");
            }
        }
    }

    #[test]
    fn a_face_without_area_counts_as_unstrained() {
        let (mesh, rest) = sheet();
        assert_eq!(vertex_strains(&mesh, &[[DVec3::ZERO; 3]; 2], &rest), [0.0; 4]);
        let flat = vertex_strains(&mesh, &corners(&mesh, &rest), &[DVec3::ZERO; 4]);
        assert_eq!(flat, [-1.0; 4]);
    }
}
