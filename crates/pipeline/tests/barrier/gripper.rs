//! Two plates pinch a strip and lift it: with friction 0.5 it comes along, with 0.05 it slides out.

use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, Keyframe, Obstacle, ObstacleShape, Path, Scene, Settings,
    Transform,
};

const THICKNESS: f64 = 3e-3;
/// Half of the way between the plates once they are closed (m): a third of a thickness too little on either side.
const PINCH: f64 = 0.65 * THICKNESS;
const LIFT: f64 = 0.3;

fn plate(side: f64, friction: f64) -> Obstacle {
    let key = |time: f64, inward: f64, lift: f64| Keyframe {
        time,
        translate: [0.0, -side * inward, lift],
        ..Keyframe::default()
    };
    let open = 0.02;
    Obstacle {
        name: "plate".to_owned(),
        shape: ObstacleShape::Cuboid { size: [0.16, 0.02, 0.05] },
        transform: Transform {
            translate: [0.0, side * (0.01 + open), 0.1],
            ..Transform::default()
        },
        path: Path::Keyframes {
            keys: vec![
                key(0.0, 0.0, 0.0),
                key(0.2, open - PINCH, 0.0),
                key(1.2, open - PINCH, LIFT),
            ],
            pivot: [0.0; 3],
        },
        thickness: THICKNESS,
        friction,
    }
}

/// How far the strip has come (m), at its lowest row and its highest.
fn lifted(friction: f64) -> [f64; 2] {
    let (columns, rows) = (6, 16);
    let cloth = Cloth {
        shape: ClothShape::Grid { size: [0.1, 0.3], resolution: [columns, rows] },
        transform: Transform {
            rotate: AxisAngle { axis: [1.0, 0.0, 0.0], degrees: 90.0 },
            ..Transform::default()
        },
        thickness: THICKNESS,
        friction,
        ..Cloth::default()
    };
    let obstacles = vec![plate(-1.0, friction), plate(1.0, friction)];
    // Until the plates are closed nothing holds the strip: gravity begins with the lift.
    let mut settings = Settings { gravity: [0.0; 3], ..Settings::default() };
    // With this stiffness and gap a pinch is hard enough for friction 0.5 and too soft for 0.05.
    settings.barrier.stiffness_factor = 10.0;
    let scene = Scene { settings, cloths: vec![cloth], obstacles, ..Scene::default() };
    let mut simulation = crate::simulation(scene);
    for _ in 0..12 {
        simulation.step().expect("plates that close");
    }
    simulation.set_gravity([0.0, 0.0, -9.81]);
    let height = |simulation: &ripstop_pipeline::Simulation, row: u32| {
        let first = (row * columns) as usize;
        let row = &simulation.state().positions[first..first + columns as usize];
        row.iter().map(|x| x.z).sum::<f64>() / f64::from(columns)
    };
    let before = [0, rows - 1].map(|row| height(&simulation, row));
    for frame in 0..60 {
        simulation.step().expect("plates that lift");
        assert_eq!(crate::crossing_count(&simulation), 0, "frame {frame}");
    }
    let after = [0, rows - 1].map(|row| height(&simulation, row));
    [after[0] - before[0], after[1] - before[1]]
}

#[test]
fn friction_decides_whether_a_strip_comes_along() {
    let held = lifted(0.5);
    assert!(held.iter().all(|way| (way - LIFT).abs() < 0.01), "it slips: {held:?}");
    let lost = lifted(0.05);
    assert!(lost.iter().all(|way| *way < LIFT - 0.1), "it is held: {lost:?}");
}
