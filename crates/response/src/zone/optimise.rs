//! Zones as optimisation: all impacts of a zone at once, linearised, iterated [Harmon 2008].
//!
//! Every impact becomes a plane and joins its vertices to one zone; kinematic vertices belong to
//! planes but join nothing. The end of a zone is the nearest to the proposed one, in the metric of
//! masses, that satisfies all planes found so far. Then impacts are detected again; zones without
//! any are done, the others get more planes. Vertices of zones that end inside a [`Capsule`] have a
//! plane for that as well.
//!
//! The linearised planes can stay wrong for long. After some rounds the inner motion of zones that
//! still collide is halved, round by round: `y ← x⁰ + D + s (y − x⁰ − D)` with the motion `D` of
//! the centre of mass, `s = ½, ¼ …`. That keeps linear momentum, dissipates energy, and leads from
//! the optimum to a zone that displacements as a whole. With kinematic vertices, `D` is their mean
//! displacement.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::{Motion, State};

use super::capsule::Capsule;
use super::friction::Friction;
use super::plane::Plane;
use super::projection::{Goals, Projection, ZonePlanes};
use super::vertex_sets::VertexSets;
use super::{ZoneReport, ZoneSettings};
use crate::watch::ImpactWatch;
use crate::{Detector, impact_contact};

/// Tolerance on approaching speeds, as a fraction of the fastest of a zone.
const SLOW: f64 = 1e-4;

/// The zones of one step.
pub(super) struct Zones<'a> {
    pub(super) start: &'a [DVec3],
    pub(super) settings: &'a ZoneSettings,
    /// Vertices of each zone, as disjoint sets.
    pub(super) sets: VertexSets,
    /// All planes found so far, and the zone of each; sorted by zone.
    planes: Vec<(usize, Plane)>,
    /// `s`: the fraction of inner motion that zones keep, by their lowest vertex.
    keeps: Vec<f64>,
}

/// Visits per plane after which the solve is given up: planes that contradict each other, as
/// between closing walls, never converge. Zones of 60,000 impacts need 300 to 400.
const HOPELESS: usize = 5_000;

impl<'a> Zones<'a> {
    pub(super) fn new(start: &'a [DVec3], settings: &'a ZoneSettings) -> Self {
        let sets = VertexSets::new(start.len());
        Self { start, settings, sets, planes: Vec::new(), keeps: vec![1.0; start.len()] }
    }

    /// Optimises until the motion is free of impacts or there are no rounds left. Positions of
    /// `state` are the proposed ends.
    pub(super) fn optimise(
        &mut self,
        detector: &mut dyn Detector,
        watch: &mut ImpactWatch,
        state: &mut State,
        report: &mut ZoneReport,
    ) {
        let proposed = state.positions.clone();
        for round in 0..self.settings.rounds {
            let motion = Motion { start: self.start, end: &state.positions };
            let impacts = watch.update(detector, &motion);
            let mut fresh: Vec<Plane> = impacts
                .iter()
                .map(|impact| {
                    let contact = impact_contact(detector.mesh(), &motion, impact);
                    let masses = &state.inverse_masses;
                    let mut plane = Plane::new(&contact, self.start, masses, self.settings);
                    if self.settings.friction {
                        plane.friction = detector.rule(contact.candidate).friction;
                    }
                    plane
                })
                .collect();
            fresh.extend(self.capsule_planes(detector.capsules(), &fresh, state));
            if fresh.is_empty() {
                break;
            }
            report.rounds += 1;
            let active = self.add(fresh, &state.inverse_masses);
            if round >= self.settings.patience {
                for &zone in &active {
                    self.keeps[zone] *= 0.5;
                }
            }
            let sizes = self.planes.chunk_by(|a, b| a.0 == b.0).map(<[_]>::len);
            report.largest = report.largest.max(sizes.max().unwrap_or(0));
            if round == 0 {
                report.together = report.largest;
            }
            report.visits += self.solve(&active, &proposed, state);
            if report.visits > HOPELESS * self.planes.len() {
                break;
            }
        }
        report.optimised = self.planes.chunk_by(|a, b| a.0 == b.0).count();
        report.visits += self.project_velocities(&proposed, state);
    }

    /// Planes of capsules for the free vertices of all zones, those of new planes included.
    fn capsule_planes(&self, capsules: &[Capsule], fresh: &[Plane], state: &State) -> Vec<Plane> {
        if capsules.is_empty() {
            return Vec::new();
        }
        let State { positions, inverse_masses, .. } = state;
        let planes = self.planes.iter().map(|(_, plane)| plane).chain(fresh);
        let mut vertices: Vec<usize> = planes
            .flat_map(|plane| plane.stencil.vertices)
            .filter(|&i| inverse_masses[i] > 0.0)
            .collect();
        vertices.sort_unstable();
        vertices.dedup();
        let constrain = |vertex: usize, capsule: &Capsule| {
            capsule.plane(vertex, (self.start, positions), inverse_masses, self.settings)
        };
        let pairs = vertices.iter().flat_map(|&vertex| capsules.iter().map(move |c| (vertex, c)));
        pairs.filter_map(|(vertex, capsule)| constrain(vertex, capsule)).collect()
    }

    /// Adds planes. Returns the zones that have new ones, ascending.
    fn add(&mut self, fresh: Vec<Plane>, inverse_masses: &[f64]) -> Vec<usize> {
        let mut zones: Vec<usize> = Vec::new();
        for plane in &fresh {
            let mut free = plane.stencil.vertices.into_iter().filter(|&i| inverse_masses[i] > 0.0);
            let Some(first) = free.next() else { continue };
            for other in free {
                let keeps = [first, other]
                    .map(|i| self.keeps[self.sets.root(i)])
                    .into_iter()
                    .fold(1.0, f64::min);
                self.sets.join(first, other);
                let root = self.sets.root(first);
                self.keeps[root] = keeps;
            }
            zones.push(first);
        }
        for (zone, plane) in &mut self.planes {
            *zone = zone_of(&mut self.sets, plane, inverse_masses);
        }
        for plane in fresh {
            if plane.stencil.mobility > 0.0 {
                let zone = zone_of(&mut self.sets, &plane, inverse_masses);
                self.planes.push((zone, plane));
            }
        }
        // Stable: planes of a zone stay in the order in which they were found.
        self.planes.sort_by_key(|(zone, _)| *zone);
        for zone in &mut zones {
            *zone = self.sets.root(*zone);
        }
        zones.sort_unstable();
        zones.dedup();
        zones
    }

    /// Solves some zones, each from its proposed end. Returns the number of visits to planes.
    fn solve(&mut self, active: &[usize], proposed: &[DVec3], state: &mut State) -> usize {
        let (keeps, start, settings) = (&self.keeps, self.start, self.settings);
        let masses = &state.inverse_masses;
        let mut groups: Vec<&mut [(usize, Plane)]> = self
            .planes
            .chunk_by_mut(|a, b| a.0 == b.0)
            .filter(|group| active.binary_search(&group[0].0).is_ok())
            .collect();
        let ends: Vec<(Vec<usize>, Projection)> = groups
            .par_iter_mut()
            .map(|group| {
                let planes = ZonePlanes::new(group.iter().map(|(_, plane)| plane));
                let rest = gathered(start, &planes.vertices);
                let displacements = gathered(proposed, &planes.vertices)
                    .into_iter()
                    .zip(&rest)
                    .map(|(y, x)| y - *x)
                    .collect();
                let kept =
                    damped(displacements, &gathered(masses, &planes.vertices), keeps[group[0].0]);
                let values = rest.iter().zip(kept).map(|(x, d)| *x + d).collect();
                let least: Vec<f64> = group.iter().map(|(_, plane)| plane.gap).collect();
                let goals = Goals {
                    tolerances: group.iter().map(|(_, plane)| plane.tolerance).collect(),
                    least,
                    multipliers: group.iter().map(|(_, plane)| plane.multiplier).collect(),
                };
                let products = settings.products;
                let solved = planes.project(values, &goals, products);
                let coefficients = group.iter().map(|(_, plane)| plane.friction).collect();
                let friction = Friction { coefficients, origin: &rest, goals: &goals, products };
                let solved = friction.apply(&planes, solved);
                for ((_, plane), multiplier) in group.iter_mut().zip(&solved.multipliers) {
                    plane.multiplier = *multiplier;
                }
                (planes.vertices, solved)
            })
            .collect();
        let mut visits = 0;
        for (vertices, solved) in ends {
            visits += solved.visits;
            for (i, value) in vertices.into_iter().zip(solved.values) {
                if state.inverse_masses[i] > 0.0 {
                    state.positions[i] = value;
                }
            }
        }
        visits
    }

    /// Inelastic projection: velocities lose their approaching part across planes with a positive
    /// multiplier.
    fn project_velocities(&self, proposed: &[DVec3], state: &mut State) -> usize {
        let (keeps, start, settings) = (&self.keeps, self.start, self.settings);
        let State { velocities, inverse_masses, .. } = state;
        let speed = |i: usize| {
            if inverse_masses[i] > 0.0 {
                velocities[i]
            } else {
                (proposed[i] - start[i]) / settings.dt
            }
        };
        let groups: Vec<&[(usize, Plane)]> = self.planes.chunk_by(|a, b| a.0 == b.0).collect();
        let ends: Vec<(Vec<usize>, Vec<DVec3>, usize)> = groups
            .par_iter()
            .map(|group| {
                let all = ZonePlanes::new(group.iter().map(|(_, plane)| plane)).vertices;
                let slowed = damped(
                    all.iter().map(|&i| speed(i)).collect(),
                    &gathered(inverse_masses, &all),
                    keeps[group[0].0],
                );
                let pushing =
                    group.iter().map(|(_, plane)| plane).filter(|plane| plane.multiplier > 0.0);
                let planes = ZonePlanes::new(pushing.clone());
                let values: Vec<DVec3> = planes
                    .vertices
                    .iter()
                    .map(|i| slowed[all.partition_point(|j| j < i)])
                    .collect();
                let fastest = values.iter().map(|v| v.length()).fold(0.0, f64::max);
                let count = pushing.clone().count();
                let goals = Goals {
                    least: vec![0.0; count],
                    tolerances: vec![SLOW * fastest; count],
                    multipliers: vec![0.0; count],
                };
                let products = settings.products;
                let solved = planes.project(values, &goals, products);
                let coefficients = pushing.map(|plane| plane.friction).collect();
                let origin = &vec![DVec3::ZERO; planes.vertices.len()];
                let friction = Friction { coefficients, origin, goals: &goals, products };
                let solved = friction.apply(&planes, solved);
                let mut ends = slowed;
                for (i, value) in planes.vertices.iter().zip(solved.values) {
                    ends[all.partition_point(|j| j < i)] = value;
                }
                (all, ends, solved.visits)
            })
            .collect();
        let mut visits = 0;
        for (vertices, ends, visited) in ends {
            visits += visited;
            for (i, end) in vertices.into_iter().zip(ends) {
                if inverse_masses[i] > 0.0 {
                    velocities[i] = end;
                }
            }
        }
        visits
    }
}

fn zone_of(sets: &mut VertexSets, plane: &Plane, inverse_masses: &[f64]) -> usize {
    let free = plane.stencil.vertices.into_iter().find(|&i| inverse_masses[i] > 0.0);
    sets.root(free.unwrap_or(plane.stencil.vertices[0]))
}

fn gathered<T: Copy>(values: &[T], vertices: &[usize]) -> Vec<T> {
    vertices.iter().map(|&i| values[i]).collect()
}

/// Displacements or velocities with the fraction `keep` of their difference from the common one.
fn damped(mut values: Vec<DVec3>, inverse_masses: &[f64], keep: f64) -> Vec<DVec3> {
    if keep == 1.0 {
        return values;
    }
    let is_held = inverse_masses.contains(&0.0);
    let weight = |w: f64| match (is_held, w == 0.0) {
        (true, held) => f64::from(u8::from(held)),
        (false, _) => w.recip(),
    };
    let total: f64 = inverse_masses.iter().map(|&w| weight(w)).sum();
    let sum: DVec3 = inverse_masses.iter().zip(&values).map(|(&w, v)| weight(w) * *v).sum();
    let common = sum / total;
    for (value, &w) in values.iter_mut().zip(inverse_masses) {
        if w > 0.0 {
            *value = common + keep * (*value - common);
        }
    }
    values
}
