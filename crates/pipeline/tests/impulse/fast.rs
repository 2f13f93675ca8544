//! Sheets at 50 m/s and 30 frames per second, 1.7 m in a frame, onto an edge, a ball and each
//! other.

use glam::DVec3;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, Obstacle, ObstacleShape, Scene, Settings,
};

fn sheet(resolution: u32, height: f64) -> Cloth {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.6, 0.6], resolution: [resolution; 2] });
    cloth.transform.translate = [0.01, 0.02, height];
    cloth.transform.rotate = AxisAngle { axis: [0.3, 1.0, 0.0], degrees: 3.0 };
    cloth
}

/// Frames are single steps; the sheet that starts highest is thrown down.
fn thrown(cloths: Vec<Cloth>, obstacles: Vec<Obstacle>) -> Simulation {
    let mut settings = Settings::default();
    settings.frame_rate = 30.0;
    settings.impulse.steps = 1;
    settings.substeps = Some(16);
    let mut simulation = crate::simulation(Scene::new(settings, cloths, obstacles));
    let highest = |x: &DVec3| x.z > 0.5;
    let is_thrown: Vec<bool> = simulation.state().positions.iter().map(highest).collect();
    for (v, is_thrown) in simulation.state_mut().velocities.iter_mut().zip(is_thrown) {
        if is_thrown {
            v.z = -50.0;
        }
    }
    simulation
}

/// Asserts that no frame has a crossing and that something was hit.
fn run(mut simulation: Simulation, frames: usize) -> Simulation {
    let mut hits = 0;
    for frame in 0..frames {
        let report = simulation.advance_frame().expect("there is room");
        hits += report.response.resolved + report.response.active_contacts;
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
    }
    assert!(hits > 0);
    simulation
}

#[test]
fn onto_a_thin_edge() {
    for resolution in [6, 12, 20] {
        let blade = Obstacle::new(ObstacleShape::Cuboid { size: [2.0, 0.004, 0.3] });
        let simulation = run(thrown(vec![sheet(resolution, 0.9)], vec![blade]), 6);
        // The sheet reaches from one side of the blade to the other above its edge; its ends may
        // meet below.
        let positions = &simulation.state().positions;
        let cloth = simulation.cloth_vertex_count();
        let mut over = 0;
        for edge in simulation.mesh().edges().iter().filter(|edge| edge[0].index() < cloth) {
            let [a, b] = edge.map(|vertex| positions[vertex.index()]);
            if a.y * b.y < 0.0 && a.x.abs().max(b.x.abs()) < 1.0 {
                let height = (a.y * b.z - b.y * a.z) / (a.y - b.y);
                assert!(height.abs() > 0.15, "an edge is at {height} m where the blade is");
                over += usize::from(height > 0.15);
            }
        }
        assert!(over > 0, "the sheet has left the edge");
    }
}

#[test]
fn onto_a_ball() {
    for resolution in [6, 12, 20] {
        let ball = Obstacle::new(ObstacleShape::Sphere { radius: 0.2, rings: 12 });
        let simulation = run(thrown(vec![sheet(resolution, 0.9)], vec![ball]), 6);
        let highest = simulation.state().positions[..(resolution * resolution) as usize]
            .iter()
            .map(|x| x.z)
            .fold(f64::NEG_INFINITY, f64::max);
        assert!(highest > 0.1, "it has passed the ball");
    }
}

#[test]
fn onto_another_sheet() {
    for resolution in [6, 12, 20] {
        let simulation = thrown(vec![sheet(resolution, 0.0), sheet(resolution, 0.9)], vec![]);
        let simulation = run(simulation, 6);
        let count = (resolution * resolution) as usize;
        let mean = |range: std::ops::Range<usize>| {
            let count = range.len() as f64;
            simulation.state().positions[range].iter().map(|x| x.z).sum::<f64>() / count
        };
        let [below, above] = [mean(0..count), mean(count..2 * count)];
        assert!(above > below, "the upper sheet is at {above}, the lower at {below}");
    }
}
