//! Iterates until there are no crossings, or no progress; keeps the best positions.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Crossing};

use super::settle::settle;
use super::{TangledCloth, UntangleSettings, Untangler};

/// Finds crossings, exactly.
pub trait CrossingDetector {
    /// The mesh whose vertices move.
    fn mesh(&self) -> &CollisionMesh;

    /// All crossings at some finite positions, in the order of edges, then faces.
    fn crossings(&mut self, positions: &[DVec3]) -> Vec<Crossing>;
}

/// Result of [`untangle`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Untangled {
    /// The best positions that were found (m); the start, if nothing was better.
    pub positions: Vec<DVec3>,
    /// Crossings at these positions.
    pub crossings: Vec<Crossing>,
    /// Crossings at the start.
    pub crossings_before: usize,
    /// Iterations that were made.
    pub iterations: usize,
}

/// Untangles a mesh that starts at some positions. Never returns more crossings than there were,
/// and never a position that is NaN or infinite.
pub fn untangle(
    detector: &mut dyn CrossingDetector,
    start: &[DVec3],
    cloth: &TangledCloth,
    settings: &UntangleSettings,
) -> Untangled {
    let mut untangler = Untangler::new(detector.mesh(), start, cloth.rest_lengths, *settings);
    let crossings = detector.crossings(start);
    let mut best = Untangled {
        positions: start.to_vec(),
        crossings_before: crossings.len(),
        crossings,
        iterations: 0,
    };
    let mut positions = start.to_vec();
    let mut crossings = best.crossings.clone();
    let mut stalled = 0;
    while !best.crossings.is_empty()
        && best.iterations < settings.iterations
        && stalled < settings.patience
    {
        best.iterations += 1;
        untangler.settings = patient(settings, stalled);
        untangler.iterate(detector.mesh(), cloth, &crossings, &mut positions);
        if positions.iter().any(|x| !x.is_finite()) {
            break;
        }
        crossings = detector.crossings(&positions);
        stalled += 1;
        if crossings.len() < best.crossings.len() {
            best.positions.copy_from_slice(&positions);
            best.crossings.clone_from(&crossings);
            stalled = 0;
        }
    }
    if best.crossings.is_empty() && best.iterations > 0 {
        settle(detector, start, cloth, settings.settling_rounds, &mut best.positions);
    }
    best
}

/// Settings for iterations without progress: with less elasticity and a larger gap.
fn patient(settings: &UntangleSettings, stalled: usize) -> UntangleSettings {
    let round = stalled * 4 / settings.patience.max(1);
    let elastic_sweeps = if round % 2 == 1 { 0 } else { settings.elastic_sweeps };
    UntangleSettings { elastic_sweeps, gap: settings.gap * (1.0 + 0.5 * round as f64), ..*settings }
}
