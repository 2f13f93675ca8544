//! Proposed positions in, safe positions out: for people with a solver of their own.
//!
//! Your solver moves a sheet down into a table; `make_safe` stops it where it has to.

use ripstop::detection::{SafetySettings, crossings, make_safe};
use ripstop::geometry::tessellate;
use ripstop::geometry::{CollisionMesh, Filters};
use ripstop::glam::DVec3;

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One mesh with one vertex numbering: the sheet first, then the table.
    let sheet = tessellate::grid([1.0, 1.0], [20, 20]);
    let table = tessellate::cuboid([0.5, 0.5, 0.1]);
    let first = sheet.positions.len() as u32;
    let lifted = sheet.positions.iter().map(|&x| x + 0.1 * DVec3::Z);
    let start: Vec<DVec3> = lifted.chain(table.positions).collect();
    let table_faces = table.faces.iter().map(|face| face.map(|vertex| vertex + first));
    let faces: Vec<[u32; 3]> = sheet.faces.iter().copied().chain(table_faces).collect();
    let mesh = CollisionMesh::new(&start, &faces)?;

    // Your solver lets everything that is free fall by 10 cm.
    let inverse_mass = |vertex: usize| if vertex < first as usize { 1.0 } else { 0.0 };
    let inverse_masses: Vec<f64> = (0..start.len()).map(inverse_mass).collect();
    let fall = |(x, w): (&DVec3, &f64)| *x - 0.1 * w * DVec3::Z;
    let proposed: Vec<DVec3> = start.iter().zip(&inverse_masses).map(fall).collect();

    let safe = make_safe(&mesh, &start, &proposed, &inverse_masses, &SafetySettings::default())?;

    let count = |x: &[DVec3]| crossings(&mesh, &Filters::default(), x).map(|found| found.len());
    println!("as proposed: {} intersections", count(&proposed)?);
    println!("made safe:   {} intersections", count(&safe.positions)?);
    println!("{} pairs collided on the way", safe.impacts);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
