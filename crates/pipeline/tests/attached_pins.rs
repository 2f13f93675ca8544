//! Pins that are attached to obstacles.

use glam::{DVec3, dvec3};
use ripstop_geometry::tessellate::{self, TriangleMesh};
use ripstop_geometry::{FaceId, VertexId};
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Frames, Import, LoadedMesh, MeshRequest, Obstacle,
    ObstacleShape, Path, Pin, PinSelection, Scene, Settings,
};

/// A plate of two triangles that is drawn out and bent over twenty frames.
fn plate(frame: usize) -> TriangleMesh {
    let mut mesh = tessellate::grid([0.4, 0.4], [2, 2]);
    let s = frame as f64 / 20.0;
    for (i, x) in mesh.positions.iter_mut().enumerate() {
        *x = dvec3(x.x * (1.0 + 0.5 * s), x.y + 0.1 * s, 0.1 * s * s * (i as f64 - 1.0));
    }
    mesh
}

fn load(request: &MeshRequest<'_>) -> Result<LoadedMesh, String> {
    if request.file != "plate" {
        return Err(format!("{request} is not expected"));
    }
    let mut loaded = LoadedMesh::from(plate(0));
    if request.frames.is_some() {
        loaded.frames = (0..=20).map(|frame| plate(frame).positions).collect();
    }
    Ok(loaded)
}

/// A sheet over the plate that hangs on it by two vertices, 1 cm above.
fn scene(dynamics: DynamicsMethod) -> Scene {
    let frames: Frames = toml::from_str("file = 'frames'\nrate = 60.0").expect("frames");
    let shape = ObstacleShape::Mesh {
        file: "plate".to_owned(),
        import: Import::default(),
        frames: Some(frames),
    };
    let mut obstacle = Obstacle::new(shape);
    "plate".clone_into(&mut obstacle.name);
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [5; 2] });
    cloth.transform.translate = [0.02, 0.03, 0.01];
    let mut pin = Pin::new(PinSelection::Vertices(vec![0, 12]), Path::Rest);
    pin.attach = Some("plate".to_owned());
    cloth.pins.push(pin);
    let mut settings = Settings::default();
    settings.dynamics = dynamics;
    Scene::new(settings, vec![cloth], vec![obstacle])
}

#[test]
fn pins_follow_the_faces_of_an_obstacle_that_changes_its_shape() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let mut simulation = Simulation::new(&scene(dynamics), &mut load).expect("a sound scene");
        let position = |s: &Simulation, vertex: VertexId| s.state().positions[vertex.index()];
        let pinned = [0, 12].map(VertexId);
        // The faces of the plate come last; each vertex is over one of them.
        let faces = simulation.mesh().faces().len() as u32;
        let points = pinned.map(|vertex| {
            let x = position(&simulation, vertex);
            let on = |face: u32| simulation.material_point(FaceId(face), x).expect("an area");
            let inside = |weights: [f64; 3]| weights.iter().all(|w| *w >= 0.0);
            (faces - 2..faces).map(on).find(|point| inside(point.weights)).expect("above a face")
        });
        let start = pinned.map(|vertex| position(&simulation, vertex));
        for _ in 0..15 {
            simulation.advance_frame().expect("room enough");
            for (vertex, point) in pinned.iter().zip(&points) {
                let expected = simulation.probe(point).expect("a face").position;
                let found = position(&simulation, *vertex);
                assert!(found.distance(expected) < 1e-9, "{dynamics:?}: {found}, not {expected}");
            }
        }
        let moved = |i: usize| position(&simulation, pinned[i]).distance(start[i]);
        assert!(moved(0) > 0.01 && moved(1) > 0.01, "{dynamics:?}");
    }
}

#[test]
fn pins_on_a_rigid_obstacle_follow_its_path() {
    let mut scene = scene(DynamicsMethod::Pbd);
    scene.obstacles[0].shape = ObstacleShape::Plane { size: 0.4 };
    scene.obstacles[0].path = Path::Steady {
        velocity: [0.0, 0.3, 0.0],
        axis: [0.0, 0.0, 1.0],
        degrees_per_second: 90.0,
        pivot: [0.1, 0.0, 0.0],
        from: 0.0,
        until: None,
    };
    let mut simulation = Simulation::new(&scene, &mut load).expect("a sound scene");
    let start = simulation.state().positions[12];
    for _ in 0..6 {
        simulation.advance_frame().expect("room enough");
    }
    let pivot = DVec3::X * 0.1;
    let turn = glam::DQuat::from_rotation_z((90.0 * simulation.time()).to_radians());
    let expected = turn * (start - pivot) + pivot + 0.3 * simulation.time() * DVec3::Y;
    assert!(simulation.state().positions[12].distance(expected) < 1e-12);
}

#[test]
fn an_obstacle_that_is_not_there_and_a_second_path_are_named() {
    let error = |change: fn(&mut Pin)| {
        let mut scene = scene(DynamicsMethod::Pbd);
        change(&mut scene.cloths[0].pins[0]);
        Simulation::new(&scene, &mut load).map(|_| ()).expect_err("to be refused").to_string()
    };
    let text = error(|pin| pin.attach = Some("plait".to_owned()));
    assert!(text.contains("`plait`") && text.contains("did you mean `plate`?"), "{text}");
    let text = error(|pin| pin.path = Path::Keyframes { keys: vec![], pivot: [0.0; 3] });
    assert!(text.contains("cloth 0"), "{text}");
}
