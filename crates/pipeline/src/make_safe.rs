//! The front door for people with a solver of their own: proposed positions in, safe positions out.

use glam::DVec3;
use ripstop_geometry::{CollisionMesh, Filters, Motion, MotionError, State};
use ripstop_response::{
    Outcome, Pinched, PositionProjection, Responder, SurfaceContact, SurfaceTable, freeze,
};

use crate::{DetectorSettings, MeshDetector, StepError};

/// How to make a motion safe.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SafetySettings {
    /// Least distance that is kept (m), unless a pair starts closer.
    pub least_gap: f64,
    /// How often the end is projected out of its impacts before vertices are frozen.
    pub rounds: usize,
}

impl Default for SafetySettings {
    fn default() -> Self {
        Self { least_gap: 1e-6, rounds: 8 }
    }
}

/// Positions that are safe to go to.
#[derive(Clone, Debug, PartialEq)]
pub struct Safe {
    /// The straight motion from the start to these positions is free of impacts.
    pub positions: Vec<DVec3>,
    /// How many pairs collided on the way to the proposed positions.
    pub impacts: usize,
    /// How many vertices had to keep their start positions.
    pub frozen: usize,
}

/// Changes proposed positions as little as needed for the straight motion from `start` to be free of
/// impacts. Vertices with inverse mass 0 go where they are told.
///
/// # Errors
/// If a position is not finite or the arrays differ in length, or if vertices with inverse mass 0 leave no
/// room for others. The start must be free of crossings: one that touches at the start touches whatever
/// follows.
pub fn make_safe(
    mesh: &CollisionMesh,
    start: &[DVec3],
    proposed: &[DVec3],
    inverse_masses: &[f64],
    settings: SafetySettings,
) -> Result<Safe, StepError> {
    let motion = Motion::new(start, proposed).map_err(unusable)?;
    for (what, given) in [("positions", start.len()), ("inverse masses", inverse_masses.len())] {
        let vertex_count = mesh.vertex_count();
        if given != vertex_count {
            return Err(StepError::Lengths { what, given, vertex_count });
        }
    }
    let surface_count = mesh.surfaces().iter().map(|surface| surface.0 + 1).max().unwrap_or(0);
    let smooth = SurfaceContact { thickness: settings.least_gap, friction: 0.0 };
    let mut detector = MeshDetector::new(
        mesh.clone(),
        Filters::default(),
        SurfaceTable { surfaces: vec![smooth; surface_count as usize] },
        start.to_vec(),
        DetectorSettings { least_gap: settings.least_gap, ..DetectorSettings::default() },
    );
    let mut state = State::at_rest(proposed.to_vec(), 0.0);
    state.inverse_masses = inverse_masses.to_vec();
    let mut projection =
        PositionProjection { rounds: settings.rounds, sweeps: 4, gap: 2.0 * settings.least_gap };
    let outcome = projection.respond(&mut detector, &motion, &mut state);
    let (impacts, frozen) = match outcome {
        Outcome::Safe { .. } => (0, 0),
        Outcome::Unresolved { impacts } => {
            let frozen = freeze(&mut detector, start, &mut state)
                .map_err(|Pinched { candidates }| StepError::Pinched { candidates })?;
            (impacts, frozen.frozen)
        }
    };
    Ok(Safe { positions: state.positions, impacts, frozen })
}

fn unusable(error: MotionError) -> StepError {
    match error {
        MotionError::NotFinite { vertex, .. } => StepError::NotFinite { vertex },
        _ => StepError::Motion(error),
    }
}
