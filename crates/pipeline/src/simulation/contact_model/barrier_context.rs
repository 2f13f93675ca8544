//! Data of barriers that stays the same over all steps: ranges, weights and stiffness.
//!
//! **A stiffness that picks itself.** A contact has to bear what presses on it: the weight of the
//! cloth, the force that stops it within a step at the speed of a fall, and the pressure of a
//! stretched cloth on what it is bent around. Per area that is
//!
//! ```text
//! P = ρ (|g| + v/Δt) + c S/L,    v² = |g| L/2
//! ```
//!
//! with the mass per area `ρ` of the cloth, its stretch stiffness `S`, and its size `L`, the root
//! of its area; between cloths, which give way, 0.15 of the last term. A pair that stands for the
//! area `A` bears `P A` at half of its activation distance. Nothing in it changes under refinement
//! but `A`, which the number of pairs makes up for.

use glam::DVec3;
use ripstop_detection::Query;
use ripstop_geometry::Candidate;
use ripstop_response::Detector;
use ripstop_response::barrier::{BarrierRange, PairRule, kept_separation, matching_stiffness};

use crate::scene::{BarrierSettings, Settings, SolveMethod, SolveMode, StiffnessRule};
use crate::simulation::contact_areas::ContactAreas;
use crate::world::{ClothPart, World};

/// `c`: strain times size over radius of a cloth that is bent around something.
const TENSION: f64 = 1.0;

/// Part of the tension that contacts between cloths bear: neither holds still, and sheets that
/// start too close are to part gently.
const BETWEEN_CLOTHS: f64 = 0.15;

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
    /// Pressures that contacts of every vertex have to bear (Pa): of weight and falls, and of
    /// tension; 0 for obstacles.
    pressures: Vec<[f64; 2]>,
}

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
            pressures: pressures(world, settings, dt),
        }
    }

    /// Range, weight and friction of a pair in a step from `start`.
    pub(super) fn rule(&self, query: &Query, start: &[DVec3], candidate: Candidate) -> PairRule {
        let rule = query.rule(candidate);
        let separation = self.separation(query, start, candidate);
        let range = BarrierRange { d_hat: rule.thickness - separation, separation };
        let weight = match self.settings.stiffness {
            StiffnessRule::Automatic => self.load(query, candidate) / self.slope(range),
            _ => self.weight(range),
        };
        PairRule { range, weight, friction: rule.friction }
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
        let [a, b, c, _] = query.mesh().stencil(candidate);
        let second = match candidate {
            Candidate::VertexFace { .. } => b,
            Candidate::EdgeEdge { .. } => c,
        };
        let [[inertia, tension], [other_inertia, other_tension]] =
            [a, second].map(|vertex| self.pressures[vertex.index()]);
        let gives_way = tension.min(other_tension) > 0.0;
        let tension = tension.max(other_tension) * if gives_way { BETWEEN_CLOTHS } else { 1.0 };
        let pressure = inertia.max(other_inertia) + tension;
        // Pairs of obstacles push nobody.
        self.areas.area(candidate) * if pressure > 0.0 { pressure } else { 1.0 }
    }

    /// Minus the slope of the barrier at half of a range.
    fn slope(&self, range: BarrierRange) -> f64 {
        let half = range.separation + 0.5 * range.d_hat;
        let [_, slope, _] = self.settings.form.form().by_distance(half, range);
        if slope < 0.0 { -slope } else { f64::MIN_POSITIVE }
    }
}

/// The pressure (Pa) that contacts of every vertex have to bear in a substep of `dt` (s).
fn pressures(world: &World, settings: &Settings, dt: f64) -> Vec<[f64; 2]> {
    let gravity = DVec3::from_array(settings.gravity).length();
    let mut pressures = vec![[0.0; 2]; world.start.positions.len()];
    for part in &world.cloths {
        let ClothPart { shape, fabric, .. } = part;
        let size = shape.areas().iter().sum::<f64>().sqrt();
        let speed = (0.5 * gravity * size).sqrt();
        let [warp, weft] = fabric.stretch_stiffness.0;
        let inertia = fabric.density * (gravity + speed / dt);
        // One linear solve cannot follow barriers that are much stiffer than inertia.
        let is_linear = settings.elements.method == SolveMethod::Linear;
        let tension = if is_linear { 0.0 } else { TENSION * warp.max(weft) / size };
        pressures[part.vertices()].fill([inertia, tension]);
    }
    pressures
}
