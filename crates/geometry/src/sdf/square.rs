//! One side of a flat square.
//!
//! ```text
//! over or under the square:   φ = z,                      ∇φ = z axis
//! beside it:                  φ = distance to the square,  ∇φ away from its nearest point
//! ```
//!
//! A square has no inside. Whoever knows on which side a point was takes the square with that side
//! up; then a point that has gone through is at a negative distance and is led back. For `z ≥ 0`
//! the field is continuous; below, it jumps at the border, from `z` to the distance.

use glam::{DMat3, DVec3};

use super::polar::{length, polar};
use super::round::round;
use super::{Sample, ShapeError};

/// The upper side of a square in the xy plane around the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Square {
    half_side: f64,
}

impl Square {
    /// The square with the given half side (m).
    ///
    /// # Errors
    /// If that is not positive.
    pub fn new(half_side: f64) -> Result<Self, ShapeError> {
        Ok(Self { half_side: ShapeError::check_length("the square's half side", half_side)? })
    }

    /// Half of a side (m).
    #[must_use]
    pub const fn half_side(&self) -> f64 {
        self.half_side
    }

    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        self.offset(x).map_or(x.z, length)
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        let over = Sample { distance: x.z, gradient: DVec3::Z };
        let beside = self.offset(x).and_then(polar);
        beside.map_or(over, |o| Sample { distance: o.length, gradient: o.direction })
    }

    /// `∇²φ` (1/m): 0 over the square, that of a line beside a side, that of a point beside a
    /// corner.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        self.offset(x).map_or(DMat3::ZERO, |offset| {
            let turns = offset.with_z(1.0).cmpne(DVec3::ZERO);
            let stays = DVec3::select(turns, DVec3::ONE, DVec3::ZERO);
            round(offset, DMat3::from_diagonal(stays))
        })
    }

    /// The vector from the nearest point of the square, if `x` is beside it.
    #[inline]
    fn offset(self, x: DVec3) -> Option<DVec3> {
        let half = DVec3::new(self.half_side, self.half_side, 0.0);
        let offset = x - x.clamp(-half, half);
        (offset.x != 0.0 || offset.y != 0.0).then_some(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    #[test]
    fn over_the_square_its_height_and_beside_it_the_distance() {
        let square = Square::new(2.0).unwrap();
        for (x, distance) in [
            (dvec3(1.0, -2.0, 0.5), 0.5),
            (dvec3(0.3, 0.1, -0.5), -0.5),
            (dvec3(5.0, 0.0, 4.0), 5.0),
            (dvec3(5.0, -6.0, 0.0), 5.0),
            (dvec3(5.0, 0.0, -4.0), 5.0),
        ] {
            assert_eq!(square.distance(x), distance, "{x}");
            assert_eq!(square.sample(x).distance, distance, "{x}");
        }
        assert!(Square::new(0.0).is_err());
    }

    #[test]
    fn derivatives_by_differences() {
        let square = Square::new(0.7).unwrap();
        let h = 1e-5;
        for x in [dvec3(0.2, 0.3, 0.4), dvec3(1.0, 0.3, 0.4), dvec3(-1.1, 0.9, 0.3)] {
            let Sample { gradient, .. } = square.sample(x);
            for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
                let slope = (square.distance(x + h * axis) - square.distance(x - h * axis)) / 2e-5;
                assert!((slope - gradient.dot(axis)).abs() < 1e-9, "{x}");
                let turn = (square.sample(x + h * axis).gradient
                    - square.sample(x - h * axis).gradient)
                    / (2.0 * h);
                assert!((turn - square.hessian(x) * axis).length() < 1e-7, "{x}");
            }
        }
    }
}
