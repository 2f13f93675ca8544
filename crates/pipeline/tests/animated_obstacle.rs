//! A kinematic obstacle whose vertices are given frame by frame: it follows them, and the cloth
//! stays on its side.

use glam::{DVec3, dvec3};
use ripstop_detection::crossings;
use ripstop_geometry::tessellate;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Frames, Import, LengthUnit, Obstacle, ObstacleShape, Path, Scene, Settings,
};
use ripstop_pipeline::scene::{LoadedMesh, MeshRequest};

/// A hump that grows out of a square and wanders along x, at frame `k` of 10 per second.
fn hump(frame: usize) -> Vec<DVec3> {
    let height = 0.03 * frame as f64;
    let middle = 0.02 * frame as f64;
    let lifted = |x: DVec3| {
        let distance = (x - dvec3(middle, 0.0, 0.0)).length_squared();
        dvec3(x.x, x.y, height * (1.0 - 8.0 * distance).max(0.0))
    };
    square().positions.into_iter().map(lifted).collect()
}

fn square() -> tessellate::TriangleMesh {
    tessellate::grid([1.0, 1.0], [15, 15])
}

fn load(request: &MeshRequest) -> Result<LoadedMesh, String> {
    let frames = match (request.file, request.frames) {
        ("body.obj", Some("walk.pc2")) => (0..8).map(hump).collect(),
        ("body.obj", Some("short.npy")) => vec![vec![DVec3::ZERO; 7]],
        ("body.obj", Some("empty.npy")) => vec![],
        ("body.obj", Some("nan.npy")) => vec![vec![DVec3::NAN; 225]],
        _ => return Err(format!("{request} is not expected")),
    };
    Ok(LoadedMesh { frames, ..square().into() })
}

fn scene(file: &str) -> Scene {
    let mut frames = Frames::new(file);
    frames.rate = Some(10.0);
    frames.from = 0.1;
    let shape = ObstacleShape::Mesh {
        file: "body.obj".to_owned(),
        import: Import::default(),
        frames: Some(frames),
    };
    let mut body = Obstacle::new(shape);
    body.transform.translate = [0.0, 0.0, -0.1];
    body.path = Path::Steady {
        velocity: [0.0, 0.05, 0.0],
        axis: [0.0; 3],
        degrees_per_second: 0.0,
        pivot: [0.0; 3],
        from: 0.0,
        until: None,
    };
    let mut sheet = Cloth::new(ClothShape::Grid { size: [0.5, 0.5], resolution: [12, 12] });
    sheet.transform.translate = [0.01, 0.02, -0.08];
    let mut settings = Settings::default();
    settings.frame_rate = 60.0;
    settings.substeps = Some(8);
    Scene::new(settings, vec![sheet], vec![body])
}

#[test]
fn vertices_follow_the_file_and_the_cloth_rides_on_them() {
    let scene = scene("walk.pc2");
    let mut simulation = Simulation::new(&scene, &mut load).unwrap();
    let first = simulation.cloth_vertex_count();
    for step in 1..=48_usize {
        simulation.advance_frame().unwrap();
        let positions = &simulation.state().positions;
        // The first frame at 0.1 s is step 6; then a frame every 6 steps, and straight lines in
        // between.
        let since = step.saturating_sub(6).min(42);
        let (frame, s) = (since / 6, (since % 6) as f64 / 6.0);
        let moved = dvec3(0.0, 0.05 * step as f64 / 60.0, -0.1);
        for ((x, a), b) in positions[first..].iter().zip(hump(frame)).zip(hump(frame + 1)) {
            let expected = a.lerp(b, s) + moved;
            assert!((*x - expected).length() < 1e-12, "step {step}: {x} instead of {expected}");
        }
        let found = crossings(simulation.mesh(), simulation.filters(), positions).unwrap();
        assert!(found.is_empty(), "step {step}: {found:?}");
    }
    // The hump has lifted the middle of the sheet from −0.1 m, where it would lie, to above 0.
    let highest = simulation.state().positions[..first].iter().map(|x| x.z).fold(-1.0, f64::max);
    assert!(highest > 0.05, "{highest}");
}

#[test]
fn frames_that_do_not_fit_are_errors() {
    for (file, expected) in [
        ("short.npy", "its frames have 7 vertices, its mesh has 225"),
        ("empty.npy", "there are no frames"),
        ("nan.npy", "frame 0, vertex 0: it is not finite"),
        ("other.npy", "cannot load `body.obj`: body.obj is not expected"),
    ] {
        let error = Simulation::new(&scene(file), &mut load).err().unwrap().to_string();
        assert!(error.contains(expected) && error.contains("obstacle 0"), "{error}");
    }
    let mut still = scene("walk.pc2");
    if let ObstacleShape::Mesh { frames: Some(frames), .. } = &mut still.obstacles[0].shape {
        frames.rate = Some(0.0);
    }
    let error = Simulation::new(&still, &mut load).err().unwrap().to_string();
    assert!(error.contains("a rate of 0"), "{error}");
}

/// Sets the timing of the body's frames.
fn with_timing(change: impl FnOnce(&mut Frames)) -> Scene {
    let mut scene = scene("walk.pc2");
    scene.cloths[0].transform.translate = [0.01, 0.02, 0.2];
    if let ObstacleShape::Mesh { frames: Some(frames), .. } = &mut scene.obstacles[0].shape {
        change(frames);
    }
    scene
}

#[test]
fn a_lead_in_and_a_speed() {
    let scene = with_timing(|frames| {
        (frames.from, frames.lead_in, frames.speed, frames.first) = (0.0, 0.1, 0.5, 1);
    });
    let mut simulation = Simulation::new(&scene, &mut load).unwrap();
    let first = simulation.cloth_vertex_count();
    for step in 1..=18_usize {
        simulation.advance_frame().unwrap();
        // At rest for six steps, then a frame of the file every twelve.
        let s = step.saturating_sub(6) as f64 / 12.0;
        let moved = dvec3(0.0, 0.05 * step as f64 / 60.0, -0.1);
        let body = &simulation.state().positions[first..];
        for ((x, a), b) in body.iter().zip(hump(1)).zip(hump(2)) {
            let expected = a.lerp(b, s) + moved;
            assert!((*x - expected).length() < 1e-12, "step {step}: {x} instead of {expected}");
        }
    }
    for (change, expected) in [
        ((|frames| frames.speed = 0.0) as fn(&mut Frames), "`shape.mesh.frames.speed` is 0, "),
        (|frames| frames.speed = f64::NAN, "`shape.mesh.frames.speed` is NaN, "),
        (|frames| frames.lead_in = -1.0, "`shape.mesh.frames.lead_in` is -1, "),
        (|frames| frames.first = 8, "`shape.mesh.frames.first` is 8, but there are 8 frames"),
    ] {
        let error = Simulation::new(&with_timing(change), &mut load).err().unwrap().to_string();
        assert!(error.contains(expected) && error.contains("obstacle 0"), "{error}");
    }
}

#[test]
fn frames_that_are_passed_over_are_warned_of() {
    let passed = |scene: &Scene| -> Vec<String> {
        let simulation = Simulation::new(scene, &mut load).unwrap();
        let warnings = simulation.warnings().iter();
        warnings.map(ToString::to_string).filter(|text| text.contains("not seen")).collect()
    };
    assert_eq!(passed(&with_timing(|frames| frames.speed = 6.0)), Vec::<String>::new());
    let texts = passed(&with_timing(|frames| frames.speed = 12.0));
    assert_eq!(texts.len(), 1);
    assert!(texts[0].contains("120 frames a second, the simulation 60"), "{texts:?}");
}

#[test]
fn a_scene_with_frames_as_text() {
    let text = "[[cloth]]\nshape.mesh = { file = 'a.glb', import = { unit = 'cm', up = 'y', weld = 1e-5, surface = 'skirt' } }\n\
        [[obstacle]]\nshape.mesh = { file = 'body.obj', frames = { file = 'walk.pc2', rate = 24.0 } }\n";
    let scene = Scene::from_toml(text).unwrap();
    let ClothShape::Mesh { import, .. } = &scene.cloths[0].shape else { panic!("{scene:?}") };
    assert_eq!((import.unit.map(LengthUnit::metres), import.weld), (Some(0.01), Some(1e-5)));
    assert_eq!(Scene::from_toml(&scene.to_toml().unwrap()).unwrap(), scene);
    let error = Scene::from_toml(&text.replace("unit", "units")).unwrap_err().to_string();
    assert!(error.contains("did you mean `unit`?"), "{error}");
}
