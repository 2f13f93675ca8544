//! Space that the surfaces of a run take, over all of its frames.

use glam::{DMat3, DVec3, Vec3Swizzles};
use ripstop_geometry::Aabb;
use ripstop_geometry::mesh::Role;
use ripstop_run::{RecordedRun, RunError};

/// Space that a surface takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    pub(crate) role: Role,
    /// Around all of its vertices at all times (m).
    pub(crate) bounds: Aabb,
    /// The same along the up direction and along two level ones (m).
    along: Aabb,
}

impl Extent {
    /// One for each surface, from all frames, of which one is held at a time.
    pub(crate) fn of_run(run: &mut RecordedRun, up: DVec3) -> Result<Vec<Self>, RunError> {
        let RecordedRun { world, frames, .. } = run;
        let side = up.any_orthonormal_vector();
        let axes = DMat3::from_cols(up, side, up.cross(side)).transpose();
        let empty = |role| Self { role, bounds: Aabb::EMPTY, along: Aabb::EMPTY };
        let mut extents: Vec<Self> =
            world.filters.surfaces.iter().map(|surface| empty(surface.role)).collect();
        for frame in 0..frames.count() {
            for (x, owner) in frames.read(frame)?.into_iter().zip(world.mesh.surfaces()) {
                let Self { bounds, along, .. } = &mut extents[owner.index()];
                *bounds = bounds.union(Aabb::of_point(x));
                *along = along.union(Aabb::of_point(axes * x));
            }
        }
        Ok(extents)
    }

    /// Lowest height (m).
    pub(crate) fn low(&self) -> f64 {
        self.along.min.x
    }

    /// Height from the lowest to the highest point (m).
    pub(crate) fn height(&self) -> f64 {
        self.along.extent().x
    }

    /// True if another surface lies within its edges, seen from above.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let [low, high] = [self.along.min, self.along.max];
        let [other_low, other_high] = [other.along.min, other.along.max];
        low.yz().cmple(other_low.yz()).all() && other_high.yz().cmple(high.yz()).all()
    }
}
