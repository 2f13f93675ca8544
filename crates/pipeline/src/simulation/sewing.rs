//! Seams in the course of a simulation: soft, then held; a time for sewing at the start; gaps.

use glam::DVec3;
use ripstop_dynamics::Stitches;
use ripstop_geometry::{EdgeId, FaceId, State};
use ripstop_narrow::intersection;

use super::ResponseReport;
use crate::scene::{Settings, SewingSettings};
use crate::world::{World, sewn};
use crate::{CheckpointError, SceneError};

/// Percentile of the gaps that reports tell.
const PERCENTILE: f64 = 0.99;

/// Seams at a moment, for checkpoints.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SewingMoment {
    /// The stitches that are held, seam by seam.
    pub held: Vec<bool>,
    /// End of the time for sewing (s), once it has ended.
    pub sewn_at: Option<f64>,
}

/// A seam that is not closed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct OpenSeam {
    /// Its name.
    pub owner: String,
    /// Stitches that have not been closed so far.
    pub open: usize,
    /// Widest gap of its stitches (m).
    pub widest: f64,
}

/// Seams of a simulation.
pub(crate) struct Sewing {
    stitches: Stitches,
    settings: SewingSettings,
    /// Start of what the scene plays (s), once it is known: bodies that were thin grow before it.
    sewn_at: Option<f64>,
    /// End of the last frame (s).
    now: f64,
    /// Layer of every stitch: lower ones are sewn first.
    layers: Vec<i32>,
    /// Edges and faces that may cross because they are stitched.
    stitched: Vec<(EdgeId, FaceId)>,
    /// Pairs that are out of the guarantee.
    excluded: usize,
}

impl Sewing {
    /// The seams of a world at its start.
    pub(crate) fn new(world: &World, settings: &Settings) -> Result<Self, SceneError> {
        let wrap = |error| SceneError::Cloth { owner: "a seam".to_owned(), error };
        let mut stitches = sewn(&world.seams).map_err(wrap)?;
        stitches.hold_closed(&world.start.positions);
        let has_time = settings.sewing.time > 0.0 && !stitches.is_closed();
        stitches.draw(has_time);
        let layers = world.seams.iter().flat_map(|seam| seam.stitches.iter().map(|_| seam.layer));
        let mut sewing = Self {
            stitches,
            layers: layers.collect(),
            settings: settings.sewing,
            sewn_at: if has_time { None } else { Some(0.0) },
            now: 0.0,
            stitched: world.rules.stitched.edges_and_faces(&world.mesh),
            excluded: world.rules.stitched.pairs(&world.mesh).len(),
        };
        sewing.take_turns();
        Ok(sewing)
    }

    /// Lets the stitches of a layer wait while seams are closed at the start and one below is open.
    fn take_turns(&mut self) {
        let open = self.stitches.held().iter().zip(&self.layers).filter(|(held, _)| !**held);
        let lowest = open.map(|(_, layer)| *layer).min();
        let (layers, is_sewing) = (&self.layers, self.sewn_at.is_none());
        self.stitches.wait(|number| is_sewing && lowest.is_some_and(|low| layers[number] > low));
    }

    /// The stitches.
    pub(crate) const fn stitches(&self) -> &Stitches {
        &self.stitches
    }

    /// True while the seams of a start are closed, before anything else happens.
    pub(crate) fn is_sewing(&self) -> bool {
        // Times of frames are rounded.
        self.sewn_at.is_none_or(|at| self.now < at * (1.0 - 1e-9))
    }

    /// Time (s) by which everything that has a path comes later; infinite while seams are closed.
    pub(crate) fn delay(&self) -> f64 {
        self.sewn_at.unwrap_or(f64::INFINITY)
    }

    /// Settings of a frame in which seams are closed at the start.
    pub(crate) fn frame_settings(settings: &Settings) -> Settings {
        Settings { gravity: [0.0; 3], wind: None, ..settings.clone() }
    }

    /// Ends a frame at a time (s): closed stitches are held, and the time for sewing may end.
    pub(crate) fn end_frame(&mut self, time: f64, frame_time: f64, state: &mut State) {
        if self.is_sewing() {
            let fade = libm::exp(-self.settings.damping * frame_time);
            state.velocities.iter_mut().for_each(|velocity| *velocity *= fade);
        }
        self.stitches.hold_closed(&state.positions);
        self.now = time;
        if self.sewn_at.is_none() {
            // Times of frames are rounded.
            let is_over = time > self.settings.time - 0.5 * frame_time;
            if self.stitches.is_closed() || is_over {
                let grows = self.settings.thinner > 0.0;
                self.sewn_at = Some(time + if grows { self.settings.growth } else { 0.0 });
                self.stitches.draw(false);
            }
            self.take_turns();
        }
    }

    /// Gaps and pairs of a frame's end.
    pub(crate) fn report(&self, positions: &[DVec3], report: &mut ResponseReport) {
        report.seam_gap = self.gap(positions);
        report.excluded = self.excluded;
    }

    /// The 99th percentile of all gaps (m); 0 without stitches.
    fn gap(&self, positions: &[DVec3]) -> f64 {
        let stitches = self.stitches.stitches().iter();
        let mut gaps: Vec<f64> = stitches.map(|stitch| stitch.gap(positions).length()).collect();
        gaps.sort_unstable_by(f64::total_cmp);
        #[expect(clippy::cast_sign_loss, reason = "a part of a number of stitches")]
        let place = (PERCENTILE * gaps.len() as f64).ceil() as usize;
        gaps.get(place.saturating_sub(1)).copied().unwrap_or_default()
    }

    /// Crossings of stitched pairs, which are in nobody's way.
    pub(crate) fn crossings(&self, world: &World, positions: &[DVec3]) -> usize {
        use rayon::prelude::*;
        let pairs = self.stitched.as_slice().into_par_iter().copied();
        intersection::crossings(&world.mesh, positions, pairs).map_or(0, |found| found.len())
    }

    /// Seams with stitches that have not been closed so far.
    pub(crate) fn open_seams(&self, world: &World, positions: &[DVec3]) -> Vec<OpenSeam> {
        let mut first = 0;
        let mut seams = Vec::new();
        for seam in &world.seams {
            let held = &self.stitches.held()[first..first + seam.stitches.len()];
            first += seam.stitches.len();
            let open = held.iter().filter(|held| !**held).count();
            if open > 0 && seam.gap.is_none() {
                let gaps = seam.stitches.iter().map(|stitch| stitch.gap(positions).length());
                let widest = gaps.fold(0.0, f64::max);
                seams.push(OpenSeam { owner: seam.owner.clone(), open, widest });
            }
        }
        seams
    }

    /// This moment, if there are seams.
    pub(crate) fn moment(&self) -> Option<SewingMoment> {
        let held = self.stitches.held().to_vec();
        (!held.is_empty()).then_some(SewingMoment { held, sewn_at: self.sewn_at })
    }

    /// Checks that a moment is one of these seams.
    pub(crate) fn check(&self, moment: Option<&SewingMoment>) -> Result<(), CheckpointError> {
        let found = moment.map_or(0, |moment| moment.held.len());
        let expected = self.stitches.held().len();
        if found != expected {
            return Err(CheckpointError::Stitches { expected, found });
        }
        let sewn_at = moment.and_then(|moment| moment.sewn_at);
        match sewn_at.filter(|time| !(*time >= 0.0 && time.is_finite())) {
            Some(value) => Err(CheckpointError::SewnAt { value }),
            None => Ok(()),
        }
    }

    /// Goes back to a moment that has been checked, at a time (s).
    pub(crate) fn restore(&mut self, moment: Option<&SewingMoment>, time: f64) {
        self.now = time;
        if let Some(SewingMoment { held, sewn_at }) = moment {
            self.stitches.set_held(held);
            self.sewn_at = *sewn_at;
            self.stitches.draw(sewn_at.is_none());
            self.take_turns();
        }
    }
}
