//! Friction of pairs of surfaces: it decides who slides, with every response that has friction.

use ripstop_pipeline::scene::{MeshRequest, PairFriction, ResponseMethod, Scene};
use ripstop_pipeline::{SceneError, Simulation};

/// Vertices of a sheet.
const COUNT: usize = 25;

/// Tangent of the slope: with the mean of their own coefficients, 0.3, both sheets slide.
const TANGENT: f64 = 0.35;

fn built(scene: &Scene) -> Result<Simulation, SceneError> {
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    Simulation::new(scene, &mut no_files)
}

/// Two sheets side by side on one plane.
fn sheets(settings: &str) -> Scene {
    let sheet = |name: &str, y: f64| {
        format!(
            "[[cloth]]\nname = '{name}'\nfriction = 0.3\n\
             shape.grid = {{ size = [0.4, 0.4], resolution = [5, 5] }}\n\
             transform.translate = [0.0, {y}, 0.00295]\n"
        )
    };
    let text = format!(
        "[settings]\ndamping = 0.0\n{settings}\n{}{}\
         [[obstacle]]\nname = 'slope'\nfriction = 0.3\nshape.plane = {{ size = 8.0 }}\n",
        sheet("rough", -1.0),
        sheet("smooth", 1.0)
    );
    Scene::from_toml(&text).expect("a scene")
}

/// Mean speeds (m/s) of the sheets down the slope, a third of a second after it was tilted.
fn speeds(scene: &Scene) -> [f64; 2] {
    let mut simulation = built(scene).expect("a sound scene");
    let mut contacts = 0;
    for frame in 0..30 {
        if frame == 10 {
            let length = (1.0 + TANGENT * TANGENT).sqrt();
            simulation.set_gravity([9.81 * TANGENT / length, 0.0, -9.81 / length]);
        }
        contacts += simulation.advance_frame().expect("a step on a plane").response.contacts;
    }
    assert!(contacts > 0, "they lie on the slope");
    [0, COUNT].map(|first| {
        let sheet = &simulation.state().velocities[first..first + COUNT];
        sheet.iter().map(|v| v.x).sum::<f64>() / COUNT as f64
    })
}

#[test]
fn the_coefficient_of_a_pair_decides_who_slides() {
    for settings in [
        "respond = 'pbd'",
        "respond = 'pbd'\nsolids.push_out = true",
        "respond = 'impulse'",
        "dynamics = 'pbd'\nrespond = 'barrier'\nbarrier.descent = 'every_step'",
        "dynamics = 'fem'\nrespond = 'penalty'",
        "dynamics = 'fem'\nrespond = 'penalty'\nsolids.push_out = true",
        "dynamics = 'fem'\nrespond = 'impulse'",
        "dynamics = 'fem'\nrespond = 'barrier'",
    ] {
        let mut scene = sheets(settings);
        let alike = speeds(&scene);
        assert!(alike[0] > 0.05 && (alike[1] - alike[0]).abs() < 0.02, "{settings}: {alike:?}");
        scene.frictions = vec![
            PairFriction::new(["slope", "rough"], 0.6),
            PairFriction::new(["smooth", "slope"], 0.1),
        ];
        let [rough, smooth] = speeds(&scene);
        assert!(rough.abs() < 0.01, "{settings}: {rough} m/s");
        // a = g (sin θ − μ cos θ)
        let expected = 9.81 * (TANGENT - 0.1) / (1.0 + TANGENT * TANGENT).sqrt() / 3.0;
        assert!((smooth / expected - 1.0).abs() < 0.1, "{settings}: {smooth}, not {expected} m/s");
    }
}

#[test]
fn pairs_are_read_from_a_file_and_written_back() {
    let text = "[[cloth]]\nname = 'a'\nshape.sphere = { radius = 1.0, rings = 4 }\n[[friction]]\nbetween = ['a', 'a']\ncoefficient = 0.7\n";
    let scene = Scene::from_toml(text).expect("a scene");
    assert_eq!(scene.frictions, [PairFriction::new(["a", "a"], 0.7)]);
    let written = scene.to_toml().expect("a text");
    assert_eq!(Scene::from_toml(&written).expect("a scene"), scene);
    let assignment = "friction.0.coefficient=0.2".parse().expect("an assignment");
    let changed = scene.with(&[assignment]).expect("a scene");
    assert_eq!(changed.frictions, [PairFriction::new(["a", "a"], 0.2)]);
    let error =
        Scene::from_toml(&text.replace("coefficient = 0.7", "")).expect_err("no coefficient");
    assert!(error.to_string().contains("coefficient"), "{error}");
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    let pair = PairFriction::new;
    let owner = |number: usize, what: &str| format!("friction {number}: {what}");
    for (frictions, expected) in [
        (
            vec![pair(["rough", "smooth"], 0.2), pair(["rouhg", "slope"], 0.4)],
            owner(1, "there is no cloth and no obstacle `rouhg`, did you mean `rough`?"),
        ),
        (
            vec![pair(["rough", "slope"], -0.5)],
            owner(0, "the coefficient is -0.5, but has to be 0 or more"),
        ),
        (
            vec![pair(["rough", "slope"], f64::NAN)],
            owner(0, "the coefficient is NaN, but has to be 0 or more"),
        ),
        (
            vec![pair(["slope", "slope"], 0.5)],
            owner(0, "`slope` and `slope` are obstacles, which do not touch"),
        ),
        (
            vec![pair(["rough", "slope"], 0.5), pair(["slope", "rough"], 0.6)],
            owner(1, "`slope` and `rough` have a friction already"),
        ),
    ] {
        let mut scene = sheets("");
        scene.frictions = frictions;
        let error = built(&scene).map(|_| ()).expect_err("to be refused");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn rays_have_no_friction_and_say_so() {
    let mut scene = sheets("");
    scene.settings.respond = Some(ResponseMethod::Ray);
    scene.frictions = vec![
        PairFriction::new(["rough", "smooth"], 0.6),
        PairFriction::new(["rough", "slope"], 0.6),
    ];
    let simulation = built(&scene).expect("a sound scene");
    let warnings = simulation.warnings().iter().map(ToString::to_string);
    let ignored: Vec<String> = warnings.filter(|text| text.contains("rays")).collect();
    assert!(ignored.len() == 1 && ignored[0].contains("friction 1"), "{ignored:?}");
}
