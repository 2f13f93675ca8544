//! Memory of the threads of cloths of finite elements.
//!
//! Threads that rub know at which curvature they hold on to each other. That is the only past of a
//! cloth beside its positions and velocities, so it goes into checkpoints, and back to the start of
//! a frame that fails. It changes where a certified step ends.

use glam::DVec3;
use ripstop_dynamics::BendingFriction;

/// Friction of all cloths that have it, in the order of the scene.
pub(crate) struct ThreadMemory<'a> {
    frictions: Vec<&'a mut BendingFriction>,
}

impl<'a> ThreadMemory<'a> {
    pub(crate) fn new(frictions: impl Iterator<Item = &'a mut BendingFriction>) -> Self {
        Self { frictions: frictions.collect() }
    }

    /// Lets threads slip at the end of a step.
    pub(crate) fn settle(&mut self, positions: &[DVec3]) {
        for friction in &mut self.frictions {
            friction.settle(positions);
        }
    }

    /// All that threads know of the past.
    pub(crate) fn held(&self) -> Vec<[f64; 3]> {
        self.frictions.iter().flat_map(|friction| friction.held()).copied().collect()
    }

    /// Number of faces that know something of the past.
    pub(crate) fn count(&self) -> usize {
        self.frictions.iter().map(|friction| friction.held().len()).sum()
    }

    /// Goes back to a moment, of [`ThreadMemory::count`] faces.
    pub(crate) fn hold(&mut self, mut held: &[[f64; 3]], positions: &[DVec3]) {
        for friction in &mut self.frictions {
            let count = friction.held().len().min(held.len());
            let (own, rest) = held.split_at(count);
            held = rest;
            let fits = friction.hold(own, positions);
            debug_assert!(fits.is_ok(), "{fits:?}");
        }
    }
}
