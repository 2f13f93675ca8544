//! Candidates of a few vertices that have used up their slack.
//!
//! A pair of which no vertex has moved beyond its slack stays as it was found. The others are found
//! again, by small structures that hold only the primitives which have such a vertex, and are asked
//! by all primitives of the mesh:
//!
//! ```text
//! edge–edge      moved edges    ← all edges
//! vertex–face    moved faces    ← all vertices
//!                moved vertices ← all faces that have not moved
//! ```
//!
//! A pair of two moved edges is met twice, and kept once.

use rayon::prelude::*;
use ripstop_geometry::{Aabb, Candidate, EdgeId, FaceId, VertexId};

use super::{CandidateSearch, MeshBoxes, MeshOrder};
use crate::{BoxError, BoxId, BoxOrder, BroadPhase};

/// The moved primitives of one kind: their ids, and a flag for every primitive.
struct Moved {
    ids: Vec<u32>,
    is_moved: Vec<bool>,
}

impl Moved {
    fn new(is_moved: Vec<bool>) -> Self {
        let ids = (0..).zip(&is_moved).filter(|&(_, &moved)| moved).map(|(id, _)| id).collect();
        Self { ids, is_moved }
    }

    /// The moved ones among all boxes.
    fn of(&self, boxes: &[Aabb]) -> Targets<'_> {
        Targets { ids: &self.ids, boxes: self.ids.iter().map(|&id| boxes[id as usize]).collect() }
    }

    fn holds(&self, id: u32) -> bool {
        self.is_moved[id as usize]
    }
}

impl CandidateSearch<'_> {
    /// The candidates that have a vertex in `moved`, in canonical order.
    ///
    /// # Errors
    /// If a box is NaN, or the order is one of another mesh.
    ///
    /// # Panics
    /// If there are fewer boxes, or entries of `moved`, than primitives and vertices.
    pub fn candidates_of(
        &self,
        broad: &mut dyn BroadPhase,
        boxes: &MeshBoxes,
        order: &MeshOrder,
        moved: &[bool],
    ) -> Result<Vec<Candidate>, BoxError> {
        let any = |vertices: &[VertexId]| vertices.iter().any(|vertex| moved[vertex.index()]);
        let edges = Moved::new(self.mesh.edges().iter().map(|edge| any(edge)).collect());
        let faces = Moved::new(self.mesh.faces().iter().map(|face| any(face)).collect());
        let vertices = Moved::new(moved.to_vec());
        let vertex_face = |vertex: u32, face: u32| Candidate::VertexFace {
            vertex: VertexId(vertex),
            face: FaceId(face),
        };
        let all = Queries { boxes: &boxes.vertices, order: &order.vertices };
        let mut candidates = all.meet(self, broad, &faces.of(&boxes.faces), &|vertex, face| {
            (vertex_face(vertex, face), true)
        })?;
        let by_face = |face, vertex| (vertex_face(vertex, face), !faces.holds(face));
        let all = Queries { boxes: &boxes.faces, order: &order.faces };
        candidates.extend(all.meet(self, broad, &vertices.of(&boxes.vertices), &by_face)?);
        let edge_pair = |query: u32, moved: u32| {
            let (a, b) = (EdgeId(query.min(moved)), EdgeId(query.max(moved)));
            let candidate = Candidate::EdgeEdge { a, b };
            (candidate, query < moved || !edges.holds(query))
        };
        let all = Queries { boxes: &boxes.edges, order: &order.edges };
        candidates.extend(all.meet(self, broad, &edges.of(&boxes.edges), &edge_pair)?);
        candidates.par_sort_unstable();
        Ok(candidates)
    }
}

/// The moved primitives of one kind, with their boxes.
struct Targets<'a> {
    ids: &'a [u32],
    boxes: Vec<Aabb>,
}

/// All primitives of one kind, with an order in space.
struct Queries<'a> {
    boxes: &'a [Aabb],
    order: &'a BoxOrder,
}

impl Queries<'_> {
    /// The candidates of a query and a moved box: `pair` makes one of their ids, and says whether
    /// it is met here alone.
    fn meet(
        &self,
        search: &CandidateSearch,
        broad: &mut dyn BroadPhase,
        moved: &Targets,
        pair: &(dyn Fn(u32, u32) -> (Candidate, bool) + Sync),
    ) -> Result<Vec<Candidate>, BoxError> {
        broad.rebuild(&moved.boxes)?;
        let id = |target: BoxId| moved.ids[target.index()];
        let pairs = broad.pairs_with_in_order(self.boxes, self.order, &|query, row| {
            row.retain(|target| {
                let (candidate, is_met_once) = pair(query.0, id(target));
                is_met_once && search.allows(candidate)
            });
        })?;
        Ok(pairs.iter().map(|(query, target)| pair(query.0, id(target)).0).collect())
    }
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
        let order = search.order(&boxes).unwrap();
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
                let found = search.candidates_of(broad.as_mut(), &boxes, &order, &moved).unwrap();
                assert_eq!(found, expected, "every {stride}th vertex");
                assert!(stride == 1000 || !expected.is_empty());
            }
        }
    }
}
