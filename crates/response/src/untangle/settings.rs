//! How to untangle.

/// What decides where surfaces that cross should go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UntangleMethod {
    /// Flood fill where it decides, contour minimisation elsewhere.
    #[default]
    Combined,
    /// Flood fill alone: what it cannot decide stays.
    Flood,
    /// Contour minimisation alone.
    Contour,
}

/// How to untangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UntangleSettings {
    /// What decides where surfaces go.
    pub method: UntangleMethod,
    /// Iterations at most.
    pub iterations: usize,
    /// Iterations without progress after which it gives up.
    pub patience: usize,
    /// Distance by which surfaces are parted, in mean edge lengths.
    pub gap: f64,
    /// Largest displacement in an iteration, in mean edge lengths.
    pub largest_step: f64,
    /// Sweeps over edges in an iteration, which bring them back to their lengths.
    pub elastic_sweeps: usize,
}

impl Default for UntangleSettings {
    fn default() -> Self {
        Self {
            method: UntangleMethod::Combined,
            iterations: 200,
            patience: 60,
            gap: 0.3,
            largest_step: 1.0,
            elastic_sweeps: 6,
        }
    }
}
