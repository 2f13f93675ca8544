//! Settings and report of zones.

use crate::DetectionPasses;

/// Settings of [`resolve_zones`](crate::resolve_zones).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ZoneSettings {
    /// Most detection passes while zones are optimised; 0 to begin with rigid zones.
    pub rounds: usize,
    /// Number of these rounds after which the inner motion of zones that still collide is halved,
    /// round by round.
    pub patience: usize,
    /// Most products with the matrix of a cluster of a zone in one sweep of a solve.
    pub products: usize,
    /// Most detection passes while zones are rigid; 0 for no rigid zones.
    pub rigid_rounds: usize,
    /// Minimum separation from the plane of an impact (m), if the pair has it at the start.
    pub gap: f64,
    /// The least distance that the detector accepts (m), unless a pair starts closer.
    pub least_gap: f64,
    /// Length of the step (s).
    pub dt: f64,
    /// True if the planes of optimised zones have the Coulomb friction of their pairs.
    pub friction: bool,
}

impl ZoneSettings {
    /// Defaults for a detector with this least distance (m), and a step of `dt` (s).
    #[must_use]
    pub const fn new(least_gap: f64, dt: f64) -> Self {
        Self {
            rounds: 40,
            patience: 24,
            products: 2000,
            rigid_rounds: 16,
            gap: 4.0 * least_gap,
            least_gap,
            dt,
            friction: false,
        }
    }
}

/// Counts of [`resolve_zones`](crate::resolve_zones).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ZoneReport {
    /// Impacts that there were to begin with.
    pub impacts: usize,
    /// Impacts that are left; 0 if the motion is safe.
    pub left: usize,
    /// Zones that optimisation has resolved.
    pub optimised: usize,
    /// The largest number of impacts in one zone in the first pass.
    pub together: usize,
    /// The largest number of planes in one zone, over all passes.
    pub largest: usize,
    /// Zones that move as rigid bodies.
    pub rigid: usize,
    /// Rounds of optimisation.
    pub rounds: usize,
    /// Visits to planes of impacts in all solves.
    pub visits: usize,
    /// Detection passes and narrow-phase queries.
    pub detection: DetectionPasses,
}
