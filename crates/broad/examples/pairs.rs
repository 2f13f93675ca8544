//! Boxes to pairs of overlapping boxes, and a sheet in motion to its candidate pairs.
//!
//! ```sh
//! cargo run --release -p ripstop-broad --example pairs
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_broad::glam::{DVec3, dvec3};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_geometry::{Aabb, CollisionMesh, Filters, Motion};

/// Vertices per side of the sheet.
const SIDE: u32 = 32;
/// Distance at which features count as close (m).
const THICKNESS: f64 = 0.002;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    boxes_to_pairs()?;
    mesh_to_candidates()
}

/// Any boxes: the pairs come in lexicographic order, each once, at every thread count.
fn boxes_to_pairs() -> Result<(), Box<dyn std::error::Error>> {
    let corners = [dvec3(0.0, 0.0, 0.0), dvec3(0.5, 0.5, 0.5), dvec3(4.0, 0.0, 0.0)];
    let boxes = corners.map(|min| Aabb { min, max: min + DVec3::ONE });
    let mut tree = Bvh::default();
    tree.rebuild(&boxes)?;
    for (a, b) in tree.self_pairs().iter() {
        println!("boxes {} and {} overlap", a.0, b.0);
    }
    Ok(())
}

/// A sheet that folds over in one step: the boxes cover the whole motion.
fn mesh_to_candidates() -> Result<(), Box<dyn std::error::Error>> {
    let flat: Vec<DVec3> = (0..SIDE * SIDE).map(vertex).collect();
    let folded: Vec<DVec3> = flat.iter().map(|&x| fold(x)).collect();
    let mesh = CollisionMesh::new(&flat, &faces())?;
    let mut boxes = MeshBoxes::default();
    // Half the thickness around each of two features makes the whole.
    boxes.update(&mesh, &Motion::new(&flat, &folded)?, 0.5 * THICKNESS);

    let filters = Filters::default();
    let candidates =
        CandidateSearch::new(&mesh, &filters).candidates(&mut Bvh::default(), &boxes)?;
    println!(
        "{} faces: {} vertex–face and {} edge–edge candidates",
        mesh.faces().len(),
        candidates.vertex_face.len(),
        candidates.edge_edge.len()
    );
    for candidate in candidates.iter().take(3) {
        println!("  {candidate:?} with vertices {:?}", mesh.stencil(candidate).map(|v| v.0));
    }
    Ok(())
}

/// A vertex of the flat sheet of one square metre.
fn vertex(i: u32) -> DVec3 {
    let [x, y] = [i % SIDE, i / SIDE].map(|k| f64::from(k) / f64::from(SIDE - 1));
    dvec3(x, y, 0.0)
}

/// Turns the right half of the sheet over the left one.
fn fold(x: DVec3) -> DVec3 {
    if x.x > 0.5 { dvec3(1.0 - x.x, x.y, THICKNESS) } else { x }
}

/// Two triangles per cell.
fn faces() -> Vec<[u32; 3]> {
    let cells = (0..SIDE - 1).flat_map(|row| (0..SIDE - 1).map(move |column| row * SIDE + column));
    cells.flat_map(|i| [[i, i + 1, i + SIDE], [i + 1, i + SIDE + 1, i + SIDE]]).collect()
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
