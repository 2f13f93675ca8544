//! Examples of the reference, `docs/scene-reference.md`: each is a scene, or a part that goes with
//! any, and runs for a frame without a warning.

use glam::{DVec2, DVec3};
use ripstop_geometry::{Stitch, VertexId, tessellate};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{FaceGroup, LoadedMesh, MeshRequest, Scene};

const REFERENCE: &str = include_str!("../../../docs/scene-reference.md");

/// A cloth for examples that have none.
const CLOTH: &str = "\n[[cloth]]\nshape.grid = { size = [0.5, 0.5], resolution = [12, 12] }\n";

/// A small file of every name: a sheet as a pattern, or a ball that moves.
fn loaded(request: &MeshRequest) -> LoadedMesh {
    if request.file.starts_with("body") {
        let mut ball = LoadedMesh::from(tessellate::sphere(0.15, 8));
        let moved =
            |shift: f64| ball.mesh.positions.iter().map(|x| *x + shift * DVec3::X).collect();
        ball.frames = request.frames.map(|_| vec![moved(0.0), moved(0.01)]).unwrap_or_default();
        return ball;
    }
    let mut sheet = LoadedMesh::from(tessellate::grid([0.5, 0.5], [8, 8]));
    let corner =
        |v: u32| DVec2::new(sheet.mesh.positions[v as usize].x, sheet.mesh.positions[v as usize].y);
    sheet.uvs = Some(sheet.mesh.faces.iter().map(|face| face.map(corner)).collect());
    sheet.groups = vec![FaceGroup { name: "front".to_owned(), faces: 0..sheet.mesh.faces.len() }];
    if request.edge_length.is_some() {
        let stitch = |row: u32| Stitch {
            vertex: VertexId(8 * row),
            edge: [8 * row + 6, 8 * row + 7].map(VertexId),
            ratio: 1.0,
        };
        sheet.seams = vec![(0..8).map(stitch).collect()];
    }
    sheet
}

#[test]
fn every_example_of_the_reference_runs() {
    let examples: Vec<&str> =
        REFERENCE.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 30, "{} examples", examples.len());
    let faults: Vec<String> = examples.into_iter().filter_map(fault).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The reason for which an example does not run as it should, with its text.
fn fault(example: &str) -> Option<String> {
    let mut text = example.to_owned();
    if !text.contains("[[cloth]]") {
        text += CLOTH;
    }
    let run = || -> Result<(), String> {
        let scene = Scene::from_toml(&text).map_err(|error| error.to_string())?;
        let mut simulation = Simulation::new(&scene, &mut |request| Ok(loaded(request)))
            .map_err(|error| error.to_string())?;
        simulation.advance_frame().map_err(|error| error.to_string())?;
        let warnings: Vec<String> = simulation.warnings().iter().map(ToString::to_string).collect();
        if warnings.is_empty() { Ok(()) } else { Err(warnings.join("\n")) }
    };
    run().err().map(|error| format!("{error}\n{text}"))
}
