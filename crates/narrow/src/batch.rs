//! Many candidates at once: all impacts of a motion, or the first.
//!
//! Results do not depend on the number of threads, nor, for methods that decide exactly, on the
//! order of the candidates: impacts are sorted by candidate, and the first impact is the least by
//! time, then by candidate. A horizon that shrinks during the search for the first impact only
//! saves work (see [`Ccd`]).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use ripstop_geometry::{
    Candidate, CandidateList, CollisionMesh, Impact, Motion, MotionError, MovingPoint,
};

use crate::ccd::{Ccd, Decision, Verdict};
use crate::sieve::Sieve;

/// A mesh in motion, checked once.
#[derive(Clone, Copy, Debug)]
pub struct MovingMesh<'a> {
    mesh: &'a CollisionMesh,
    motion: Motion<'a>,
}

/// A motion that does not fit its mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MovingMeshError {
    /// Mesh and motion have different numbers of vertices.
    #[error("the mesh has {mesh} vertices, but the motion has {motion}")]
    VertexCount {
        /// Vertices of the mesh.
        mesh: usize,
        /// Vertices of the motion.
        motion: usize,
    },
    /// The motion itself is faulty.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// Numbers of queries by their decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// By bounds on the whole step.
    pub bounds: u64,
    /// By subdivision or refinement, in floating point.
    pub refinement: u64,
    /// In exact arithmetic.
    pub exact: u64,
    /// Not at all: hits to be safe.
    pub surrender: u64,
}

impl Decisions {
    /// Counts one more decision.
    pub const fn count(&mut self, decision: Decision) {
        match decision {
            Decision::Bounds => self.bounds += 1,
            Decision::Refinement => self.refinement += 1,
            Decision::Exact => self.exact += 1,
            Decision::Surrender => self.surrender += 1,
        }
    }

    /// The sum of two counts.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            bounds: self.bounds + other.bounds,
            refinement: self.refinement + other.refinement,
            exact: self.exact + other.exact,
            surrender: self.surrender + other.surrender,
        }
    }

    /// All decisions.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.bounds + self.refinement + self.exact + self.surrender
    }
}

/// All impacts of a motion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impacts {
    /// The impacts, sorted by candidate.
    pub impacts: Vec<Impact>,
    /// Decisions about the candidates.
    pub decisions: Decisions,
}

impl<'a> MovingMesh<'a> {
    /// A mesh with the motion of its vertices.
    ///
    /// # Errors
    /// If the numbers of vertices differ, or a position is not finite; the error names the vertex.
    pub fn new(mesh: &'a CollisionMesh, motion: Motion<'a>) -> Result<Self, MovingMeshError> {
        let motion = Motion::new(motion.start, motion.end)?;
        if motion.vertex_count() != mesh.vertex_count() {
            let (mesh, motion) = (mesh.vertex_count(), motion.vertex_count());
            return Err(MovingMeshError::VertexCount { mesh, motion });
        }
        Ok(Self { mesh, motion })
    }

    /// The same start and mesh with other end positions, which the caller has computed from finite
    /// ones.
    pub(crate) fn ending_at<'b>(&self, end: &'b [glam::DVec3]) -> MovingMesh<'b>
    where
        'a: 'b,
    {
        MovingMesh { mesh: self.mesh, motion: Motion { start: self.motion.start, end } }
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'a CollisionMesh {
        self.mesh
    }

    /// The motion.
    #[must_use]
    pub const fn motion(&self) -> Motion<'a> {
        self.motion
    }

    /// The four moving points of a candidate.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[must_use]
    #[inline]
    pub fn points(&self, candidate: Candidate) -> [MovingPoint; 4] {
        self.mesh.stencil(candidate).map(|vertex| self.motion.vertex(vertex))
    }

    /// Narrow-phase query of one candidate.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[inline]
    pub fn query<C: Ccd + ?Sized>(&self, ccd: &C, candidate: Candidate, horizon: f64) -> Verdict {
        ccd.pair(candidate.kind(), self.points(candidate), horizon)
    }

    /// All impacts among the candidates.
    ///
    /// Candidates that the bounds of the sieve exclude need no query, here as in
    /// [`MovingMesh::first_impact`]; they count as decided by bounds.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn impacts<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: &(impl CandidateList + ?Sized),
    ) -> Impacts {
        let sieve = Sieve::new(self.motion, ccd.separation());
        let chunk = |chunk: usize| {
            let mut found = Impacts::default();
            let mut listed = Vec::new();
            candidates.extend_with_chunk(chunk, &mut listed);
            let count = listed.len();
            in_blocks(&mut listed, |block| {
                let kept = sieve.keep(self.mesh, block, 1.0);
                for &candidate in &block[..kept] {
                    let verdict =
                        ccd.pair(candidate.kind(), sieve.points(self.mesh, candidate), 1.0);
                    found.decisions.count(verdict.decision);
                    found.impacts.extend(verdict.time.map(|time| Impact { candidate, time }));
                }
                kept
            });
            found.decisions.bounds += (count - listed.len()) as u64;
            found
        };
        let chunks = (0..candidates.chunk_count()).into_par_iter().map(chunk);
        let mut all = chunks.reduce(Impacts::default, |mut a, mut b| {
            a.impacts.append(&mut b.impacts);
            a.decisions = a.decisions.plus(b.decisions);
            a
        });
        all.impacts.sort_unstable_by_key(|impact| impact.candidate);
        all
    }

    /// The candidates that bounds do not exclude at once, in their order: the others stay more than
    /// `separation` (m) apart all the time, or, for the separation 0, certainly do not touch.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    #[must_use]
    pub fn near(
        &self,
        separation: f64,
        candidates: &(impl CandidateList + ?Sized),
    ) -> Vec<Candidate> {
        let sieve = Sieve::new(self.motion, separation);
        let chunk = |chunk: usize| {
            let mut kept = Vec::new();
            candidates.extend_with_chunk(chunk, &mut kept);
            in_blocks(&mut kept, |block| sieve.keep(self.mesh, block, 1.0));
            kept
        };
        let chunks: Vec<Vec<Candidate>> =
            (0..candidates.chunk_count()).into_par_iter().map(chunk).collect();
        chunks.concat()
    }

    /// The first impact among the candidates: the least time, and of equal times the least
    /// candidate. It is the first of [`MovingMesh::impacts`], with every method.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn first_impact<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: &(impl CandidateList + ?Sized),
    ) -> Option<Impact> {
        self.search(ccd, candidates).first
    }

    /// Finds the first impact, with the candidates that may touch until then, also on the straight
    /// paths to rounded positions.
    pub(crate) fn search<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: &(impl CandidateList + ?Sized),
    ) -> Search {
        let sieve = Sieve::new(self.motion, ccd.separation());
        // Times are not negative, so that their bits are ordered as they are.
        let horizon = AtomicU64::new(1.0_f64.to_bits());
        let until = || f64::from_bits(horizon.load(Ordering::Relaxed));
        let chunk = |chunk: usize| {
            let mut search = Search::default();
            candidates.extend_with_chunk(chunk, &mut search.kept);
            let first = &mut search.first;
            in_blocks(&mut search.kept, |block| {
                // Twice the earliness: a dropped candidate would not have been reported before the
                // horizon.
                let early = ccd.earliness();
                let contact_until = early.map_or(1.0, |early| (until() + 2.0 * early).min(1.0));
                let kept = sieve.keep(self.mesh, block, contact_until);
                for &candidate in &block[..kept] {
                    let points = sieve.points(self.mesh, candidate);
                    if let Some(time) = ccd.pair(candidate.kind(), points, until()).time {
                        horizon.fetch_min(time.to_bits(), Ordering::Relaxed);
                        *first = earlier(*first, Some(Impact { candidate, time }));
                    }
                }
                kept
            });
            search
        };
        let chunks = (0..candidates.chunk_count()).into_par_iter().map(chunk);
        chunks.reduce(Search::default, Search::join)
    }
}

/// Candidates that go through the sieve together.
const BLOCK: usize = 256;

/// Calls `keep` for one block after another. It moves what it keeps to the front of the block and
/// returns the number; the rest is dropped from the list.
fn in_blocks(list: &mut Vec<Candidate>, mut keep: impl FnMut(&mut [Candidate]) -> usize) {
    let mut kept = 0;
    for begin in (0..list.len()).step_by(BLOCK) {
        let end = list.len().min(begin + BLOCK);
        list.copy_within(begin..end, kept);
        kept += keep(&mut list[kept..kept + end - begin]);
    }
    list.truncate(kept);
}

/// A part of the search for the first impact.
#[derive(Default)]
pub(crate) struct Search {
    /// The first impact so far.
    pub(crate) first: Option<Impact>,
    /// Candidates that may touch until then.
    pub(crate) kept: Vec<Candidate>,
}

impl Search {
    fn join(mut self, mut other: Self) -> Self {
        self.first = earlier(self.first, other.first);
        self.kept.append(&mut other.kept);
        self
    }
}

/// The earlier impact; of equal times, that of the lesser candidate.
fn earlier(a: Option<Impact>, b: Option<Impact>) -> Option<Impact> {
    match (a, b) {
        (Some(x), Some(y)) => {
            Some(if (y.time, y.candidate) < (x.time, x.candidate) { y } else { x })
        }
        (x, y) => x.or(y),
    }
}
