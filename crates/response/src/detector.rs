//! The contracts of detectors and responders.

use glam::DVec3;
use ripstop_geometry::{Candidate, CollisionMesh, Contact, Impact, Motion, State};

use crate::{Capsule, ContactRule};

/// Finds contacts and impacts for a responder, by any broad and narrow phase.
///
/// All results are in the canonical order of their candidates and do not depend on the thread
/// count.
pub trait Detector {
    /// The mesh whose vertices move.
    fn mesh(&self) -> &CollisionMesh;

    /// Pairs that are closer now than their thickness, or may be in a moment. Normals point to the
    /// side from which the first feature came.
    fn contacts(&mut self, instants: &Instants) -> Vec<Contact>;

    /// Candidate pairs that may be closer than their thickness at some positions, in canonical
    /// order. Others may be listed, too.
    fn near(&mut self, positions: &[DVec3]) -> Vec<Candidate> {
        let instants =
            Instants { start: positions, before: positions, now: positions, soon: positions };
        self.contacts(&instants).iter().map(|contact| contact.candidate).collect()
    }

    /// Pairs that touch somewhere along `motion`, certified: a pair that is not listed does not
    /// touch. A pair that ends closer than the least gap, and closer than it started, is listed
    /// too, with the time 1.
    fn impacts(&mut self, motion: &Motion) -> Vec<Impact>;

    /// Of the pairs that [`Detector::impacts`] would list, those with a vertex that is marked in
    /// `moved`. Together with the impacts of an earlier motion from which only the marked vertices
    /// differ, these are all impacts.
    fn impacts_among(&mut self, motion: &Motion, moved: &[bool]) -> Vec<Impact> {
        let mut impacts = self.impacts(motion);
        impacts.retain(|impact| has_moved(self.mesh(), impact, moved));
        impacts
    }

    /// Number of narrow-phase queries in the last search for impacts; 0 if the detector does not
    /// count.
    fn query_count(&self) -> usize {
        0
    }

    /// Thickness and friction of a pair; by default both are 0.
    fn rule(&self, candidate: Candidate) -> ContactRule {
        let _ = candidate;
        ContactRule { thickness: 0.0, friction: 0.0 }
    }

    /// Capsules that the vertices of a zone stay out of, beside the planes of its impacts.
    fn capsules(&self) -> &[Capsule] {
        &[]
    }

    /// Step limit from CCD: the largest fraction of `motion`, in `[0, 1]`, in which certainly no
    /// pair touches. The least gap does not limit it.
    fn largest_safe_step(&mut self, motion: &Motion) -> f64;
}

/// True if a vertex of an impact is marked.
pub(crate) fn has_moved(mesh: &CollisionMesh, impact: &Impact, moved: &[bool]) -> bool {
    mesh.stencil(impact.candidate).iter().any(|vertex| moved[vertex.index()])
}

/// Positions of all vertices at four times of a step (m).
#[derive(Clone, Copy, Debug)]
pub struct Instants<'a> {
    /// At the start of the step: free of crossings.
    pub start: &'a [DVec3],
    /// A moment ago.
    pub before: &'a [DVec3],
    /// Now.
    pub now: &'a [DVec3],
    /// In a moment, if nothing stops them.
    pub soon: &'a [DVec3],
}

/// Result of a response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// The motion from the start to the new positions is free of impacts.
    Safe {
        /// Number of detection passes; 1 if there were no impacts to begin with.
        passes: usize,
    },
    /// Impacts are left.
    Unresolved {
        /// Number of pairs that still collide.
        impacts: usize,
    },
}

/// Turns a proposed motion into a safe one.
pub trait Responder {
    /// Changes the positions of `state`, which are the proposed end of `motion`, so that the
    /// straight motion from `motion.start` to them is free of impacts. Velocities are left to the
    /// caller.
    fn respond(
        &mut self,
        detector: &mut dyn Detector,
        motion: &Motion,
        state: &mut State,
    ) -> Outcome;
}
