//! Certified time of impact of a vertex and a face, then the step limit of a small mesh.
//!
//! ```sh
//! cargo run --release -p ripstop-narrow --example impacts
//! ```
#![expect(clippy::print_stdout, reason = "an example prints")]

use ripstop_geometry::{Candidate, CollisionMesh, EdgeId, FaceId, Motion, MovingPoint, VertexId};
use ripstop_narrow::glam::{DVec3, dvec3};
use ripstop_narrow::{Ccd, Cubic, MovingMesh};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    one_pair();
    one_mesh()
}

/// A vertex that falls through a face at rest.
fn one_pair() {
    let face = [DVec3::ZERO, DVec3::X, DVec3::Y].map(MovingPoint::at_rest);
    let vertex = MovingPoint { start: dvec3(0.2, 0.2, 1.0), end: dvec3(0.2, 0.2, -2.0) };
    match Cubic::exact().vertex_face(vertex, face, 1.0).time {
        Some(time) => println!("the vertex meets the face at {time:.9} of the step, or just after"),
        None => println!("the vertex does not meet the face"),
    }
}

/// A triangle falls edge first through a square at rest.
fn one_mesh() -> Result<(), Box<dyn std::error::Error>> {
    let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| dvec3(x, y, 0.0));
    let triangle = [dvec3(0.3, 0.4, 0.5), dvec3(0.7, 0.5, 0.5), dvec3(0.5, 0.6, 1.0)];
    let start = [&square[..], &triangle].concat();
    let end: Vec<DVec3> = [&square[..], &triangle.map(|x| x - DVec3::Z)].concat();
    let mesh = CollisionMesh::new(&start, &[[0, 1, 2], [0, 2, 3], [4, 5, 6]])?;
    let moving = MovingMesh::new(&mesh, Motion::new(&start, &end)?)?;

    let candidates = all_pairs(&mesh);
    let found = moving.impacts(&Cubic::exact(), candidates.as_slice());
    for impact in &found.impacts {
        println!("{:?} at {:.9}", impact.candidate, impact.time);
    }
    let step = moving.safe_step(&Cubic::exact(), candidates.as_slice());
    println!(
        "{} of {} pairs meet; {:.9} of the step is free of contact",
        found.impacts.len(),
        candidates.len(),
        step.fraction
    );
    Ok(())
}

/// Every vertex–face and edge–edge pair without a common vertex. A large mesh needs a broad phase.
fn all_pairs(mesh: &CollisionMesh) -> Vec<Candidate> {
    let [vertices, edges, faces] =
        [mesh.vertex_count(), mesh.edges().len(), mesh.faces().len()].map(|n| 0..n as u32);
    let vertex_face = vertices.flat_map(|v| {
        faces.clone().map(move |f| Candidate::VertexFace { vertex: VertexId(v), face: FaceId(f) })
    });
    let edge_edge = edges.clone().flat_map(|a| {
        (a + 1..edges.end).map(move |b| Candidate::EdgeEdge { a: EdgeId(a), b: EdgeId(b) })
    });
    let disjoint = |candidate: &Candidate| {
        let stencil = mesh.stencil(*candidate);
        let (a, b) = candidate.kind().split(&stencil);
        a.iter().all(|vertex| !b.contains(vertex))
    };
    vertex_face.chain(edge_edge).filter(disjoint).collect()
}

#[test]
fn it_runs() -> Result<(), Box<dyn std::error::Error>> {
    main()
}
