//! What a step did.

use serde::Serialize;

/// Tells the time. The pipeline reads no clock of its own.
pub trait Clock: Send {
    /// Seconds since some fixed moment (s).
    fn seconds(&mut self) -> f64;
}

/// A clock that stands still, for results that must not depend on time.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn seconds(&mut self) -> f64 {
        0.0
    }
}

/// Where the time of a step went (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StageTimes {
    /// Solving the cloth.
    pub dynamics: f64,
    /// Looking for contacts, pairs of boxes included; with impulses the repulsions of what is close, too.
    pub contacts: f64,
    /// Sweeping over contacts; with impulses the rounds of looking for impacts and answering them.
    pub response: f64,
    /// The certified check and what it led to; with impulses the strain limit and zones.
    pub certify: f64,
    /// The last resort: vertices that are carried along or frozen.
    pub freeze: f64,
    /// Of the dynamics: gradients and Hessians of a solve with barriers.
    pub derivatives: f64,
    /// Of the dynamics: its linear systems.
    pub linear: f64,
    /// Of the dynamics: energies along its directions.
    pub search: f64,
    /// Of the dynamics: its contacts.
    pub barrier_contacts: f64,
    /// Of the dynamics: how far its directions are safe.
    pub safe_steps: f64,
}

impl StageTimes {
    /// Adds the parts of a solve with barriers.
    pub(crate) fn add(&mut self, other: &Self) {
        self.derivatives += other.derivatives;
        self.linear += other.linear;
        self.search += other.search;
        self.barrier_contacts += other.barrier_contacts;
        self.safe_steps += other.safe_steps;
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepReport {
    /// The frame that the step ended.
    pub frame: usize,
    /// Simulated time at its end (s).
    pub time: f64,
    /// Pairs that the broad phase could not exclude, at the last search.
    pub candidates: usize,
    /// How often pairs of boxes were looked for.
    pub searches: usize,
    /// How often contacts were looked for.
    pub passes: usize,
    /// Sweeps over the cloth's constraints and the contacts, those of steps that were done again included.
    pub sweeps: usize,
    /// Iterations of Newton's method in implicit solves, those of steps that were done again included.
    pub newton_iterations: usize,
    /// Iterations of the linear solves in them.
    pub linear_iterations: usize,
    /// Iterations of Newton's method in which the Hessian had to be made positive.
    pub projections: usize,
    /// Speed (m/s) of the fastest vertex in the last direction of the last implicit solve.
    pub residual: f64,
    /// Implicit solves that ended before they had converged.
    pub unsolved: usize,
    /// Solves with barriers that ended while friction still lagged behind by more than the tolerance.
    pub friction_unsettled: usize,
    /// Pairs that were close, at the last look.
    pub contacts: usize,
    /// Contacts that pushed, in the last substep.
    pub active_contacts: usize,
    /// By how much the worst contact is closer than wanted at the end of the solve (m).
    pub deepest: f64,
    /// Least distance (m) of a pair at the end of the step, once everything has been answered, if barriers answer; that from which on they push, if nothing is closer. `None` with
    /// other responses, and where vertices had to be frozen at the very end.
    pub least_distance: Option<f64>,
    /// Impacts that inelastic impulses have answered.
    pub answered: usize,
    /// Pairs that collided on the way to what the dynamics proposed, and were left to the fail-safe: projection, zones, halves, the last resort.
    /// Impulses answer impacts themselves, and leave what remains.
    pub impacts: usize,
    /// Zones of impacts that were optimised.
    pub zones: usize,
    /// Planes of impacts in the largest of them.
    pub largest_zone: usize,
    /// Zones that moved as rigid bodies.
    pub rigid_zones: usize,
    /// Pairs examined by first looks for impacts, where looks are counted.
    pub examined: usize,
    /// Pairs examined by the looks after them, at what has moved since.
    pub examined_again: usize,
    /// Certified checks, one per step if nothing was found.
    pub checks: usize,
    /// Steps that were done again as two of half their length.
    pub halvings: usize,
    /// Vertices that were carried along by an obstacle in the last resort.
    pub carried: usize,
    /// Vertices that were frozen in the last resort.
    pub frozen: usize,
    /// Crossings that are left of a tangled state; always 0 from the first clean state on.
    pub crossings: usize,
    /// Pairs of surfaces that groups take out of every check, and so out of the guarantee.
    pub unchecked_pairs: usize,
    /// Linear momentum of the free vertices (kg m/s).
    pub momentum: [f64; 3],
    /// Angular momentum of the free vertices about the origin (kg m²/s).
    pub angular_momentum: [f64; 3],
    /// Kinetic energy of the free vertices (J).
    pub kinetic_energy: f64,
    /// Speed of the fastest free vertex (m/s).
    pub fastest: f64,
    /// Where the time went.
    pub times: StageTimes,
}

impl StepReport {
    /// Adds what an implicit solve says.
    pub(crate) fn count(&mut self, solved: &ripstop_dynamics::StepReport) {
        self.newton_iterations += solved.iterations as usize;
        self.linear_iterations += solved.linear_iterations as usize;
        self.projections += solved.projections as usize;
        self.residual = solved.residual;
        self.unsolved += usize::from(!solved.converged);
    }
}
