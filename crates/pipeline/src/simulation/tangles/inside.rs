//! Cloth that starts wholly inside of a closed surface: found by exact winding numbers, brought out
//! on the shortest side, or refused by name.

use glam::DVec3;
use ripstop_geometry::{Crossing, State, SurfaceId};
use ripstop_response::untangle::{CrossingDetector, Enclosed, bring_out_where, enclosed_where};

use crate::SceneError;
use crate::world::World;

/// Ways to go on where nothing was tried.
pub(super) const WAYS: &str = "`on_tangled = \"untangle\"` in the settings brings it out, and \
    `inside = true` in its `[[cloth]]` lets it be there";

/// Ways to go on where no way out was found.
pub(super) const STUCK: &str = "no way out was found, as for cloth that is pinned there; move one of \
    them, or `inside = true` in its `[[cloth]]` lets it be there";

/// Connected pieces of cloth inside of closed surfaces where they must not be.
pub(super) fn found(world: &World, crossings: &[Crossing], positions: &[DVec3]) -> Vec<Enclosed> {
    let must_be_outside = |surface, body| world.must_be_outside(surface, body);
    enclosed_where(&world.mesh, crossings, positions, &must_be_outside)
}

/// Brings them out, as far as that makes no crossings. Returns how many came out.
pub(super) fn bring_out(
    world: &World,
    state: &mut State,
    gap: f64,
    search: &mut dyn CrossingDetector,
) -> usize {
    let must_be_outside = |surface: SurfaceId, body| world.must_be_outside(surface, body);
    let State { positions, inverse_masses, .. } = state;
    bring_out_where(search, inverse_masses, gap, positions, &must_be_outside)
}

/// The error that names them.
pub(super) fn refused(world: &World, inside: &[Enclosed], hint: &'static str) -> SceneError {
    let surfaces = world.mesh.surfaces();
    let name = |found: &Enclosed| {
        let [own, body] = [found.vertex, found.of_body]
            .map(|vertex| world.names[surfaces[vertex.index()].index()].as_str());
        format!("{own} with {} vertices inside {body}", found.vertices)
    };
    SceneError::Inside { names: inside.iter().map(name).collect(), hint, sizes: Vec::new() }
}
