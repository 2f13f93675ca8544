//! Edge flips: two triangles over an edge become the two over the other diagonal, where that makes
//! their smallest angle larger.

use glam::DVec3;
use ripstop_geometry::tessellate::TriangleMesh;

/// Flips edges of a closed surface once around; a face takes part in one flip at most.
pub(crate) fn flip_edges(mesh: &mut TriangleMesh) {
    let mut edges = half_edges(&mesh.faces);
    edges.sort_unstable();
    let ends: Vec<[u32; 2]> = edges.iter().map(|edge| edge.ends).collect();
    let mut is_changed = vec![false; mesh.faces.len()];
    let mut added: Vec<[u32; 2]> = Vec::new();
    for pair in edges.chunk_by(|a, b| a.ends == b.ends) {
        let [first, second] = *pair else { continue };
        if is_changed[first.face] || is_changed[second.face] {
            continue;
        }
        let diagonal = sorted([first.opposite, second.opposite]);
        if ends.binary_search(&diagonal).is_ok() || added.contains(&diagonal) {
            continue;
        }
        let [a, b] = if first.is_forward { first.ends } else { [first.ends[1], first.ends[0]] };
        let (c, d) = (first.opposite, second.opposite);
        let flipped = [[c, d, b], [d, c, a]];
        if is_better(&mesh.positions, [[a, b, c], [b, a, d]], flipped) {
            [mesh.faces[first.face], mesh.faces[second.face]] = flipped;
            is_changed[first.face] = true;
            is_changed[second.face] = true;
            added.push(diagonal);
        }
    }
}

/// An edge as one of its faces sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct HalfEdge {
    /// Both ends, the lower number first.
    ends: [u32; 2],
    face: usize,
    /// The corner of the face that is not on the edge.
    opposite: u32,
    /// True if the face goes from the lower to the higher end.
    is_forward: bool,
}

fn half_edges(faces: &[[u32; 3]]) -> Vec<HalfEdge> {
    let of_face = |(face, &[a, b, c]): (usize, &[u32; 3])| {
        [(a, b, c), (b, c, a), (c, a, b)].map(|(from, to, opposite)| HalfEdge {
            ends: sorted([from, to]),
            face,
            opposite,
            is_forward: from < to,
        })
    };
    faces.iter().enumerate().flat_map(of_face).collect()
}

fn sorted([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// True if the new triangles are rounder and do not fold over.
fn is_better(positions: &[DVec3], old: [[u32; 3]; 2], new: [[u32; 3]; 2]) -> bool {
    let corners = |face: [u32; 3]| face.map(|i| positions[i as usize]);
    let worst =
        |faces: [[u32; 3]; 2]| roundness(corners(faces[0])).min(roundness(corners(faces[1])));
    let normal = |face: [u32; 3]| {
        let [a, b, c] = corners(face);
        (b - a).cross(c - a)
    };
    let outwards = (normal(old[0]) + normal(old[1])).normalize_or_zero();
    let folds = new.iter().any(|&face| normal(face).normalize_or_zero().dot(outwards) < 0.7);
    !folds && worst(new) > 1.05 * worst(old)
}

/// Area over the sum of squared edges: 0 for a sliver, largest for an equilateral triangle.
fn roundness([a, b, c]: [DVec3; 3]) -> f64 {
    let squares = a.distance_squared(b) + b.distance_squared(c) + c.distance_squared(a);
    (b - a).cross(c - a).length() / squares.max(f64::MIN_POSITIVE)
}
