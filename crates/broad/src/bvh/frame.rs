//! Mixed precision: from `f64` boxes to the `f32` boxes that cull.
//!
//! A coordinate is shifted to an origin near the middle of the boxes, so that f32 is fine where the
//! boxes are, and rounded. Both operations are monotone:
//!
//! ```text
//! x ≤ y   ⟹   r(x) ≤ r(y),    r(x) = f32(x − o)
//! ```
//!
//! So `r(x) > r(y)` proves `x > y` and `r(x) < r(y)` proves `x < y`: an f32 comparison decides,
//! unless the rounded numbers are equal. Only then are the `f64` boxes compared, and nothing
//! needs to be rounded outwards.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::Aabb;

use super::lanes::CullBox;
use crate::BoxError;
use crate::error::{check_boxes, check_count};

/// Boxes that one task rounds.
const TASK: usize = 4096;

/// Boxes that are sampled to find the origin.
const SAMPLES: usize = 1024;

/// The shift that comes before rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Frame {
    origin: DVec3,
}

impl Frame {
    /// A frame in the midst of most of the boxes.
    pub(crate) fn around(boxes: &[Aabb]) -> Self {
        let stride = boxes.len().div_ceil(SAMPLES).max(1);
        let samples = || boxes.iter().step_by(stride);
        // Divided before they are summed, and clamped, so that no sum is infinite.
        let share = 1.0 / f64::from(boxes.len().div_ceil(stride).max(1) as u32);
        let limit = DVec3::splat(f64::MAX);
        let origin = samples()
            .map(|aabb| aabb.center().max(-limit).min(limit) * share)
            .fold(DVec3::ZERO, |sum, center| sum + center);
        Self { origin: if origin.is_finite() { origin } else { DVec3::ZERO } }
    }

    /// The shift.
    pub(crate) const fn origin(&self) -> DVec3 {
        self.origin
    }

    /// The box that culls for `aabb`.
    #[inline]
    pub(crate) fn round(&self, aabb: &Aabb) -> CullBox {
        let (min, max) = (aabb.min - self.origin, aabb.max - self.origin);
        CullBox { min: min.to_array().map(round), max: max.to_array().map(round) }
    }

    /// The boxes that cull for `boxes`, which are copied to `copies` at the same time.
    ///
    /// # Errors
    /// Names the first box that is NaN or inverted; the results are then of no use.
    pub(crate) fn round_and_copy(
        &self,
        boxes: &[Aabb],
        rounded: &mut Vec<CullBox>,
        copies: &mut Vec<Aabb>,
    ) -> Result<(), BoxError> {
        check_count(boxes)?;
        rounded.resize(boxes.len(), CullBox::EMPTY);
        copies.resize(boxes.len(), Aabb::EMPTY);
        let results = rounded.par_chunks_mut(TASK).zip(copies.par_chunks_mut(TASK));
        let valid = boxes.par_chunks(TASK).zip(results).map(|(boxes, (rounded, copies))| {
            copies.copy_from_slice(boxes);
            self.round_chunk(boxes, rounded)
        });
        if valid.reduce(|| true, |a, b| a & b) { Ok(()) } else { check_boxes(boxes) }
    }

    /// The boxes that cull for `boxes`.
    ///
    /// # Errors
    /// Names the first box that is NaN or inverted.
    pub(crate) fn round_all(&self, boxes: &[Aabb]) -> Result<Vec<CullBox>, BoxError> {
        check_count(boxes)?;
        let mut rounded = vec![CullBox::EMPTY; boxes.len()];
        let tasks = boxes.par_chunks(TASK).zip(rounded.par_chunks_mut(TASK));
        let valid = tasks.map(|(boxes, rounded)| self.round_chunk(boxes, rounded));
        if !valid.reduce(|| true, |a, b| a & b) {
            check_boxes(boxes)?;
        }
        Ok(rounded)
    }

    /// True if all boxes are valid.
    fn round_chunk(&self, boxes: &[Aabb], rounded: &mut [CullBox]) -> bool {
        boxes.iter().zip(rounded).fold(true, |valid, (aabb, rounded)| {
            *rounded = self.round(aabb);
            valid & aabb.is_valid()
        })
    }
}

/// To nearest, and never infinite: differences of rounded numbers are then never NaN, and infinity
/// is left for lanes that hold nothing. Never −0 either: a difference of equal numbers is then +0,
/// and the sign of a difference tells the order.
#[inline]
fn round(x: f64) -> f32 {
    (x as f32).clamp(-f32::MAX, f32::MAX) + 0.0
}
