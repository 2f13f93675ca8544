//! A ray that is tested against eight boxes at once, in f32.
//!
//! Along an axis the ray enters a box through one plane and leaves it through the other, which one
//! by the sign of its direction:
//!
//! ```text
//! t = (plane − o) / d
//! ```
//!
//! In f32 the plane, the origin, their difference, `1/d` and the product are each off by a relative
//! `u = 2⁻²⁴`, which is together as if the plane were off by `5 u (E + |o|)`, where `E` is the
//! largest coordinate of the tree. So the ray starts `16 u (E + |o|)` too late for planes through
//! which it enters and as much too early for those through which it leaves: no box that the exact
//! ray meets is lost.
//!
//! Directions are scaled so that the largest component is ±1. A component below `2⁻⁶⁰`, zero
//! included, is taken for `2⁻⁶⁰`: as long as the ray is inside the tree, that moves it by far less
//! than the slack.

use glam::DVec3;

use super::lanes::{CullBox, LANES, Lanes};
use super::{Frame, Ray};

/// Numbers beyond this, or below its inverse, are left to f64.
const RANGE: f64 = 1e30;

/// Directions against which planes are nearly parallel are cut off here.
const STEEPEST: f64 = (1_u64 << 60) as f64;

/// A ray in the frame of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneRay {
    /// Origin, moved forwards: against planes through which the ray enters.
    pub(crate) late: [f32; 3],
    /// Origin, moved backwards: against planes through which the ray leaves.
    pub(crate) early: [f32; 3],
    /// Inverses of the components of the scaled direction.
    pub(crate) inverse: [f32; 3],
    /// The largest component of the direction: parameters of the tree are this many times those of
    /// the ray.
    scale: f64,
}

impl LaneRay {
    /// The ray in the frame of a tree with the given bounds; `None` if f32 is not up to it.
    pub(super) fn new(ray: &Ray, frame: &Frame, bounds: &CullBox) -> Option<Self> {
        const SLACK: f64 = 8.0 * f32::EPSILON as f64;
        let scale = ray.direction.abs().max_element();
        let origin = ray.origin - frame.origin();
        let coordinates = bounds.min.into_iter().chain(bounds.max).map(|x| f64::from(x).abs());
        let extent = coordinates.fold(origin.abs().max_element(), |sum, x| sum + x);
        let in_range = |x: f64| x > 1.0 / RANGE && x < RANGE;
        if !in_range(scale) || !in_range(extent) || !ray.direction.is_finite() {
            return None;
        }
        let inverse = ray.direction.to_array().map(|d| {
            let inverse = if d == 0.0 { STEEPEST } else { scale / d };
            inverse.clamp(-STEEPEST, STEEPEST) as f32
        });
        let signs = DVec3::from_array(inverse.map(|x| f64::from(x.signum())));
        let shift = SLACK * extent * signs;
        let [late, early] =
            [origin + shift, origin - shift].map(|point| point.to_array().map(|x| x as f32));
        Some(Self { late, early, inverse, scale })
    }

    /// A parameter of the ray as one of the tree, rounded up.
    #[inline]
    pub(super) fn scaled(&self, t: f64) -> f32 {
        (t * self.scale) as f32 * (1.0 + 2.0 * f32::EPSILON)
    }

    /// The planes through which the ray enters and leaves, along an axis.
    #[inline]
    pub(crate) fn planes<'a>(
        &self,
        lanes: &'a Lanes,
        axis: usize,
    ) -> (&'a [f32; LANES], &'a [f32; LANES]) {
        let (min, max) = (&lanes.min[axis], &lanes.max[axis]);
        if self.inverse[axis] < 0.0 { (max, min) } else { (min, max) }
    }
}
