//! Impact zones: resolve the impacts that are left, each zone as a whole.
//!
//! ```text
//! optimised  all impacts of a zone at once, the end       linear momentum stays,
//!            nearest to the proposed one                  energy falls
//! rigid      the zone moves as one body                   both momenta stay, energy falls
//! frozen     the zone keeps its start: see `freeze`       neither
//! ```
//!
//! Optimised zones may have friction, see [`ZoneSettings::friction`].
//!
//! Zones are disjoint sets of free vertices and are solved in parallel, each with sums in a fixed
//! order, so that results do not depend on the number of threads.

mod bound_solver;
mod capsule;
mod clusters;
mod common_motion;
mod friction;
mod optimise;
mod plane;
mod projection;
mod rigid;
mod rigid_zones;
mod settings;
mod vertex_sets;

use glam::DVec3;
use ripstop_geometry::{Motion, State};

pub use capsule::Capsule;
pub use settings::{ZoneReport, ZoneSettings};

use crate::watch::ImpactWatch;
use crate::{DetectionPasses, Detector};
use optimise::Zones;
use rigid_zones::Proposal;

/// Changes end positions and velocities of the vertices that collide in the motion from `start` to
/// the positions of `state`: zones are optimised, and those that still collide become rigid. Serves
/// every responder, before its step is halved or anything is frozen.
///
/// Vertices that do not collide keep their bits. The report counts the impacts that are left.
/// `watch` may hold the impacts of earlier ends of the same step.
pub fn resolve_zones(
    detector: &mut dyn Detector,
    watch: &mut ImpactWatch,
    start: &[DVec3],
    state: &mut State,
    settings: &ZoneSettings,
) -> ZoneReport {
    watch.detection = DetectionPasses::default();
    let motion = Motion { start, end: &state.positions };
    let impacts = watch.update(detector, &motion).len();
    let mut report = ZoneReport { impacts, ..ZoneReport::default() };
    if impacts > 0 {
        let proposal =
            Proposal { positions: state.positions.clone(), velocities: state.velocities.clone() };
        let mut zones = Zones::new(start, settings);
        zones.optimise(detector, watch, state, &mut report);
        report.rigid = zones.stiffen(detector, watch, &proposal, state);
        let motion = Motion { start, end: &state.positions };
        report.left = watch.update(detector, &motion).len();
    }
    report.detection = watch.detection;
    report
}
