//! Folds a sheet through itself and lists where, exactly; then drops it onto a ball, as far as it
//! may go.
//!
//! A crossing is a closed edge and a closed face without a common vertex that share a point.
//! The test runs in exact arithmetic, so the list does not depend on a tolerance.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use ripstop_geometry::glam::{DVec3, dvec3};
use ripstop_geometry::predicates::segment_triangle;
use ripstop_geometry::sdf::Sphere;
use ripstop_geometry::{CollisionMesh, EdgeId, FaceId, VertexId};

/// Vertices per side of the sheet.
const SIDE: u32 = 24;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let positions: Vec<DVec3> = (0..SIDE * SIDE).map(|i| folded(i % SIDE, i / SIDE)).collect();
    let mesh = CollisionMesh::new(&positions, &faces())?;
    println!(
        "{} vertices, {} edges ({} on the boundary), {} faces",
        mesh.vertex_count(),
        mesh.edges().len(),
        mesh.boundary_edges().count(),
        mesh.faces().len()
    );

    let crossings = crossings(&mesh, &positions);
    println!("{} crossings; the first ones:", crossings.len());
    for (edge, face) in crossings.iter().take(5) {
        println!("  edge {:>4} through face {:>4}", edge.0, face.0);
    }

    let ball = Sphere::new(dvec3(0.5, 0.5, -0.8), 0.4)?;
    let room = positions.iter().map(|&x| ball.distance(x)).fold(f64::INFINITY, f64::min);
    println!("the sheet can fall {room:.3} m before it may touch the ball");
    Ok(())
}

/// A sheet of one square metre whose far half is rolled up, sinks, and comes out below.
fn folded(column: u32, row: u32) -> DVec3 {
    const RADIUS: f64 = 0.08;
    let [x, y] = [column, row].map(|i| f64::from(i) / f64::from(SIDE - 1));
    let angle = (x - 0.5).max(0.0) / RADIUS;
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    dvec3(x.min(0.5) + RADIUS * sin, y, RADIUS * (1.0 - cos) - 0.02 * angle)
}

/// Two triangles per cell.
fn faces() -> Vec<[u32; 3]> {
    let cells = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    cells.flat_map(|i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]]).collect()
}

/// Every edge against every face.
fn crossings(mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<(EdgeId, FaceId)> {
    let edges = (0..).map(EdgeId).zip(mesh.edges());
    let at = |vertex: VertexId| positions[vertex.index()];
    let meets = |ends: &[VertexId; 2], corners: &[VertexId; 3]| {
        !ends.iter().any(|end| corners.contains(end))
            && segment_triangle(ends.map(at), corners.map(at)).intersects()
    };
    edges
        .flat_map(|(edge, ends)| {
            let faces = (0..).map(FaceId).zip(mesh.faces());
            faces.filter(move |(_, c)| meets(ends, c)).map(move |(face, _)| (edge, face))
        })
        .collect()
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
