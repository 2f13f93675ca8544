//! A stack of triangles, one above the other, and sums over its vertices.

use glam::{DVec3, dvec3};
use ripstop_geometry::{CollisionMesh, State};

pub(crate) const COUNT: usize = 12;

pub(crate) fn layers() -> (CollisionMesh, Vec<DVec3>) {
    let positions: Vec<DVec3> = (0..COUNT as u32 / 3)
        .flat_map(|i| {
            let (z, turn) = (0.1 * f64::from(i), 0.05 * f64::from(i));
            [dvec3(turn, 0.0, z), dvec3(1.0, turn, z), dvec3(0.2, 1.0 - turn, z)]
        })
        .collect();
    let faces: Vec<[u32; 3]> =
        (0..COUNT as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    (CollisionMesh::new(&positions, &faces).expect("a stack is a mesh"), positions)
}

/// Vertices of these masses (kg) that move from `start` by displacements in a step of `dt` (s).
pub(crate) fn thrown(start: &[DVec3], shifts: &[[f64; 3]], masses: &[f64], dt: f64) -> State {
    State {
        positions: start.iter().zip(shifts).map(|(x, d)| *x + DVec3::from(*d)).collect(),
        velocities: shifts.iter().map(|d| DVec3::from(*d) / dt).collect(),
        inverse_masses: masses.iter().map(|m| m.recip()).collect(),
    }
}

pub(crate) fn momentum(state: &State) -> DVec3 {
    let pairs = state.velocities.iter().zip(&state.inverse_masses);
    pairs.filter(|(_, w)| **w > 0.0).map(|(v, w)| *v / *w).sum()
}

pub(crate) fn angular_momentum(positions: &[DVec3], state: &State) -> DVec3 {
    let pairs = state.velocities.iter().zip(&state.inverse_masses).zip(positions);
    pairs.map(|((v, w), x)| x.cross(*v / *w)).sum()
}

pub(crate) fn energy(state: &State) -> f64 {
    let pairs = state.velocities.iter().zip(&state.inverse_masses);
    pairs.filter(|(_, w)| **w > 0.0).map(|(v, w)| 0.5 * v.length_squared() / w).sum()
}
