//! Space that the surfaces of a run take, over all of its frames.

use glam::DVec3;
use ripstop_geometry::Aabb;
use ripstop_geometry::mesh::Role;
use ripstop_run::{RecordedRun, RunError};

/// Space that a surface takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) role: Role,
    /// Around all of its vertices at all times (m).
    pub(crate) bounds: Aabb,
    /// Lowest and highest along the up direction (m).
    pub(crate) heights: [f64; 2],
}

impl Extent {
    /// One for each surface, from all frames, of which one is held at a time.
    pub(crate) fn of_run(run: &mut RecordedRun, up: DVec3) -> Result<Vec<Self>, RunError> {
        let RecordedRun { world, frames, .. } = run;
        let empty =
            |role| Self { role, bounds: Aabb::EMPTY, heights: [f64::INFINITY, f64::NEG_INFINITY] };
        let mut extents: Vec<Self> =
            world.filters.surfaces.iter().map(|surface| empty(surface.role)).collect();
        for frame in 0..frames.count() {
            for (x, owner) in frames.read(frame)?.into_iter().zip(world.mesh.surfaces()) {
                let Self { bounds, heights: [low, high], .. } = &mut extents[owner.index()];
                *bounds = bounds.union(Aabb::of_point(x));
                let height = x.dot(up);
                (*low, *high) = (low.min(height), high.max(height));
            }
        }
        Ok(extents)
    }
}
