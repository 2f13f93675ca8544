//! A sheet of every preset swings down from the horizontal and comes to rest.
//! (`cargo xtask fem hanging` is the long form: 100×100 vertices for ten seconds.)

use ripstop_dynamics::{
    ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler, ImplicitMethod,
};
use ripstop_geometry::VertexId;

use crate::setup::{settings, step};
use crate::sheet::Sheet;

#[test]
fn every_preset_swings_down_and_slows() {
    let sheet = Sheet::new(14);
    let rest = sheet.rest();
    let damped = Fabric::PRESETS.into_iter().filter(|(_, fabric)| fabric.damping_time > 0.0);
    for (name, fabric) in damped {
        let elements = ElementSettings::default();
        let cloth = FiniteElementCloth::new(&sheet.mesh, &rest, fabric, elements, VertexId(0))
            .expect("a preset");
        let mut state = cloth.state_at_rest(sheet.flat(), &sheet.upper_row()).expect("a sheet");
        let settings = settings(ImplicitMethod::LinearlyImplicit);
        let mut euler = ImplicitEuler::new(vec![cloth], settings).expect("good settings");
        let mut fastest = Vec::new();
        for _ in 0..5 {
            let mut second = 0.0_f64;
            for _ in 0..60 {
                step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 60.0);
                let speeds = state.velocities.iter().map(|v| v.length());
                second = second.max(speeds.fold(0.0, f64::max));
                for ([a, b], length) in sheet.mesh.edges().iter().zip(rest.lengths()) {
                    let now = state.positions[a.index()].distance(state.positions[b.index()]);
                    assert!(now < 1.3 * length, "{name}: {now} {length}");
                }
            }
            fastest.push(second);
        }
        assert!(fastest.iter().all(|speed| speed.is_finite()), "{name}: {fastest:?}");
        assert!(fastest[4] < 0.6 * fastest[0], "{name}: {fastest:?}");
    }
}
