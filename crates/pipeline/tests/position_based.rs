//! Forms and membranes of position-based cloth in scenes, with contacts present.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, ConstraintForm, MembraneModel, Path, Pin, PinSelection, Scene, Settings,
    builtin,
};
use ripstop_pipeline::{SceneError, Simulation};

fn simulation(scene: &Scene) -> Result<Simulation, SceneError> {
    Simulation::new(scene, &mut |_| Err("no files".to_owned()))
}

/// A strip of a metre that hangs by its upper end, with a form, `k` and iterations.
fn hanging(change: impl Fn(&mut Settings)) -> Scene {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.5, 0.1], resolution: [21, 5] });
    cloth.transform.rotate.axis = [0.0, 1.0, 0.0];
    cloth.transform.rotate.degrees = 90.0;
    let side = (0..5).map(|row| 21 * row).collect();
    cloth.pins.push(Pin::new(PinSelection::Vertices(side), Path::Rest));
    let mut settings = Settings::default();
    settings.damping = 5.0;
    settings.strain_limit = 0.0;
    change(&mut settings);
    Scene::new(settings, vec![cloth], vec![])
}

fn run(scene: &Scene, frames: usize) -> Vec<DVec3> {
    let mut simulation = simulation(scene).expect("a sound scene");
    for _ in 0..frames {
        simulation.advance_frame().expect("room");
    }
    simulation.state().positions.clone()
}

/// The end of a fall with contacts and without crossings.
fn fall(scene: &Scene, name: &str) -> Vec<DVec3> {
    let mut simulation = simulation(scene).expect("a sound scene");
    let mut active = 0;
    for frame in 0..60 {
        active += simulation.advance_frame().expect("room").response.active_contacts;
        let positions = &simulation.state().positions;
        let found = crossings(simulation.mesh(), simulation.filters(), positions);
        assert_eq!(found.expect("finite").len(), 0, "{name}, frame {frame}");
    }
    assert!(active > 100, "{name}: {active} contacts");
    simulation.state().positions.clone()
}

/// Stretch of a hanging strip, as a part of its length.
fn stretch(change: impl Fn(&mut Settings)) -> f64 {
    let end = run(&hanging(change), 120);
    end[2 * 21].distance(end[2 * 21 + 20]) / 0.5 - 1.0
}

fn plain(settings: &mut Settings, stiffness: f64, iterations: usize) {
    settings.position_based.form = ConstraintForm::Plain;
    settings.position_based.stiffness = Some(stiffness);
    settings.iterations = iterations;
}

/// The factor decides, and the fabric does not.
#[test]
fn plain_cloth_is_as_stiff_as_its_factor_and_iterations() {
    let of = |k, n| stretch(|settings| plain(settings, k, n));
    let (soft, stiff) = (of(0.2, 2), of(0.9, 2));
    assert!(soft > 2.0 * stiff && stiff > 1e-4, "{soft} {stiff}");
    let scene = hanging(|settings| plain(settings, 0.9, 2));
    let mut other = scene.clone();
    other.cloths[0].fabric.stretch_stiffness.0 = [200.0, 20_000.0];
    assert_eq!(run(&scene, 10), run(&other, 10), "the fabric's stiffness is not used");
}

/// A single constraint reaches its factor after the iterations that it is given for, whatever
/// their number: 1 − (1 − k)^(1/n) in each.
#[test]
fn a_factor_counts_for_all_iterations_together() {
    let reached = |n: usize| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.1, 0.1], resolution: [2, 2] });
        cloth.pins.push(Pin::new(PinSelection::Vertices(vec![0, 2, 3]), Path::Rest));
        let mut settings = Settings::default();
        (settings.gravity, settings.damping, settings.substeps) = ([0.0; 3], 0.0, Some(1));
        settings.strain_limit = 0.0;
        plain(&mut settings, 0.75, n);
        settings.position_based.bending = Some(0.0);
        let mut simulation =
            simulation(&Scene::new(settings, vec![cloth], vec![])).expect("a sound scene");
        // Two edges at a right angle hold vertex 1, and one of them is stretched.
        simulation.state_mut().positions[1].x += 1e-3;
        simulation.advance_frame().expect("room");
        let moved = simulation.state().positions[1].x - 0.05;
        1.0 - moved / 1e-3
    };
    for n in [1, 2, 5] {
        assert!((reached(n) - 0.75).abs() < 0.02, "{n} iterations: {}", reached(n));
    }
}

/// Plain PBD of every membrane falls on a sphere: contacts are present and nothing crosses.
#[test]
fn plain_cloth_is_kept_apart_as_any_other() {
    for membrane in [None, Some(MembraneModel::Edges), Some(MembraneModel::Strain)] {
        let mut scene = builtin::scene("drape", 14).expect("a built-in scene");
        plain(&mut scene.settings, 0.9, 3);
        scene.settings.position_based.membrane = membrane;
        fall(&scene, &format!("{membrane:?}"));
    }
}

/// Along the warp, then along the weft: strain of the length of a strip that hangs by one end, and
/// of its width in the middle.
fn strains_of_strips() -> [[f64; 2]; 2] {
    [false, true].map(|is_weft| {
        let (long, short) = (0.3, 0.1);
        let (size, resolution) =
            if is_weft { ([short, long], [5_u32, 13]) } else { ([long, short], [13, 5]) };
        let at = |along: u32, across: u32| {
            let [column, row] = if is_weft { [across, along] } else { [along, across] };
            (row * resolution[0] + column) as usize
        };
        let mut cloth = Cloth::new(ClothShape::Grid { size, resolution });
        cloth.fabric.stretch_stiffness.0 = [100.0, 400.0];
        (cloth.fabric.poisson_ratio, cloth.fabric.density) = (0.3, 0.3);
        let side = (0..5).map(|across| at(0, across) as u32).collect();
        cloth.pins.push(Pin::new(PinSelection::Vertices(side), Path::Rest));
        let mut settings = Settings::default();
        // Gravity along the strip, so that nothing swings.
        settings.gravity = if is_weft { [0.0, 9.81, 0.0] } else { [9.81, 0.0, 0.0] };
        (settings.damping, settings.substeps) = (8.0, Some(64));
        settings.position_based.membrane = Some(MembraneModel::Strain);
        let x = run(&Scene::new(settings, vec![cloth], vec![]), 90);
        let length = x[at(0, 2)].distance(x[at(12, 2)]) / long - 1.0;
        let width = x[at(6, 0)].distance(x[at(6, 4)]) / short - 1.0;
        [length, width]
    })
}

/// Strips along warp and weft stretch by their own weight over twice their own stiffness; in the
/// middle they narrow by `ν √(Y/Y′)` of the strain there, `Y′` the stiffness across.
#[test]
fn strips_of_the_strain_membrane_know_warp_weft_and_poisson_ratio() {
    let strips = strains_of_strips();
    for (strains, (y, across)) in strips.iter().zip([(100.0_f64, 400.0_f64), (400.0, 100.0)]) {
        let expected = 0.3 * 9.81 * 0.3 / (2.0 * y);
        let narrowed = -0.3 * (y / across).sqrt() * expected;
        let [length, width] = *strains;
        assert!((length / expected - 1.0).abs() < 0.08, "{length} for {expected}");
        assert!((width / narrowed - 1.0).abs() < 0.15, "{width} for {narrowed}");
    }
}

/// XPBD with every membrane falls on a sphere: contacts are present and nothing crosses.
#[test]
fn every_membrane_is_kept_apart() {
    let ends = [MembraneModel::Threads, MembraneModel::Edges, MembraneModel::Strain].map(|model| {
        let mut scene = builtin::scene("drape", 14).expect("a built-in scene");
        scene.settings.position_based.membrane = Some(model);
        fall(&scene, &format!("{model:?}"))
    });
    assert!(ends[0] != ends[1] && ends[1] != ends[2], "the membrane makes a difference");
}

#[test]
fn settings_that_do_not_go_together_are_refused_by_name() {
    let refused = |change: fn(&mut Settings)| {
        let error = simulation(&hanging(change)).map(|_| ()).expect_err("refused");
        error.to_string()
    };
    let factor = refused(|settings| settings.position_based.stiffness = Some(0.5));
    assert!(factor.contains("`position_based.stiffness` is 0.5") && factor.contains("plain"));
    let large = refused(|settings| plain(settings, 1.5, 1));
    assert!(large.contains("1.5") && large.contains("[0, 1]"), "{large}");
    let threads = refused(|settings| {
        plain(settings, 0.5, 1);
        settings.position_based.membrane = Some(MembraneModel::Threads);
    });
    assert!(threads.contains("\"threads\"") && threads.contains("\"plain\""), "{threads}");
}
