//! The part of detection that is kept between queries: a broad phase, a narrow phase, and
//! candidates.
//!
//! Candidates are found for boxes with some slack, and used again as long as every vertex deviates
//! from its predicted path by no more than its slack: a pair that is not listed cannot meet then.

use ripstop_broad::{BoxError, BroadPhase, Bvh};
use ripstop_geometry::{CollisionMesh, Filters, Motion, StopFlag};
use ripstop_narrow::{Ccd, Cubic};
use ripstop_response::Capsule;

use crate::candidate_cache::{CandidateCache, Searched};
use crate::predicted_paths::Allowance;
use crate::{DisabledPairs, PairRules, Query};

/// Methods and distances of a detector.
#[non_exhaustive]
pub struct DetectorSettings {
    /// Finds pairs of boxes.
    pub broad: Box<dyn BroadPhase + Send>,
    /// Decides impacts.
    pub ccd: Box<dyn Ccd + Send>,
    /// Least distance that a motion has to keep (m), unless it starts closer.
    pub least_gap: f64,
    /// Slack of predicted paths (m), so that candidates can be used again.
    pub slack: f64,
    /// If it is raised, queries end soon and find nothing: their results are to be discarded.
    pub stop: StopFlag,
}

impl Default for DetectorSettings {
    fn default() -> Self {
        Self {
            broad: Box::new(Bvh::default()),
            ccd: Box::new(Cubic::exact()),
            least_gap: 0.0,
            slack: 0.0,
            stop: StopFlag::default(),
        }
    }
}

/// Input of a query: the mesh and everything that is known about its pairs.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// All surfaces.
    pub mesh: &'a CollisionMesh,
    /// Surfaces that are checked against each other.
    pub filters: &'a Filters,
    /// Thickness, friction and sides.
    pub rules: &'a PairRules,
    /// Round obstacles beside their triangles, which the vertices of zones stay out of.
    pub capsules: &'a [Capsule],
}

/// Detection on one mesh, over many queries.
pub struct MeshDetector {
    pub(crate) settings: DetectorSettings,
    pub(crate) candidates: CandidateCache,
    /// Searches of the broad phase.
    searches: usize,
    /// Error of the broad phase, if there ever was one.
    refused: Option<BoxError>,
}

impl MeshDetector {
    /// A detector that has no candidates yet.
    #[must_use]
    pub fn new(settings: DetectorSettings) -> Self {
        let candidates = CandidateCache::default();
        Self { settings, candidates, searches: 0, refused: None }
    }

    /// Starts a query, or many about the same mesh with the same disabled pairs. Queries of one
    /// detector have to be about one mesh.
    pub const fn query<'a>(
        &'a mut self,
        subject: Subject<'a>,
        disabled: &'a DisabledPairs,
    ) -> Query<'a> {
        Query::new(self, subject, disabled)
    }

    /// Forgets all candidates: the next query searches anew.
    pub fn forget(&mut self) {
        self.candidates = CandidateCache::default();
    }

    /// Error of the broad phase, if there ever was one: then nothing that this detector finds is to
    /// be trusted. Positions that are finite are never refused.
    #[must_use]
    pub const fn refused(&self) -> Option<BoxError> {
        self.refused
    }

    /// Pairs that may meet while vertices follow their predicted paths.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.candidates.len()
    }

    /// Searches of the broad phase so far.
    #[must_use]
    pub const fn searches(&self) -> usize {
        self.searches
    }

    /// Least distance that a motion has to keep (m).
    #[must_use]
    pub const fn least_gap(&self) -> f64 {
        self.settings.least_gap
    }

    /// True if queries have been asked to end: nothing that they find is to be trusted.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.settings.stop.is_raised()
    }

    /// Changes the flag that ends queries.
    pub fn set_stop(&mut self, stop: StopFlag) {
        self.settings.stop = stop;
    }

    /// Goes on by one step: predicted paths go on, too.
    pub(crate) fn begin_step(&mut self) {
        self.candidates.advance();
    }

    /// Changes the slack of predicted paths (m), from the next search on.
    pub(crate) const fn set_slack(&mut self, slack: f64) {
        self.settings.slack = slack;
    }

    /// Makes the candidates cover every position within `radius` (m) of `motion`, for some steps.
    pub(crate) fn search(&mut self, subject: Subject, motion: &Motion, radius: f64, steps: f64) {
        if self.is_stopped() {
            return;
        }
        let Self { settings, candidates, .. } = self;
        let Subject { mesh, filters, .. } = subject;
        let searched = Searched { mesh, filters, broad: settings.broad.as_mut() };
        let allowance = Allowance { radius, slack: settings.slack, steps };
        match candidates.cover(searched, motion, allowance) {
            Ok(has_searched) => self.searches += usize::from(has_searched),
            Err(error) => self.refused = self.refused.or(Some(error)),
        }
    }
}
