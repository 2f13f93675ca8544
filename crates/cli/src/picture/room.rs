//! Closed obstacles around the cloth: rooms, whose nearer walls would hide it.

use std::f64::consts::PI;

use glam::DVec3;
use ripstop_geometry::mesh::Role;
use ripstop_geometry::{CollisionMesh, SurfaceId};
use ripstop_run::{RecordedRun, RunError};

/// Vertices of a cloth that are looked at, at most.
const PROBES: usize = 40;

/// True for each obstacle that is closed and has all of the given cloths inside at the start, or
/// one that belongs there.
pub(crate) fn rooms(run: &mut RecordedRun, cloths: &[usize]) -> Result<Vec<bool>, RunError> {
    let start = run.frames.read(0)?;
    let mesh = &run.world.mesh;
    let probe = |&cloth: &usize| {
        let range = run.layout.surfaces[cloth].vertices();
        let step = range.len().div_ceil(PROBES).max(1);
        range.step_by(step).map(|vertex| start[vertex])
    };
    let probes: Vec<DVec3> = cloths.iter().flat_map(probe).collect();
    let is_closed = closed_surfaces(mesh, run.layout.surfaces.len());
    let belongs = |surface: usize| {
        let mut within = run.world.rules.within.iter().map(|(pair, _)| pair.map(SurfaceId::index));
        within.any(|[cloth, body]| body == surface && cloths.contains(&cloth))
    };
    let is_room = |surface: usize| {
        if !is_closed[surface] || run.world.filters.surfaces[surface].role != Role::Obstacle {
            return false;
        }
        let faces = &mesh.faces()[run.layout.surfaces[surface].faces()];
        let corners: Vec<[DVec3; 3]> =
            faces.iter().map(|face| face.map(|vertex| start[vertex.index()])).collect();
        let windings: Vec<f64> = probes.iter().map(|&x| winding_number(&corners, x)).collect();
        let is_around_all = windings.iter().all(|w| w.abs() > 0.5);
        !windings.is_empty() && (is_around_all || belongs(surface))
    };
    Ok((0..is_closed.len()).map(is_room).collect())
}

/// True for each surface every edge of which has two faces.
fn closed_surfaces(mesh: &CollisionMesh, surface_count: usize) -> Vec<bool> {
    let mut is_closed = vec![true; surface_count];
    for (edge, ends) in mesh.edges().iter().enumerate() {
        let surface = mesh.surfaces()[ends[0].index()].index();
        is_closed[surface] &= mesh.edge_faces().row(edge).len() == 2;
    }
    is_closed
}

/// Number of times that a closed surface goes around a point, from the solid angles of its faces
/// [van Oosterom 1983]: 1 inside, −1 inside of one whose faces point inwards, 0 outside.
fn winding_number(faces: &[[DVec3; 3]], point: DVec3) -> f64 {
    let half_angle = |corners: &[DVec3; 3]| {
        let [a, b, c] = corners.map(|corner| corner - point);
        let [la, lb, lc] = [a, b, c].map(DVec3::length);
        let denominator = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
        a.dot(b.cross(c)).atan2(denominator)
    };
    faces.iter().map(half_angle).sum::<f64>() / (2.0 * PI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;
    use ripstop_geometry::tessellate;

    #[test]
    fn a_point_is_inside_or_outside() {
        let ball = tessellate::sphere(1.0, 8);
        let corners: Vec<[DVec3; 3]> =
            ball.faces.iter().map(|face| face.map(|v| ball.positions[v as usize])).collect();
        let flipped: Vec<[DVec3; 3]> = corners.iter().map(|&[a, b, c]| [a, c, b]).collect();
        for (point, expected) in [(dvec3(0.2, 0.3, -0.4), 1.0), (dvec3(1.0, 1.0, 0.5), 0.0)] {
            assert!((winding_number(&corners, point) - expected).abs() < 1e-12);
            assert!((winding_number(&flipped, point) + expected).abs() < 1e-12);
        }
    }
}
