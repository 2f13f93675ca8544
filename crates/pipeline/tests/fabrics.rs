//! Fabrics in scenes: how far a strip of every preset stretches under its own weight in both
//! dynamics, and the friction between threads.

use ripstop_dynamics::Fabric as ElementFabric;
use ripstop_pipeline::scene::{
    AxisAngle, Cloth, ClothShape, DynamicsMethod, Fabric, Path, Pin, PinSelection, Scene, Settings,
};
use ripstop_pipeline::{Checkpoint, CheckpointError, Simulation};

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

/// A strip that sticks out from a table by five centimetres, of finite elements.
fn cantilever(fabric: Fabric) -> Simulation {
    let shape = ClothShape::Grid { size: [0.06, 0.03], resolution: [13, 7] };
    let mut cloth = Cloth::new(shape);
    cloth.fabric = fabric;
    cloth.thickness = 1e-3;
    let mut settings = Settings::default();
    settings.dynamics = DynamicsMethod::Fem;
    settings.damping = 10.0;
    let scene = Scene::new(settings, vec![cloth], vec![]);
    let mut simulation =
        Simulation::new(&scene, &mut |_| Err("no files".to_owned())).expect("a sound scene");
    for held in (0..7).flat_map(|row| (0..3).map(move |column| 13 * row + column)) {
        simulation.state_mut().inverse_masses[held] = 0.0;
    }
    simulation
}

/// Height of the tip (m) after a second under a multiple of the Earth's gravity.
fn tip(simulation: &mut Simulation, gravity: f64) -> f64 {
    simulation.set_gravity([0.0, 0.0, -9.81 * gravity]);
    for _ in 0..60 {
        simulation.advance_frame().expect("a strip that bends");
    }
    simulation.state().positions[3 * 13 + 12].z
}

fn without_friction() -> Fabric {
    let mut smooth = Fabric::from(ElementFabric::cotton());
    smooth.bending_friction = None;
    smooth
}

/// Relieved of a weight, a strip whose threads rub does not come back; one without friction does.
#[test]
fn cotton_that_was_bent_stays_bent() {
    let cotton = Fabric::from(ElementFabric::cotton());
    let [rubbing, smooth] = [cotton, without_friction()].map(|fabric| {
        let mut simulation = cantilever(fabric);
        let bent = tip(&mut simulation, 2.0);
        tip(&mut simulation, 0.0);
        [bent, tip(&mut simulation, 0.0)]
    });
    assert!(smooth[0] < -0.015 && rubbing[0] < -0.01, "not bent: {smooth:?} {rubbing:?}");
    assert!(rubbing[0] > smooth[0] + 1e-3, "friction holds nothing up: {smooth:?} {rubbing:?}");
    assert!(smooth[1].abs() < 1e-4, "{smooth:?}");
    assert!(rubbing[1] < -2e-3, "{rubbing:?}");
}

/// A checkpoint holds what threads remember: with it a run goes on with the same bits, and without
/// it elsewhere.
#[test]
fn checkpoints_remember_what_threads_do() {
    let cotton = Fabric::from(ElementFabric::cotton());
    let mut straight = cantilever(cotton);
    tip(&mut straight, 2.0);
    let checkpoint = straight.checkpoint();
    assert!(checkpoint.threads.iter().flatten().any(|held| *held != 0.0), "nothing has slipped");
    let read = Checkpoint::from_bytes(&checkpoint.to_bytes()).expect("a whole checkpoint");
    assert_eq!(read, checkpoint);
    tip(&mut straight, 0.0);
    let mut forgetful = checkpoint.clone();
    forgetful.threads.fill([0.0; 3]);
    for (from, is_same) in [(&read, true), (&forgetful, false)] {
        let mut resumed = cantilever(cotton);
        resumed.restore(from).expect("a checkpoint of this scene");
        tip(&mut resumed, 0.0);
        assert_eq!(resumed.state() == straight.state(), is_same);
    }
    let (mut smooth, expected) = (cantilever(without_friction()), checkpoint.threads.len());
    let error = CheckpointError::Threads { expected: 0, found: expected };
    assert_eq!(smooth.restore(&checkpoint), Err(error));
    let error = CheckpointError::Threads { expected, found: 0 };
    assert_eq!(straight.restore(&smooth.checkpoint()), Err(error));
    let mut wild = checkpoint;
    wild.threads[5][1] = f64::NAN;
    let error = CheckpointError::ThreadsNotFinite { face: 5 };
    assert_eq!(straight.restore(&wild), Err(error));
}

/// A cloth that is turned from outside goes on as before: friction is by where its faces are now.
#[test]
fn threads_follow_a_state_that_is_set() {
    let mut straight = cantilever(ElementFabric::cotton().into());
    tip(&mut straight, 2.0);
    let mut turned = cantilever(ElementFabric::cotton().into());
    turned.restore(&straight.checkpoint()).expect("a checkpoint of this scene");
    let turn = glam::DMat3::from_rotation_x(0.5 * std::f64::consts::PI);
    for x in &mut turned.state_mut().positions {
        *x = turn * *x;
    }
    for v in &mut turned.state_mut().velocities {
        *v = turn * *v;
    }
    for simulation in [&mut straight, &mut turned] {
        simulation.set_gravity([0.0; 3]);
        simulation.advance_frame().expect("a strip that is relieved");
    }
    let (straight, turned) = (&straight.state().positions, &turned.state().positions);
    let apart = straight.iter().zip(turned).map(|(a, b)| (turn * *a).distance(*b));
    let apart = apart.fold(0.0, f64::max);
    assert!(apart < 1e-6, "{apart} m");
}

/// A fabric by Young's modulus and thickness moves as one by the stiffnesses that follow from them:
/// it hangs, and it bends.
#[test]
fn a_modulus_moves_as_its_stiffnesses_do() {
    let parsed = |fabric: &str| {
        let shape = "shape.grid = { size = [1.0, 1.0], resolution = [4, 4] }";
        let scene = Scene::from_toml(&format!("[[cloth]]\n{shape}\nfabric = {fabric}\n"));
        scene.expect("a scene").cloths[0].fabric
    };
    let sheet = parsed("{ young_modulus = 1e6, poisson_ratio = 0.3, thickness = 4e-4 }");
    // E h, E h/2.6 and E h³/(12 · 0.91).
    let keys = parsed(
        "{ stretch_stiffness = 400, poisson_ratio = 0.3, shear_stiffness = 153.84615384615384, \
         bending_stiffness = 5.860805860805861e-6, twist_ratio = 1 }",
    );
    let gained = [sheet, keys].map(|fabric| extension(fabric, 0, DynamicsMethod::Fem));
    let wanted = sheet.density * 9.81 * LENGTH * LENGTH / (2.0 * 1e6 * 4e-4);
    assert!((gained[0] / wanted - 1.0).abs() < 0.1, "{gained:?}, not {wanted}");
    assert!((gained[0] - gained[1]).abs() < 1e-9, "{gained:?}");
    let bent = [sheet, keys].map(|fabric| tip(&mut cantilever(fabric), 1.0));
    assert!(bent[0] < -1e-3 && (bent[0] - bent[1]).abs() < 1e-9, "{bent:?}");
    // Three times as thick: a modulus alone would not bend less.
    let thick = parsed("{ young_modulus = 1e6, poisson_ratio = 0.3, thickness = 1.2e-3 }");
    assert!(tip(&mut cantilever(thick), 1.0) > 0.5 * bent[0], "{bent:?}");
}
