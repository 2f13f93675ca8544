//! Points that move in straight lines over one time step.
//!
//! ```text
//! x(t) = x₀ + t (x₁ − x₀),    t ∈ [0, 1]
//! ```
//!
//! Time is a fraction of the step. Everything that is claimed about motion is claimed about this
//! straight line between the stored positions, not about what the dynamics meant.

use glam::DVec3;

/// A point with linear motion, `x(t) = start + t (end − start)` for `t ∈ [0, 1]`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MovingPoint {
    /// Position at `t = 0` (m).
    pub start: DVec3,
    /// Position at `t = 1` (m).
    pub end: DVec3,
}

impl MovingPoint {
    /// A point that stays where it is.
    #[must_use]
    pub const fn at_rest(position: DVec3) -> Self {
        Self { start: position, end: position }
    }

    /// Position at time `t`, rounded; `at(0)` and `at(1)` are `start` and `end` to the bit.
    #[must_use]
    pub fn at(self, t: f64) -> DVec3 {
        (1.0 - t) * self.start + t * self.end
    }

    /// The motion of `self` as seen from `origin`, rounded.
    #[must_use]
    pub fn relative_to(self, origin: Self) -> Self {
        Self { start: self.start - origin.start, end: self.end - origin.end }
    }

    /// Displacement over the whole step (m).
    #[must_use]
    pub fn displacement(self) -> DVec3 {
        self.end - self.start
    }
}

/// The motion of all vertices of a collision mesh over one step, as two arrays of equal length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<'a> {
    /// Positions at `t = 0` (m).
    pub start: &'a [DVec3],
    /// Positions at `t = 1` (m).
    pub end: &'a [DVec3],
}

/// A motion that cannot be examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MotionError {
    /// Start and end speak of different numbers of vertices.
    #[error("the motion has {start} start positions but {end} end positions")]
    LengthMismatch {
        /// Number of start positions.
        start: usize,
        /// Number of end positions.
        end: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("the {side} position of vertex {vertex} is not finite")]
    NotFinite {
        /// Offending vertex.
        vertex: usize,
        /// `"start"` or `"end"`.
        side: &'static str,
    },
}

impl<'a> Motion<'a> {
    /// Checks that both arrays have one length and finite entries.
    ///
    /// # Errors
    /// Names the first vertex whose position is not finite.
    pub fn new(start: &'a [DVec3], end: &'a [DVec3]) -> Result<Self, MotionError> {
        if start.len() != end.len() {
            return Err(MotionError::LengthMismatch { start: start.len(), end: end.len() });
        }
        for (side, positions) in [("start", start), ("end", end)] {
            if let Some(vertex) = positions.iter().position(|x| !x.is_finite()) {
                return Err(MotionError::NotFinite { vertex, side });
            }
        }
        Ok(Self { start, end })
    }

    /// The motion of one vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    #[inline]
    pub fn vertex(&self, vertex: crate::VertexId) -> MovingPoint {
        MovingPoint { start: self.start[vertex.index()], end: self.end[vertex.index()] }
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.start.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VertexId;
    use glam::dvec3;

    #[test]
    fn ends_are_met_to_the_bit() {
        let point =
            MovingPoint { start: dvec3(0.1, -3.7e9, 1e-300), end: dvec3(0.3, 2.1e-8, -5e300) };
        assert_eq!(point.at(0.0), point.start);
        assert_eq!(point.at(1.0), point.end);
    }

    #[test]
    fn errors_name_the_vertex() {
        let good = [DVec3::ZERO; 3];
        let mut bad = good;
        bad[2].y = f64::NAN;
        assert_eq!(
            Motion::new(&good, &bad),
            Err(MotionError::NotFinite { vertex: 2, side: "end" })
        );
        assert_eq!(
            Motion::new(&good[..2], &good),
            Err(MotionError::LengthMismatch { start: 2, end: 3 })
        );
        let motion = Motion::new(&good, &good).unwrap();
        assert_eq!(motion.vertex(VertexId(1)), MovingPoint::default());
        assert_eq!(motion.vertex_count(), 3);
    }
}
