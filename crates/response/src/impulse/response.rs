//! The whole response: repulsions, rounds of impulses, the rest left to zones [Bridson 2002].
//!
//! ```text
//! v̄  = (x̄ⁿ⁺¹ − xⁿ)/Δt                       average velocity of the candidate
//! ṽ  = v̄ + repulsions and friction           pairs that are close at xⁿ
//! v  = ṽ + inelastic impulses                impacts along xⁿ → xⁿ + Δt ṽ, until there are none
//! xⁿ⁺¹ = xⁿ + Δt ṽ + Δx                      Δx: effect of the impulses after their TOI
//! vⁿ⁺¹ = v̄ⁿ⁺¹ if nothing happened to the surface, else v + Δ
//! ```
//!
//! An impulse on a vertex concerns all of its surface: `v̄ⁿ⁺¹` is the velocity of a cloth whose
//! vertices all reached their proposed positions. Sums over a whole surface of `v̄ + Δ` and of
//! `v̄ⁿ⁺¹` agree, so that momentum stays; over a part of it they do not.
//!
//! `Δ` is the half-step from the middle of the step to its end. Implicit Euler's velocity along the
//! step is that at its end: `Δ = 0`. A dynamics of `k` substeps has `Δ = (k−1)/(2k) Δt g` from
//! gravity; the effect of stiff constraints between substeps is better left out. Where all
//! velocities live in the middle of steps (Verlet, Newmark: Bridson's own dynamics) the half-step
//! `vⁿ⁺¹ = v + ½Δt a(xⁿ⁺¹, vⁿ⁺¹)` is implicit: see [`half_step`](super::half_step).
//!
//! Two departures from the paper. Impulses are shared by mass and weight (`W = Σ wᵢaᵢ²`), not for
//! equal masses. And an impact changes the end of the step by `(1 − t) Δt Δv`, not by `Δt Δv`: a
//! sheet at 50 m/s goes as far as what it hits, instead of stopping where it was at the start of
//! the step, up to metres away.

use glam::DVec3;
use ripstop_geometry::{Contact, Motion, State, SurfaceId};

use super::rounds::{Step, resolve_impacts};
use super::{ImpulseSettings, Repulsion, repel};
use crate::watch::ImpactWatch;
use crate::{DetectionPasses, Detector, Instants, Outcome, Responder};

/// Repulsions, friction and rounds of inelastic impulses.
#[derive(Clone, Debug, PartialEq)]
pub struct ImpulseResponse {
    /// Settings.
    pub settings: ImpulseSettings,
    /// Length of the step (s).
    pub dt: f64,
    /// `Δ`: added to the velocities of surfaces that had an impulse (m/s).
    pub half_step: DVec3,
    /// Report of the last response.
    pub report: ImpulseReport,
    /// Impacts that are left.
    pub watch: ImpactWatch,
    /// Surfaces that had an impulse, in order.
    pub touched: Vec<SurfaceId>,
}

/// Counts and energy of an impulse response.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ImpulseReport {
    /// Pairs that were close at the start.
    pub close: usize,
    /// Those among them that had an impulse.
    pub repelled: usize,
    /// Energy of the springs of close pairs (J): a bound on the energy that repulsions add.
    pub spring_energy: f64,
    /// Impacts that were resolved, over all rounds.
    pub impacts: usize,
    /// Impacts that are left.
    pub left: usize,
    /// Detection passes and narrow-phase queries.
    pub detection: DetectionPasses,
}

impl ImpulseResponse {
    /// A responder for steps of `dt` (s).
    #[must_use]
    pub fn new(settings: ImpulseSettings, dt: f64) -> Self {
        Self {
            settings,
            dt,
            half_step: DVec3::ZERO,
            report: ImpulseReport::default(),
            watch: ImpactWatch::default(),
            touched: Vec::new(),
        }
    }

    fn repel(
        &mut self,
        detector: &mut dyn Detector,
        start: &[DVec3],
        velocities: &mut [DVec3],
        inverse_masses: &[f64],
    ) {
        if self.settings.sweeps == 0 {
            return;
        }
        let instants = Instants { start, before: start, now: start, soon: start };
        let contacts = detector.contacts(&instants);
        let pair = |contact: &Contact| {
            Repulsion::new(contact, detector.rule(contact.candidate), inverse_masses)
        };
        let mut pairs: Vec<Repulsion> = contacts
            .iter()
            .map(pair)
            .filter(|pair| pair.stencil.mobility > 0.0 && pair.rule.thickness > 0.0)
            .collect();
        repel(&mut pairs, velocities, self.dt, &self.settings);
        self.report.close = pairs.len();
        self.report.repelled =
            pairs.iter().filter(|pair| pair.inelastic + pair.spring > 0.0).count();
        self.report.spring_energy =
            pairs.iter().map(|pair| pair.spring_energy(&self.settings)).sum();
    }
}

/// Velocities along a step (m/s), before repulsions and after them.
#[derive(Clone, Debug, PartialEq)]
pub struct Repelled {
    average: Vec<DVec3>,
    velocities: Vec<DVec3>,
}

impl ImpulseResponse {
    /// The first half of a response: repulsions and friction of pairs that are close at `start`.
    /// Changes the end of the step.
    pub fn repel_close(
        &mut self,
        detector: &mut dyn Detector,
        start: &[DVec3],
        state: &mut State,
    ) -> Repelled {
        self.report = ImpulseReport::default();
        let State { positions, inverse_masses, .. } = state;
        let average: Vec<DVec3> =
            start.iter().zip(&*positions).map(|(x, y)| (*y - *x) / self.dt).collect();
        let mut velocities = average.clone();
        self.repel(detector, start, &mut velocities, inverse_masses);
        for i in 0..positions.len() {
            if velocities[i] != average[i] {
                positions[i] += self.dt * (velocities[i] - average[i]);
            }
        }
        Repelled { average, velocities }
    }

    /// The second half: rounds of impacts and impulses along the step from `start`.
    pub fn resolve_impacts(
        &mut self,
        detector: &mut dyn Detector,
        repelled: Repelled,
        start: &[DVec3],
        state: &mut State,
    ) -> Outcome {
        let Repelled { average, mut velocities } = repelled;
        let State { positions, velocities: proposed, inverse_masses } = state;
        let mut step = Step {
            start,
            end: positions,
            velocities: &mut velocities,
            inverse_masses,
            dt: self.dt,
        };
        self.watch = ImpactWatch::default();
        let watch = &mut self.watch;
        let ImpulseSettings { order, rounds, .. } = self.settings;
        self.report.impacts = resolve_impacts(detector, watch, &mut step, order, rounds);
        self.report.left = watch.update(detector, &step.motion()).len();
        self.report.detection = watch.detection;
        let surfaces = detector.mesh().surfaces();
        let had_impulse = (0..velocities.len()).filter(|&i| velocities[i] != average[i]);
        let touched = &mut self.touched;
        *touched = had_impulse.map(|i| surfaces[i]).collect();
        touched.sort_unstable();
        touched.dedup();
        for i in 0..proposed.len() {
            if touched.binary_search(&surfaces[i]).is_ok() {
                proposed[i] = velocities[i] + self.half_step;
            }
        }
        match self.report.left {
            0 => Outcome::Safe { passes: watch.detection.passes },
            impacts => Outcome::Unresolved { impacts },
        }
    }
}

impl Responder for ImpulseResponse {
    /// Velocities of surfaces that had an impulse are changed, too; of those with inverse mass 0
    /// only positions count.
    fn respond(
        &mut self,
        detector: &mut dyn Detector,
        motion: &Motion,
        state: &mut State,
    ) -> Outcome {
        let repelled = self.repel_close(detector, motion.start, state);
        self.resolve_impacts(detector, repelled, motion.start, state)
    }
}
