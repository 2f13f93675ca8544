//! A solver of one's own, made safe step after step: a sheet falls on a sphere that is held.
//!
//! The "solver" knows gravity and springs along edges, and nothing of collisions.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use ripstop_detection::glam::DVec3;
use ripstop_detection::{Guard, SafetySettings, crossings};
use ripstop_geometry::tessellate::{grid, sphere};
use ripstop_geometry::{CollisionMesh, Filters, VertexId};

const DT: f64 = 1.0 / 120.0;
const STEPS: usize = 60;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One mesh with one vertex numbering: the sheet first, then the sphere.
    let (sheet, ball) = (grid([1.0, 1.0], [16, 16]), sphere(0.25, 12));
    let first = sheet.positions.len() as u32;
    let mut positions: Vec<DVec3> = sheet.positions.iter().map(|x| *x + 0.27 * DVec3::Z).collect();
    positions.extend(&ball.positions);
    let ball_faces = ball.faces.iter().map(|face| face.map(|vertex| vertex + first));
    let faces: Vec<[u32; 3]> = sheet.faces.iter().copied().chain(ball_faces).collect();
    let mesh = CollisionMesh::new(&positions, &faces)?;
    let is_sheet = |vertex: usize| vertex < first as usize;
    let inverse_masses: Vec<f64> =
        (0..positions.len()).map(|vertex| f64::from(u8::from(is_sheet(vertex)))).collect();
    let ends = mesh.edges().iter().map(|edge| edge.map(VertexId::index));
    let springs: Vec<([usize; 2], f64)> = ends
        .filter(|ends| is_sheet(ends[0]))
        .map(|[a, b]| ([a, b], positions[a].distance(positions[b])))
        .collect();

    let mut guard = Guard::new(mesh, SafetySettings::default())?;
    let mut velocities = vec![DVec3::ZERO; positions.len()];
    let mut impacts = 0;
    for _ in 0..STEPS {
        let proposed = propose(&positions, &mut velocities, &springs, &inverse_masses);
        let safe = guard.make_safe(&positions, &proposed, &inverse_masses)?;
        impacts += safe.impacts;
        for (v, (x, y)) in velocities.iter_mut().zip(safe.positions.iter().zip(&positions)) {
            *v = (*x - *y) / DT;
        }
        positions = safe.positions;
    }
    let left = crossings(guard.mesh(), &Filters::default(), &positions)?.len();
    println!("{impacts} impacts in {STEPS} steps, {left} crossings at the end");
    println!("{} searches of the broad phase", guard.searches());
    assert!(impacts > 0 && left == 0);
    Ok(())
}

/// Gravity, explicit, then one Gauss–Seidel sweep over the springs.
fn propose(
    positions: &[DVec3],
    velocities: &mut [DVec3],
    springs: &[([usize; 2], f64)],
    inverse_masses: &[f64],
) -> Vec<DVec3> {
    for (v, w) in velocities.iter_mut().zip(inverse_masses) {
        *v -= *w * DT * 9.81 * DVec3::Z;
    }
    let mut x: Vec<DVec3> = positions.iter().zip(&*velocities).map(|(x, v)| *x + DT * *v).collect();
    for &([a, b], length) in springs {
        let between = x[b] - x[a];
        let correction = 0.5 * (1.0 - length / between.length()) * between;
        x[a] += correction;
        x[b] -= correction;
    }
    x
}

#[test]
fn it_runs() {
    main().unwrap();
}
