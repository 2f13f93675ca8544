//! Measures that cannot be.

/// A garment or a mannequin that cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GarmentError {
    /// A measure is out of its range.
    #[error("`{name}` is {value}, but has to be from {least} to {most}")]
    OutOfRange {
        /// Name of the measure.
        name: &'static str,
        /// Its value.
        value: f64,
        /// Least that it may be.
        least: f64,
        /// Most that it may be.
        most: f64,
    },
    /// Measures are each in their range, but parts of the body come apart or make handles.
    #[error("no body has these measures: its parts are not one piece without holes")]
    NoSurface,
    /// The outline of a panel crosses itself, is clockwise or not finite.
    #[error("the outline of panel `{panel}` is not a simple counter-clockwise loop")]
    Outline {
        /// Name of the panel.
        panel: String,
    },
    /// A seam names an edge that is not there.
    #[error("seam {seam} names edge {edge} of panel {panel}, but there is none")]
    Seam {
        /// Number of the seam.
        seam: usize,
        /// Number of the panel that it names.
        panel: usize,
        /// Number of the edge that it names.
        edge: usize,
    },
}

/// Checks that a measure lies within its range; NaN does not.
pub(crate) fn check_range(
    name: &'static str,
    value: f64,
    [least, most]: [f64; 2],
) -> Result<(), GarmentError> {
    if (least..=most).contains(&value) {
        Ok(())
    } else {
        Err(GarmentError::OutOfRange { name, value, least, most })
    }
}
