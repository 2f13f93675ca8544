//! Rest configurations in which a vertex has several places, as on a welded seam.
//!
//! The pieces of a pattern are apart in the rest configuration, and a vertex on a seam has a place
//! in each of them. Two primitives are as close as their closest copies in one piece, or as the
//! shortest way over a vertex of a seam.

use std::ops::Range;

use glam::DVec3;

use crate::{Candidate, CollisionMesh, FaceId, Topology, VertexId};

/// Vertices near a seam vertex at most, those nearer along the mesh first: a thickness of many
/// edges asks for no more.
const MOST_NEAR: usize = 256;

/// Places of the corners of faces, where vertices have more than one.
#[derive(Clone, Debug, PartialEq)]
pub struct RestPlaces {
    /// Corners of every face (m).
    corners: Vec<[DVec3; 3]>,
    /// Distinct places of the vertices (m), those of one after those of another.
    places: Vec<DVec3>,
    /// The first place of every vertex, and the end.
    first: Vec<u32>,
    /// Seam vertices near every vertex, with their distances (m).
    near: Vec<Vec<(VertexId, f64)>>,
}

impl RestPlaces {
    /// Places of the corners of every face (m). Ways over seams count up to a length of `reach` (m)
    /// on either side. None if every vertex has one place.
    ///
    /// # Panics
    /// If there is not one triple per face.
    #[must_use]
    pub fn new(mesh: &Topology, corners: Vec<[DVec3; 3]>, reach: f64) -> Option<Self> {
        assert_eq!(corners.len(), mesh.faces().len(), "one triple of places per face");
        let (mut places, mut first) = (Vec::new(), vec![0]);
        for (vertex, faces) in (0..).zip(mesh.vertex_faces().rows()) {
            let start = places.len();
            for face in faces {
                let place = place(mesh, &corners, *face, VertexId(vertex));
                if !places[start..].contains(&place) {
                    places.push(place);
                }
            }
            first.push(places.len() as u32);
        }
        let mut rest = Self { corners, places, first, near: Vec::new() };
        let sewn: Vec<VertexId> = (0..mesh.vertex_count() as u32)
            .map(VertexId)
            .filter(|vertex| rest.range(*vertex).len() > 1)
            .collect();
        if sewn.is_empty() {
            return None;
        }
        rest.near = vec![Vec::new(); mesh.vertex_count()];
        for vertex in sewn {
            for (other, distance) in rest.around(mesh, vertex, reach) {
                rest.near[other.index()].push((vertex, distance));
            }
        }
        Some(rest)
    }

    /// The corners of a face (m).
    ///
    /// # Panics
    /// If there is no such face.
    #[must_use]
    pub fn face(&self, face: FaceId) -> [DVec3; 3] {
        self.corners[face.index()]
    }

    /// Lengths of all edges (m), the means over their faces.
    #[must_use]
    pub fn edge_lengths(&self, mesh: &Topology) -> Vec<f64> {
        let mut lengths = vec![0.0; mesh.edges().len()];
        for (corners, sides) in self.corners.iter().zip(mesh.face_edges()) {
            for (i, edge) in sides.iter().enumerate() {
                let share = 1.0 / mesh.edge_faces().row(edge.index()).len() as f64;
                lengths[edge.index()] += share * corners[i].distance(corners[(i + 1) % 3]);
            }
        }
        lengths
    }

    /// Distance of a pair (m): infinite for a vertex without a face.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    pub fn distance(&self, mesh: &CollisionMesh, candidate: Candidate) -> f64 {
        let within = match candidate {
            Candidate::VertexFace { vertex, face } => {
                let [a, b, c] = self.face(face);
                let copies = self.places[self.range(vertex)].iter();
                least(copies.map(|x| candidate.kind().distance_squared([*x, a, b, c])))
            }
            Candidate::EdgeEdge { a, b } => {
                let [first, second] = [a, b].map(|edge| mesh.edge_faces().row(edge.index()));
                let copy = |face: FaceId, ends: [VertexId; 2]| {
                    ends.map(|end| place(mesh, &self.corners, face, end))
                };
                let [one, other] = [a, b].map(|edge| mesh.edge(edge));
                least(first.iter().flat_map(|&face| {
                    let [p, q] = copy(face, one);
                    second.iter().map(move |&face| {
                        let [r, s] = copy(face, other);
                        candidate.kind().distance_squared([p, q, r, s])
                    })
                }))
            }
        };
        let stencil = mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        within.sqrt().min(self.over_seams(one, other))
    }

    /// The shortest way (m) from one primitive to another over a seam vertex that is near both.
    fn over_seams(&self, one: &[VertexId], other: &[VertexId]) -> f64 {
        let near = |vertices: &[VertexId]| -> Vec<(VertexId, f64)> {
            vertices.iter().flat_map(|vertex| &self.near[vertex.index()]).copied().collect()
        };
        let first = near(one);
        if first.is_empty() {
            return f64::INFINITY;
        }
        let second = near(other);
        least(first.iter().flat_map(|(seam, distance)| {
            let same = second.iter().filter(move |(other, _)| other == seam);
            same.map(move |(_, rest)| distance + rest)
        }))
    }

    /// Vertices within a distance (m) of a vertex in one of its pieces, along the mesh, each with
    /// its least distance.
    fn around(&self, mesh: &Topology, from: VertexId, reach: f64) -> Vec<(VertexId, f64)> {
        let mut found = vec![(from, 0.0)];
        let mut next = 0;
        while let Some(&(vertex, _)) = found.get(next).filter(|_| found.len() < MOST_NEAR) {
            next += 1;
            for other in mesh.neighbours(vertex) {
                let distance = self.apart(from, other);
                if distance <= reach && found.iter().all(|(known, _)| *known != other) {
                    found.push((other, distance));
                }
            }
        }
        found
    }

    /// Least distance of the copies of two vertices (m).
    fn apart(&self, a: VertexId, b: VertexId) -> f64 {
        let [first, second] = [a, b].map(|vertex| &self.places[self.range(vertex)]);
        least(first.iter().flat_map(|x| second.iter().map(move |y| x.distance(*y))))
    }

    fn range(&self, vertex: VertexId) -> Range<usize> {
        self.first[vertex.index()] as usize..self.first[vertex.index() + 1] as usize
    }
}

/// The place of a vertex in a face that has it (m).
fn place(mesh: &Topology, corners: &[[DVec3; 3]], face: FaceId, vertex: VertexId) -> DVec3 {
    let corner = mesh.faces()[face.index()].iter().position(|corner| *corner == vertex);
    corners[face.index()][corner.unwrap_or_default()]
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EdgeId;
    use glam::dvec3;

    /// Two squares with a common side, each with its own place at rest: the second one far away.
    ///
    /// ```text
    ///   3 ─── 2 ─── 5
    ///   │  ╱  │  ╱  │
    ///   0 ─── 1 ─── 4
    /// ```
    fn sewn() -> (CollisionMesh, Vec<[DVec3; 3]>) {
        let x = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [2.0, 0.0], [2.0, 1.0]]
            .map(|[x, y]| dvec3(x, y, 0.0));
        let faces = [[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]];
        let mesh = CollisionMesh::new(&x, &faces).unwrap();
        let place = |(number, face): (usize, &[u32; 3])| {
            let apart = if number < 2 { DVec3::ZERO } else { dvec3(-1.0, 0.0, 50.0) };
            face.map(|vertex| x[vertex as usize] + apart)
        };
        (mesh, faces.iter().enumerate().map(place).collect())
    }

    fn vertex_face(vertex: u32, face: u32) -> Candidate {
        Candidate::VertexFace { vertex: VertexId(vertex), face: FaceId(face) }
    }

    #[test]
    fn a_vertex_of_a_seam_is_close_in_both_pieces() {
        let (mesh, corners) = sewn();
        let rest = RestPlaces::new(&mesh, corners, 0.1).unwrap();
        // 1 is a corner of faces 0, 2 and 3, and 1 away from face 1 through their common edge.
        assert_eq!(rest.distance(&mesh, vertex_face(2, 2)), 0.5_f64.sqrt());
        assert_eq!(rest.distance(&mesh, vertex_face(1, 1)), 0.5_f64.sqrt());
        // 0 and 4 lie over each other in the plane, and are far apart.
        assert!(rest.distance(&mesh, vertex_face(4, 0)) > 10.0);
        let edge = |a: u32, b: u32| mesh.edge_between([VertexId(a), VertexId(b)]).unwrap();
        let [a, b]: [EdgeId; 2] = [edge(0, 3), edge(1, 2)];
        assert_eq!(rest.distance(&mesh, Candidate::EdgeEdge { a, b }), 1.0);
        let [a, b] = [edge(1, 2), edge(4, 5)];
        assert_eq!(rest.distance(&mesh, Candidate::EdgeEdge { a, b }), 1.0);
    }

    #[test]
    fn a_way_over_the_seam_counts_within_reach() {
        let (mesh, corners) = sewn();
        let near = RestPlaces::new(&mesh, corners.clone(), 1.0).unwrap();
        // From 0 to 1, and 1 is a corner of face 2.
        assert_eq!(near.distance(&mesh, vertex_face(0, 2)), 1.0);
        assert_eq!(near.distance(&mesh, vertex_face(4, 0)), 1.0);
        let far = RestPlaces::new(&mesh, corners, 0.9).unwrap();
        assert!(far.distance(&mesh, vertex_face(0, 2)) > 10.0);
    }

    #[test]
    fn one_place_per_vertex_needs_no_copies() {
        let (mesh, _) = sewn();
        let corners = mesh.faces().iter().map(|f| f.map(|v| f64::from(v.0) * DVec3::X)).collect();
        assert_eq!(RestPlaces::new(&mesh, corners, 1.0), None);
    }
}
