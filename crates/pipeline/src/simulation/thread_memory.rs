//! Friction between the threads of cloths of finite elements.
//!
//! Threads know at which curvature they hold on to each other. That is the only past of a cloth
//! beside its positions and velocities, so it goes into checkpoints, and back to the start of a
//! frame that fails. It changes where a certified step ends.

use glam::DVec3;
use ripstop_dynamics::BendingFriction;
use ripstop_geometry::Potential;

use crate::SceneError;
use crate::world::{ClothPart, World};

/// Friction of all cloths that have it, in the order of the scene.
#[derive(Debug, Default)]
pub(crate) struct ThreadMemory {
    frictions: Vec<BendingFriction>,
}

impl ThreadMemory {
    /// The threads of a world, without load where it starts.
    pub(crate) fn new(world: &World) -> Result<Self, SceneError> {
        let friction = |part: &ClothPart| {
            let friction = part.fabric.fabric().bending_friction?;
            let place = (part.first, world.start.positions.as_slice());
            let made = BendingFriction::new(&part.topology, &part.shape, friction, place);
            Some(made.map_err(|error| SceneError::Cloth { owner: part.owner.clone(), error }))
        };
        let frictions = world.cloths.iter().filter_map(friction).collect::<Result<_, _>>()?;
        Ok(Self { frictions })
    }

    /// Frictions as potentials of a solve.
    pub(crate) fn potentials(&self) -> impl Iterator<Item = &dyn Potential> {
        self.frictions.iter().map(|friction| friction as &dyn Potential)
    }

    /// Lets threads slip at the end of a step.
    pub(crate) fn settle(&mut self, positions: &[DVec3]) {
        for friction in &mut self.frictions {
            friction.settle(positions);
        }
    }

    /// All that threads know of the past.
    pub(crate) fn held(&self) -> Vec<[f64; 3]> {
        self.frictions.iter().flat_map(BendingFriction::held).copied().collect()
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
