//! Errors of boxes from outside.

use ripstop_geometry::Aabb;

/// Boxes that no method can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoxError {
    /// A corner has a coordinate that is not a number.
    #[error("box {index} has a coordinate that is not a number")]
    NotANumber {
        /// Offending box.
        index: usize,
    },
    /// The lower corner is above the upper one on some axis; an empty box is such a box.
    #[error("box {index} is inverted: its lower corner is above its upper corner on some axis")]
    Inverted {
        /// Offending box.
        index: usize,
    },
    /// There are more boxes than can be numbered.
    #[error("{count} boxes are more than the {limit} that can be numbered")]
    TooMany {
        /// Number of boxes.
        count: usize,
        /// Their greatest number allowed.
        limit: usize,
    },
    /// An order does not name every box once.
    #[error("the order does not name each of the {box_count} boxes once: entry {entry} is wrong")]
    NotAnOrder {
        /// First entry that is out of range, a repetition, or missing.
        entry: usize,
        /// Number of boxes.
        box_count: usize,
    },
    /// A refit was given another number of boxes than the structure was built from.
    #[error("{given} boxes were given to refit a structure of {expected}")]
    CountChanged {
        /// Number given.
        given: usize,
        /// Number in the structure.
        expected: usize,
    },
}

/// Ids stay below 2³¹, so that they can be compared as signed numbers in SIMD lanes.
const LIMIT: usize = i32::MAX as usize;

/// Checks boxes at the entrance. Infinite boxes are legal, NaN and inverted ones are not.
pub(crate) fn check_boxes(boxes: &[Aabb]) -> Result<(), BoxError> {
    check_count(boxes)?;
    match boxes.iter().position(|aabb| !aabb.is_valid()) {
        None => Ok(()),
        Some(index) if boxes[index].min.is_nan() || boxes[index].max.is_nan() => {
            Err(BoxError::NotANumber { index })
        }
        Some(index) => Err(BoxError::Inverted { index }),
    }
}

/// Checks that all boxes can be numbered.
pub(crate) const fn check_count(boxes: &[Aabb]) -> Result<(), BoxError> {
    if boxes.len() > LIMIT {
        return Err(BoxError::TooMany { count: boxes.len(), limit: LIMIT });
    }
    Ok(())
}
