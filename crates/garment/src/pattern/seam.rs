//! Seams: two edges of panels, matched by arc length.

use glam::DVec2;
use ripstop_geometry::{Stitch, VertexId};

/// An edge of a panel, by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeamSide {
    /// The panel.
    pub panel: usize,
    /// Its edge.
    pub edge: usize,
}

/// Two edges that are sewn together. Panels that lie beside each other with their outer sides up
/// go along a common edge in opposite directions, so the start of one side meets the end of the
/// other, unless it is sewn right side to wrong side. The sides may differ in length: the longer
/// one is gathered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seam {
    /// A name for reports.
    pub name: String,
    /// Both edges.
    pub sides: [SeamSide; 2],
    /// True if the start of one side meets the start of the other.
    pub is_right_to_wrong: bool,
}

/// The border of a panel that has become a part of a mesh.
pub(crate) struct Border {
    /// First vertex of the panel; those of its outline come first.
    pub(crate) first: u32,
    /// First point of every edge.
    pub(crate) starts: Vec<usize>,
    pub(crate) outline: Vec<DVec2>,
}

/// Vertices along an edge with their places as parts of its length, from 0 to 1.
type Chain = Vec<(VertexId, f64)>;

impl Border {
    /// The chain of an edge, and its length (m).
    fn chain(&self, edge: usize) -> (Chain, f64) {
        let count = self.outline.len();
        let end = self.starts.get(edge + 1).copied().unwrap_or(count);
        let mut length = 0.0;
        let mut chain: Chain = Vec::new();
        for i in self.starts[edge]..=end {
            if i > self.starts[edge] {
                length += self.outline[i % count].distance(self.outline[i - 1]);
            }
            chain.push((VertexId(self.first + (i % count) as u32), length));
        }
        for (_, place) in &mut chain {
            *place /= length;
        }
        (chain, length)
    }
}

impl Seam {
    /// A seam between an edge of a panel and an edge of another.
    #[must_use]
    pub fn new(name: &str, a: [usize; 2], b: [usize; 2]) -> Self {
        let sides = [a, b].map(|[panel, edge]| SeamSide { panel, edge });
        Self { name: name.to_owned(), sides, is_right_to_wrong: false }
    }

    /// A stitch for every vertex of the shorter side. Vertices of the longer side between stitches
    /// are free: there it lies in gathers. If each vertex of both sides were tied to an edge of the
    /// other, no edge of either could turn against its neighbours.
    pub(crate) fn stitches(&self, borders: &[Border]) -> Vec<Stitch> {
        let [a, b] = self.sides.map(|side| borders[side.panel].chain(side.edge));
        let (a, length) = a;
        let (b, other_length) = b;
        let turned: Chain = if self.is_right_to_wrong {
            b
        } else {
            b.into_iter().rev().map(|(vertex, place)| (vertex, 1.0 - place)).collect()
        };
        if length <= other_length { sewn_to(&a, &turned) } else { sewn_to(&turned, &a) }
    }
}

/// Stitches of the vertices of one chain to edges of another.
fn sewn_to(short: &Chain, long: &Chain) -> Vec<Stitch> {
    /// Parts of an edge within which a vertex is taken to be at its end.
    const SNAP: f64 = 1e-6;
    let last = long.len() - 1;
    let stitch = |(i, &(vertex, place)): (usize, &(VertexId, f64))| {
        let next = long.partition_point(|known| known.1 <= place).clamp(1, last);
        let ((a, from), (b, to)) = (long[next - 1], long[next]);
        let free = ((place - from) / (to - from)).clamp(0.0, 1.0);
        let ratio = match i {
            0 => 0.0,
            i if i + 1 == short.len() => 1.0,
            _ if free < SNAP => 0.0,
            _ if free > 1.0 - SNAP => 1.0,
            _ => free,
        };
        Stitch { vertex, edge: [a, b], ratio }
    };
    // Edges of one panel may share a vertex, which needs no stitch to itself.
    let stitches = short.iter().enumerate().map(stitch);
    stitches.filter(|stitch| !stitch.edge.contains(&stitch.vertex)).collect()
}
