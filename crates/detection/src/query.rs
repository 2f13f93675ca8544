//! Queries: near pairs, contacts, impacts and step limits of a mesh in motion.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{Candidate, Contact, Motion, VertexId};
use ripstop_narrow::{Additive, Ccd, MovingMesh, Proximity};
use ripstop_response::{ContactRule, Instants};

use crate::local_minimum::is_local_minimum;
use crate::proximity::{PairInstants, proximity};
use crate::{DisabledPairs, MeshDetector, Subject};

/// Pairs in a task.
const TASK: usize = 2048;

/// Distance, in thicknesses, up to which a pair counts as a contact: it may touch before the next
/// detection pass.
pub const CONTACT_REACH: f64 = 1.5;

/// Distance, in reaches, up to which contacts are searched. A pair that comes close along its
/// normal may be somewhat aside by then; without such contacts a sheet that is drawn sideways over
/// a ball sinks in deeper.
const ASIDE: f64 = 1.5;

/// Most steps for which the predicted path of a moving vertex lasts, if nothing deviates from it.
const STEPS: f64 = 4.0;

/// Length of the first part of a motion that is searched in parts, in slacks of predicted paths.
const FIRST_PART: f64 = 4.0;

/// Length of a part of a motion, in lengths of the part before.
const LONGER: f64 = 3.0;

/// Queries about one mesh with the same disabled pairs; a [`Detector`](ripstop_response::Detector)
/// for responders.
pub struct Query<'a> {
    pub(crate) detector: &'a mut MeshDetector,
    pub(crate) subject: Subject<'a>,
    disabled: &'a DisabledPairs,
    /// Narrow-phase queries of the last pass for impacts.
    pub(crate) narrow_queries: usize,
    /// Impacts of the first pass since the response began, once there was one.
    pub(crate) first_impacts: Option<usize>,
}

impl<'a> Query<'a> {
    pub(crate) const fn new(
        detector: &'a mut MeshDetector,
        subject: Subject<'a>,
        disabled: &'a DisabledPairs,
    ) -> Self {
        Self { detector, subject, disabled, narrow_queries: 0, first_impacts: None }
    }

    /// The mesh and what is known about its pairs.
    #[must_use]
    pub const fn subject(&self) -> Subject<'a> {
        self.subject
    }

    /// The detector behind the queries.
    #[must_use]
    pub const fn detector(&self) -> &MeshDetector {
        self.detector
    }

    /// Begins a response: the impacts of the next pass are those of the proposed motion.
    pub const fn begin_response(&mut self) {
        self.first_impacts = None;
    }

    /// Impacts of the proposed motion: those of the first pass since [`Query::begin_response`].
    #[must_use]
    pub fn first_impacts(&self) -> usize {
        self.first_impacts.unwrap_or_default()
    }

    /// Makes the candidates cover every position within `radius` (m) of `motion`.
    pub fn cover(&mut self, motion: &Motion, radius: f64) {
        self.detector.search(self.subject, motion, radius, 1.0);
    }

    /// Prepares for contacts along a motion that is predicted for the next step.
    pub fn predict(&mut self, motion: &Motion) {
        self.detector.candidates.advance();
        let radius = 0.5 * CONTACT_REACH * self.subject.rules.surfaces.max_thickness();
        self.detector.search(self.subject, motion, radius, STEPS);
    }

    /// Thickness and friction of a pair.
    #[must_use]
    pub fn rule(&self, candidate: Candidate) -> ContactRule {
        self.subject.rules.rule(self.subject.mesh, candidate)
    }

    /// Pairs that may be closer than `reach` (m) at some positions, in canonical order.
    pub fn near_within(&mut self, positions: &[DVec3], reach: f64) -> Vec<Candidate> {
        let here = Motion { start: positions, end: positions };
        self.cover(&here, 0.5 * reach);
        self.enabled_within(&here, reach)
    }

    /// Enabled candidates that may come closer than `separation` (m) on a covered motion.
    pub(crate) fn enabled_within(&self, motion: &Motion, separation: f64) -> Vec<Candidate> {
        let mut near = self.within(motion, separation);
        near.retain(|&candidate| !self.leaves_out(candidate));
        near
    }

    /// Candidates that may come closer than `separation` (m) on a covered motion; none if it was
    /// not covered because queries are asked to end.
    fn within(&self, motion: &Motion, separation: f64) -> Vec<Candidate> {
        if self.detector.is_stopped() {
            return Vec::new();
        }
        self.detector.candidates.within(self.subject.mesh, motion, separation)
    }

    /// True if a pair is disabled or stitched.
    fn leaves_out(&self, candidate: Candidate) -> bool {
        let Subject { mesh, rules, .. } = self.subject;
        self.disabled.contains(mesh, candidate) || rules.stitched.has(mesh, candidate)
    }

    /// Number of pairs that may touch along a motion and that a pinch has disabled.
    pub fn released_pairs(&mut self, motion: &Motion) -> usize {
        let gap = self.detector.settings.least_gap;
        self.cover(motion, 0.5 * gap);
        let mesh = self.subject.mesh;
        let near = self.within(motion, gap);
        near.iter().filter(|candidate| self.disabled.is_released(mesh, **candidate)).count()
    }

    /// The least distance (m) of the pairs that are closer than their thickness at some positions;
    /// if none is, the largest thickness.
    pub fn least_distance(&mut self, positions: &[DVec3]) -> f64 {
        let reach = self.subject.rules.surfaces.max_thickness();
        let near = self.near_within(positions, reach);
        let find = |&candidate: &Candidate| {
            let points = self.subject.mesh.points(candidate, positions);
            let distance = candidate.kind().distance_squared(points).sqrt();
            (distance < reach && distance < self.rule(candidate).thickness).then_some(distance)
        };
        in_order(&near, find).into_iter().fold(reach, f64::min)
    }

    /// The largest part of `motion`, in `[0, 1]`, in which no pair comes closer than its separation
    /// (m), none of which is more than `most`.
    pub fn largest_step_apart(
        &mut self,
        motion: &Motion,
        most: f64,
        separation: impl Fn(&Self, Candidate) -> f64 + Sync,
    ) -> f64 {
        self.cover(motion, 0.5 * most);
        let mesh = self.subject.mesh;
        let near = self.enabled_within(motion, most);
        // Positions that are NaN or infinite have no bounds; every method then reports a contact.
        let near = match MovingMesh::new(mesh, *motion) {
            Ok(moving) => moving.near(most, near.as_slice()),
            Err(_) => near,
        };
        let find = |&candidate: &Candidate| {
            let points = mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
            let ccd = Additive::with_separation(separation(self, candidate));
            ccd.pair(candidate.kind(), points, 1.0).time
        };
        in_order(&near, find).into_iter().fold(1.0, f64::min)
    }

    /// Conservative time of the first impact, if there is one, searched part by part of the motion,
    /// each longer than the one before: candidates beyond the impact are never collected. So a long
    /// motion through a crowd costs what its free part does. 0 if queries are asked to end.
    pub fn first_impact_in_parts(&mut self, motion: &Motion) -> Option<f64> {
        let ways = motion.start.iter().zip(motion.end).map(|(start, end)| start.distance(*end));
        let longest = ways.fold(0.0, f64::max);
        let first = FIRST_PART * self.detector.settings.slack.max(self.detector.least_gap());
        if longest <= first || !longest.is_finite() || first == 0.0 {
            return self.first_impact(motion);
        }
        let mut part = first / longest;
        loop {
            let at = |(start, end): (&DVec3, &DVec3)| start.lerp(*end, part);
            let end: Vec<DVec3> = motion.start.iter().zip(motion.end).map(at).collect();
            let impact = self.first_impact(&Motion { start: motion.start, end: &end });
            if impact.is_some() || part >= 1.0 {
                return impact.map(|time| part * time);
            }
            part = (LONGER * part).min(1.0);
        }
    }

    /// As [`Detector::contacts`](ripstop_response::Detector::contacts), but only of the pairs whose
    /// stencil is `selected`. Looks among the candidates of the last [`Query::predict`], which must
    /// have covered the step: pairs that come close off the predicted paths are left to the
    /// certified check.
    pub fn contacts_where(
        &self,
        instants: &Instants,
        selected: impl Fn(&[VertexId; 4]) -> bool + Sync,
    ) -> Vec<Contact> {
        if self.detector.is_stopped() {
            return Vec::new();
        }
        let Subject { mesh, rules, .. } = self.subject;
        let reach = CONTACT_REACH * rules.surfaces.max_thickness();
        let find = |&candidate: &Candidate| {
            let vertices = mesh.stencil(candidate);
            if !selected(&vertices) || self.leaves_out(candidate) {
                return None;
            }
            let at = |positions: &[DVec3]| vertices.map(|vertex| positions[vertex.index()]);
            let [own, of_face] = [0, 1].map(|i| mesh.surfaces()[vertices[i].index()]);
            let sides = rules.sides(own, of_face);
            let pair = PairInstants {
                start: || at(instants.start),
                before: || at(instants.before),
                now: at(instants.now),
                soon: || at(instants.soon),
            };
            let Proximity { weights, normal, distance } =
                proximity(candidate.kind(), &pair, sides, reach)?;
            let contact = Contact { candidate, vertices, weights, normal, distance };
            is_local_minimum(mesh, instants.now, &contact).then_some(contact)
        };
        let ahead = Motion { start: instants.now, end: instants.soon };
        in_order(&self.detector.candidates.within_part(mesh, &ahead, ASIDE * reach), find)
    }
}

/// Applies `find` to all candidates in parallel and keeps the order.
pub(crate) fn in_order<T: Send>(
    candidates: &[Candidate],
    find: impl Fn(&Candidate) -> Option<T> + Sync,
) -> Vec<T> {
    let parts: Vec<Vec<T>> =
        candidates.par_chunks(TASK).map(|part| part.iter().filter_map(&find).collect()).collect();
    parts.into_iter().flatten().collect()
}
