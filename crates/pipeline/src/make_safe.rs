//! The front door for people with a solver of their own: proposed positions in, safe positions out.
//!
//! ```text
//! project   the proposed end out of the impacts on the way
//! zones     otherwise of what was proposed: impacts optimised together, then as rigid bodies
//! freeze    at last, vertices keep their start positions
//! ```

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Filters, Motion, MotionError, State, VertexId};
use ripstop_response::{
    ImpactWatch, Outcome, Pinched, PositionProjection, Responder, SurfaceContact, SurfaceTable,
    ZoneSettings, freeze, resolve_zones,
};

use crate::names::{LISTED, Names};
use crate::{DetectorSettings, MeshDetector, StepError, crossings};

/// How to make a motion safe.
#[derive(Clone, Debug, PartialEq)]
pub struct SafetySettings {
    /// Least distance that is kept (m), unless a pair starts closer.
    pub least_gap: f64,
    /// How often the end is projected out of its impacts before zones have to help.
    pub rounds: usize,
    /// Which surfaces of the mesh are looked at together; all of them if nobody says otherwise.
    pub filters: Filters,
}

impl Default for SafetySettings {
    fn default() -> Self {
        Self { least_gap: 1e-6, rounds: 8, filters: Filters::default() }
    }
}

/// Positions that are safe to go to.
#[derive(Clone, Debug, PartialEq)]
pub struct Safe {
    /// The straight motion from the start to these positions is free of impacts.
    pub positions: Vec<DVec3>,
    /// How many pairs collided on the way to the proposed positions.
    pub impacts: usize,
    /// How many vertices were carried along by something prescribed.
    pub carried: usize,
    /// How many vertices had to keep their start positions.
    pub frozen: usize,
}

/// Changes proposed positions as little as needed for the straight motion from `start` to be free of
/// impacts. Vertices with inverse mass 0 go where they are told; pairs of primitives that have no other vertices are not looked
/// at, since nobody could part them.
///
/// # Errors
/// If a number is not finite or an inverse mass is negative, if the arrays differ in length, if the start is tangled (it is
/// looked at exactly, and the error says which pairs), or if vertices with inverse mass 0 leave no room for others.
pub fn make_safe(
    mesh: &CollisionMesh,
    start: &[DVec3],
    proposed: &[DVec3],
    inverse_masses: &[f64],
    settings: &SafetySettings,
) -> Result<Safe, StepError> {
    let motion = Motion::new(start, proposed).map_err(unusable)?;
    check_arrays(mesh, start, inverse_masses, settings)?;
    let prescribed: Vec<bool> = inverse_masses.iter().map(|&w| w == 0.0).collect();
    check_start(mesh, &settings.filters, start, &prescribed)?;
    let mut detector = detector(mesh, start, settings).ignoring_pairs_within(prescribed);
    detector.begin_answer();
    let mut state = State::at_rest(proposed.to_vec(), 0.0);
    state.inverse_masses = inverse_masses.to_vec();
    let mut projection =
        PositionProjection { rounds: settings.rounds, sweeps: 4, gap: 2.0 * settings.least_gap };
    let (mut carried, mut frozen) = (0, 0);
    if let Outcome::Unresolved { .. } = projection.respond(&mut detector, &motion, &mut state) {
        // The step is the unit of time.
        state.positions = proposed.to_vec();
        state.velocities = proposed.iter().zip(start).map(|(x, y)| *x - *y).collect();
        let zones = ZoneSettings::new(settings.least_gap, 1.0);
        let watch = &mut ImpactWatch::default();
        if resolve_zones(&mut detector, watch, start, &mut state, &zones).left > 0 {
            let did = freeze(&mut detector, start, &mut state)
                .map_err(|Pinched { candidates }| StepError::pinched(mesh, &[], candidates))?;
            (carried, frozen) = (did.carried, did.frozen);
        }
    }
    if let Some(error) = detector.refused() {
        return Err(StepError::Boxes(error));
    }
    Ok(Safe { positions: state.positions, impacts: detector.impacts_met(), carried, frozen })
}

fn detector(mesh: &CollisionMesh, start: &[DVec3], settings: &SafetySettings) -> MeshDetector {
    let surface_count = mesh.surfaces().iter().map(|surface| surface.0 + 1).max().unwrap_or(0);
    let smooth = SurfaceContact { thickness: settings.least_gap, friction: 0.0 };
    MeshDetector::new(
        mesh.clone(),
        settings.filters.clone(),
        SurfaceTable { surfaces: vec![smooth; surface_count as usize] },
        start.to_vec(),
        DetectorSettings { least_gap: settings.least_gap, ..DetectorSettings::default() },
    )
}

fn check_arrays(
    mesh: &CollisionMesh,
    start: &[DVec3],
    inverse_masses: &[f64],
    settings: &SafetySettings,
) -> Result<(), StepError> {
    for (what, given) in [("positions", start.len()), ("inverse masses", inverse_masses.len())] {
        let vertex_count = mesh.vertex_count();
        if given != vertex_count {
            return Err(StepError::Lengths { what, given, vertex_count });
        }
    }
    let is_sound = |w: f64| w >= 0.0 && w.is_finite();
    if let Some(vertex) = inverse_masses.iter().position(|&w| !is_sound(w)) {
        return Err(StepError::InverseMass { vertex, value: inverse_masses[vertex] });
    }
    if !is_sound(settings.least_gap) {
        return Err(StepError::LeastGap { value: settings.least_gap });
    }
    Ok(())
}

/// Looks for crossings that somebody could part.
fn check_start(
    mesh: &CollisionMesh,
    filters: &Filters,
    start: &[DVec3],
    prescribed: &[bool],
) -> Result<(), StepError> {
    let mut found = crossings(mesh, filters, start)
        .map_err(|_| StepError::NotFinite { vertex: first_not_finite(start) })?;
    let is_free = |vertex: &VertexId| !prescribed[vertex.index()];
    found.retain(|crossing| {
        mesh.edge(crossing.edge).iter().any(is_free) || mesh.face(crossing.face).iter().any(is_free)
    });
    if found.is_empty() {
        return Ok(());
    }
    let names = Names { mesh, surfaces: &[] };
    let listed = found.iter().take(LISTED);
    let names = listed.map(|crossing| names.crossing(crossing.edge, crossing.face)).collect();
    let crossings = found.iter().map(|crossing| (crossing.edge, crossing.face)).collect();
    Err(StepError::Tangled { crossings, names })
}

fn first_not_finite(positions: &[DVec3]) -> usize {
    positions.iter().position(|x| !x.is_finite()).unwrap_or_default()
}

fn unusable(error: MotionError) -> StepError {
    match error {
        MotionError::NotFinite { vertex, .. } => StepError::NotFinite { vertex },
        _ => StepError::Motion(error),
    }
}
