//! The vector from one end of a segment to the other, with its squared length and the inverse of that.

use glam::DVec3;

/// Below this square (m²) a length counts as zero: its square has lost its digits.
///
/// Queries run at sizes of `2⁻²⁰⁰` m and more (see `scale`), so that such a segment is far shorter than
/// the last digit of the result.
const ZERO_LENGTH_SQUARED: f64 = f64::from_bits((1023 - 900) << 52);

/// The vector along a segment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// End minus start (m).
    pub(super) vector: DVec3,
    /// Squared length (m²).
    pub(super) length_squared: f64,
    /// `1 / length_squared` (1/m²), or 0 for a segment of no length, which makes every parameter 0.
    pub(super) inverse_squared: f64,
}

impl Direction {
    #[inline]
    pub(super) fn between(start: DVec3, end: DVec3) -> Self {
        let vector = end - start;
        let length_squared = vector.length_squared();
        let inverse_squared =
            if length_squared > ZERO_LENGTH_SQUARED { 1.0 / length_squared } else { 0.0 };
        Self { vector, length_squared, inverse_squared }
    }

    /// The same segment from its other end.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { vector: -self.vector, ..self }
    }

    /// `argmin |offset − s vector|` over all real `s`.
    #[inline]
    pub(super) fn parameter(self, offset: DVec3) -> f64 {
        offset.dot(self.vector) * self.inverse_squared
    }

    /// The part of `offset` that is orthogonal to the segment (m).
    #[inline]
    pub(super) fn reject(self, offset: DVec3) -> DVec3 {
        offset - self.parameter(offset) * self.vector
    }
}
