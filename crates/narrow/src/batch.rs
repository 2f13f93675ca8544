//! Many candidates at once: all impacts of a motion, or the first.
//!
//! Results do not depend on the order of the candidates or on the number of threads: impacts are sorted by
//! candidate, and the first impact is the least by time, then by candidate. Horizons that shrink while the first impact is
//! looked for only skip work (see [`Ccd`]).

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::iter::ParallelIterator;
use rayon::slice::ParallelSlice;
use ripstop_geometry::{Candidate, CollisionMesh, Impact, Motion, MotionError, MovingPoint};

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
    /// Mesh and motion speak of different numbers of vertices.
    #[error("the mesh has {mesh} vertices, but the motion has {motion}")]
    VertexCount {
        /// Vertices of the mesh.
        mesh: usize,
        /// Vertices of the motion.
        motion: usize,
    },
    /// The motion itself is bad.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// How often each way of deciding was used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decisions {
    /// By bounds on the whole step.
    pub bounds: u64,
    /// By looking closer, in floating point.
    pub refinement: u64,
    /// In exact arithmetic.
    pub exact: u64,
    /// Not at all: hits to be safe.
    pub surrender: u64,
}

impl Decisions {
    /// One more decision.
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
    /// Sorted by candidate.
    pub impacts: Vec<Impact>,
    /// How the candidates were decided.
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

    /// The same start and mesh with other end positions, which the caller has computed from finite ones.
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

    /// Asks a method about one candidate.
    ///
    /// # Panics
    /// If the candidate is not one of the mesh.
    #[inline]
    pub fn ask<C: Ccd + ?Sized>(&self, ccd: &C, candidate: Candidate, horizon: f64) -> Verdict {
        ccd.pair(candidate.kind(), self.points(candidate), horizon)
    }

    /// All impacts among the candidates.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn impacts<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: impl ParallelIterator<Item = Candidate>,
    ) -> Impacts {
        let mut all = candidates
            .fold(Impacts::default, |mut found, candidate| {
                let verdict = self.ask(ccd, candidate, 1.0);
                found.decisions.count(verdict.decision);
                found.impacts.extend(verdict.time.map(|time| Impact { candidate, time }));
                found
            })
            .reduce(Impacts::default, |mut a, mut b| {
                a.impacts.append(&mut b.impacts);
                a.decisions = a.decisions.plus(b.decisions);
                a
            });
        all.impacts.sort_unstable_by_key(|impact| impact.candidate);
        all
    }

    /// The candidates that bounds do not exclude at once, in their order: the others stay more than `separation`
    /// (m) apart all the time, or, for the separation 0, certainly do not touch.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    #[must_use]
    pub fn near(&self, separation: f64, candidates: &[Candidate]) -> Vec<Candidate> {
        let sieve = Sieve::new(self.motion, separation);
        let parts: Vec<Vec<Candidate>> = candidates
            .par_chunks(8 * BLOCK)
            .map(|part| {
                let mut kept: Vec<Candidate> = Vec::with_capacity(part.len() / 4);
                for block in part.chunks(BLOCK) {
                    let done = kept.len();
                    kept.extend_from_slice(block);
                    let left = sieve.keep(self.mesh, &mut kept[done..], 1.0);
                    kept.truncate(done + left);
                }
                kept
            })
            .collect();
        parts.concat()
    }

    /// The first impact among the candidates: the least time, and of equal times the least candidate.
    ///
    /// Candidates that bounds exclude at once are not asked about, so that a method that reports contacts to be safe may
    /// report fewer here than in [`MovingMesh::impacts`].
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub fn first_impact<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: impl ParallelIterator<Item = Candidate>,
    ) -> Option<Impact> {
        self.search(ccd, candidates).first
    }

    /// The first impact, with the candidates that may touch until then, also on the straight way to rounded positions.
    pub(crate) fn search<C: Ccd + ?Sized>(
        &self,
        ccd: &C,
        candidates: impl ParallelIterator<Item = Candidate>,
    ) -> Search {
        let sieve = Sieve::new(self.motion, ccd.separation());
        // Times are not negative, so that their bits are ordered as they are.
        let horizon = AtomicU64::new(1.0_f64.to_bits());
        candidates
            .fold(Search::default, |mut search, candidate| {
                search.kept.push(candidate);
                if search.kept.len() >= search.done + BLOCK {
                    search.finish_block(self, ccd, &sieve, &horizon);
                }
                search
            })
            .map(|mut search| {
                search.finish_block(self, ccd, &sieve, &horizon);
                search
            })
            .reduce(Search::default, Search::join)
    }
}

/// Candidates that go through the sieve together.
const BLOCK: usize = 256;

/// A part of the search for the first impact.
#[derive(Default)]
pub(crate) struct Search {
    /// The first impact so far.
    pub(crate) first: Option<Impact>,
    /// Candidates that passed the sieve, then those that have not been looked at.
    pub(crate) kept: Vec<Candidate>,
    /// How many of them have been looked at.
    done: usize,
}

impl Search {
    fn finish_block<C: Ccd + ?Sized>(
        &mut self,
        mesh: &MovingMesh<'_>,
        ccd: &C,
        sieve: &Sieve,
        horizon: &AtomicU64,
    ) {
        let until = || f64::from_bits(horizon.load(Ordering::Relaxed));
        // Twice the earliness: a candidate that is dropped would not have been reported before the horizon.
        let contact_until = ccd.earliness().map_or(1.0, |early| (until() + 2.0 * early).min(1.0));
        let kept = sieve.keep(mesh.mesh, &mut self.kept[self.done..], contact_until);
        self.kept.truncate(self.done + kept);
        for &candidate in &self.kept[self.done..] {
            let points = mesh.mesh.stencil(candidate).map(|vertex| sieve.point(vertex));
            if let Some(time) = ccd.pair(candidate.kind(), points, until()).time {
                horizon.fetch_min(time.to_bits(), Ordering::Relaxed);
                self.first = earlier(self.first, Some(Impact { candidate, time }));
            }
        }
        self.done = self.kept.len();
    }

    fn join(mut self, mut other: Self) -> Self {
        self.first = earlier(self.first, other.first);
        self.kept.append(&mut other.kept);
        self.done = self.kept.len();
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
