//! Stitches that welding left open.

use super::Warning;
use crate::World;

pub(super) fn warnings(world: &World) -> Vec<Warning> {
    let open = world.cloths.iter().filter_map(|part| {
        let counts = part.welded.as_ref()?.counts;
        (counts.left_open > 0).then(|| Warning::LeftOpen {
            owner: part.owner.clone(),
            count: counts.left_open,
            stitches: counts.stitches,
        })
    });
    open.collect()
}
