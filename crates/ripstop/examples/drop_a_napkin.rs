//! A napkin falls on an egg: a whole simulation from a scene in Rust, without a file.

use ripstop::detection::crossings;
use ripstop::pipeline::Simulation;
use ripstop::pipeline::scene::{
    Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings, Transform,
};

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let napkin = Cloth {
        name: "napkin".to_owned(),
        shape: ClothShape::Grid { size: [0.3, 0.3], resolution: [24, 24] },
        transform: Transform { translate: [0.0, 0.0, 0.08], ..Transform::default() },
        ..Cloth::default()
    };
    let egg = Obstacle {
        name: "egg".to_owned(),
        shape: ObstacleShape::Capsule { radius: 0.04, length: 0.02, rings: 12 },
        ..Obstacle::default()
    };
    let table = Obstacle {
        name: "table".to_owned(),
        transform: Transform { translate: [0.0, 0.0, -0.06], ..Transform::default() },
        ..Obstacle::default()
    };
    let scene = Scene {
        settings: Settings { frames: 60, ..Settings::default() },
        cloths: vec![napkin],
        obstacles: vec![egg, table],
        ..Scene::default()
    };

    let mut simulation = Simulation::new(&scene, &mut |file| Err(format!("no `{file}` here")))?;
    for _ in 0..scene.settings.frames {
        let report = simulation.advance_frame()?;
        if report.frame % 10 == 0 {
            let x = &simulation.state().positions;
            println!(
                "t = {:.2} s: {:4} contacts, fastest vertex {:.3} m/s, {} intersections",
                report.time,
                report.response.contacts,
                report.energy.fastest,
                crossings(simulation.mesh(), simulation.filters(), x)?.len()
            );
        }
    }
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
