//! Contacts among many near pairs: local minima of the distance between surfaces.
//!
//! A vertex over a flat sheet is near several of its faces, but in contact with one: over the
//! others its closest point lies on an edge, in a direction that leans. Pushing along it would make
//! a smooth surface feel rough. A pair counts only if its closest points are a local minimum of the
//! distance between the *surfaces*: the direction `r` to the other feature must not lean towards a
//! face or an edge next to the closest point.
//!
//! ```text
//! on an edge:     r · t ≤ 0    for each face there, t across the edge into the face
//! at a corner:    r · (xⱼ − x) ≤ 0    for each neighbour j
//! ```
//!
//! Pairs of edges that are closest at an end are left to vertex–face pairs, which hold the same two
//! points.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh, Contact, EdgeId, FaceId, VertexId};

/// Largest lean of a direction (sine of the angle): above the noise of a flat sheet.
const LEAN: f64 = 0.05;

/// True if the contact is a local minimum of the distance. Pairs that have passed through each
/// other always are.
pub(crate) fn is_local_minimum(
    mesh: &CollisionMesh,
    positions: &[DVec3],
    contact: &Contact,
) -> bool {
    if contact.distance <= 0.0 {
        return true;
    }
    let around = Surroundings { mesh, positions, outward: contact.normal };
    match contact.candidate {
        Candidate::VertexFace { face, .. } => around.face_holds(face, contact.weights),
        Candidate::EdgeEdge { a, b } => {
            let inside = contact.weights.iter().all(|&weight| weight != 0.0);
            let mirrored = Surroundings { outward: -contact.normal, ..around };
            inside && mirrored.edge_holds(a) && around.edge_holds(b)
        }
    }
}

/// A surface, and a direction away from one of its points.
#[derive(Clone, Copy)]
struct Surroundings<'a> {
    mesh: &'a CollisionMesh,
    positions: &'a [DVec3],
    outward: DVec3,
}

impl Surroundings<'_> {
    /// Signed weights of the vertex and the three corners.
    fn face_holds(&self, face: FaceId, weights: [f64; 4]) -> bool {
        let corners = self.mesh.face(face);
        let held: Vec<usize> = (0..3).filter(|&i| weights[i + 1] != 0.0).collect();
        match held.as_slice() {
            [corner] => {
                let first = self.mesh.vertex_faces().row(corners[*corner].index()).iter().min();
                first == Some(&face) && self.corner_holds(corners[*corner])
            }
            [_, _] => {
                let free = (0..3).find(|i| !held.contains(i)).unwrap_or_default();
                // Side i runs from corner i to corner i + 1, so it is opposite to corner i + 2.
                let edge = self.mesh.face_edges()[face.index()][(free + 1) % 3];
                let first = self.mesh.edge_faces().row(edge.index()).iter().min();
                first == Some(&face) && self.edge_holds(edge)
            }
            _ => true,
        }
    }

    fn edge_holds(&self, edge: EdgeId) -> bool {
        let [low, high] = self.mesh.edge(edge);
        let along = self.at(high) - self.at(low);
        let length_squared = along.length_squared();
        self.mesh.edge_faces().row(edge.index()).iter().all(|&face| {
            let opposite = self.mesh.face(face).into_iter().find(|&v| v != low && v != high);
            let Some(opposite) = opposite else { return true };
            let into = self.at(opposite) - self.at(low);
            let across = into - into.dot(along) / length_squared.max(f64::MIN_POSITIVE) * along;
            !self.leans(across)
        })
    }

    fn corner_holds(&self, vertex: VertexId) -> bool {
        let here = self.at(vertex);
        self.mesh.neighbours(vertex).all(|other| !self.leans(self.at(other) - here))
    }

    fn leans(&self, towards: DVec3) -> bool {
        self.outward.dot(towards) > LEAN * towards.length()
    }

    fn at(&self, vertex: VertexId) -> DVec3 {
        self.positions[vertex.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_geometry::closest::point_triangle;
    use ripstop_geometry::tessellate::grid;

    /// Over a flat sheet a vertex has one contact, wherever it is; beyond its border it has one as
    /// well.
    #[test]
    fn a_flat_sheet_has_no_inner_edges() {
        let sheet = grid([1.0, 1.0], [5, 5]);
        let mesh = CollisionMesh::new(&sheet.positions, &sheet.faces).unwrap();
        let above = [[0.1, 0.03], [0.12, 0.125], [-0.31, 0.2], [0.52, 0.1], [0.53, -0.52]];
        for [x, y] in above {
            let p = DVec3::new(x, y, 0.05);
            let count = (0..mesh.faces().len() as u32)
                .filter(|&face| {
                    let corners = mesh.face(FaceId(face)).map(|v| sheet.positions[v.index()]);
                    let closest = point_triangle(p, corners);
                    let [a, b, c] = closest.weights;
                    let contact = Contact {
                        candidate: Candidate::VertexFace {
                            vertex: VertexId(0),
                            face: FaceId(face),
                        },
                        vertices: [VertexId(0); 4],
                        weights: [1.0, -a, -b, -c],
                        normal: (p - closest.point(corners)).normalize(),
                        distance: closest.distance(),
                    };
                    is_local_minimum(&mesh, &sheet.positions, &contact)
                })
                .count();
            let expected = if x > 0.5 && y < -0.5 { 1..=2 } else { 1..=1 };
            assert!(expected.contains(&count), "{count} contacts at {p}");
        }
    }
}
