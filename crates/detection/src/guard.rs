//! The front door for people with a solver of their own: proposed positions in, safe positions out.
//!
//! ```text
//! project   position projection of the proposed end out of its impacts
//! zones     otherwise, impact zones of the proposed end: optimised together, then as rigid bodies
//! freeze    as a last resort, vertices keep their start positions
//! ```

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Filters, Motion, MotionError, State, VertexId};
use ripstop_response::{
    ImpactWatch, Outcome, Pinched, PositionProjection, Responder, SurfaceContact, SurfaceTable,
    ZoneSettings, freeze, resolve_zones,
};

use crate::names::{LISTED, PrimitiveNames};
use crate::{
    CrossingSearch, DetectorSettings, DisabledPairs, MeshDetector, PairRules, SafetyError, Subject,
};

/// Settings of [`Guard`] and [`make_safe`](crate::make_safe()).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SafetySettings {
    /// Least distance that is kept (m), unless a pair starts closer.
    pub least_gap: f64,
    /// Rounds of projection before zones have to help.
    pub rounds: usize,
    /// Surfaces of the mesh that are checked against each other; all of them by default.
    pub filters: Filters,
}

impl SafetySettings {
    /// The default with filters.
    #[must_use]
    pub fn with_filters(filters: Filters) -> Self {
        Self { filters, ..Self::default() }
    }

    /// The same with another least distance (m).
    #[must_use]
    pub fn with_least_gap(self, least_gap: f64) -> Self {
        Self { least_gap, ..self }
    }
}

impl Default for SafetySettings {
    fn default() -> Self {
        Self { least_gap: 1e-6, rounds: 8, filters: Filters::default() }
    }
}

/// Positions that are safe to go to.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Safe {
    /// The straight motion from the start to these positions is free of impacts (m).
    pub positions: Vec<DVec3>,
    /// Pairs with an impact on the motion to the proposed positions.
    pub impacts: usize,
    /// Vertices that were carried along by kinematic ones.
    pub carried: usize,
    /// Vertices that had to keep their start positions.
    pub frozen: usize,
}

/// Makes the steps of a solver safe, one after another, and keeps its candidates between them.
///
/// ```
/// use glam::dvec3;
/// use ripstop_detection::{Guard, SafetySettings};
/// use ripstop_geometry::CollisionMesh;
///
/// // A small triangle falls on a large one that is held.
/// let large = [dvec3(-2.0, -2.0, 0.0), dvec3(2.0, -2.0, 0.0), dvec3(0.0, 3.0, 0.0)];
/// let small = [dvec3(-0.1, 0.0, 0.1), dvec3(0.1, 0.0, 0.1), dvec3(0.0, 0.2, 0.1)];
/// let mut positions: Vec<_> = large.into_iter().chain(small).collect();
/// let mesh = CollisionMesh::new(&positions, &[[0, 1, 2], [3, 4, 5]])?;
/// let inverse_masses = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0];
/// let mut guard = Guard::new(mesh, SafetySettings::default())?;
/// for _ in 0..5 {
///     let proposed: Vec<_> = positions
///         .iter()
///         .zip(inverse_masses)
///         .map(|(x, w)| if w > 0.0 { *x - dvec3(0.0, 0.0, 0.05) } else { *x })
///         .collect();
///     positions = guard.make_safe(&positions, &proposed, &inverse_masses)?.positions;
/// }
/// assert!(positions[3..].iter().all(|x| x.z > 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Guard {
    mesh: CollisionMesh,
    settings: SafetySettings,
    kept: Kept,
}

impl Guard {
    /// Guards a mesh.
    ///
    /// # Errors
    /// If the least distance is negative, NaN or infinite.
    pub fn new(mesh: CollisionMesh, settings: SafetySettings) -> Result<Self, SafetyError> {
        let kept = Kept::new(&mesh, &settings)?;
        Ok(Self { mesh, settings, kept })
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &CollisionMesh {
        &self.mesh
    }

    /// Searches of the broad phase so far.
    #[must_use]
    pub const fn searches(&self) -> usize {
        self.kept.detector.searches()
    }

    /// Changes proposed positions as little as needed for the straight motion from `start` to be
    /// free of impacts, as [`make_safe`](crate::make_safe()) does, with the same result. The start
    /// is checked for crossings unless it is the result of the call before.
    ///
    /// # Errors
    /// As [`make_safe`](crate::make_safe()). The guard can be used again.
    pub fn make_safe(
        &mut self,
        start: &[DVec3],
        proposed: &[DVec3],
        inverse_masses: &[f64],
    ) -> Result<Safe, SafetyError> {
        let Self { mesh, settings, kept } = self;
        if !kept.has_slack && start.len() == mesh.vertex_count() {
            kept.detector.set_slack(SLACK * mean_edge_length(mesh, start));
            kept.has_slack = true;
        }
        kept.detector.begin_step();
        kept.make_safe(mesh, settings, &Proposal { start, proposed, inverse_masses })
    }
}

/// Slack of predicted paths, as a part of the mean edge length.
const SLACK: f64 = 0.1;

fn mean_edge_length(mesh: &CollisionMesh, positions: &[DVec3]) -> f64 {
    let ends = mesh.edges().iter().map(|edge| edge.map(|vertex| positions[vertex.index()]));
    let sum: f64 = ends.map(|[a, b]| a.distance(b)).sum();
    let mean = sum / (mesh.edges().len().max(1)) as f64;
    if mean.is_finite() { mean } else { 0.0 }
}

/// Input of a step.
pub(crate) struct Proposal<'a> {
    pub(crate) start: &'a [DVec3],
    pub(crate) proposed: &'a [DVec3],
    pub(crate) inverse_masses: &'a [f64],
}

/// The part of a guard that is kept between steps, without its mesh and settings.
pub(crate) struct Kept {
    detector: MeshDetector,
    rules: PairRules,
    disabled: DisabledPairs,
    /// Result of the last step, which is free of crossings; empty before.
    clean: Vec<DVec3>,
    has_slack: bool,
}

impl Kept {
    pub(crate) fn new(
        mesh: &CollisionMesh,
        settings: &SafetySettings,
    ) -> Result<Self, SafetyError> {
        let SafetySettings { least_gap, filters, .. } = settings;
        if !is_sound(*least_gap) {
            return Err(SafetyError::LeastGap { value: *least_gap });
        }
        let surface_count = mesh.surfaces().iter().map(|surface| surface.0 + 1).max().unwrap_or(0);
        let smooth = SurfaceContact { thickness: *least_gap, friction: 0.0 };
        let surfaces = SurfaceTable::new(vec![smooth; surface_count as usize]);
        Ok(Self {
            detector: MeshDetector::new(DetectorSettings {
                least_gap: *least_gap,
                ..DetectorSettings::default()
            }),
            rules: PairRules::new(mesh, filters, surfaces, Vec::new()),
            disabled: DisabledPairs::default(),
            clean: Vec::new(),
            has_slack: false,
        })
    }

    pub(crate) fn make_safe(
        &mut self,
        mesh: &CollisionMesh,
        settings: &SafetySettings,
        proposal: &Proposal,
    ) -> Result<Safe, SafetyError> {
        let Proposal { start, proposed, inverse_masses } = *proposal;
        let motion = Motion::new(start, proposed).map_err(unusable)?;
        check_arrays(mesh, start, inverse_masses)?;
        let kinematic: Vec<bool> = inverse_masses.iter().map(|&w| w == 0.0).collect();
        if self.clean != start || self.disabled.kinematic != kinematic {
            check_start(mesh, &settings.filters, start, &kinematic)?;
        }
        self.clean.clear();
        self.disabled.kinematic = kinematic;
        self.rules.rest.clear();
        self.rules.rest.extend_from_slice(start);
        let subject =
            Subject { mesh, filters: &settings.filters, rules: &self.rules, capsules: &[] };
        let mut query = self.detector.query(subject, &self.disabled);
        let mut state = State::at_rest(proposed.to_vec(), 0.0);
        state.inverse_masses = inverse_masses.to_vec();
        let gap = 2.0 * settings.least_gap;
        let mut projection = PositionProjection { rounds: settings.rounds, sweeps: 4, gap };
        let (mut carried, mut frozen) = (0, 0);
        if let Outcome::Unresolved { .. } = projection.respond(&mut query, &motion, &mut state) {
            // The step is the unit of time.
            state.positions = proposed.to_vec();
            state.velocities = proposed.iter().zip(start).map(|(x, y)| *x - *y).collect();
            let zones = ZoneSettings::new(settings.least_gap, 1.0);
            let watch = &mut ImpactWatch::default();
            let left = resolve_zones(&mut query, watch, start, &mut state, &zones).left;
            // Corrections of coordinates close to the largest number may overflow.
            let overflown: Vec<usize> =
                (0..start.len()).filter(|&i| !state.positions[i].is_finite()).collect();
            for &vertex in &overflown {
                state.positions[vertex] = start[vertex];
            }
            if left > 0 || !overflown.is_empty() {
                let did = freeze(&mut query, start, &mut state).map_err(|pinched| {
                    let Pinched { candidates } = pinched;
                    let names = PrimitiveNames { mesh, surfaces: &[] }.pairs(&candidates);
                    SafetyError::Pinched { candidates, names }
                })?;
                (carried, frozen) = (did.carried, did.frozen + overflown.len());
            }
        }
        let impacts = query.first_impacts();
        if let Some(error) = self.detector.refused() {
            return Err(SafetyError::Boxes(error));
        }
        self.clean.extend_from_slice(&state.positions);
        Ok(Safe { positions: state.positions, impacts, carried, frozen })
    }
}

fn is_sound(number: f64) -> bool {
    number >= 0.0 && number.is_finite()
}

fn check_arrays(
    mesh: &CollisionMesh,
    start: &[DVec3],
    inverse_masses: &[f64],
) -> Result<(), SafetyError> {
    for (what, given) in [("positions", start.len()), ("inverse masses", inverse_masses.len())] {
        let vertex_count = mesh.vertex_count();
        if given != vertex_count {
            return Err(SafetyError::Lengths { what, given, vertex_count });
        }
    }
    if let Some(vertex) = inverse_masses.iter().position(|&w| !is_sound(w)) {
        return Err(SafetyError::InverseMass { vertex, value: inverse_masses[vertex] });
    }
    Ok(())
}

/// Searches for crossings that somebody could part.
fn check_start(
    mesh: &CollisionMesh,
    filters: &Filters,
    start: &[DVec3],
    kinematic: &[bool],
) -> Result<(), SafetyError> {
    let first_not_finite = || start.iter().position(|x| !x.is_finite()).unwrap_or_default();
    let mut found = CrossingSearch::new(mesh, filters)
        .search(start)
        .map_err(|_| SafetyError::NotFinite { vertex: first_not_finite() })?;
    let is_free = |vertex: &VertexId| !kinematic[vertex.index()];
    found.retain(|crossing| {
        mesh.edge(crossing.edge).iter().any(is_free) || mesh.face(crossing.face).iter().any(is_free)
    });
    if found.is_empty() {
        return Ok(());
    }
    let names = PrimitiveNames { mesh, surfaces: &[] };
    let listed = found.iter().take(LISTED);
    let names = listed.map(|crossing| names.crossing(crossing.edge, crossing.face)).collect();
    let crossings = found.iter().map(|crossing| (crossing.edge, crossing.face)).collect();
    Err(SafetyError::Tangled { crossings, names })
}

fn unusable(error: MotionError) -> SafetyError {
    match error {
        MotionError::NotFinite { vertex, .. } => SafetyError::NotFinite { vertex },
        _ => SafetyError::Motion(error),
    }
}
