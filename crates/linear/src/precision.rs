//! Precision of a copy.

/// Precision of the numbers of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    /// `f64`.
    Double,
    /// `f32`.
    Single,
}
