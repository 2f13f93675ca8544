//! Response by rays, end to end.

use ripstop_detection::crossings;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Obstacle, ObstacleShape, Path, ResponseMethod, Scene,
    Settings,
};
use ripstop_pipeline::{FrameReport, Simulation};

fn ray_settings(dynamics: DynamicsMethod) -> Settings {
    let mut settings = Settings::default();
    (settings.dynamics, settings.respond) = (dynamics, Some(ResponseMethod::Ray));
    settings
}

fn sheet(height: f64) -> Cloth {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.3, 0.3], resolution: [10; 2] });
    cloth.transform.translate = [0.01, 0.02, height];
    cloth
}

/// Runs and checks every frame; the reports.
fn run(scene: &Scene, frames: usize) -> (Simulation, Vec<FrameReport>) {
    let mut simulation =
        Simulation::new(scene, &mut |_| Err("no files".to_owned())).expect("a sound scene");
    let reports = (0..frames).map(|frame| {
        let report = simulation.advance_frame().expect("room enough");
        let (mesh, filters) = (simulation.mesh(), simulation.filters());
        let found = crossings(mesh, filters, &simulation.state().positions).expect("a mesh");
        assert!(found.is_empty(), "frame {frame}: {found:?}");
        report
    });
    let reports = reports.collect();
    (simulation, reports)
}

fn impacts(reports: &[FrameReport]) -> usize {
    reports.iter().map(|report| report.fail_safe.impacts).sum()
}

/// A flat sheet falls on a plane: rays alone bring it to rest at its thickness, and nothing is left
/// to the fail-safe.
#[test]
fn a_sheet_comes_to_rest_on_a_plane() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let mut settings = ray_settings(dynamics);
        settings.damping = 0.0;
        let plane = Obstacle::new(ObstacleShape::Plane { size: 2.0 });
        let mut scene = Scene::new(settings, vec![sheet(0.05)], vec![plane]);
        let (simulation, reports) = run(&scene, 40);
        let last = reports.last().expect("40 frames");
        assert_eq!((impacts(&reports), last.response.active_contacts), (0, 100), "{dynamics:?}");
        let off = simulation.state().positions[..100].iter().map(|x| (x.z - 3e-3).abs());
        assert!(off.fold(0.0, f64::max) < 1e-9, "{dynamics:?}");
        assert!(last.energy.fastest < 1e-9);
        scene.settings.ray.strength = 1e-9;
        assert!(impacts(&run(&scene, 40).1) > 0, "{dynamics:?}: rays that hardly push");
    }
}

/// A ball pushes a sheet up and bends it: rays push, and what they let through the fail-safe stops.
#[test]
fn a_sheet_on_a_rising_ball_stays_free_of_crossings() {
    for dynamics in [DynamicsMethod::Pbd, DynamicsMethod::Fem] {
        let mut ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.1, rings: 10 });
        ball.transform.translate = [0.0, 0.0, -0.1];
        ball.path = Path::Steady {
            velocity: [0.0, 0.0, 0.4],
            axis: [0.0; 3],
            degrees_per_second: 0.0,
            pivot: [0.0; 3],
            from: 0.0,
            until: None,
        };
        let scene = Scene::new(ray_settings(dynamics), vec![sheet(0.02)], vec![ball]);
        let (simulation, reports) = run(&scene, 15);
        let pushed: usize = reports.iter().map(|report| report.response.active_contacts).sum();
        assert!(pushed > 10, "{dynamics:?}: {pushed}");
        let top = 0.4 * simulation.time();
        let highest = simulation.state().positions[..100].iter().map(|x| x.z).fold(0.0, f64::max);
        assert!(highest > top, "{dynamics:?}: the ball carries it, {highest} over {top}");
        assert!(reports.iter().all(|report| report.fail_safe.frozen == 0));
    }
}

#[test]
fn a_ray_that_makes_no_sense_is_named() {
    let mut scene = Scene::new(ray_settings(DynamicsMethod::Pbd), vec![sheet(0.1)], vec![]);
    scene.settings.ray.reach = 0.5;
    let error = Simulation::new(&scene, &mut |_| Err(String::new())).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("`ray.reach` is 0.5"), "{error}");
}
