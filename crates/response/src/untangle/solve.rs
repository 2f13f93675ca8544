//! Iterates until there are no crossings, or no progress; keeps the best positions.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Crossing, EdgeId, FaceId, VertexId};

use super::descent::{Descent, Tangle};
use super::iron::iron;
use super::reach::Reach;
use super::settle::settle;
use super::stall::Stall;
use super::{TangledCloth, UntangleSettings, Untangler};

/// Finds crossings, exactly.
pub trait CrossingDetector {
    /// The mesh whose vertices move.
    fn mesh(&self) -> &CollisionMesh;

    /// All crossings at some finite positions, in the order of edges, then faces.
    fn crossings(&mut self, positions: &[DVec3]) -> Vec<Crossing>;

    /// For each of some vertices all pairs of an edge and a face without a common vertex, one of
    /// them with this vertex, that come within a reach (m) of what is around it.
    fn pairs_around(
        &mut self,
        positions: &[DVec3],
        vertices: &[VertexId],
        reach: f64,
    ) -> Vec<Vec<(EdgeId, FaceId)>>;
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

/// Counts of an iteration, for those who watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UntangleProgress {
    /// Iterations that were made.
    pub iterations: usize,
    /// Crossings at the start.
    pub crossings_before: usize,
    /// Crossings of the best positions so far.
    pub fewest: usize,
}

/// Untangles a mesh that starts at some positions. Never returns more crossings than there were,
/// and never a position that is NaN or infinite.
pub fn untangle(
    detector: &mut dyn CrossingDetector,
    start: &[DVec3],
    cloth: &TangledCloth,
    settings: &UntangleSettings,
) -> Untangled {
    untangle_while(detector, start, cloth, settings, &mut |_| true)
}

/// As [`untangle`], for as long as a caller that is told of each iteration says so.
pub fn untangle_while(
    detector: &mut dyn CrossingDetector,
    start: &[DVec3],
    cloth: &TangledCloth,
    settings: &UntangleSettings,
    goes_on: &mut dyn FnMut(UntangleProgress) -> bool,
) -> Untangled {
    let mut untangler = Untangler::new(detector.mesh(), start, cloth.rest_lengths, *settings);
    let mut best = Untangled::of_start(detector, start);
    let shallow = Descent {
        inverse_masses: cloth.inverse_masses,
        farthest: settings.shallow * untangler.edge(),
    };
    let deep = Descent { farthest: settings.largest_step * untangler.edge(), ..shallow };
    let given = Tangle { positions: start.to_vec(), crossings: best.crossings.clone() };
    if let Some(end) = shallow.take_shallow(detector, &given) {
        (best.positions, best.crossings, best.iterations) = (end.positions, end.crossings, 1);
    }
    let mut positions = best.positions.clone();
    let mut crossings = best.crossings.clone();
    let mut reach = Reach::new(detector.mesh(), &crossings);
    let mut stall = Stall::new(settings.patience, crossings.len());
    while !best.crossings.is_empty() && best.iterations < settings.iterations && !stall.is_over() {
        if !goes_on(best.progress()) {
            break;
        }
        best.iterations += 1;
        untangler.settings = patient(settings, stall.iterations());
        let contours =
            untangler.iterate(detector.mesh(), cloth, &crossings, &mut positions).contours;
        reach.add(detector.mesh(), untangler.involved());
        reach.restore(start, &mut positions);
        if positions.iter().any(|x| !x.is_finite()) {
            break;
        }
        crossings = detector.crossings(&positions);
        best.take_better(&positions, &crossings);
        let Some(rings) = stall.after(best.crossings.len(), contours) else { continue };
        let left = Tangle { positions: best.positions.clone(), crossings: best.crossings.clone() };
        let end = deep.run(detector, &left);
        if let Some(Tangle { positions, crossings }) = &end {
            best.take_better(positions, crossings);
        }
        positions.copy_from_slice(&best.positions);
        crossings.clone_from(&best.crossings);
        reach.grow(detector.mesh(), &best.crossings, rings);
        if best.crossings.is_empty() {
            break;
        }
        iron(detector.mesh(), &best.crossings, cloth.inverse_masses, rings, &mut positions);
        crossings = detector.crossings(&positions);
        if stall.has_failed(crossings.len(), best.crossings.len()) {
            positions.copy_from_slice(&best.positions);
            crossings.clone_from(&best.crossings);
        }
        best.take_better(&positions, &crossings);
    }
    if best.crossings.is_empty() && best.iterations > 0 {
        let rounds = settings.settling_rounds;
        settle(detector, (start, reach.inside()), cloth, rounds, &mut best.positions);
    }
    best
}

impl Untangled {
    /// The start, before anything is done.
    fn of_start(detector: &mut dyn CrossingDetector, start: &[DVec3]) -> Self {
        let crossings = detector.crossings(start);
        let crossings_before = crossings.len();
        Self { positions: start.to_vec(), crossings_before, crossings, iterations: 0 }
    }

    fn progress(&self) -> UntangleProgress {
        UntangleProgress {
            iterations: self.iterations,
            crossings_before: self.crossings_before,
            fewest: self.crossings.len(),
        }
    }

    /// Takes over positions with fewer crossings.
    fn take_better(&mut self, positions: &[DVec3], crossings: &[Crossing]) {
        if crossings.len() < self.crossings.len() && positions.iter().all(|x| x.is_finite()) {
            self.positions.copy_from_slice(positions);
            self.crossings = crossings.to_vec();
        }
    }
}

/// Settings for iterations without progress: with less elasticity and a larger gap.
fn patient(settings: &UntangleSettings, stalled: usize) -> UntangleSettings {
    let round = stalled * 4 / settings.patience.max(1);
    let elastic_sweeps = if round % 2 == 1 { 0 } else { settings.elastic_sweeps };
    UntangleSettings { elastic_sweeps, gap: settings.gap * (1.0 + 0.5 * round as f64), ..*settings }
}
