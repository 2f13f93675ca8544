//! The detector that a scene's settings ask for.

use ripstop_broad::{BroadPhase, BruteForce, Bvh, HashGrid, Octree, SweepAndPrune};
use ripstop_narrow::{Additive, Ccd, Cubic, Inclusion};

use crate::scene::{BroadMethod, DynamicsMethod, NarrowMethod, Settings};
use crate::seams::SeamDistances;
use crate::world::World;
use crate::{DetectorSettings, MeshDetector};

/// A detector that knows nothing yet.
pub(crate) fn detector(world: &World, settings: &Settings) -> MeshDetector {
    let thinnest = world.surfaces.min_thickness();
    MeshDetector::new(
        world.mesh.clone(),
        world.filters.clone(),
        world.surfaces.clone(),
        world.rest.clone(),
        DetectorSettings {
            broad: broad_phase(settings.broad),
            ccd: narrow_phase(settings.narrow),
            least_gap: settings.least_gap * thinnest,
            // Directions of an implicit solve are less predictable than sweeps: it saves searches to have more room.
            slack: match settings.dynamics {
                DynamicsMethod::Pbd => 0.15 * thinnest,
                DynamicsMethod::Fem => 2.0 * thinnest,
            },
        },
    )
    .with_capsules(world.capsules.clone())
    .with_seams(SeamDistances::new(
        &world.seams,
        &world.cloths,
        &world.rest,
        world.surfaces.max_thickness(),
    ))
}

fn broad_phase(method: BroadMethod) -> Box<dyn BroadPhase + Send> {
    match method {
        BroadMethod::Bvh => Box::new(Bvh::default()),
        BroadMethod::Grid => Box::new(HashGrid::default()),
        BroadMethod::Octree => Box::new(Octree::default()),
        BroadMethod::Sweep => Box::new(SweepAndPrune::default()),
        BroadMethod::Brute => Box::new(BruteForce::default()),
    }
}

fn narrow_phase(method: NarrowMethod) -> Box<dyn Ccd + Send> {
    match method {
        NarrowMethod::Cubic => Box::new(Cubic::exact()),
        NarrowMethod::Inclusion => Box::new(Inclusion::contact()),
        NarrowMethod::Additive => Box::new(Additive::contact()),
    }
}
