//! Impacts along a motion, and the [`Detector`] that responders see.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh, Contact, Impact, Motion};
use ripstop_narrow::MovingMesh;
use ripstop_response::{Capsule, ContactRule, Detector, Instants};

use crate::Query;
use crate::query::in_order;

impl Query<'_> {
    /// Pairs that touch along a motion.
    fn touching(&self, motion: &Motion, near: &[Candidate]) -> Vec<Impact> {
        let (mesh, ccd) = (self.subject.mesh, self.detector.settings.ccd.as_ref());
        match MovingMesh::new(mesh, *motion) {
            Ok(moving) => moving.impacts(ccd, near).impacts,
            // Positions that are NaN or infinite have no bounds; a pair that has one is a hit.
            Err(_) => in_order(near, |&candidate| {
                let points = mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
                let is_finite = points.iter().all(|p| p.start.is_finite() && p.end.is_finite());
                let decide = || ccd.pair(candidate.kind(), points, 1.0).time;
                let time = if is_finite { decide() } else { Some(0.0) };
                time.map(|time| Impact { candidate, time })
            }),
        }
    }

    /// Pairs that end closer than the least gap, and closer than they started.
    fn too_close(&self, motion: &Motion, near: &[Candidate]) -> Vec<Impact> {
        let gap = self.detector.least_gap();
        if gap == 0.0 {
            return Vec::new();
        }
        let find = |&candidate: &Candidate| {
            let (mesh, kind) = (self.subject.mesh, candidate.kind());
            let end = kind.distance_squared(mesh.points(candidate, motion.end));
            let start = || kind.distance_squared(mesh.points(candidate, motion.start));
            let impact = Impact { candidate, time: 1.0 };
            (end < gap * gap && end < start()).then_some(impact)
        };
        in_order(near, find)
    }

    /// Conservative time of the first impact, if there is one; 0 if queries are asked to end.
    pub fn first_impact(&mut self, motion: &Motion) -> Option<f64> {
        let separation =
            self.detector.settings.ccd.separation().max(self.detector.settings.least_gap);
        self.cover(motion, 0.5 * separation);
        let near = self.enabled_within(motion, separation);
        if self.detector.is_stopped() {
            return Some(0.0);
        }
        let ccd = self.detector.settings.ccd.as_ref();
        if let Ok(moving) = MovingMesh::new(self.subject.mesh, *motion) {
            return moving.first_impact(ccd, near.as_slice()).map(|first| first.time);
        }
        let touching = self.touching(motion, &near);
        touching.into_iter().map(|impact| impact.time).reduce(f64::min)
    }

    /// Impacts of the pairs that have no vertex with a positive inverse mass (1/kg): nobody can
    /// part them.
    pub fn kinematic_impacts(&mut self, motion: &Motion, inverse_masses: &[f64]) -> Vec<Impact> {
        self.impacts_where(motion, |mesh, candidate| {
            mesh.stencil(candidate).iter().all(|vertex| inverse_masses[vertex.index()] == 0.0)
        })
    }

    /// Impacts among the candidates that are `selected`, in canonical order.
    fn impacts_where(
        &mut self,
        motion: &Motion,
        selected: impl Fn(&CollisionMesh, Candidate) -> bool,
    ) -> Vec<Impact> {
        let separation =
            self.detector.settings.ccd.separation().max(self.detector.settings.least_gap);
        self.cover(motion, 0.5 * separation);
        let mut near = self.enabled_within(motion, separation);
        near.retain(|&candidate| selected(self.subject.mesh, candidate));
        self.narrow_queries = near.len();
        let mut impacts = self.touching(motion, &near);
        impacts.extend(self.too_close(motion, &near));
        // Of two with one candidate the one that touches comes first.
        impacts.sort_by_key(|impact| impact.candidate);
        impacts.dedup_by_key(|impact| impact.candidate);
        self.first_impacts.get_or_insert(impacts.len());
        impacts
    }
}

impl Detector for Query<'_> {
    fn mesh(&self) -> &CollisionMesh {
        self.subject.mesh
    }

    fn contacts(&mut self, instants: &Instants) -> Vec<Contact> {
        self.contacts_where(instants, |_| true)
    }

    fn near(&mut self, positions: &[DVec3]) -> Vec<Candidate> {
        self.near_within(positions, self.subject.rules.surfaces.max_thickness())
    }

    fn impacts(&mut self, motion: &Motion) -> Vec<Impact> {
        self.impacts_where(motion, |_, _| true)
    }

    fn impacts_among(&mut self, motion: &Motion, moved: &[bool]) -> Vec<Impact> {
        self.impacts_where(motion, |mesh, candidate| {
            mesh.stencil(candidate).iter().any(|vertex| moved[vertex.index()])
        })
    }

    fn query_count(&self) -> usize {
        self.narrow_queries
    }

    fn rule(&self, candidate: Candidate) -> ContactRule {
        Self::rule(self, candidate)
    }

    fn capsules(&self) -> &[Capsule] {
        self.subject.capsules
    }

    /// Time of the first impact. Pairs that end closer than the least gap do not limit it. At once
    /// if queries are asked to end.
    fn largest_safe_step(&mut self, motion: &Motion) -> f64 {
        self.first_impact(motion).unwrap_or(1.0)
    }
}
