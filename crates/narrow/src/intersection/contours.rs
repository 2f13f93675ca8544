//! Curves along which a mesh passes through itself or another.
//!
//! Two faces `F` and `G` in general position meet in a segment. Each of its ends is where an edge of one pierces the other, so it is a crossing:
//!
//! ```text
//!        G                          crossings (e, F), (e′, F) of edges of G,
//!    e ╱─────╲ e′                   or (e, F) and (k, G) with an edge k of F
//!  ───●───────●───  F
//!    ╱         ╲
//! ```
//!
//! A crossing `(e, F)` belongs to the pairs of `F` with the one or two faces on `e`. So crossings are the nodes of a graph and pairs of faces its
//! arcs; every node has at most two, and the graph falls into chains: closed ones, and open ones that end where an edge on the *boundary* pierces, or
//! where two faces with a common vertex or edge meet each other in that vertex.
//!
//! Contacts that are not piercings (touching edges and corners, overlaps of coplanar parts) put more or fewer than two crossings on a pair of faces.
//! They end the curves there and are counted.

use ripstop_geometry::{CollisionMesh, FaceId};

use super::Crossing;

/// A curve of crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// Indices into the list of crossings, in the order along the curve.
    pub crossings: Vec<usize>,
    /// Whether the last is followed by the first.
    pub closed: bool,
}

/// The curves of a set of crossings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contours {
    /// Every crossing is in exactly one; ordered by their least crossing.
    pub contours: Vec<Contour>,
    /// Pairs of faces with more than two crossings, which link nothing.
    pub irregular_pairs: usize,
}

/// Joins crossings to curves.
///
/// # Panics
/// If a crossing is not one of the mesh.
#[must_use]
pub fn contours(mesh: &CollisionMesh, crossings: &[Crossing]) -> Contours {
    let mut ends: Vec<([FaceId; 2], usize)> = Vec::with_capacity(2 * crossings.len());
    for (index, crossing) in crossings.iter().enumerate() {
        for &other in mesh.edge_faces().row(crossing.edge.index()) {
            let pair = [crossing.face.min(other), crossing.face.max(other)];
            ends.push((pair, index));
        }
    }
    ends.sort_unstable();
    let mut links: Vec<Vec<usize>> = vec![Vec::new(); crossings.len()];
    let mut irregular_pairs = 0;
    for pair in ends.chunk_by(|a, b| a.0 == b.0) {
        match pair {
            [(_, a), (_, b)] => {
                links[*a].push(*b);
                links[*b].push(*a);
            }
            [_] => {}
            _ => irregular_pairs += 1,
        }
    }
    Contours { contours: chains(&links), irregular_pairs }
}

/// The chains of a graph; from nodes with more than two links nothing goes on.
fn chains(links: &[Vec<usize>]) -> Vec<Contour> {
    let mut seen = vec![false; links.len()];
    let mut found = Vec::new();
    // Open chains from their ends first; what is left is closed.
    for open in [true, false] {
        for start in 0..links.len() {
            if seen[start] || (open && links[start].len() == 2) {
                continue;
            }
            let chain = follow(start, links, &mut seen);
            let closed = !open && chain.len() > 2;
            found.push(Contour { crossings: chain, closed });
        }
    }
    found.sort_unstable_by_key(|contour| contour.crossings.iter().copied().min());
    found
}

/// Walks along unseen nodes.
fn follow(start: usize, links: &[Vec<usize>], seen: &mut [bool]) -> Vec<usize> {
    let mut chain = vec![start];
    seen[start] = true;
    let mut here = start;
    while let Some(&next) = links[here].iter().find(|&&next| !seen[next] && links[next].len() <= 2)
    {
        seen[next] = true;
        chain.push(next);
        here = next;
    }
    chain
}
