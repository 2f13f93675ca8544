//! A scene from text, simulated frame by frame, with the report of each.
#![expect(clippy::print_stdout, reason = "an example shows its results")]

use ripstop_detection::crossings;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::Scene;

const SCENE: &str = r#"
name = "napkin"

[[cloth]]
shape.grid = { size = [0.4, 0.4], resolution = [20, 20] }
transform.translate = [0.0, 0.0, 0.2]
fabric = "silk"
thickness = 2e-3

[[obstacle]]
shape.sphere = { radius = 0.1, rings = 16 }
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = Scene::from_toml(SCENE)?;
    let mut simulation = Simulation::new(&scene, &mut |file| Err(format!("no file {file}")))?;
    let mut touching = 0;
    for _ in 0..60 {
        let report = simulation.advance_frame()?;
        touching += report.response.active_contacts;
        if report.frame % 10 == 0 {
            let (contacts, fastest) = (report.response.contacts, report.energy.fastest);
            println!("{:.2} s: {contacts} contacts, fastest {fastest:.2} m/s", report.time);
        }
    }
    let positions = &simulation.state().positions;
    let left = crossings(simulation.mesh(), simulation.filters(), positions)?.len();
    println!("{left} crossings at the end");
    assert!(touching > 0 && left == 0);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
