//! Candidates that are kept over many steps, with lower bounds of their distances.

use rayon::prelude::*;
use ripstop_broad::candidates::{CandidateSearch, MeshOrder};
use ripstop_broad::{BoxError, BroadPhase};
use ripstop_geometry::{Candidate, CandidateList, CollisionMesh, Filters, Motion, VertexId};

use crate::predicted_paths::{Allowance, PredictedPaths, Times, WHOLE};

/// Pairs in a task.
const TASK: usize = 4096;

/// From this part of all vertices on a search for all pairs is faster than one for the pairs of the
/// vertices that have left their paths.
const MANY: f64 = 0.2;

/// Searches with one order of the primitives in space: the sheet bends meanwhile, but neighbours
/// stay neighbours.
const USES: usize = 16;

/// The pairs that may meet while vertices follow their predicted paths, in canonical order.
#[derive(Debug, Default)]
pub(crate) struct CandidateCache {
    paths: PredictedPaths,
    entries: Vec<Entry>,
    /// Found some searches ago.
    order: MeshOrder,
    /// Searches for which the order may still be used.
    uses: usize,
    /// Times of the step at which the motion that was covered last begins and ends.
    times: Times,
}

/// A pair, and a lower bound of the distance that its paths keep (m).
#[derive(Clone, Copy, Debug)]
struct Entry {
    candidate: Candidate,
    gap: f32,
}

/// Input of a search.
pub(crate) struct Searched<'a> {
    pub(crate) mesh: &'a CollisionMesh,
    pub(crate) filters: &'a Filters,
    pub(crate) broad: &'a mut dyn BroadPhase,
}

impl CandidateCache {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Goes on by one step: the paths go on, too.
    pub(crate) fn advance(&mut self) {
        self.paths.advance();
    }

    /// Makes the cache cover a motion; true if the broad phase had to search.
    ///
    /// # Errors
    /// If the broad phase does not take the boxes; the cache is then of no use.
    pub(crate) fn cover(
        &mut self,
        searched: Searched,
        motion: &Motion,
        allowance: Allowance,
    ) -> Result<bool, BoxError> {
        let (mut left, left_count) = self.left(motion, allowance.radius);
        if left_count == 0 {
            return Ok(false);
        }
        let Searched { mesh, filters, broad } = searched;
        let is_partial = (left_count as f64) < MANY * left.len() as f64;
        if !is_partial {
            left.fill(true);
            self.times = WHOLE;
        }
        self.paths.update(mesh, (motion, self.times), &left, allowance);
        let paths = &self.paths;
        let keep = |candidate| paths.may_meet(mesh, candidate);
        let search = CandidateSearch::new(mesh, filters).keeping(&keep);
        if is_partial {
            let found = search.candidates_of(broad, &paths.boxes, &self.order, &left)?;
            let new = measured(mesh, paths, found.as_slice());
            self.entries = merged(&self.entries, mesh, &left, new);
        } else {
            if self.uses == 0 {
                self.order = search.order(&paths.boxes)?;
                self.uses = USES;
            }
            self.uses -= 1;
            let found = search.candidates_in_order(broad, &paths.boxes, &self.order)?;
            self.entries = measured(mesh, paths, &found);
        }
        Ok(true)
    }

    /// Marks the vertices that leave their paths on a motion, and counts them: if it takes the
    /// whole step, or else at the times that fit it best, whichever are fewer.
    fn left(&mut self, motion: &Motion, radius: f64) -> (Vec<bool>, usize) {
        let at = |times: Times| {
            let left = self.paths.left(motion, radius, times);
            let count = left.iter().filter(|&&left| left).count();
            (left, count)
        };
        self.times = WHOLE;
        let whole = at(WHOLE);
        if whole.1 == 0 {
            return whole;
        }
        let times = self.paths.fitting_times(motion);
        let part = at(times);
        if part.1 >= whole.1 {
            return whole;
        }
        self.times = times;
        part
    }

    /// The pairs that may come closer than `separation` (m) on the motion that was covered last.
    pub(crate) fn within(
        &self,
        mesh: &CollisionMesh,
        motion: &Motion,
        separation: f64,
    ) -> Vec<Candidate> {
        self.closer(mesh, &self.paths.deviations(motion, self.times), separation)
    }

    /// The pairs that may come closer than `separation` (m) on a motion in the course of a step
    /// that was covered.
    pub(crate) fn within_part(
        &self,
        mesh: &CollisionMesh,
        motion: &Motion,
        separation: f64,
    ) -> Vec<Candidate> {
        let times = self.paths.fitting_times(motion);
        self.closer(mesh, &self.paths.deviations(motion, times), separation)
    }

    /// The pairs that may be closer than `separation` (m) after vertices have deviated from their
    /// paths.
    fn closer(&self, mesh: &CollisionMesh, deviations: &[f64], separation: f64) -> Vec<Candidate> {
        let largest = |vertices: &[VertexId]| {
            let far = vertices.iter().map(|vertex| deviations[vertex.index()]).fold(0.0, f64::max);
            rounded_up(far)
        };
        let edges: Vec<f32> = mesh.edges().iter().map(|edge| largest(edge)).collect();
        let faces: Vec<f32> = mesh.faces().iter().map(|face| largest(face)).collect();
        let vertices: Vec<f32> = deviations.iter().map(|&far| rounded_up(far)).collect();
        let separation = rounded_up(separation);
        let is_closer = |entry: &Entry| {
            let far = match entry.candidate {
                Candidate::VertexFace { vertex, face } => {
                    vertices[vertex.index()] + faces[face.index()]
                }
                Candidate::EdgeEdge { a, b } => edges[a.index()] + edges[b.index()],
            };
            entry.gap <= separation + far
        };
        let part = |part: &[Entry]| -> Vec<Candidate> {
            part.iter().filter(|entry| is_closer(entry)).map(|entry| entry.candidate).collect()
        };
        let parts: Vec<Vec<Candidate>> = self.entries.par_chunks(TASK).map(part).collect();
        parts.concat()
    }
}

/// More than the rounding of three operations in single precision.
const ROUNDING: f64 = 1e-6;

/// In single precision and not less; infinity for NaN, of which nothing is known.
fn rounded_up(x: f64) -> f32 {
    if x.is_nan() {
        return f32::INFINITY;
    }
    (x * (1.0 + ROUNDING) + f64::from(f32::MIN_POSITIVE)) as f32
}

/// Candidates with their gaps; those that cannot meet are left out.
fn measured(
    mesh: &CollisionMesh,
    paths: &PredictedPaths,
    found: &(impl CandidateList + ?Sized),
) -> Vec<Entry> {
    let chunk = |chunk: usize| {
        let mut listed = Vec::new();
        found.extend_with_chunk(chunk, &mut listed);
        let mut entries = Vec::with_capacity(listed.len());
        paths.gaps(mesh, &listed, |candidate, gap| {
            entries.push(Entry { candidate, gap: (gap * (1.0 - ROUNDING)) as f32 });
        });
        entries
    };
    let chunks: Vec<Vec<Entry>> = (0..found.chunk_count()).into_par_iter().map(chunk).collect();
    chunks.concat()
}

/// Replaces the entries that have a vertex in `moved`.
fn merged(old: &[Entry], mesh: &CollisionMesh, moved: &[bool], new: Vec<Entry>) -> Vec<Entry> {
    let any = |vertices: &[VertexId]| vertices.iter().any(|vertex| moved[vertex.index()]);
    let edges: Vec<bool> = mesh.edges().iter().map(|edge| any(edge)).collect();
    let faces: Vec<bool> = mesh.faces().iter().map(|face| any(face)).collect();
    let is_kept = |entry: &&Entry| match entry.candidate {
        Candidate::VertexFace { vertex, face } => !moved[vertex.index()] && !faces[face.index()],
        Candidate::EdgeEdge { a, b } => !edges[a.index()] && !edges[b.index()],
    };
    let mut merged = Vec::with_capacity(old.len() + new.len());
    let mut new = new.into_iter().peekable();
    for entry in old.iter().filter(is_kept) {
        while let Some(earlier) = new.next_if(|new| new.candidate < entry.candidate) {
            merged.push(earlier);
        }
        merged.push(*entry);
    }
    merged.extend(new);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;
    use ripstop_broad::Bvh;
    use ripstop_geometry::tessellate::grid;
    use ripstop_geometry::{EdgeId, FaceId};

    /// A number in [−1, 1) that depends on its arguments only.
    fn noise(seed: u64, i: usize) -> f64 {
        let mut x = (seed << 32) ^ (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (x ^ (x >> 31)) as f64 / 2_f64.powi(63) - 1.0
    }

    fn shifts(seed: u64, count: usize, size: f64) -> Vec<DVec3> {
        let number = |i: usize, axis: usize| size * noise(seed, 3 * i + axis);
        (0..count).map(|i| DVec3::new(number(i, 0), number(i, 1), number(i, 2))).collect()
    }

    fn all_pairs(mesh: &CollisionMesh) -> Vec<Candidate> {
        let (vertices, faces, edges) =
            (mesh.vertex_count() as u32, mesh.faces().len() as u32, mesh.edges().len() as u32);
        let vertex_face = (0..vertices)
            .flat_map(|v| (0..faces).map(move |f| (v, f)))
            .map(|(v, f)| Candidate::VertexFace { vertex: VertexId(v), face: FaceId(f) });
        let edge_edge = (0..edges)
            .flat_map(|a| (a + 1..edges).map(move |b| (a, b)))
            .map(|(a, b)| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b) });
        let apart = |candidate: &Candidate| {
            let stencil = mesh.stencil(*candidate);
            let (first, second) = candidate.kind().split(&stencil);
            first.iter().all(|vertex| !second.contains(vertex))
        };
        vertex_face.chain(edge_edge).filter(apart).collect()
    }

    /// True if a pair is within 1 cm at some of nine times of a motion.
    fn comes_near(mesh: &CollisionMesh, motion: &Motion, pair: Candidate) -> bool {
        (0..=8).any(|k| {
            let at = mesh.stencil(pair).map(|vertex| motion.vertex(vertex).at(f64::from(k) / 8.0));
            pair.kind().distance_squared(at) <= 0.01 * 0.01
        })
    }

    /// Two sheets that drift through each other, with vertices that change their speeds: whatever
    /// comes closer than the separation at some time of a step, or of a part of one, is in the
    /// list.
    #[test]
    fn nothing_near_is_left_out_however_long_the_list_is_kept() {
        let sheet = grid([1.0, 1.0], [7, 7]);
        let count = sheet.positions.len();
        let mut positions = sheet.positions.clone();
        positions.extend(sheet.positions.iter().map(|x| *x + DVec3::new(0.03, 0.05, 0.2)));
        let mut faces = sheet.faces.clone();
        faces.extend(sheet.faces.iter().map(|face| face.map(|v| v + count as u32)));
        let mesh = CollisionMesh::new(&positions, &faces).unwrap();
        let pairs = all_pairs(&mesh);
        let filters = Filters::default();
        let mut broad = Bvh::default();
        let mut list = CandidateCache::default();
        let mut velocities = shifts(1, 2 * count, 0.004);
        let allowance = Allowance { radius: 0.01, slack: 0.01, steps: 4.0 };
        let (mut searches, mut near, mut listed) = (0, 0, 0);
        for step in 0..30 {
            for (i, kick) in shifts(100 + step, 2 * count, 0.003).into_iter().enumerate() {
                let drift = if i < count { DVec3::ZERO } else { DVec3::new(0.0, 0.0, -0.006) };
                let is_still = noise(step / 8, i) > 0.0;
                velocities[i] =
                    if is_still { DVec3::ZERO } else { velocities[i] + kick + 0.2 * drift };
            }
            let expected: Vec<DVec3> =
                positions.iter().zip(&velocities).map(|(x, v)| *x + *v).collect();
            list.advance();
            let searched = Searched { mesh: &mesh, filters: &filters, broad: &mut broad };
            let motion = Motion { start: &positions, end: &expected };
            searches += usize::from(list.cover(searched, &motion, allowance).unwrap());
            let end: Vec<DVec3> = expected
                .iter()
                .zip(shifts(500 + step, 2 * count, 0.004))
                .map(|(x, d)| *x + d)
                .collect();
            let motion = Motion { start: &positions, end: &end };
            let searched = Searched { mesh: &mesh, filters: &filters, broad: &mut broad };
            let narrower = Allowance { radius: 0.005, ..allowance };
            searches += usize::from(list.cover(searched, &motion, narrower).unwrap());
            // A part of the step, with vertices somewhat off their paths.
            let at = |time: f64| {
                let off = shifts(900 + step, 2 * count, 0.002);
                let paths = positions.iter().zip(&end).zip(off);
                paths.map(|((a, b), off)| a.lerp(*b, time) + off).collect::<Vec<DVec3>>()
            };
            let (from, to) = (at(0.3), at(0.8));
            let part = Motion { start: &from, end: &to };
            let lists = [
                (motion, list.within(&mesh, &motion, 0.01)),
                (part, list.within_part(&mesh, &part, 0.01)),
            ];
            for (motion, found) in lists {
                assert!(found.is_sorted());
                listed += found.len();
                for pair in pairs.iter().filter(|pair| comes_near(&mesh, &motion, **pair)) {
                    near += 1;
                    assert!(found.binary_search(pair).is_ok(), "{pair:?} at step {step}");
                }
            }
            positions = end;
        }
        assert!(near > 1000 && listed < 60 * pairs.len() / 10, "{near} near, {listed} listed");
        assert!(searches > 10, "{searches}");
    }
}
