//! A [`Detector`](ripstop_response::Detector) from any broad phase and any certified narrow phase.
//!
//! Candidates are found for boxes with some room to spare, and used again as long as every vertex stays
//! inside its box: a pair that is not listed cannot meet then.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::{BoxError, BroadPhase, Bvh};
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{Candidate, CollisionMesh, Contact, Filters, Motion, VertexId};
use ripstop_narrow::{Additive, Ccd, Cubic, MovingMesh, Proximity, Sides};
use ripstop_response::{Capsule, ContactRule, Instants, SurfaceTable};

use crate::candidate_list::{CandidateList, Searched};
use crate::covered::Allowance;
use crate::local_minimum::is_local_minimum;
use crate::proximity::{Moments, proximity};
use crate::seams::SeamDistances;

mod impacts;

/// Pairs in a task.
const TASK: usize = 2048;

/// Up to how many thicknesses a pair counts as a contact. What a contact does not yet touch it may touch before
/// contacts are looked for again.
pub(crate) const REACH: f64 = 1.5;

/// Up to how many times its reach a contact is looked for. What comes close along the normal of now may be somewhat aside by then; without such
/// contacts a sheet that is drawn sideways over a ball sinks in deeper.
const ASIDE: f64 = 1.5;

/// For how many steps candidates may be used again, if nothing strays from what was expected.
const STEPS: f64 = 4.0;

/// What a detector is made of.
pub struct DetectorSettings {
    /// Finds pairs of boxes.
    pub broad: Box<dyn BroadPhase + Send>,
    /// Decides impacts.
    pub ccd: Box<dyn Ccd + Send>,
    /// Least distance that a motion has to keep (m), unless it starts closer.
    pub least_gap: f64,
    /// Room to spare in boxes (m), so that candidates can be used again.
    pub slack: f64,
}

impl Default for DetectorSettings {
    fn default() -> Self {
        Self {
            broad: Box::new(Bvh::default()),
            ccd: Box::new(Cubic::exact()),
            least_gap: 0.0,
            slack: 0.0,
        }
    }
}

/// Detection on one mesh.
pub struct MeshDetector {
    mesh: CollisionMesh,
    filters: Filters,
    surfaces: SurfaceTable,
    /// From which sides the faces of each surface can be touched.
    sides: Vec<Sides>,
    /// Positions without stress, for pairs that are closer there than the thickness.
    rest: Vec<DVec3>,
    settings: DetectorSettings,
    candidates: CandidateList,
    /// Round obstacles, beside their triangles.
    capsules: Vec<Capsule>,
    /// How close cloth may come where it is sewn.
    seams: SeamDistances,
    /// How often the broad phase was asked.
    searches: usize,
    /// Candidates at which the last look for impacts looked.
    examined: usize,
    /// Vertices that are tangled; empty if none is.
    tangled: Vec<bool>,
    /// Vertices whose pairs among each other are not looked at; empty if all are.
    prescribed: Vec<bool>,
    /// How many impacts the first look of an answer has found, once there was one.
    met: Option<usize>,
    /// Why the broad phase could not look, if it ever could not.
    refused: Option<BoxError>,
}

impl MeshDetector {
    /// Detection on `mesh`; `rest` holds the positions without stress.
    #[must_use]
    pub fn new(
        mesh: CollisionMesh,
        filters: Filters,
        surfaces: SurfaceTable,
        rest: Vec<DVec3>,
        settings: DetectorSettings,
    ) -> Self {
        let sides = touchable_sides(&mesh, &filters, surfaces.surfaces.len());
        Self {
            mesh,
            filters,
            surfaces,
            sides,
            rest,
            settings,
            candidates: CandidateList::default(),
            capsules: Vec::new(),
            seams: SeamDistances::default(),
            searches: 0,
            examined: 0,
            tangled: Vec::new(),
            prescribed: Vec::new(),
            met: None,
            refused: None,
        }
    }

    /// The same detector with round things that the vertices of zones stay out of.
    #[must_use]
    pub fn with_capsules(self, capsules: Vec<Capsule>) -> Self {
        Self { capsules, ..self }
    }

    /// The same detector with seams, across which pairs may be closer than their thickness.
    pub(crate) fn with_seams(self, seams: SeamDistances) -> Self {
        Self { seams, ..self }
    }

    /// The same detector without impacts of pairs all of whose vertices are marked.
    pub(crate) fn ignoring_pairs_within(self, prescribed: Vec<bool>) -> Self {
        Self { prescribed, ..self }
    }

    /// Counts the impacts of the next look; see [`MeshDetector::impacts_met`].
    pub(crate) fn begin_answer(&mut self) {
        self.met = None;
    }

    /// How many impacts were on the way to what was proposed: those of the first look since [`MeshDetector::begin_answer`].
    pub(crate) fn impacts_met(&self) -> usize {
        self.met.unwrap_or_default()
    }

    /// Why pairs could not be looked for, if they ever could not: then nothing that this detector finds is to be trusted. Positions that
    /// are numbers are never refused.
    #[must_use]
    pub const fn refused(&self) -> Option<BoxError> {
        self.refused
    }

    /// From now on, pairs of two primitives that both have a vertex in `tangled` stand down: they are neither contacts nor impacts, and out of
    /// every guarantee. An empty list lets all pairs stand up again.
    pub fn stand_down(&mut self, tangled: Vec<bool>) {
        self.tangled = tangled;
    }

    /// Whether a pair is looked at.
    fn stands(&self, candidate: Candidate) -> bool {
        if self.tangled.is_empty() && self.prescribed.is_empty() {
            return true;
        }
        let stencil = self.mesh.stencil(candidate);
        let is_marked =
            |marks: &[bool], vertex: &VertexId| marks.get(vertex.index()) == Some(&true);
        if stencil.iter().all(|vertex| is_marked(&self.prescribed, vertex)) {
            return false;
        }
        let is_tangled = |vertex: &VertexId| is_marked(&self.tangled, vertex);
        let (a, b) = candidate.kind().split(&stencil);
        !(a.iter().any(is_tangled) && b.iter().any(is_tangled))
    }

    /// How many pairs may meet while vertices stay in the room that the last search left to them.
    #[must_use]
    pub fn candidate_count(&self) -> usize {
        self.candidates.len()
    }

    /// How often the broad phase was asked so far.
    #[must_use]
    pub const fn searches(&self) -> usize {
        self.searches
    }

    /// Least distance that a motion has to keep (m).
    #[must_use]
    pub const fn least_gap(&self) -> f64 {
        self.settings.least_gap
    }

    /// Which surfaces are looked at together.
    #[must_use]
    pub const fn filters(&self) -> &Filters {
        &self.filters
    }

    /// Makes the candidates cover every position within `radius` (m) of `motion`.
    pub fn cover(&mut self, motion: &Motion, radius: f64) {
        self.search(motion, radius, 1.0);
    }

    /// Prepares for contacts along a motion that is expected in the next step.
    pub fn expect(&mut self, motion: &Motion) {
        self.candidates.advance();
        self.search(motion, 0.5 * REACH * self.surfaces.max_thickness(), STEPS);
    }

    fn search(&mut self, motion: &Motion, radius: f64, steps: f64) {
        let Self { mesh, filters, settings, candidates, .. } = self;
        let searched = Searched { mesh, filters, broad: settings.broad.as_mut() };
        let allowance = Allowance { radius, slack: settings.slack, steps };
        match candidates.cover(searched, motion, allowance) {
            Ok(has_searched) => self.searches += usize::from(has_searched),
            Err(error) => self.refused = self.refused.or(Some(error)),
        }
    }

    /// Pairs that may be closer than `reach` (m) at some positions, in canonical order.
    pub(crate) fn near(&mut self, positions: &[DVec3], reach: f64) -> Vec<Candidate> {
        let here = Motion { start: positions, end: positions };
        self.cover(&here, 0.5 * reach);
        let mut near = self.candidates.within(&self.mesh, &here, reach);
        near.retain(|&candidate| self.stands(candidate));
        near
    }

    /// The least distance (m) of the pairs that are closer than wanted at some positions; if none is, the largest distance that is wanted.
    pub(crate) fn least_distance(&mut self, positions: &[DVec3]) -> f64 {
        let reach = self.surfaces.max_thickness();
        let near = Self::near(self, positions, reach);
        let find = |&candidate: &Candidate| {
            let points = self.mesh.stencil(candidate).map(|vertex| positions[vertex.index()]);
            let distance = candidate.kind().distance_squared(points).sqrt();
            (distance < reach && distance < self.rule(candidate).thickness).then_some(distance)
        };
        in_order(&near, find).into_iter().fold(reach, f64::min)
    }

    /// The largest part of `motion`, in `[0, 1]`, in which no pair comes closer than its separation (m), none of which is more than `most`.
    pub(crate) fn largest_step_apart(
        &mut self,
        motion: &Motion,
        most: f64,
        separation: impl Fn(&Self, Candidate) -> f64 + Sync,
    ) -> f64 {
        self.cover(motion, 0.5 * most);
        let mut near = self.candidates.within(&self.mesh, motion, most);
        near.retain(|&candidate| self.stands(candidate));
        let find = |&candidate: &Candidate| {
            let points = self.mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
            let ccd = Additive::with_separation(separation(self, candidate));
            ccd.pair(candidate.kind(), points, 1.0).time
        };
        in_order(&self.sieved(motion, most, &near), find).into_iter().fold(1.0, f64::min)
    }

    /// Those of some candidates that may come closer than `separation` (m) along a motion.
    fn sieved(&self, motion: &Motion, separation: f64, candidates: &[Candidate]) -> Vec<Candidate> {
        // Positions that are not finite have no bounds; every method then reports a contact.
        MovingMesh::new(&self.mesh, *motion)
            .map_or_else(|_| candidates.to_vec(), |moving| moving.near(separation, candidates))
    }

    /// Separation and friction wanted for a pair. A pair of one surface that is closer than the thickness
    /// without stress wants no more than that, nor does one across a seam.
    #[must_use]
    pub fn rule(&self, candidate: Candidate) -> ContactRule {
        let stencil = self.mesh.stencil(candidate);
        let (one, other) = candidate.kind().split(&stencil);
        let surface = |vertices: &[VertexId]| self.mesh.surfaces()[vertices[0].index()];
        let (first, second) = (surface(one), surface(other));
        let mut wanted = self.surfaces.pair(first, second);
        if let Some(way) = self.seams.across(one, other) {
            wanted.thickness = wanted.thickness.min(way);
        }
        if first != second {
            return wanted;
        }
        let rest = stencil.map(|vertex| self.rest[vertex.index()]);
        let at_rest = candidate.kind().distance_squared(rest).sqrt();
        ContactRule { thickness: wanted.thickness.min(at_rest), ..wanted }
    }

    /// As [`Detector::contacts`], but only of those candidates that are `wanted`.
    pub(crate) fn contacts_where(
        &self,
        instants: &Instants,
        wanted: impl Fn(&[VertexId; 4]) -> bool + Sync,
    ) -> Vec<Contact> {
        let reach = REACH * self.surfaces.max_thickness();
        let find = |&candidate: &Candidate| {
            let vertices = self.mesh.stencil(candidate);
            if !wanted(&vertices) || !self.stands(candidate) {
                return None;
            }
            let at = |positions: &[DVec3]| vertices.map(|vertex| positions[vertex.index()]);
            let sides = self.sides[self.mesh.surfaces()[vertices[1].index()].index()];
            let moments = Moments {
                start: || at(instants.start),
                before: || at(instants.before),
                now: at(instants.now),
                soon: || at(instants.soon),
            };
            let Proximity { weights, normal, distance } =
                proximity(candidate, &moments, sides, reach)?;
            let contact = Contact { candidate, vertices, weights, normal, distance };
            is_local_minimum(&self.mesh, instants.now, &contact).then_some(contact)
        };
        let ahead = Motion { start: instants.now, end: instants.soon };
        in_order(&self.candidates.within_part(&self.mesh, &ahead, ASIDE * reach), find)
    }
}

/// The largest way from one of two sets of positions to the other (m); infinite if they differ in number.
pub(crate) fn largest_distance(positions: &[DVec3], others: &[DVec3]) -> f64 {
    if positions.len() != others.len() {
        return f64::INFINITY;
    }
    let ways = positions.iter().zip(others).map(|(a, b)| a.distance_squared(*b));
    ways.fold(0.0, f64::max).sqrt()
}

/// Closed obstacles are touched from outside only; everything else from both sides.
fn touchable_sides(mesh: &CollisionMesh, filters: &Filters, surface_count: usize) -> Vec<Sides> {
    let is_obstacle = |surface: usize| {
        filters.surfaces.get(surface).is_some_and(|filter| filter.role == Role::Obstacle)
    };
    let mut sides: Vec<Sides> = (0..surface_count)
        .map(|surface| if is_obstacle(surface) { Sides::Outer } else { Sides::Both })
        .collect();
    for edge in mesh.boundary_edges() {
        sides[mesh.surfaces()[mesh.edge(edge)[0].index()].index()] = Sides::Both;
    }
    sides
}

/// Applies `find` to all candidates in parallel and keeps the order.
fn in_order<T: Send>(
    candidates: &[Candidate],
    find: impl Fn(&Candidate) -> Option<T> + Sync,
) -> Vec<T> {
    let parts: Vec<Vec<T>> =
        candidates.par_chunks(TASK).map(|part| part.iter().filter_map(&find).collect()).collect();
    parts.into_iter().flatten().collect()
}
