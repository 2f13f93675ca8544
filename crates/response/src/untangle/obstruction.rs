//! Reasons for which a crossing stays: what is wrong with the mesh around it.

use std::fmt::{self, Display, Formatter};

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

use super::around::around_crossings;

/// A part of a mesh that moving vertices cannot put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Obstruction {
    /// An edge of more than two faces: they cannot all lie beside each other.
    SharedEdge {
        /// Its ends.
        edge: [VertexId; 2],
        /// Number of its faces.
        faces: usize,
    },
    /// Two faces with the same corners: they lie in each other wherever these are.
    RepeatedFace {
        /// The corners.
        corners: [VertexId; 3],
    },
    /// A face without area.
    FlatFace {
        /// The corners.
        corners: [VertexId; 3],
    },
}

impl Obstruction {
    /// The obstruction next to a crossing, if any: at its own vertices or their neighbours.
    ///
    /// # Panics
    /// If the crossing is not of this mesh, or there are fewer positions than vertices.
    #[must_use]
    pub fn of(mesh: &CollisionMesh, crossing: &Crossing, positions: &[DVec3]) -> Option<Self> {
        let near = around_crossings(mesh, std::slice::from_ref(crossing), 1);
        let shared = near.iter().find_map(|vertex| {
            let mut edges = mesh.vertex_edges().row(vertex.index()).iter();
            let edge = edges.find(|edge| mesh.edge_faces().row(edge.index()).len() > 2)?;
            let faces = mesh.edge_faces().row(edge.index()).len();
            Some(Self::SharedEdge { edge: mesh.edge(*edge), faces })
        });
        shared.or_else(|| {
            near.iter().find_map(|vertex| {
                let faces = mesh.vertex_faces().row(vertex.index());
                let corners = faces.iter().map(|face| mesh.face(*face));
                let mut sorted: Vec<[VertexId; 3]> = corners.clone().map(ascending).collect();
                sorted.sort_unstable();
                let repeated = sorted.windows(2).find(|pair| pair[0] == pair[1]);
                let flat = corners.clone().find(|face| {
                    let [a, b, c] = face.map(|id| positions[id.index()]);
                    (b - a).cross(c - a) == DVec3::ZERO
                });
                repeated
                    .map(|pair| Self::RepeatedFace { corners: pair[0] })
                    .or_else(|| flat.map(|corners| Self::FlatFace { corners }))
            })
        })
    }
}

fn ascending(mut corners: [VertexId; 3]) -> [VertexId; 3] {
    corners.sort_unstable();
    corners
}

impl Display for Obstruction {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::SharedEdge { edge: [a, b], faces } => write!(
                f,
                "edge {}–{} has {faces} faces, which moving vertices cannot separate",
                a.0, b.0
            ),
            Self::RepeatedFace { corners: [a, b, c] } => {
                write!(f, "there are two faces {}–{}–{}, which lie in each other", a.0, b.0, c.0)
            }
            Self::FlatFace { corners: [a, b, c] } => {
                write!(f, "face {}–{}–{} has no area", a.0, b.0, c.0)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_geometry::crossing::Crossing;
    use ripstop_geometry::predicates::segment_triangle;
    use ripstop_geometry::{EdgeId, FaceId};

    #[test]
    fn an_edge_of_three_faces_is_named() {
        let x = [
            DVec3::ZERO,
            DVec3::X,
            DVec3::Y,
            -DVec3::Y,
            DVec3::Z,
            DVec3::new(0.2, 0.2, -1.0),
            DVec3::new(0.2, 0.2, 1.0),
            DVec3::new(0.9, 0.9, 1.0),
        ];
        let faces = [[0, 1, 2], [0, 1, 3], [0, 1, 4], [5, 6, 7]];
        let mesh = CollisionMesh::new(&x, &faces).unwrap();
        let (edge, face) = (
            EdgeId(mesh.edges().iter().position(|e| e[0].0 == 5 && e[1].0 == 6).unwrap() as u32),
            FaceId(0),
        );
        let at = |id: VertexId| x[id.index()];
        let common = segment_triangle(mesh.edge(edge).map(at), mesh.face(face).map(at));
        let found = Obstruction::of(&mesh, &Crossing { edge, face, common }, &x);
        let expected = Obstruction::SharedEdge { edge: [VertexId(0), VertexId(1)], faces: 3 };
        assert_eq!(found, Some(expected));
        let alone = CollisionMesh::new(&x, &[[0, 1, 2], [5, 6, 7]]).unwrap();
        let edge =
            EdgeId(alone.edges().iter().position(|e| e[0].0 == 5 && e[1].0 == 6).unwrap() as u32);
        assert_eq!(Obstruction::of(&alone, &Crossing { edge, face, common }, &x), None);
    }
}
