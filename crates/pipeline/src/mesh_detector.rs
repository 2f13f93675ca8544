//! A [`Detector`] from any broad phase and any certified narrow phase.
//!
//! Candidates are found for boxes with some room to spare, and used again as long as every vertex stays
//! inside its box: a pair that is not listed cannot meet then.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{
    Aabb, Candidate, CollisionMesh, Contact, Filters, Impact, Motion, MovingPoint,
};
use ripstop_narrow::{Ccd, Cubic, Proximity, Sides};
use ripstop_response::{Detector, Instants, PairContact, SurfaceTable};

use crate::local_minimum::is_local_minimum;
use crate::proximity::{Moments, apart_along_an_axis, distance_squared, may_come_near, proximity};

/// Pairs in a task.
const TASK: usize = 2048;

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
    boxes: MeshBoxes,
    candidates: Vec<Candidate>,
    /// Those among the candidates that may become contacts in this step.
    near: Vec<Candidate>,
    /// How often the broad phase was asked.
    searches: usize,
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
            boxes: MeshBoxes::default(),
            candidates: Vec::new(),
            near: Vec::new(),
            searches: 0,
        }
    }

    /// The candidates of the last search.
    #[must_use]
    pub fn candidates(&self) -> &[Candidate] {
        &self.candidates
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
        if self.covers(motion, radius) {
            return;
        }
        self.boxes.update(&self.mesh, motion, radius + self.settings.slack);
        let search = CandidateSearch::new(&self.mesh, &self.filters);
        let found = search.candidates(self.settings.broad.as_mut(), &self.boxes);
        self.searches += 1;
        self.candidates.clear();
        // Boxes of finite positions are never refused, and positions are checked at the entrance.
        if let Ok(found) = found {
            self.candidates.extend(found.iter());
        }
    }

    /// Prepares for contacts along a motion that is expected: pairs that do not come close on the way are
    /// not looked at until the next call.
    pub fn expect(&mut self, motion: &Motion) {
        let reach = self.surfaces.max_thickness();
        self.cover(motion, 0.5 * reach);
        let near = |&candidate: &Candidate| {
            let stencil = self.mesh.stencil(candidate);
            let [start, end] = [motion.start, motion.end]
                .map(|positions| stencil.map(|vertex| positions[vertex.index()]));
            may_come_near(candidate, start, end, 2.0 * reach).then_some(candidate)
        };
        self.near = in_order(&self.candidates, near);
    }

    fn covers(&self, motion: &Motion, radius: f64) -> bool {
        let inside = |((start, end), covered): ((&DVec3, &DVec3), &Aabb)| {
            let path = Aabb { min: start.min(*end), max: start.max(*end) };
            covered.contains(&path.inflated(radius))
        };
        self.boxes.vertices.len() == motion.vertex_count()
            && motion.start.iter().zip(motion.end).zip(&self.boxes.vertices).all(inside)
    }

    /// Separation and friction wanted for a pair. A pair of one surface that is closer than the thickness
    /// without stress wants no more than that.
    #[must_use]
    pub fn wanted(&self, candidate: Candidate) -> PairContact {
        let stencil = self.mesh.stencil(candidate);
        let surface = |i: usize| self.mesh.surfaces()[stencil[i].index()];
        let (first, second) = match candidate {
            Candidate::VertexFace { .. } => (surface(0), surface(1)),
            Candidate::EdgeEdge { .. } => (surface(0), surface(2)),
        };
        let wanted = self.surfaces.pair(first, second);
        if first != second {
            return wanted;
        }
        let rest = stencil.map(|vertex| self.rest[vertex.index()]);
        let at_rest = distance_squared(candidate, rest).sqrt();
        PairContact { thickness: wanted.thickness.min(at_rest), ..wanted }
    }

    fn impact(&self, motion: &Motion, candidate: Candidate) -> Option<Impact> {
        let points = self.mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
        let [p, q, r, s] = points;
        let verdict = match candidate {
            Candidate::VertexFace { .. } => self.settings.ccd.vertex_face(p, [q, r, s], 1.0),
            Candidate::EdgeEdge { .. } => self.settings.ccd.edge_edge([p, q], [r, s], 1.0),
        };
        let time = verdict.time.or_else(|| self.too_close(candidate, points).then_some(1.0))?;
        Some(Impact { candidate, time })
    }

    /// Whether a pair ends closer than the least gap, and closer than it started.
    fn too_close(&self, candidate: Candidate, points: [MovingPoint; 4]) -> bool {
        let gap = self.settings.least_gap;
        if gap == 0.0 || points.iter().all(|point| point.start == point.end) {
            return false;
        }
        let end = points.map(|point| point.end);
        if apart_along_an_axis(candidate, end, end, gap) {
            return false;
        }
        let end_squared = distance_squared(candidate, end);
        end_squared < gap * gap
            && end_squared < distance_squared(candidate, points.map(|point| point.start))
    }
}

impl Detector for MeshDetector {
    fn mesh(&self) -> &CollisionMesh {
        &self.mesh
    }

    fn contacts(&mut self, instants: &Instants) -> Vec<Contact> {
        let reach = self.surfaces.max_thickness();
        let find = |&candidate: &Candidate| {
            let vertices = self.mesh.stencil(candidate);
            let at = |positions: &[DVec3]| vertices.map(|vertex| positions[vertex.index()]);
            let moments = Moments {
                start: at(instants.start),
                before: at(instants.before),
                now: at(instants.now),
                soon: at(instants.soon),
            };
            let sides = self.sides[self.mesh.surfaces()[vertices[1].index()].index()];
            let Proximity { weights, normal, distance } =
                proximity(candidate, &moments, sides, reach)?;
            let contact = Contact { candidate, vertices, weights, normal, distance };
            is_local_minimum(&self.mesh, instants.now, &contact).then_some(contact)
        };
        in_order(&self.near, find)
    }

    fn impacts(&mut self, motion: &Motion) -> Vec<Impact> {
        self.cover(motion, 0.5 * self.settings.least_gap);
        in_order(&self.candidates, |&candidate| self.impact(motion, candidate))
    }

    fn largest_safe_step(&mut self, motion: &Motion) -> f64 {
        self.impacts(motion).iter().map(|impact| impact.time).fold(1.0, f64::min)
    }
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
