//! The vector along a segment, and parameters on it.

use glam::DVec3;

/// The vector from the start of a segment to its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Direction {
    /// End minus start (m).
    pub(super) vector: DVec3,
    /// Squared length (m²).
    pub(super) length_squared: f64,
    /// `1 / length_squared` (1/m²); infinite for a segment of no length.
    pub(super) inverse_squared: f64,
}

impl Direction {
    #[inline]
    pub(super) fn between(start: DVec3, end: DVec3) -> Self {
        let vector = end - start;
        let length_squared = vector.length_squared();
        Self { vector, length_squared, inverse_squared: 1.0 / length_squared }
    }

    /// The same segment from its other end.
    #[inline]
    pub(super) fn reversed(self) -> Self {
        Self { vector: -self.vector, ..self }
    }

    /// `argmin |offset − s vector|` over `s ∈ [0, 1]`; 0 for a segment of no length.
    #[inline]
    pub(super) fn parameter(self, offset: DVec3) -> f64 {
        saturate(offset.dot(self.vector) * self.inverse_squared)
    }

    /// The part of `offset` (m) that is orthogonal to the segment.
    #[inline]
    pub(super) fn reject(self, offset: DVec3) -> DVec3 {
        offset - (offset.dot(self.vector) * self.inverse_squared) * self.vector
    }
}

/// The nearest number in `[0, 1]`; 0 for NaN, which is `0/0`: the parameter on a segment of no
/// length.
#[inline]
pub(super) fn saturate(x: f64) -> f64 {
    let x = if x > 0.0 { x } else { 0.0 };
    if x < 1.0 { x } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saturate_has_an_answer_for_everything() {
        let table = [
            (f64::NAN, 0.0),
            (f64::NEG_INFINITY, 0.0),
            (-1e-300, 0.0),
            (1e-300, 1e-300),
            (0.5, 0.5),
            (1.0, 1.0),
            (1.5, 1.0),
            (f64::INFINITY, 1.0),
        ];
        for (x, expected) in table {
            assert_eq!(saturate(x), expected, "{x}");
        }
    }
}
