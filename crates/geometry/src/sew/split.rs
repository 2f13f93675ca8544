//! Faces split where vertices are inserted into their edges.

use std::collections::BTreeMap;

use glam::DVec3;

use super::FacePart;
use super::sewing::Insertion;

/// Rounds of splitting at most: a part of an edge may itself be split in the next round.
const MOST_ROUNDS: usize = 32;

/// Most vertices on an edge for which layers are taken into account.
const MOST_BETWEEN: usize = 64;

/// Vertices that are inserted into edges, by the lower and the higher end: places from the lower
/// one, ascending.
pub(super) type Inserted = BTreeMap<[u32; 2], Vec<(f64, u32)>>;

/// Faces after splitting.
pub(super) struct Split {
    pub(super) faces: Vec<[u32; 3]>,
    pub(super) parts: Vec<FacePart>,
    /// Edges that still have vertices to be inserted.
    pub(super) unsplit: usize,
}

/// Insertions in new numbers. Only those count that make edges shorter: with others splitting
/// would not end.
pub(super) fn inserted(insertions: &[Insertion], numbers: &[u32], positions: &[DVec3]) -> Inserted {
    let mut inserted = Inserted::new();
    for insertion in insertions {
        let edge = insertion.edge.map(|end| numbers[end as usize]);
        let vertex = numbers[insertion.vertex as usize];
        insert(&mut inserted, positions, Insertion { vertex, edge, ratio: insertion.ratio });
    }
    for insertion in between_any_two(&inserted) {
        insert(&mut inserted, positions, insertion);
    }
    inserted
}

fn insert(inserted: &mut Inserted, positions: &[DVec3], insertion: Insertion) {
    let Insertion { vertex, edge: [a, b], ratio } = insertion;
    let length = |a: u32, b: u32| positions[a as usize].distance(positions[b as usize]);
    let is_shorter = length(a, vertex) < length(a, b) && length(vertex, b) < length(a, b);
    if vertex == a || vertex == b || !is_shorter {
        return;
    }
    let (edge, ratio) = if a < b { ([a, b], ratio) } else { ([b, a], 1.0 - ratio) };
    let list = inserted.entry(edge).or_default();
    if list.iter().all(|(_, other)| *other != vertex) {
        let place = list.partition_point(|other| *other < (ratio, vertex));
        list.insert(place, (ratio, vertex));
    }
}

/// Of several layers that are sewn to one edge, each has edges between any two of the vertices
/// there: the one in the middle goes into these as well.
fn between_any_two(inserted: &Inserted) -> Vec<Insertion> {
    let mut found = Vec::new();
    for (&[low, high], list) in inserted {
        if list.len() > MOST_BETWEEN {
            continue;
        }
        let mut chain = vec![(0.0, low)];
        chain.extend(list);
        chain.push((1.0, high));
        for first in 0..chain.len() {
            for last in first + 2..chain.len() {
                let [from, middle, to] =
                    [first, usize::midpoint(first, last), last].map(|i| chain[i]);
                let is_whole = first == 0 && last + 1 == chain.len();
                if !is_whole && to.0 > from.0 {
                    let ratio = (middle.0 - from.0) / (to.0 - from.0);
                    found.push(Insertion { vertex: middle.1, edge: [from.1, to.1], ratio });
                }
            }
        }
    }
    found
}

/// Splits faces until none has an edge with vertices to be inserted.
pub(super) fn split(faces: Vec<[u32; 3]>, inserted: &Inserted) -> Split {
    let most = 8 * (faces.len() + inserted.values().map(Vec::len).sum::<usize>());
    let mut pieces: Vec<Piece> =
        (0..).zip(faces).map(|(face, corners)| Piece::whole(face, corners)).collect();
    for _ in 0..MOST_ROUNDS {
        if pieces.len() > most || pieces.iter().all(|piece| piece.sides(inserted).is_none()) {
            break;
        }
        pieces = pieces.into_iter().flat_map(|piece| piece.split(inserted)).collect();
    }
    let unsplit = pieces.iter().filter(|piece| piece.sides(inserted).is_some()).count();
    Split {
        faces: pieces.iter().map(|piece| piece.corners).collect(),
        parts: pieces.iter().map(|piece| piece.part).collect(),
        unsplit,
    }
}

/// A point on a side of a piece.
#[derive(Clone, Copy, Debug)]
struct SidePoint {
    vertex: u32,
    weights: [f64; 3],
}

/// A part of a face of the panels.
#[derive(Clone, Debug)]
struct Piece {
    corners: [u32; 3],
    part: FacePart,
}

/// A piece with the points to be inserted on its sides: on side `i` from corner `i` to `i + 1`.
struct Sided {
    corners: [SidePoint; 3],
    sides: [Vec<SidePoint>; 3],
}

impl Piece {
    fn whole(face: u32, corners: [u32; 3]) -> Self {
        let weights = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Self { corners, part: FacePart { face, weights } }
    }

    /// Points to be inserted on the sides, if there are any.
    fn sides(&self, inserted: &Inserted) -> Option<[Vec<SidePoint>; 3]> {
        let mut taken = self.corners.to_vec();
        // No vertex is twice on the border of a piece.
        let sides = [0, 1, 2].map(|side| {
            let mut points = self.side(side, inserted);
            points.retain(|point| !taken.contains(&point.vertex));
            taken.extend(points.iter().map(|point| point.vertex));
            points
        });
        sides.iter().any(|side| !side.is_empty()).then_some(sides)
    }

    fn side(&self, side: usize, inserted: &Inserted) -> Vec<SidePoint> {
        let next = (side + 1) % 3;
        let [a, b] = [self.corners[side], self.corners[next]];
        let [from, to] = [self.part.weights[side], self.part.weights[next]];
        let (edge, low, high) = if a < b { ([a, b], from, to) } else { ([b, a], to, from) };
        let Some(list) = inserted.get(&edge) else { return Vec::new() };
        let point = |&(ratio, vertex): &(f64, u32)| SidePoint {
            vertex,
            weights: [0, 1, 2].map(|i| (1.0 - ratio) * low[i] + ratio * high[i]),
        };
        let mut points: Vec<SidePoint> = list.iter().map(point).collect();
        if a > b {
            points.reverse();
        }
        points
    }

    /// Parts without points on their sides.
    fn split(self, inserted: &Inserted) -> Vec<Self> {
        let Some(sides) = self.sides(inserted) else { return vec![self] };
        let Self { corners, part } = self;
        let corners = [0, 1, 2].map(|i| SidePoint { vertex: corners[i], weights: part.weights[i] });
        let mut left = vec![Sided { corners, sides }];
        let mut parts = Vec::new();
        while let Some(sided) = left.pop() {
            match sided.halves() {
                Some([first, second]) => left.extend([second, first]),
                None => parts.push(Self {
                    corners: sided.corners.map(|corner| corner.vertex),
                    part: FacePart {
                        face: part.face,
                        weights: sided.corners.map(|corner| corner.weights),
                    },
                }),
            }
        }
        parts
    }
}

impl Sided {
    /// Two parts, cut from the middle one of the points on a side to the corner opposite; the side
    /// with the most points is cut first. None if no side has a point.
    fn halves(&self) -> Option<[Self; 2]> {
        let side = (0..3).rev().max_by_key(|&side| self.sides[side].len())?;
        let points = &self.sides[side];
        let middle = points.len() / 2;
        let point = *points.get(middle)?;
        let [a, b, c] = [0, 1, 2].map(|i| self.corners[(side + i) % 3]);
        let [bc, ca] = [1, 2].map(|i| self.sides[(side + i) % 3].clone());
        let first =
            Self { corners: [a, point, c], sides: [points[..middle].to_vec(), Vec::new(), ca] };
        let second =
            Self { corners: [point, b, c], sides: [points[middle + 1..].to_vec(), bc, Vec::new()] };
        Some([first, second])
    }
}
