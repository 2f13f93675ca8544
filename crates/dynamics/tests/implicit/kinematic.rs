//! Kinematic vertices.

use glam::DVec3;
use ripstop_dynamics::{ElementSettings, Forces, ImplicitMethod, NoHook, Step, Target};
use ripstop_geometry::VertexId;

use crate::setup::{NEWTON, fabric, settings, wavy};

/// Pins that move take the sheet along; where all of a cell's corners are kinematic nothing else
/// matters.
#[test]
fn pins_arrive_at_their_targets() {
    for method in [NEWTON, ImplicitMethod::LinearlyImplicit] {
        let (mut euler, mut state) =
            wavy(8, (fabric(), ElementSettings::default()), settings(method));
        let start = state.positions.clone();
        for frame in 1..=60 {
            let displacement = DVec3::new(0.0, 0.4, 0.1) * f64::from(frame) / 60.0;
            let target =
                |i: usize| Target { vertex: VertexId(i as u32), position: start[i] + displacement };
            let targets: Vec<Target> = (0..8).map(target).collect();
            let step =
                Step { dt: 1.0 / 60.0, forces: &Forces::EARTH, targets: &targets, potentials: &[] };
            let report = euler.step(&mut state, &step, &mut NoHook).unwrap();
            assert!(report.converged, "{report:?}");
            for target in &targets {
                assert!(state.positions[target.vertex.index()].distance(target.position) < 1e-15);
            }
        }
        let centre: DVec3 = state.positions.iter().sum::<DVec3>() / 64.0;
        let before: DVec3 = start.iter().sum::<DVec3>() / 64.0;
        assert!((centre - before).y > 0.3, "{centre} {before}");
    }
}
