//! One spatial order for all primitives of a mesh.
//!
//! Edges and faces are where their vertices are. So only the vertices are sorted in space, and
//! every edge and face stands with its lowest vertex, its home: six times fewer items to sort.
//! Groups of eight edges or faces are made from whole runs of vertices, never across the border of
//! two runs, because a group that has a few items on either side of a border has a large box. A run
//! is as long as is right for the average: two vertices in a large sheet have six edges, four have
//! eight faces.

use ripstop_geometry::{CollisionMesh, VertexId};

use crate::box_order::{GAP, GROUP};
use crate::{BoxId, BoxOrder};

/// Runs of vertices that are put below one node.
const RUNS: usize = 8;

/// Edges and faces by their lowest vertex.
#[derive(Clone, Debug)]
pub(super) struct Homes {
    edges: Residents,
    faces: Residents,
}

/// Items by home: those of vertex `v` are `items[starts[v]..starts[v + 1]]`.
#[derive(Clone, Debug)]
struct Residents {
    starts: Vec<u32>,
    items: Vec<BoxId>,
    /// Vertices in a run: a power of two.
    run: usize,
}

/// Orders of the primitives of a mesh in which neighbours are probably neighbours in space.
#[derive(Clone, Debug, Default)]
pub struct MeshOrder {
    /// Of the vertices.
    pub vertices: BoxOrder,
    /// Of the edges.
    pub edges: BoxOrder,
    /// Of the faces.
    pub faces: BoxOrder,
}

impl Homes {
    pub(super) fn new(mesh: &CollisionMesh) -> Self {
        Self {
            edges: Residents::new(mesh.vertex_count(), mesh.edges()),
            faces: Residents::new(mesh.vertex_count(), mesh.faces()),
        }
    }

    /// The length of the runs of vertices that have to be compact.
    pub(super) fn run(&self) -> usize {
        self.edges.run.min(self.faces.run).min(GROUP)
    }

    /// The orders that follow from an order of the vertices.
    pub(super) fn order(&self, vertices: Vec<BoxId>) -> MeshOrder {
        let (edges, faces) =
            rayon::join(|| self.edges.order(&vertices), || self.faces.order(&vertices));
        let vertex_count = vertices.len();
        MeshOrder { vertices: BoxOrder::from_slots(vertices, vertex_count), edges, faces }
    }
}

impl Residents {
    fn new<const N: usize>(vertex_count: usize, items: &[[VertexId; N]]) -> Self {
        let home = |item: &[VertexId; N]| item.iter().map(|v| v.index()).min().unwrap_or(0);
        let mut starts = vec![0_u32; vertex_count + 2];
        for item in items {
            starts[home(item) + 2] += 1;
        }
        for v in 2..starts.len() {
            starts[v] += starts[v - 1];
        }
        // Filling moves the start of each vertex to that of the next.
        let mut residents = vec![BoxId(0); items.len()];
        for (id, item) in (0..).map(BoxId).zip(items) {
            let slot = &mut starts[home(item) + 1];
            residents[*slot as usize] = id;
            *slot += 1;
        }
        starts.pop();
        // The largest power of two of average vertices whose items fit into a group.
        let mut run = GROUP;
        while run > 1 && run * items.len() > GROUP * vertex_count {
            run /= 2;
        }
        Self { starts, items: residents, run }
    }

    fn order(&self, vertices: &[BoxId]) -> BoxOrder {
        let mut slots = Vec::with_capacity(2 * self.items.len());
        for block in vertices.chunks(RUNS * self.run) {
            let start = slots.len();
            for run in block.chunks(self.run) {
                self.settle(run, &mut slots);
                slots.resize(slots.len().next_multiple_of(GROUP), GAP);
            }
            if slots.len() > start + RUNS * GROUP {
                // Some run has more items than a group: closed ranks need the fewest groups.
                slots.truncate(start);
                self.settle(block, &mut slots);
            }
            slots.resize(slots.len().next_multiple_of(RUNS * GROUP), GAP);
        }
        BoxOrder::from_slots(slots, self.items.len())
    }

    /// Appends the items of some vertices.
    fn settle(&self, vertices: &[BoxId], slots: &mut Vec<BoxId>) {
        for vertex in vertices {
            let [start, end] = [0, 1].map(|k| self.starts[vertex.index() + k] as usize);
            slots.extend_from_slice(&self.items[start..end]);
        }
    }
}
