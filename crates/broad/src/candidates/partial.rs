//! Candidates of a few vertices that have left the room that was left to them.
//!
//! A pair of which no vertex has left stands as it was found. The others are found anew, by small structures that
//! hold only the primitives which have such a vertex, and are asked by all primitives of the mesh:
//!
//! ```text
//! edge–edge      moved edges   ← all edges       a pair of two moved edges is met twice, and kept once
//! vertex–face    moved faces   ← all vertices
//!                moved vertices ← all faces that have not moved
//! ```

use rayon::prelude::*;
use ripstop_geometry::{Aabb, Candidate, EdgeId, FaceId, VertexId};

use super::{CandidateSearch, MeshBoxes};
use crate::{BoxError, BoxId, BroadPhase, Row};

/// Queries in a task.
const TASK: usize = 2048;

/// Queries that are asked together: primitives with neighbouring ids are mostly neighbours in space.
const BLOCK: usize = 8;

/// The primitives of one kind that are looked for: their ids, and for every primitive whether it is among them.
struct Moved {
    ids: Vec<u32>,
    is_moved: Vec<bool>,
}

impl Moved {
    fn new(is_moved: Vec<bool>) -> Self {
        let ids = (0..).zip(&is_moved).filter(|&(_, &moved)| moved).map(|(id, _)| id).collect();
        Self { ids, is_moved }
    }

    fn holds(&self, id: u32) -> bool {
        self.is_moved[id as usize]
    }
}

impl CandidateSearch<'_> {
    /// The candidates that have a vertex in `moved`, in canonical order.
    ///
    /// # Errors
    /// If a box is NaN.
    ///
    /// # Panics
    /// If there are fewer boxes, or entries of `moved`, than primitives and vertices.
    pub fn candidates_of(
        &self,
        broad: &mut dyn BroadPhase,
        boxes: &MeshBoxes,
        moved: &[bool],
    ) -> Result<Vec<Candidate>, BoxError> {
        let any = |vertices: &[VertexId]| vertices.iter().any(|vertex| moved[vertex.index()]);
        let edges = Moved::new(self.mesh.edges().iter().map(|edge| any(edge)).collect());
        let faces = Moved::new(self.mesh.faces().iter().map(|face| any(face)).collect());
        let vertices = Moved::new(moved.to_vec());
        let pair = |vertex: u32, face: u32| {
            let candidate = Candidate::VertexFace { vertex: VertexId(vertex), face: FaceId(face) };
            self.allows(candidate).then_some(candidate)
        };
        let mut candidates = meet(broad, &boxes.faces, &faces, &boxes.vertices, &pair)?;
        let by_face = |face, vertex| if faces.holds(face) { None } else { pair(vertex, face) };
        candidates.extend(meet(broad, &boxes.vertices, &vertices, &boxes.faces, &by_face)?);
        let edge_pair = |query: u32, moved: u32| {
            let (a, b) = (EdgeId(query.min(moved)), EdgeId(query.max(moved)));
            let candidate = Candidate::EdgeEdge { a, b };
            let is_second = query >= moved && edges.holds(query);
            (!is_second && self.allows(candidate)).then_some(candidate)
        };
        candidates.extend(meet(broad, &boxes.edges, &edges, &boxes.edges, &edge_pair)?);
        candidates.par_sort_unstable();
        Ok(candidates)
    }
}

/// What `find` makes of the pairs of a query and a moved box, by their ids.
fn meet(
    broad: &mut dyn BroadPhase,
    boxes: &[Aabb],
    moved: &Moved,
    queries: &[Aabb],
    find: &(dyn Fn(u32, u32) -> Option<Candidate> + Sync),
) -> Result<Vec<Candidate>, BoxError> {
    let targets: Vec<Aabb> = moved.ids.iter().map(|&id| boxes[id as usize]).collect();
    broad.rebuild(&targets)?;
    let broad: &dyn BroadPhase = broad;
    let tasks = queries.par_chunks(TASK).enumerate().map(|(task, queries)| {
        let (mut row, mut found) = (Row::default(), Vec::new());
        for (block, queries) in queries.chunks(BLOCK).enumerate() {
            row.clear();
            let hull = queries.iter().fold(Aabb::EMPTY, |hull, query| hull.union(*query));
            broad.partners_from(BoxId(0), &hull, &mut row);
            for (query, bounds) in ((task * TASK + block * BLOCK) as u32..).zip(queries) {
                let partners = row.partners().iter().map(|target| target.index());
                let met = partners.filter(|&target| targets[target].overlaps(bounds));
                found.extend(met.filter_map(|target| find(query, moved.ids[target])));
            }
        }
        found
    });
    let found: Vec<Vec<Candidate>> = tasks.collect();
    Ok(found.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use ripstop_geometry::{CollisionMesh, Filters, Motion};

    use super::*;
    use crate::{Bvh, HashGrid, Octree, SweepAndPrune};

    /// Two wavy sheets on top of each other, as a regular grid of `n` × `n` vertices each.
    fn sheets(n: u32) -> (CollisionMesh, Vec<DVec3>) {
        let point = |i: u32| {
            let (x, y, z) = (f64::from(i % n), f64::from(i / n % n), f64::from(i / (n * n)));
            DVec3::new(x, y, 0.4 * z + 0.3 * f64::from((i * 7919) % 13) / 13.0)
        };
        let positions: Vec<DVec3> = (0..2 * n * n).map(point).collect();
        let quad = |i: u32| [[i, i + 1, i + n], [i + 1, i + n + 1, i + n]];
        let inner = |i: &u32| i % n != n - 1 && i / n % n != n - 1;
        let faces: Vec<[u32; 3]> = (0..2 * n * n).filter(inner).flat_map(quad).collect();
        (CollisionMesh::new(&positions, &faces).unwrap(), positions)
    }

    /// The pairs with a moved vertex are those of a whole search that have one, with every method.
    #[test]
    fn a_partial_search_is_a_part_of_the_whole() {
        let (mesh, positions) = sheets(9);
        let filters = Filters::default();
        let mut boxes = MeshBoxes::default();
        boxes.update(&mesh, &Motion { start: &positions, end: &positions }, 0.3);
        let keep = |candidate: Candidate| mesh.stencil(candidate)[0].0 % 5 != 0;
        let search = CandidateSearch::new(&mesh, &filters).keeping(&keep);
        let methods: [Box<dyn BroadPhase>; 4] = [
            Box::new(Bvh::default()),
            Box::new(HashGrid::default()),
            Box::new(Octree::default()),
            Box::new(SweepAndPrune::default()),
        ];
        for mut broad in methods {
            let all: Vec<Candidate> =
                search.candidates(broad.as_mut(), &boxes).unwrap().iter().collect();
            for stride in [1, 2, 7, 50, 1000] {
                let moved: Vec<bool> =
                    (0..positions.len()).map(|i| i % stride == stride / 2).collect();
                let has_moved = |candidate: &&Candidate| {
                    mesh.stencil(**candidate).iter().any(|vertex| moved[vertex.index()])
                };
                let expected: Vec<Candidate> = all.iter().filter(has_moved).copied().collect();
                let found = search.candidates_of(broad.as_mut(), &boxes, &moved).unwrap();
                assert_eq!(found, expected, "every {stride}th vertex");
                assert!(stride == 1000 || !expected.is_empty());
            }
        }
    }
}
