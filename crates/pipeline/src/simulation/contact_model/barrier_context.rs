//! Data of barriers that stays the same over all steps: ranges, weights and stiffness.
//!
//! A stiffness that picks itself bears at half of the activation distance what presses on a contact
//! (`pressures`).

use glam::DVec3;
use ripstop_detection::{Query, Subject};
use ripstop_geometry::Candidate;
use ripstop_response::Detector;
use ripstop_response::barrier::{BarrierRange, PairRule, kept_separation, matching_stiffness};

use super::pressures::Pressures;
use crate::scene::{BarrierSettings, Settings, SolveMode, StiffnessRule};
use crate::simulation::contact_areas::ContactAreas;
use crate::world::World;

/// Data that stays the same over all steps.
#[derive(Clone, Debug)]
pub(crate) struct BarrierContext {
    pub(crate) settings: BarrierSettings,
    pub(crate) solve: SolveMode,
    pub(crate) areas: ContactAreas,
    /// The largest thickness of a pair (m).
    pub(crate) thickness: f64,
    /// `m/Δt²` of a free vertex, with the mean of their masses, in a substep that is not halved
    /// (N/m).
    pub(crate) inertia: f64,
    /// Of all vertices (1/kg).
    pub(crate) inverse_masses: Vec<f64>,
    pressures: Pressures,
}

/// Activation distance of a pair that is closer than its thickness in the rest configuration, as a
/// part of its distance there. With all of it, a cloth that is compressed by nothing worth
/// mentioning would be in contact with itself everywhere.
const NEIGHBOURS: f64 = 0.5;

/// Part by which a bound is larger than what it bounds, for rounding.
const ROUNDING: f64 = 1e-9;

impl BarrierContext {
    pub(crate) fn new(world: &World, settings: &Settings) -> Self {
        let inverse_masses = world.start.inverse_masses.clone();
        let masses = inverse_masses.iter().filter(|w| **w > 0.0).map(|w| 1.0 / w);
        let (sum, count) = masses.fold((0.0, 0), |(sum, n), mass| (sum + mass, n + 1));
        let mass = sum / f64::from(count.max(1));
        // With barriers a frame is one step.
        let dt = settings.frame_time() / settings.substeps_per_step() as f64;
        Self {
            settings: settings.barrier,
            solve: settings.solve,
            areas: ContactAreas::new(&world.mesh, &world.rules),
            thickness: world.rules.surfaces.max_thickness(),
            inertia: mass / (dt * dt),
            inverse_masses,
            pressures: Pressures::new(world, settings, dt),
        }
    }

    /// Range, weight and friction of a pair in a step from `start`.
    pub(super) fn rule(&self, query: &Query, start: &[DVec3], candidate: Candidate) -> PairRule {
        let rule = query.rule(candidate);
        let separation = self.separation(query, start, candidate);
        let part = if is_lowered(query, candidate, rule.thickness) { NEIGHBOURS } else { 1.0 };
        let range = BarrierRange { d_hat: part * (rule.thickness - separation), separation };
        let weight = match self.settings.stiffness {
            StiffnessRule::Automatic => self.load(query, candidate) / self.slope(range),
            _ => self.weight(range),
        };
        PairRule { range, weight, friction: rule.friction }
    }

    /// A distance (m) beyond which a pair has no barrier, found with less work than its rule.
    pub(super) fn most_reach(&self, query: &Query, candidate: Candidate) -> f64 {
        let Subject { mesh, rules, .. } = query.subject();
        let (most, of_surfaces) = rules.most_thickness(mesh, candidate);
        if most < of_surfaces {
            // The activation distance is a part of what is beyond the separation.
            let separation = self.settings.separation * most;
            return (separation + NEIGHBOURS * (most - separation)) * (1.0 + ROUNDING);
        }
        of_surfaces
    }

    /// The distance (m) that a pair keeps in a step from `start`.
    pub(super) fn separation(&self, query: &Query, start: &[DVec3], candidate: Candidate) -> f64 {
        if self.settings.separation == 0.0 {
            return 0.0;
        }
        let points = query.mesh().points(candidate, start);
        let separation = self.settings.separation * query.rule(candidate).thickness;
        kept_separation(separation, candidate.kind().distance_squared(points).sqrt())
    }

    /// The weight with which a pair of a range of its own is as stiff at half of its reach as the
    /// thickest pair is there.
    fn weight(&self, range: BarrierRange) -> f64 {
        if range == self.widest() {
            return 1.0;
        }
        let form = self.settings.form.form();
        let [own, widest] =
            [range, self.widest()].map(|range| matching_stiffness(form, range, 1.0));
        if own.is_finite() { own / widest } else { 1.0 }
    }

    /// The range of the thickest pair.
    pub(super) fn widest(&self) -> BarrierRange {
        let separation = self.settings.separation * self.thickness;
        BarrierRange { d_hat: self.thickness - separation, separation }
    }

    /// The stiffness that matches `k` (N/m).
    pub(super) fn matching(&self, k: f64) -> f64 {
        let settings = &self.settings;
        settings.factor() * matching_stiffness(settings.form.form(), self.widest(), k)
    }

    /// The stiffness with which a solve begins.
    pub(super) fn first_stiffness(&self) -> f64 {
        match self.settings.stiffness {
            StiffnessRule::Automatic => self.settings.factor(),
            _ => self.matching(self.inertia),
        }
    }

    /// The force (N) that a pair has to bear.
    fn load(&self, query: &Query, candidate: Candidate) -> f64 {
        self.areas.area(candidate) * self.pressures.on(query.mesh(), candidate)
    }

    /// Minus the slope of the barrier at half of a range.
    fn slope(&self, range: BarrierRange) -> f64 {
        let half = range.separation + 0.5 * range.d_hat;
        let [_, slope, _] = self.settings.form.form().by_distance(half, range);
        if slope < 0.0 { -slope } else { f64::MIN_POSITIVE }
    }
}

/// True if the thickness of a pair (m) is less than that of its surfaces: it is closer in the rest
/// configuration, or across a seam.
fn is_lowered(query: &Query, candidate: Candidate, thickness: f64) -> bool {
    let Subject { mesh, rules, .. } = query.subject();
    let [first, .., last] = mesh.stencil(candidate).map(|v| mesh.surfaces()[v.index()]);
    thickness < rules.surfaces.pair(first, last).thickness
}
