//! Stitches of a mesh: which of them hold.

use ripstop_geometry::{Stitch, VertexId};

/// A stitch that cannot be sewn.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidStitch {
    /// It names a vertex that is not there.
    #[error("names vertex {vertex}, but there are {count} vertices, numbered from 0")]
    VertexOutOfRange {
        /// The number, from 0 on.
        vertex: u64,
        /// Number of vertices.
        count: usize,
    },
    /// Its point is not on the edge.
    #[error("has the ratio {ratio}, expected one from 0 to 1")]
    Ratio {
        /// The ratio.
        ratio: f64,
    },
    /// Its edge has no length.
    #[error("sews to an edge from vertex {vertex} to itself")]
    OneEnd {
        /// Both ends.
        vertex: u32,
    },
    /// It sews a vertex to an edge that it is an end of.
    #[error("sews vertex {vertex} to an edge of which it is an end")]
    OwnEnd {
        /// The vertex.
        vertex: u32,
    },
    /// Its edge is not there.
    #[error("sews to vertices {a} and {b}, which are not an edge of any face")]
    NoEdge {
        /// The first end.
        a: u32,
        /// The second end.
        b: u32,
    },
}

/// Finds what is wrong with a stitch, whatever the mesh is.
pub(crate) fn check_alone(stitch: &Stitch) -> Result<(), InvalidStitch> {
    let [vertex, a, b] = stitch.vertices().map(|vertex| vertex.0);
    if !(0.0..=1.0).contains(&stitch.ratio) {
        return Err(InvalidStitch::Ratio { ratio: stitch.ratio });
    }
    if a == b {
        return Err(InvalidStitch::OneEnd { vertex: a });
    }
    if vertex == a || vertex == b {
        return Err(InvalidStitch::OwnEnd { vertex });
    }
    Ok(())
}

/// The edges that stitches name, and which of them are edges of faces.
pub(crate) struct SewnEdges {
    /// Ends ascending, in ascending order.
    edges: Vec<[u32; 2]>,
    found: Vec<bool>,
}

impl SewnEdges {
    pub(crate) fn new<'a>(stitches: impl Iterator<Item = &'a Stitch>, faces: &[[u32; 3]]) -> Self {
        let mut edges: Vec<[u32; 2]> = stitches.map(|stitch| ascending(stitch.edge)).collect();
        edges.sort_unstable();
        edges.dedup();
        let mut found = vec![false; edges.len()];
        if !edges.is_empty() {
            for &[a, b, c] in faces {
                for (a, b) in [(a, b), (b, c), (c, a)] {
                    if let Ok(place) = edges.binary_search(&[a.min(b), a.max(b)]) {
                        found[place] = true;
                    }
                }
            }
        }
        Self { edges, found }
    }

    /// Finds what is wrong with a stitch of a mesh with so many vertices.
    pub(crate) fn check(&self, stitch: &Stitch, count: usize) -> Result<(), InvalidStitch> {
        check_alone(stitch)?;
        if let Some(vertex) = stitch.vertices().into_iter().find(|v| v.index() >= count) {
            return Err(InvalidStitch::VertexOutOfRange { vertex: vertex.0.into(), count });
        }
        let place = self.edges.binary_search(&ascending(stitch.edge));
        if place.is_ok_and(|place| self.found[place]) {
            return Ok(());
        }
        let [a, b] = stitch.edge.map(|vertex| vertex.0);
        Err(InvalidStitch::NoEdge { a, b })
    }
}

/// The seams as far as they hold after vertices got other numbers and faces were dropped. None is
/// left out, though it may be empty.
pub(crate) fn renumbered(
    seams: &[Vec<Stitch>],
    faces: &[[u32; 3]],
    number: impl Fn(u32) -> Option<u32>,
) -> Vec<Vec<Stitch>> {
    let new_stitch = |stitch: &Stitch| {
        let [vertex, a, b] = stitch.vertices().map(|vertex| number(vertex.0).map(VertexId));
        Some(Stitch { vertex: vertex?, edge: [a?, b?], ratio: stitch.ratio })
    };
    let mut seams: Vec<Vec<Stitch>> =
        seams.iter().map(|seam| seam.iter().filter_map(new_stitch).collect()).collect();
    let edges = SewnEdges::new(seams.iter().flatten(), faces);
    for seam in &mut seams {
        seam.retain(|stitch| edges.check(stitch, usize::MAX).is_ok());
    }
    seams
}

fn ascending(edge: [VertexId; 2]) -> [u32; 2] {
    let [a, b] = edge.map(|vertex| vertex.0);
    [a.min(b), a.max(b)]
}
