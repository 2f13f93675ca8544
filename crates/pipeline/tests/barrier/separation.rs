//! Surfaces with a minimum separation, on plates that move: no pair comes closer.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, Keyframe, Obstacle, ObstacleShape, Path, Scene, Settings, StepFilter,
};

const THICKNESS: f64 = 4e-3;

/// A sheet `height` (m) over a plate that moves up and pushes it, by `rise` (m) in a fifth of a
/// second.
fn lifted(height: f64, rise: f64, filter: StepFilter) -> Simulation {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [6; 2] });
    cloth.transform.translate = [0.003, 0.007, height];
    cloth.thickness = THICKNESS;
    let key =
        |time: f64, z: f64| Keyframe { time, translate: [0.0, 0.0, z], ..Keyframe::default() };
    let keys = vec![key(0.0, 0.0), key(0.2, rise)];
    let mut plate = Obstacle::new(ObstacleShape::Plane { size: 0.5 });
    plate.path = Path::Keyframes { keys, pivot: [0.0; 3] };
    plate.thickness = THICKNESS;
    let mut settings = Settings::default();
    settings.barrier.separation = 0.5;
    settings.barrier.filter = filter;
    crate::simulation(Scene::new(settings, vec![cloth], vec![plate]))
}

/// The plate moves by up to 25 mm in a step, six times the thickness.
#[test]
fn a_plate_that_presses_keeps_the_separation() {
    for (rise, filter) in
        [(0.02, StepFilter::Distance), (0.1, StepFilter::Impact), (0.3, StepFilter::Impact)]
    {
        let mut simulation = lifted(3e-3, rise, filter);
        for frame in 1..=15 {
            let report = simulation.advance_frame().expect("there is room above");
            let least = report.response.least_distance.expect("barriers measure");
            assert!(least > 0.5 * THICKNESS, "{rise} m, frame {frame}: {least} m");
            assert_eq!((report.fail_safe.frozen, report.fail_safe.carried), (0, 0));
        }
        let cloth = &simulation.state().positions[..36];
        assert!(cloth.iter().all(|x| x.z > rise + 0.5 * THICKNESS));
    }
}

/// A sheet that starts closer than its separation is not stuck: it is pushed away, and from then on
/// keeps the separation.
#[test]
fn a_sheet_that_starts_closer_is_pushed_away() {
    let mut simulation = lifted(1e-3, 0.0, StepFilter::Impact);
    let distances: Vec<f64> = (0..20)
        .map(|_| {
            let report = simulation.advance_frame().expect("there is room above");
            assert_eq!(report.solve.unsolved, 0, "{report:?}");
            report.response.least_distance.expect("barriers measure")
        })
        .collect();
    assert!(distances.iter().all(|d| *d > 0.5e-3), "{distances:?}");
    let free = distances.iter().position(|d| *d > 0.5 * THICKNESS).expect("it comes free");
    assert!(distances[free..].iter().all(|d| *d > 0.5 * THICKNESS), "{distances:?}");
}

/// Two plates press a sheet to 30 µm, less than the least gap on both sides. The solve keeps it
/// apart on its own path: no zone moves it, and no step is halved.
#[test]
fn what_is_pressed_below_the_least_gap_is_left_to_the_barrier() {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [6; 2] });
    cloth.transform.translate = [0.003, 0.007, 0.0];
    cloth.thickness = THICKNESS;
    let plate = |side: f64| {
        let key = |time: f64, way: f64, x: f64| {
            let translate = [side * x, 0.0, -side * way];
            Keyframe { time, translate, ..Keyframe::default() }
        };
        let way = 2e-3 - 15e-6;
        let mut plate = Obstacle::new(ObstacleShape::Plane { size: 0.5 });
        plate.transform.translate = [0.0, 0.0, side * 2e-3];
        let keys = vec![key(0.0, 0.0, 0.0), key(0.1, way, 0.0), key(0.2, way, 0.01)];
        plate.path = Path::Keyframes { keys, pivot: [0.0; 3] };
        plate.thickness = THICKNESS;
        plate
    };
    let scene = Scene::new(Settings::default(), vec![cloth], vec![plate(-1.0), plate(1.0)]);
    let least_gap = scene.settings.least_gap * THICKNESS;
    let mut simulation = crate::simulation(scene);
    for frame in 1..=12 {
        let report = simulation.advance_frame().expect("there is room");
        let least = report.response.least_distance.expect("barriers measure");
        assert!(least > 0.0, "frame {frame}: {least} m");
        assert!(frame < 6 || least < 0.5 * least_gap, "frame {frame}: {least} m");
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
        let did = &report.fail_safe;
        assert_eq!((did.zones, did.halvings, did.frozen), (0, 0, 0), "frame {frame}");
    }
}
