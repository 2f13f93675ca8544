//! Two plates pinch a strip and lift it.

use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, Keyframe, Obstacle, ObstacleShape, Path, Scene, Settings,
};

use super::{Start, crossing_count};

/// Thickness of strip and plates (m).
pub(crate) const THICKNESS: f64 = 3e-3;

/// Rise of the plates (m).
pub(crate) const LIFT: f64 = 0.3;

/// Plates whose faces end up twice `pinch` (m) apart, with the friction of plates and strip.
#[derive(Clone, Copy)]
pub(crate) struct Gripper {
    pub(crate) pinch: f64,
    pub(crate) friction: f64,
}

impl Gripper {
    fn plate(self, side: f64) -> Obstacle {
        let Self { pinch, friction } = self;
        let key = |time: f64, inward: f64, lift: f64| Keyframe {
            time,
            translate: [0.0, -side * inward, lift],
            ..Keyframe::default()
        };
        let open = 0.02;
        let mut plate = Obstacle::new(ObstacleShape::Cuboid { size: [0.16, 0.02, 0.05] });
        plate.name = "plate".into();
        plate.transform.translate = [0.0, side * (0.01 + open), 0.1];
        plate.path = Path::Keyframes {
            keys: vec![
                key(0.0, 0.0, 0.0),
                key(0.2, open - pinch, 0.0),
                key(1.2, open - pinch, LIFT),
            ],
            pivot: [0.0; 3],
        };
        plate.thickness = THICKNESS;
        plate.friction = friction;
        plate
    }

    /// Rise of the strip (m), at its lowest row and its highest.
    pub(crate) fn lifted(self, start: Start) -> [f64; 2] {
        let (columns, rows) = (6, 16);
        let mut cloth =
            Cloth::new(ClothShape::Grid { size: [0.1, 0.3], resolution: [columns, rows] });
        cloth.transform.rotate = AxisAngle { axis: [1.0, 0.0, 0.0], degrees: 90.0 };
        cloth.thickness = THICKNESS;
        cloth.friction = self.friction;
        let obstacles = vec![self.plate(-1.0), self.plate(1.0)];
        // Until the plates are closed nothing holds the strip: gravity begins with the lift.
        let mut settings = Settings::default();
        settings.gravity = [0.0; 3];
        let mut simulation = start(Scene::new(settings, vec![cloth], obstacles));
        for _ in 0..12 {
            simulation.advance_frame().expect("plates that close");
        }
        simulation.set_gravity([0.0, 0.0, -9.81]);
        let height = |simulation: &Simulation, row: u32| {
            let first = (row * columns) as usize;
            let row = &simulation.state().positions[first..first + columns as usize];
            row.iter().map(|x| x.z).sum::<f64>() / f64::from(columns)
        };
        let before = [0, rows - 1].map(|row| height(&simulation, row));
        for frame in 0..60 {
            simulation.advance_frame().expect("plates that lift");
            assert_eq!(crossing_count(&simulation), 0, "frame {frame}");
        }
        let after = [0, rows - 1].map(|row| height(&simulation, row));
        [after[0] - before[0], after[1] - before[1]]
    }
}

/// With friction 0.5 a strip comes along, with 0.05 it slides out.
pub(crate) fn friction_decides(pinch: f64, start: Start) {
    let held = Gripper { pinch, friction: 0.5 }.lifted(start);
    assert!(held.iter().all(|rise| (rise - LIFT).abs() < 0.01), "it slips: {held:?}");
    let lost = Gripper { pinch, friction: 0.05 }.lifted(start);
    assert!(lost.iter().all(|rise| *rise < LIFT - 0.1), "it is held: {lost:?}");
}
