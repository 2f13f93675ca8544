//! Intersection contours: curves along which a mesh passes through itself or another.
//!
//! Two faces `F` and `G` in general position meet in a segment. Each of its ends is where an edge
//! of one pierces the other, so it is a crossing:
//!
//! ```text
//!        G                          crossings (e, F), (e′, F) of edges of G,
//!    e ╱─────╲ e′                   or (e, F) and (k, G) with an edge k of F
//!  ───●───────●───  F
//!    ╱         ╲
//! ```
//!
//! A crossing `(e, F)` belongs to the pairs of `F` with the one or two faces on `e`. So crossings
//! are the nodes of a graph and pairs of faces its arcs; every node has at most two, and the graph
//! falls into chains: closed ones, and open ones that end where an edge on the *boundary* pierces,
//! or where two faces with a common vertex or edge meet each other in that vertex.
//!
//! In space a contour is one curve, in the material it is two, its [strands](Strand): one through
//! the faces on either side of the pair. Passing the crossing `(e, F)`, the strand of `F` stays in
//! `F`, the other goes over `e` into the next face. So strands are told apart from arc to arc, also
//! where both run through the same sheet. A closed contour whose strands come back in each other's
//! place is *twisted*: there it is one curve in the material, run through twice.
//!
//! Contacts that are not piercings (touching edges and corners, overlaps of coplanar parts) put
//! more or fewer than two crossings on a pair of faces. They end the curves there and are counted.

use super::Crossing;
use crate::{CollisionMesh, FaceId, VertexId};

/// One of the two curves that a contour draws on the material.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strand {
    /// That of the edge of the contour's first crossing.
    First,
    /// That of the face of the contour's first crossing.
    Second,
}

impl Strand {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other strand.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Cause of the end of an open contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContourEnd {
    /// The edge that pierces is on the boundary of this strand's surface.
    Boundary(Strand),
    /// Two faces with this vertex in common cross: the strands meet in it.
    CommonVertex(VertexId),
    /// Surfaces touch, or overlap in a plane, or more than two faces meet in an edge.
    Irregular,
}

/// A curve of crossings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contour {
    /// Indices into the list of crossings, in the order along the curve.
    pub crossings: Vec<usize>,
    /// For each of them the strand that has the edge; the face is on the other.
    pub edge_strands: Vec<Strand>,
    /// Its beginning and its end; nothing if it is closed.
    pub ends: Option<[ContourEnd; 2]>,
    /// True if it is closed, but its strands come back in each other's place.
    pub is_twisted: bool,
}

impl Contour {
    /// True if the last crossing is followed by the first.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        self.ends.is_none()
    }
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
    let mut links: Vec<Vec<Link>> = vec![Vec::new(); crossings.len()];
    let mut irregular_pairs = 0;
    for group in ends.chunk_by(|a, b| a.0 == b.0) {
        match group {
            [(pair, a), (_, b)] => {
                links[*a].push(Link { next: *b, pair: *pair });
                links[*b].push(Link { next: *a, pair: *pair });
            }
            [_] => {}
            _ => irregular_pairs += 1,
        }
    }
    let graph = Graph { mesh, crossings, links };
    Contours { contours: graph.chains(), irregular_pairs }
}

#[derive(Clone, Copy)]
struct Link {
    next: usize,
    pair: [FaceId; 2],
}

struct Graph<'a> {
    mesh: &'a CollisionMesh,
    crossings: &'a [Crossing],
    links: Vec<Vec<Link>>,
}

impl Graph<'_> {
    /// The chains; from nodes with more than two links nothing goes on.
    fn chains(&self) -> Vec<Contour> {
        let mut seen = vec![false; self.links.len()];
        let mut found = Vec::new();
        // Open chains from their ends first; what is left is closed.
        for open in [true, false] {
            for start in 0..self.links.len() {
                if !(seen[start] || open && self.links[start].len() == 2) {
                    found.push(self.follow(start, &mut seen));
                }
            }
        }
        found.sort_unstable_by_key(|contour| contour.crossings.iter().copied().min());
        found
    }

    /// Walks along unseen nodes.
    fn follow(&self, start: usize, seen: &mut [bool]) -> Contour {
        let mut chain = vec![start];
        let mut edge_strands = vec![Strand::First];
        seen[start] = true;
        let mut here = start;
        // The face of each strand on the arc that leaves `here`.
        let mut faces = [self.crossings[start].face; 2];
        let goes_on =
            |link: &&Link, seen: &[bool]| !seen[link.next] && self.links[link.next].len() <= 2;
        while let Some(link) = self.links[here].iter().find(|link| goes_on(link, seen)) {
            self.cross(here, link.pair, *edge_strands.last().unwrap_or(&Strand::First), &mut faces);
            let next = &self.crossings[link.next];
            edge_strands.push(if next.face == faces[1] { Strand::First } else { Strand::Second });
            here = link.next;
            seen[here] = true;
            chain.push(here);
        }
        let back = self.links[here].iter().find(|link| link.next == start && chain.len() > 2);
        let mut contour = Contour { crossings: chain, edge_strands, ends: None, is_twisted: false };
        match back {
            Some(link) if self.links[start].len() == 2 => {
                let last = *contour.edge_strands.last().unwrap_or(&Strand::First);
                self.cross(here, link.pair, last, &mut faces);
                contour.is_twisted = self.crossings[start].face != faces[1];
            }
            _ => contour.ends = Some(self.ends(&contour)),
        }
        contour
    }

    /// Goes over the edge of a crossing into the other face of a pair.
    fn cross(&self, here: usize, pair: [FaceId; 2], edge_strand: Strand, faces: &mut [FaceId; 2]) {
        let face = self.crossings[here].face;
        let other = if pair[0] == face { pair[1] } else { pair[0] };
        faces[edge_strand.index()] = other;
        faces[edge_strand.other().index()] = face;
    }

    fn ends(&self, contour: &Contour) -> [ContourEnd; 2] {
        let last = contour.crossings.len() - 1;
        let reasons = |at: usize| {
            let (index, strand) = (contour.crossings[at], contour.edge_strands[at]);
            let crossing = &self.crossings[index];
            let on_edge = self.mesh.edge_faces().row(crossing.edge.index());
            let is_linked = |other: FaceId| {
                let pair = [crossing.face.min(other), crossing.face.max(other)];
                self.links[index].iter().any(|link| link.pair == pair)
            };
            let open = on_edge.iter().filter(|&&other| !is_linked(other)).map(|&other| {
                let corners = self.mesh.face(other);
                let common =
                    self.mesh.face(crossing.face).into_iter().find(|v| corners.contains(v));
                common.map_or(ContourEnd::Irregular, ContourEnd::CommonVertex)
            });
            let boundary = (on_edge.len() == 1).then_some(ContourEnd::Boundary(strand));
            boundary.into_iter().chain(open).collect::<Vec<_>>()
        };
        let [first, second] = [reasons(0), reasons(last)];
        let nth = |list: &[ContourEnd], n: usize| {
            list.get(n).or(list.first()).copied().unwrap_or(ContourEnd::Irregular)
        };
        [nth(&first, 0), nth(&second, usize::from(last == 0))]
    }
}
