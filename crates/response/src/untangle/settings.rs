//! Settings of untangling.

/// The method that decides the directions of surfaces that cross.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UntangleMethod {
    /// Flood fill where it decides, contour minimisation elsewhere.
    #[default]
    Combined,
    /// Flood fill alone: contours that it cannot decide stay.
    Flood,
    /// Contour minimisation alone.
    Contour,
}

/// Settings of [`untangle`](super::untangle).
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct UntangleSettings {
    /// The method that decides directions.
    pub method: UntangleMethod,
    /// Iterations at most.
    pub iterations: usize,
    /// Iterations without progress after which it irons, farther and farther around contours.
    pub patience: usize,
    /// Distance by which surfaces are parted, in mean edge lengths.
    pub gap: f64,
    /// Largest displacement in an iteration, in mean edge lengths.
    pub largest_step: f64,
    /// The farthest that single vertices are moved before anything else, in mean edge lengths:
    /// what is tangled by less needs no more.
    pub shallow: f64,
    /// Gauss–Seidel sweeps over edges in an iteration, which bring them back to their rest lengths.
    pub elastic_sweeps: usize,
    /// Rounds of smoothing after the last crossing is gone, as long as none comes back.
    pub settling_rounds: usize,
}

impl UntangleSettings {
    /// The default with another method.
    #[must_use]
    pub fn with_method(method: UntangleMethod) -> Self {
        Self { method, ..Self::default() }
    }
}

impl Default for UntangleSettings {
    fn default() -> Self {
        Self {
            method: UntangleMethod::Combined,
            iterations: 1000,
            patience: 24,
            gap: 0.3,
            largest_step: 1.0,
            shallow: 0.3,
            elastic_sweeps: 6,
            settling_rounds: 12,
        }
    }
}
