//! Garments on a mannequin that walks: the built-in scenes of them, small, and the keys of their
//! shapes.

use glam::DVec3;
use ripstop_pipeline::scene::{Assignment, MeshRequest, Scene, builtin};
use ripstop_pipeline::{FrameReport, Simulation};

fn start(scene: &Scene) -> Result<Simulation, String> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files).map_err(|error| error.to_string())
}

fn set(scene: &Scene, values: &[&str]) -> Scene {
    let values: Vec<Assignment> =
        values.iter().map(|text| text.parse().expect("an assignment")).collect();
    scene.with(&values).expect("a sound scene")
}

/// A scene of few vertices that starts to walk after a quarter of a second.
fn small(name: &str) -> Scene {
    let scene = builtin::scene(name, 28).expect("a built-in scene");
    set(&scene, &["obstacle.body.shape.mannequin.walk.rest=0.25"])
}

fn frames(simulation: &mut Simulation, count: usize) -> Vec<FrameReport> {
    let frame = |_| simulation.advance_frame().expect("built-in scenes do not end in an error");
    (0..count).map(frame).collect()
}

/// Mean of some positions (m).
fn mean(positions: &[DVec3]) -> DVec3 {
    positions.iter().sum::<DVec3>() / positions.len() as f64
}

#[test]
fn garments_stay_on_who_walks_and_cross_nothing() {
    for name in ["skirt", "shirt"] {
        let mut simulation = start(&small(name)).unwrap();
        assert_eq!(simulation.warnings(), [], "{name}");
        assert_eq!(simulation.open_seams().len(), 0, "{name} starts sewn");
        let cloth = simulation.cloth_vertex_count();
        let offset = |simulation: &Simulation| {
            let positions = &simulation.state().positions;
            mean(&positions[..cloth]) - mean(&positions[cloth..])
        };
        let before = offset(&simulation);
        let reports = frames(&mut simulation, 50);
        assert!(reports.iter().all(|report| report.detection.crossings == 0), "{name}");
        assert_eq!(reports.iter().map(|report| report.fail_safe.frozen).sum::<usize>(), 0);
        assert!(reports.iter().filter(|report| report.response.contacts > 20).count() > 40);
        let gaps = reports.iter().map(|report| report.response.seam_gap);
        let widest = gaps.fold(0.0, f64::max);
        assert!(widest < 4e-3, "{name} has gaps of {widest} m");
        // It has gone about half a metre, and the garment with it.
        let positions = &simulation.state().positions;
        assert!(mean(&positions[cloth..]).y < -0.45, "{}", mean(&positions[cloth..]));
        let slip = offset(&simulation) - before;
        assert!(slip.length() < 0.12 && slip.z.abs() < 0.08, "{name} has slipped by {slip}");
        assert!(simulation.stitched_crossings() > 0, "seams are touched");
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["skirt", "shirt"] {
        let positions = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let mut simulation = start(&small(name)).unwrap();
                frames(&mut simulation, 12);
                simulation.state().positions.clone()
            })
        };
        assert!(positions(1) == positions(3), "{name}");
    }
}

const WORN: &str = "[[cloth]]\nname = 'top'\nshape.garment = { kind = 'shirt', wearer = 'ada' }\n\
    [[obstacle]]\nname = 'tall'\nshape.mannequin = { height = 1.9, chest = 1.1 }\n\
    transform.translate = [SHIFT, 0, 0]\n\
    [[obstacle]]\nname = 'ada'\nshape.mannequin = { height = 1.6, walk = { speed = 0 } }\n";

#[test]
fn a_garment_fits_its_wearer() {
    let height = |text: String| {
        let simulation = start(&Scene::from_toml(&text).unwrap()).unwrap();
        let cloth = &simulation.state().positions[..simulation.cloth_vertex_count()];
        cloth.iter().fold(0.0, |z: f64, x| z.max(x.z))
    };
    let small = height(WORN.replace("SHIFT", "3"));
    // Without a name the first mannequin wears it.
    let large = height(
        WORN.replace("SHIFT", "0")
            .replace(", wearer = 'ada'", "")
            .replace("speed = 0 } }", "speed = 0 } }\ntransform.translate = [3, 0, 0]"),
    );
    assert!((small - 0.86 * 1.6).abs() < 0.05 && large > 1.15 * small, "{small} {large}");
}

#[test]
fn shapes_that_cannot_be_are_named() {
    let error = |from: &str, to: &str| {
        assert!(WORN.contains(from), "{from}");
        let scene = Scene::from_toml(&WORN.replace("SHIFT", "3").replace(from, to))
            .map_err(|error| error.to_string());
        scene.and_then(|scene| start(&scene).map(|_| ())).unwrap_err()
    };
    let cases = [
        ("'ada' }", "'adda' }", "wearer` is `adda`, which is no mannequin, did you mean `ada`?"),
        ("wearer", "flare = 200, wearer", "`shape.garment.flare` is given, but a shirt has none"),
        ("wearer", "ease = 3, wearer", "`shape.garment.ease` is 3, but has to be from 0.04 to 0.3"),
        ("height = 1.6", "height = 16", "`shape.mannequin.height` is 16, but has to be from 0.5"),
        ("speed = 0", "speed = nan", "`shape.mannequin.walk.speed` is NaN, but has to be from 0"),
        ("speed = 0", "sped = 0", "did you mean `speed`?"),
        ("wearer = 'ada'", "colour = 'red'", "no key `colour` here"),
    ];
    for (from, to, expected) in cases {
        let found = error(from, to);
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn a_walk_without_end_is_refused() {
    let text = format!(
        "[settings]\nframes = 4000000000\nframe_rate = 1.0\n{}",
        WORN.replace("SHIFT", "3")
    );
    let error = start(&Scene::from_toml(&text).unwrap()).err().unwrap();
    assert!(error.contains("obstacle 0 (`tall`)") && error.contains("at most"), "{error}");
}

#[test]
fn pins_can_be_attached_to_a_mannequin() {
    let mut simulation = start(&small("skirt")).unwrap();
    let is_band = |x: &DVec3| x.z > 1.085;
    let cloth = simulation.cloth_vertex_count();
    let band: Vec<usize> =
        (0..cloth).filter(|&i| is_band(&simulation.state().positions[i])).collect();
    assert!(band.len() > 8);
    frames(&mut simulation, 45);
    // Each still lies at its distance from the body.
    let positions = &simulation.state().positions;
    let nearest = |i: usize| {
        let body = positions[cloth..].iter();
        body.map(|x| x.distance(positions[i])).fold(f64::INFINITY, f64::min)
    };
    let farthest = band.iter().map(|&i| nearest(i)).fold(0.0, f64::max);
    assert!(farthest < 0.03, "{farthest}");
    assert!(band.iter().all(|&i| positions[i].y < -0.2), "they have gone with it");
}
