//! Every preset in both dynamics: how far a strip stretches under its own weight.

use ripstop_dynamics::Fabric as ElementFabric;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, DynamicsMethod, Fabric, Path, Pin, PinSelection, Scene, Settings,
};

/// Vertices along and across the strip.
const VERTICES: [u32; 2] = [25, 7];

/// Length of the strip (m).
const LENGTH: f64 = 1.0;

/// A strip that hangs along its warp (0) or its weft (1), held at its upper end.
fn strip(fabric: Fabric, along: usize) -> Cloth {
    let across = 1 - along;
    let (mut size, mut resolution) = ([0.25; 2], [VERTICES[1]; 2]);
    (size[along], resolution[along]) = (LENGTH, VERTICES[0]);
    let mut cloth = Cloth::new(ClothShape::Grid { size, resolution });
    let (axis, degrees) = [([0.0, 1.0, 0.0], 90.0), ([1.0, 0.0, 0.0], -90.0)][along];
    cloth.transform.rotate = AxisAngle { axis, degrees };
    let pinned = (0..resolution[across]).map(|i| if along == 0 { i * VERTICES[0] } else { i });
    cloth.pins = vec![Pin::new(PinSelection::Vertices(pinned.collect()), Path::Rest)];
    cloth.fabric = fabric;
    cloth
}

/// Length that the strip has gained when it has come to rest (m).
fn extension(fabric: Fabric, along: usize, dynamics: DynamicsMethod) -> f64 {
    let mut settings = Settings::default();
    settings.dynamics = dynamics;
    settings.damping = 20.0;
    let scene = Scene::new(settings, vec![strip(fabric, along)], vec![]);
    let mut simulation =
        Simulation::new(&scene, &mut |_| Err("no files".to_owned())).expect("a sound scene");
    let tip = (VERTICES[0] * VERTICES[1]) as usize
        - 1
        - (VERTICES[1] as usize / 2) * if along == 0 { VERTICES[0] as usize } else { 1 };
    let before = simulation.state().positions[tip].z;
    assert!((before + 0.5 * LENGTH).abs() < 1e-9, "{before}: not the middle of the lower end");
    let mut fastest = f64::MAX;
    for _ in 0..90 {
        fastest = simulation.advance_frame().expect("a strip that hangs").energy.fastest;
    }
    assert!(fastest < 1e-4, "{fastest} m/s: not at rest");
    before - simulation.state().positions[tip].z
}

/// A strip whose sides are free gains `ρ g L²/(2Y)`, `Y` its stiffness along it; that its upper end
/// cannot narrow costs a little of that.
#[test]
fn every_preset_hangs_as_long_in_both_dynamics_as_it_should() {
    for (name, preset) in ElementFabric::PRESETS {
        for along in [0, 1] {
            let wanted =
                preset.density * 9.81 * LENGTH * LENGTH / (2.0 * preset.stretch_stiffness[along]);
            let fabric = Fabric::from(preset);
            let pbd = extension(fabric, along, DynamicsMethod::Pbd);
            let fem = extension(fabric, along, DynamicsMethod::Fem);
            let text = format!(
                "{name}, direction {along}: {:.3} mm position-based, {:.3} mm finite elements, {:.3} mm wanted",
                1e3 * pbd,
                1e3 * fem,
                1e3 * wanted
            );
            for (a, b) in [(pbd, wanted), (fem, wanted), (pbd, fem)] {
                assert!((a / b - 1.0).abs() < 0.1, "{text}");
            }
        }
    }
}
