//! The stiffness picks itself: long steps and thin cloth need no factor, and meshes do not matter.

use ripstop_pipeline::scene::{Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings};

/// Cloth of 1 mm on a ball with 25 frames per second in one substep each: in a step a vertex falls
/// by many times the activation distance. With a stiffness from inertia alone, its own weight uses
/// up half of the barrier.
#[test]
fn long_steps_of_thin_cloth_are_solved() {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.6, 0.6], resolution: [15; 2] });
    cloth.transform.translate = [0.0, 0.0, 0.22];
    cloth.thickness = 1e-3;
    let mut ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.2, rings: 12 });
    ball.thickness = 1e-3;
    let mut settings = Settings::default();
    (settings.frame_rate, settings.implicit_steps) = (25.0, 1);
    let mut simulation = crate::simulation(Scene::new(settings, vec![cloth], vec![ball]));
    let (mut iterations, mut contacts) = (Vec::new(), 0);
    for frame in 0..15 {
        let report = simulation.advance_frame().expect("there is room");
        assert_eq!((report.solve.unsolved, report.fail_safe.halvings), (0, 0), "frame {frame}");
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
        assert!(report.response.least_distance.is_some_and(|d| d > 1e-5), "frame {frame}");
        iterations.push(report.solve.newton_iterations);
        contacts += report.response.contacts;
    }
    iterations.sort_unstable();
    assert!(contacts > 300 && iterations[7] <= 6, "{contacts} contacts, {iterations:?}");
}

/// A sheet on a plane rests at the same distance, whatever its mesh.
#[test]
fn refinement_changes_no_distance() {
    let rest = |side: u32| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [side; 2] });
        cloth.transform.translate = [0.013, 0.007, 2.8e-3];
        let mut settings = Settings::default();
        settings.damping = 10.0;
        let plane = Obstacle::new(ObstacleShape::Plane { size: 2.0 });
        let mut simulation = crate::simulation(Scene::new(settings, vec![cloth], vec![plane]));
        for _ in 0..60 {
            simulation.advance_frame().expect("there is room");
        }
        let sheet = &simulation.state().positions[..(side * side) as usize];
        sheet.iter().map(|x| x.z).sum::<f64>() / f64::from(side * side)
    };
    let rests = [4, 8, 16].map(rest);
    let spread = rests.iter().fold(0.0_f64, |most, z| most.max((z - rests[0]).abs()));
    assert!(rests[0] > 1e-3 && rests[0] < 3e-3 && spread < 2e-4, "{rests:?}");
}
