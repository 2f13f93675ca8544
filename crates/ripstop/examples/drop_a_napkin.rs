//! A napkin falls on an egg: a whole simulation from a scene in Rust, without a file.

use ripstop::detection::crossings;
use ripstop::pipeline::Simulation;
use ripstop::pipeline::scene::{Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings};

#[expect(clippy::print_stdout, reason = "an example shows its results")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut napkin = Cloth::new(ClothShape::Grid { size: [0.3, 0.3], resolution: [24, 24] });
    napkin.name = "napkin".into();
    napkin.transform.translate = [0.0, 0.0, 0.08];
    let mut egg = Obstacle::new(ObstacleShape::Capsule { radius: 0.04, length: 0.02, rings: 12 });
    egg.name = "egg".into();
    let mut table = Obstacle::new(ObstacleShape::Plane { size: 4.0 });
    table.name = "table".into();
    table.transform.translate = [0.0, 0.0, -0.06];
    let mut settings = Settings::default();
    settings.frames = 60;
    let scene = Scene::new(settings, vec![napkin], vec![egg, table]);

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
