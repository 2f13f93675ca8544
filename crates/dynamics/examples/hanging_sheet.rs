//! A sheet, pinned at its upper corners, swings down; a gust comes, and the right pin moves along.
//!
//! ```sh
//! cargo run --release -p ripstop-dynamics --example hanging_sheet
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use ripstop_dynamics::glam::{DVec2, DVec3};
use ripstop_dynamics::{Fabric, Forces, PositionBasedCloth, RestShape, Settings, Target, Wind};
use ripstop_geometry::{Topology, VertexId};

/// Vertices per side.
const SIDE: u32 = 32;
const FRAMES: u32 = 120;
/// Many small steps, one sweep each.
const STEPS_PER_FRAME: u32 = 20;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cells = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    let faces: Vec<_> =
        cells.flat_map(|i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]]).collect();
    let mesh = Topology::from_faces((SIDE * SIDE) as usize, &faces)?;
    let spacing = f64::from(SIDE - 1).recip();
    let uvs: Vec<_> = (0..SIDE * SIDE)
        .map(|i| spacing * DVec2::new(f64::from(i % SIDE), f64::from(i / SIDE)))
        .collect();

    // The rest shape is a square of one metre in the plane; the start pose lies level in space.
    let rest = RestShape::from_uvs(&mesh, &uvs)?;
    let mut cloth = PositionBasedCloth::new(&mesh, &rest, Fabric::plain(), Settings::default())?;
    let level = uvs.iter().map(|u| u.extend(0.0)).collect();
    let right = VertexId(SIDE - 1);
    let mut state = cloth.state_at_rest(level, &[VertexId(0), right])?;

    let dt = 1.0 / f64::from(60 * STEPS_PER_FRAME);
    for frame in 0..FRAMES {
        let gust = if frame > 60 { DVec3::new(0.0, 5.0, 0.0) } else { DVec3::ZERO };
        let forces = Forces { wind: Some(Wind::new(gust)), ..Forces::EARTH };
        for step in 0..STEPS_PER_FRAME {
            let time = f64::from(frame * STEPS_PER_FRAME + step + 1) * dt;
            let pin = Target { vertex: right, position: DVec3::new(1.0 - 0.2 * time, 0.0, 0.0) };
            cloth.predict(&mut state, dt, &forces, &[pin])?;
            cloth.sweep(&mut state)?;
            // Collision response would move the positions here.
            cloth.update_velocities(&mut state)?;
        }
        if frame % 10 == 9 {
            report(frame, &mesh, &rest, &state.positions);
        }
    }
    Ok(())
}

/// Prints the middle of the free side and the stretch of the edges.
fn report(frame: u32, mesh: &Topology, rest: &RestShape, x: &[DVec3]) {
    let lengths = mesh.edges().iter().map(|[a, b]| x[a.index()].distance(x[b.index()]));
    let stretches = lengths.zip(rest.lengths()).map(|(now, rest)| now / rest - 1.0);
    let mean = stretches.clone().map(f64::abs).sum::<f64>() / f64::from(mesh.edges().len() as u32);
    let most = stretches.fold(0.0, f64::max);
    let middle = x[(SIDE * (SIDE - 1) + SIDE / 2) as usize];
    println!(
        "frame {frame:>3}: {middle:6.3}, edges {:.2} %, at most {:.1} %",
        100.0 * mean,
        100.0 * most
    );
}

#[test]
fn it_runs() {
    main().expect("good input");
}
