//! Times of the stages, from a clock that the caller hands in.

use serde::{Deserialize, Serialize};

/// A clock. The pipeline reads none of its own.
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

/// Times of the stages (s).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct StageTimes {
    /// Dynamics.
    pub dynamics: f64,
    /// Detection of contacts, broad phase included; with impulses the repulsions of close pairs,
    /// too.
    pub contacts: f64,
    /// Contact sweeps; with impulses the rounds of detecting and resolving impacts.
    pub response: f64,
    /// The certified check and what it led to; with impulses the strain limit and zones.
    pub certify: f64,
    /// The last resort: vertices that are carried along or frozen.
    pub freeze: f64,
    /// Of the dynamics: gradients and Hessians of a solve with barriers.
    pub derivatives: f64,
    /// Of the dynamics: its linear systems.
    pub linear: f64,
    /// Of the dynamics: its line searches.
    pub search: f64,
    /// Of the dynamics: its contacts.
    pub barrier_contacts: f64,
    /// Of the dynamics: its step limits from CCD.
    pub step_limits: f64,
}

impl StageTimes {
    /// Adds the parts of a solve with barriers.
    pub(crate) fn add_solve(&mut self, other: &Self) {
        self.derivatives += other.derivatives;
        self.linear += other.linear;
        self.search += other.search;
        self.barrier_contacts += other.barrier_contacts;
        self.step_limits += other.step_limits;
    }

    /// Merges the times of a later frame.
    pub fn merge(&mut self, later: &Self) {
        self.dynamics += later.dynamics;
        self.contacts += later.contacts;
        self.response += later.response;
        self.certify += later.certify;
        self.freeze += later.freeze;
        self.add_solve(later);
    }
}
