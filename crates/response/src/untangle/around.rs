//! Rings of neighbours around vertices and crossings.

use ripstop_geometry::{CollisionMesh, Crossing, VertexId};

/// Vertices of crossings, and those within some rings of them.
pub(crate) fn around_crossings(
    mesh: &CollisionMesh,
    crossings: &[Crossing],
    rings: usize,
) -> Vec<VertexId> {
    let corners = crossings
        .iter()
        .flat_map(|crossing| mesh.edge(crossing.edge).into_iter().chain(mesh.face(crossing.face)));
    around(mesh, corners, rings)
}

/// Vertices within some rings of others, in the order in which rings reach them.
pub(crate) fn around(
    mesh: &CollisionMesh,
    seeds: impl Iterator<Item = VertexId>,
    rings: usize,
) -> Vec<VertexId> {
    let mut is_reached = vec![false; mesh.vertex_count()];
    let mut reached = Vec::new();
    for vertex in seeds {
        if !std::mem::replace(&mut is_reached[vertex.index()], true) {
            reached.push(vertex);
        }
    }
    let mut begin = 0;
    for _ in 0..rings {
        let end = reached.len();
        for place in begin..end {
            for neighbour in mesh.neighbours(reached[place]) {
                if !std::mem::replace(&mut is_reached[neighbour.index()], true) {
                    reached.push(neighbour);
                }
            }
        }
        begin = end;
    }
    reached
}
