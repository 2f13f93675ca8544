//! Zones that collide although they were optimised become rigid, and join the zones they collide
//! with.
//!
//! A zone that touches no kinematic vertex moves as a free rigid body. One that does moves along
//! with them, if all kinematic vertices of the zone move as one body ([`CommonMotion`]). A zone
//! that still collides within itself or with a kinematic vertex has failed.

use glam::DVec3;
use ripstop_geometry::{Impact, Motion, State, VertexId};

use super::common_motion::CommonMotion;
use super::optimise::Zones;
use super::rigid::{Body, RigidEnd};
use crate::Detector;
use crate::watch::ImpactWatch;

/// Proposed positions and velocities, before zones were optimised.
pub(super) struct Proposal {
    pub(super) positions: Vec<DVec3>,
    pub(super) velocities: Vec<DVec3>,
}

impl Zones<'_> {
    /// Makes zones rigid until the motion is free of impacts, or a zone fails. Returns the number
    /// of rigid zones.
    pub(super) fn stiffen(
        &mut self,
        detector: &mut dyn Detector,
        watch: &mut ImpactWatch,
        proposal: &Proposal,
        state: &mut State,
    ) -> usize {
        let mut rigid: Vec<usize> = Vec::new();
        // Kinematic vertices that touch a zone, each with a free vertex of the zone.
        let mut held: Vec<(usize, usize)> = Vec::new();
        for _ in 0..self.settings.rigid_rounds {
            let motion = Motion { start: self.start, end: &state.positions };
            let impacts = watch.update(detector, &motion).to_vec();
            if impacts.is_empty() {
                break;
            }
            let stencils = impacts.iter().map(|impact: &Impact| {
                detector.mesh().stencil(impact.candidate).map(VertexId::index)
            });
            let mut grown: Vec<usize> = Vec::new();
            let holds = held.len();
            for stencil in stencils {
                let is_free = |i: &usize| state.inverse_masses[*i] > 0.0;
                let Some(first) = stencil.into_iter().find(is_free) else { continue };
                for other in stencil {
                    if is_free(&other) {
                        self.sets.join(first, other);
                    } else {
                        held.push((other, first));
                    }
                }
                grown.push(first);
            }
            held.sort_unstable();
            held.dedup();
            let before = rigid.clone();
            rigid.extend(grown.iter().copied());
            for zone in rigid.iter_mut().chain(&mut grown) {
                *zone = self.sets.root(*zone);
            }
            for list in [&mut rigid, &mut grown] {
                list.sort_unstable();
                list.dedup();
            }
            let members = self.members(&rigid, &state.inverse_masses);
            let mut changed = rigid != before || held.len() != holds;
            for (zone, vertices) in rigid.iter().zip(&members) {
                if grown.binary_search(zone).is_ok() {
                    let obstacles: Vec<usize> = held
                        .iter()
                        .filter(|(_, free)| self.sets.root(*free) == *zone)
                        .map(|(obstacle, _)| *obstacle)
                        .collect();
                    let Some(end) = self.moved(vertices, &obstacles, proposal, state) else {
                        return rigid.len();
                    };
                    for ((&i, x), v) in vertices.iter().zip(end.positions).zip(end.velocities) {
                        changed |= state.positions[i] != x;
                        state.positions[i] = x;
                        state.velocities[i] = v;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        rigid.len()
    }

    /// The free vertices of some zones.
    fn members(&mut self, zones: &[usize], inverse_masses: &[f64]) -> Vec<Vec<usize>> {
        let mut members = vec![Vec::new(); zones.len()];
        for (i, w) in inverse_masses.iter().enumerate() {
            if *w > 0.0
                && let Ok(zone) = zones.binary_search(&self.sets.root(i))
            {
                members[zone].push(i);
            }
        }
        members
    }

    fn moved(
        &self,
        vertices: &[usize],
        obstacles: &[usize],
        proposal: &Proposal,
        state: &State,
    ) -> Option<RigidEnd> {
        let dt = self.settings.dt;
        let shift = |i: usize| proposal.positions[i] - self.start[i];
        if !obstacles.is_empty() {
            let [before, after] = [self.start, &proposal.positions]
                .map(|x| obstacles.iter().map(|&i| x[i]).collect::<Vec<DVec3>>());
            let motion = CommonMotion::of(&before, &after)?;
            let (positions, velocities) = vertices
                .iter()
                .map(|&i| (self.start[i], motion.at(self.start[i])))
                .map(|(x, y)| (y, (y - x) / dt))
                .unzip();
            return Some(RigidEnd { positions, velocities });
        }
        let positions: Vec<DVec3> = vertices.iter().map(|&i| self.start[i]).collect();
        let masses: Vec<f64> = vertices.iter().map(|&i| state.inverse_masses[i].recip()).collect();
        let averages: Vec<DVec3> = vertices.iter().map(|&i| shift(i) / dt).collect();
        let velocities: Vec<DVec3> = vertices.iter().map(|&i| proposal.velocities[i]).collect();
        Body { positions: &positions, masses: &masses }.moved(&averages, &velocities, dt)
    }
}
