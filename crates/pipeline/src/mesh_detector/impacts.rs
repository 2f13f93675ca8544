//! Impacts along a motion, and what a [`Detector`] says of them.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh, Contact, Impact, Motion};
use ripstop_response::{Capsule, ContactRule, Detector, Instants};

use super::{MeshDetector, in_order};

impl MeshDetector {
    /// Pairs that touch along a motion.
    fn touching(&self, motion: &Motion, near: &[Candidate]) -> Vec<Impact> {
        let find = |&candidate: &Candidate| {
            let points = self.mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
            let verdict = self.settings.ccd.pair(candidate.kind(), points, 1.0);
            verdict.time.map(|time| Impact { candidate, time })
        };
        in_order(&self.sieved(motion, self.settings.ccd.separation(), near), find)
    }

    /// Pairs that end closer than the least gap, and closer than they started.
    fn too_close(&self, motion: &Motion, near: &[Candidate]) -> Vec<Impact> {
        let gap = self.settings.least_gap;
        if gap == 0.0 {
            return Vec::new();
        }
        let find = |&candidate: &Candidate| {
            let points = self.mesh.stencil(candidate).map(|vertex| motion.vertex(vertex));
            let end = candidate.kind().distance_squared(points.map(|point| point.end));
            let start = || candidate.kind().distance_squared(points.map(|point| point.start));
            let impact = Impact { candidate, time: 1.0 };
            (end < gap * gap && end < start()).then_some(impact)
        };
        in_order(near, find)
    }

    /// Impacts among the candidates that are `asked` for, in canonical order.
    fn impacts_where(
        &mut self,
        motion: &Motion,
        asked: impl Fn(&CollisionMesh, Candidate) -> bool,
    ) -> Vec<Impact> {
        let separation = self.settings.ccd.separation().max(self.settings.least_gap);
        self.cover(motion, 0.5 * separation);
        let mut near = self.candidates.within(&self.mesh, motion, separation);
        near.retain(|&candidate| asked(&self.mesh, candidate) && self.stands(candidate));
        self.examined = near.len();
        let mut impacts = self.touching(motion, &near);
        impacts.extend(self.too_close(motion, &near));
        // Of two with one candidate the one that touches comes first.
        impacts.sort_by_key(|impact| impact.candidate);
        impacts.dedup_by_key(|impact| impact.candidate);
        self.met.get_or_insert(impacts.len());
        impacts
    }
}

impl Detector for MeshDetector {
    fn mesh(&self) -> &CollisionMesh {
        &self.mesh
    }

    fn contacts(&mut self, instants: &Instants) -> Vec<Contact> {
        self.contacts_where(instants, |_| true)
    }

    fn near(&mut self, positions: &[DVec3]) -> Vec<Candidate> {
        Self::near(self, positions, self.surfaces.max_thickness())
    }

    fn impacts(&mut self, motion: &Motion) -> Vec<Impact> {
        self.impacts_where(motion, |_, _| true)
    }

    fn impacts_among(&mut self, motion: &Motion, moved: &[bool]) -> Vec<Impact> {
        self.impacts_where(motion, |mesh, candidate| {
            mesh.stencil(candidate).iter().any(|vertex| moved[vertex.index()])
        })
    }

    fn examined(&self) -> usize {
        self.examined
    }

    fn rule(&self, candidate: Candidate) -> ContactRule {
        Self::rule(self, candidate)
    }

    fn capsules(&self) -> &[Capsule] {
        &self.capsules
    }

    fn largest_safe_step(&mut self, motion: &Motion) -> f64 {
        self.impacts(motion).iter().map(|impact| impact.time).fold(1.0, f64::min)
    }
}
