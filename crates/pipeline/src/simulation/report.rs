//! The report of a frame, in groups.
//!
//! A group has a `merge`: work adds up, gauges (numbers of something that is there, such as
//! contacts) keep their peak, and states (momentum, residual) the later value. So reports of
//! consecutive frames come to one of the whole run.

use ripstop_response::DetectionPasses;
use serde::{Deserialize, Serialize};

use super::clock::StageTimes;
use super::span::Reason;

/// Version of the report's layout; a line of `report.jsonl` carries it.
pub const REPORT_VERSION: u32 = 1;

/// Report of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct FrameReport {
    /// Version of the layout, [`REPORT_VERSION`].
    pub version: u32,
    /// Number of the frame that ended; frame 0 is the start.
    pub frame: usize,
    /// Simulated time at its end (s).
    pub time: f64,
    /// Broad and narrow phase.
    pub detection: DetectionReport,
    /// Dynamics.
    pub solve: SolveReport,
    /// Collision response, inside the dynamics or after them.
    pub response: ResponseReport,
    /// Impacts that the response left over, and their resolution.
    pub fail_safe: FailSafeReport,
    /// Motion of the free vertices.
    pub energy: EnergyReport,
    /// Times of the stages.
    pub times: StageTimes,
}

/// Work of broad and narrow phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct DetectionReport {
    /// Candidate pairs after the last search.
    pub candidates: usize,
    /// Searches of the broad phase.
    pub searches: usize,
    /// Detection passes for contacts.
    pub passes: usize,
    /// Certified checks of a motion, one per step if nothing was found; passes of projections that
    /// failed are not counted.
    pub checks: usize,
    /// Narrow-phase queries of first passes for impacts, where they are counted.
    pub queries: usize,
    /// Narrow-phase queries of the passes after them, restricted to vertices that moved since.
    pub repeated_queries: usize,
    /// Crossings that are left of a tangled state; always 0 from the first clean state on.
    pub crossings: usize,
    /// Crossings of pairs at stitches, which are out of the guarantee.
    pub stitched_crossings: usize,
    /// Pairs of surfaces that groups take out of every check, and so out of the guarantee.
    pub unchecked_pairs: usize,
}

/// Work of the dynamics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct SolveReport {
    /// Gauss–Seidel sweeps over constraints and contacts, those of repeated steps included.
    pub sweeps: usize,
    /// Newton iterations of implicit solves, those of repeated steps included.
    pub newton_iterations: usize,
    /// Iterations of their linear solves.
    pub linear_iterations: usize,
    /// Newton iterations with a PSD projection of the Hessian.
    pub projections: usize,
    /// Speed (m/s) of the fastest vertex in the last direction of the last implicit solve.
    pub residual: f64,
    /// Implicit solves that ended before they had converged. Their positions are as safe as all
    /// others, but not the minimum of the step's energy.
    pub unsolved: usize,
    /// Solves with barriers that ended while lagged friction was off by more than the tolerance.
    pub friction_unsettled: usize,
}

/// Contacts and their response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct ResponseReport {
    /// Pairs that were close at the last detection pass.
    pub contacts: usize,
    /// Contacts that pushed, in the last substep.
    pub active_contacts: usize,
    /// Depth (m) by which the worst contact is closer than its thickness at the end of the solve.
    pub deepest: f64,
    /// Least distance (m) of a pair at the end of the last step with barriers; that from which on
    /// they push, if nothing is closer. `None` with other responses, and after a frozen zone.
    pub least_distance: Option<f64>,
    /// Impacts that inelastic impulses have resolved.
    pub resolved: usize,
    /// Pairs that came close and were disabled because of a pinch, in the step with most of them.
    pub released: usize,
    /// Vertices that followed an obstacle because of a pinch, in the step with most of them.
    pub released_vertices: usize,
    /// Gap (m) that 99 % of the stitches do not exceed; 0 without stitches.
    pub seam_gap: f64,
    /// Pairs of primitives at stitches, which are out of the guarantee.
    pub excluded: usize,
}

/// Work of the fail-safe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct FailSafeReport {
    /// Impacts on the way to the proposed positions that were left to the fail-safe: projection,
    /// zones, halving, the last resort. Impulses resolve impacts themselves, and leave what
    /// remains.
    pub impacts: usize,
    /// Impact zones that were optimised.
    pub zones: usize,
    /// Planes of impacts in the largest of them.
    pub largest_zone: usize,
    /// Rigid zones.
    pub rigid_zones: usize,
    /// Steps, and substeps of barriers, that were repeated as two of half their length.
    pub halvings: usize,
    /// Those of `halvings` because of impacts that the response could not resolve.
    pub halved_for_impacts: usize,
    /// Those of `halvings` because the certified check moved vertices by a large part of the
    /// thickness.
    pub halved_for_roughness: usize,
    /// Those of `halvings` because edges were too long.
    pub halved_for_stretch: usize,
    /// Those of `halvings` because an implicit solve did not converge.
    pub halved_for_solve: usize,
    /// Vertices that an obstacle carried along in the last resort.
    pub carried: usize,
    /// Vertices that were frozen in the last resort.
    pub frozen: usize,
}

/// Momenta, kinetic energy and speed of the free vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct EnergyReport {
    /// Linear momentum (kg m/s).
    pub momentum: [f64; 3],
    /// Angular momentum about the origin (kg m²/s).
    pub angular_momentum: [f64; 3],
    /// Kinetic energy (J).
    pub kinetic_energy: f64,
    /// Speed of the fastest vertex (m/s).
    pub fastest: f64,
}

impl Default for FrameReport {
    fn default() -> Self {
        Self {
            version: REPORT_VERSION,
            frame: 0,
            time: 0.0,
            detection: DetectionReport::default(),
            solve: SolveReport::default(),
            response: ResponseReport::default(),
            fail_safe: FailSafeReport::default(),
            energy: EnergyReport::default(),
            times: StageTimes::default(),
        }
    }
}

impl FrameReport {
    /// Merges the report of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.version = later.version;
        self.frame = later.frame;
        self.time = later.time;
        self.detection.merge(&later.detection);
        self.solve.merge(&later.solve);
        self.response.merge(&later.response);
        self.fail_safe.merge(&later.fail_safe);
        self.energy = later.energy;
        self.times.merge(&later.times);
    }
}

impl DetectionReport {
    /// Adds the passes of a responder.
    pub(crate) fn count(&mut self, done: DetectionPasses) {
        self.checks += done.passes;
        self.queries += done.queries;
        self.repeated_queries += done.repeated_queries;
    }

    /// Merges the report of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.candidates = self.candidates.max(later.candidates);
        self.searches += later.searches;
        self.passes += later.passes;
        self.checks += later.checks;
        self.queries += later.queries;
        self.repeated_queries += later.repeated_queries;
        self.crossings = later.crossings;
        self.stitched_crossings = self.stitched_crossings.max(later.stitched_crossings);
        self.unchecked_pairs = self.unchecked_pairs.max(later.unchecked_pairs);
    }
}

impl SolveReport {
    /// Adds an implicit solve.
    pub(crate) fn count(&mut self, solved: &ripstop_dynamics::StepReport) {
        self.newton_iterations += solved.iterations as usize;
        self.linear_iterations += solved.linear_iterations as usize;
        self.projections += solved.projections as usize;
        self.residual = solved.residual;
        self.unsolved += usize::from(!solved.converged);
    }

    /// Merges the report of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.sweeps += later.sweeps;
        self.newton_iterations += later.newton_iterations;
        self.linear_iterations += later.linear_iterations;
        self.projections += later.projections;
        self.residual = later.residual;
        self.unsolved += later.unsolved;
        self.friction_unsettled += later.friction_unsettled;
    }
}

impl ResponseReport {
    /// Merges the report of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.contacts = self.contacts.max(later.contacts);
        self.active_contacts = self.active_contacts.max(later.active_contacts);
        self.deepest = self.deepest.max(later.deepest);
        let distances = [self.least_distance, later.least_distance];
        self.least_distance = distances.into_iter().flatten().reduce(f64::min);
        self.resolved += later.resolved;
        self.released = self.released.max(later.released);
        self.released_vertices = self.released_vertices.max(later.released_vertices);
        self.seam_gap = self.seam_gap.max(later.seam_gap);
        self.excluded = self.excluded.max(later.excluded);
    }
}

impl FailSafeReport {
    /// Counts a step that is done again in halves.
    pub(crate) const fn count_halving(&mut self, reason: Reason) {
        self.halvings += 1;
        let count = match reason {
            Reason::Impacts => &mut self.halved_for_impacts,
            Reason::Rough => &mut self.halved_for_roughness,
            Reason::Stretched => &mut self.halved_for_stretch,
            Reason::Unsolved => &mut self.halved_for_solve,
        };
        *count += 1;
    }

    /// Merges the report of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.impacts += later.impacts;
        self.zones += later.zones;
        self.largest_zone = self.largest_zone.max(later.largest_zone);
        self.rigid_zones += later.rigid_zones;
        self.halvings += later.halvings;
        self.halved_for_impacts += later.halved_for_impacts;
        self.halved_for_roughness += later.halved_for_roughness;
        self.halved_for_stretch += later.halved_for_stretch;
        self.halved_for_solve += later.halved_for_solve;
        self.carried += later.carried;
        self.frozen += later.frozen;
    }

    /// True if every step was certified as the response left it.
    #[must_use]
    pub fn was_not_needed(&self) -> bool {
        *self == Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_adds_up_gauges_peak_and_states_are_the_later() {
        let mut first = FrameReport { frame: 1, ..FrameReport::default() };
        first.detection.candidates = 7;
        first.solve.sweeps = 3;
        first.solve.residual = 0.5;
        first.response.least_distance = Some(2.0);
        first.fail_safe.zones = 1;
        first.times.dynamics = 1.0;
        let mut later = FrameReport { frame: 2, ..FrameReport::default() };
        later.detection.candidates = 5;
        later.solve.sweeps = 4;
        later.solve.residual = 0.25;
        later.fail_safe.zones = 2;
        later.times.dynamics = 0.5;
        later.energy.fastest = 3.0;
        first.merge(&later);
        assert_eq!((first.frame, first.detection.candidates, first.solve.sweeps), (2, 7, 7));
        assert_eq!((first.solve.residual, first.response.least_distance), (0.25, Some(2.0)));
        assert_eq!((first.fail_safe.zones, first.times.dynamics), (3, 1.5));
        assert_eq!(first.energy.fastest, 3.0);
    }
}
