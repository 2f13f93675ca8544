//! Warnings about scenes that can be simulated but are rarely meant.

use glam::{DVec3, dvec3};
use ripstop_geometry::tessellate;
use ripstop_pipeline::scene::{
    DynamicsMethod, LengthUnit, LoadedMesh, ResponseMethod, Scene, builtin,
};
use ripstop_pipeline::{Simulation, Warning};

const SHEET: &str = "[[cloth]]\nname = 'sheet'\n\
    shape.grid = { size = [1.0, 1.0], resolution = [12, 12] }\n";

/// Warnings about a scene; its mesh files are a ball of radius 85, moved to and fro by the frames
/// of an animation.
fn told(text: &str) -> Vec<Warning> {
    let scene = Scene::from_toml(text).expect("a scene");
    let ball = tessellate::sphere(85.0, 8);
    let moved =
        |by: DVec3| -> Vec<DVec3> { ball.positions.iter().map(|x| 0.001 * *x + by).collect() };
    let simulation = Simulation::new(&scene, &mut |request| {
        let mut mesh = LoadedMesh::from(ball.clone());
        if request.frames.is_some() {
            mesh.frames = [0.0, 0.2, 1.2].map(|x| moved(dvec3(x, 3.0, 0.0))).to_vec();
        }
        for x in &mut mesh.mesh.positions {
            *x *= request.import.unit.map_or(1.0, LengthUnit::metres);
        }
        Ok(mesh)
    });
    simulation.expect("a simulation").warnings().to_vec()
}

#[track_caller]
fn only(warnings: &[Warning]) -> (Warning, String) {
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    (warnings[0].clone(), warnings[0].to_string())
}

#[test]
fn built_in_scenes_have_none() {
    for name in builtin::NAMES {
        for resolution in [16, 64] {
            let scene = builtin::scene(name, resolution).expect("a built-in scene");
            let simulation = Simulation::new(&scene, &mut |_| Err("no files".to_owned()));
            let simulation = simulation.expect("a simulation");
            assert_eq!(simulation.warnings(), [], "{name} at {resolution}");
        }
    }
}

/// A garment has the stitches of its pattern without a key that says so.
#[test]
fn a_garment_that_is_welded_has_none() {
    let mut scene = builtin::scene("skirt", 16).expect("a built-in scene");
    scene.cloths[0].weld_seams = true;
    let simulation = Simulation::new(&scene, &mut |_| Err("no files".to_owned()));
    assert_eq!(simulation.expect("a simulation").warnings(), []);
}

/// Built-in scenes carry settings for other choices than their own.
#[test]
fn built_in_scenes_have_none_with_any_dynamics_and_response() {
    use DynamicsMethod::{Fem, Pbd};
    use ResponseMethod::{Barrier, Impulse, Penalty, Ray};
    let choices = [(Pbd, Impulse), (Pbd, Barrier), (Pbd, Ray), (Fem, Penalty), (Fem, Impulse)];
    for name in builtin::NAMES {
        for (dynamics, respond) in choices.into_iter().chain([(Fem, Barrier), (Fem, Ray)]) {
            let mut scene = builtin::scene(name, 16).expect("a built-in scene");
            (scene.settings.dynamics, scene.settings.respond) = (dynamics, Some(respond));
            let start = |scene: &Scene| {
                let simulation = Simulation::new(scene, &mut |_| Err("no files".to_owned()));
                simulation.expect("a simulation").warnings().to_vec()
            };
            assert_eq!(start(&scene), [], "{name}: {dynamics:?}, {respond:?}");
            // What is given on top is not the scene's own.
            scene.settings.air.drag = 3.0;
            let (_, text) = only(&start(&scene));
            assert!(text.contains("`settings.air.drag` is given, but does nothing"), "{text}");
        }
    }
}

#[test]
fn a_sound_scene_has_none() {
    assert_eq!(told(SHEET), []);
    let tilted = format!("settings.gravity = [4.9, 0.0, -8.5]\n{SHEET}");
    assert_eq!(told(&tilted), []);
    assert_eq!(told(&format!("settings.gravity = [0.0, 0.0, 0.0]\n{SHEET}")), []);
}

#[test]
fn a_file_in_centimetres_is_found_out() {
    let shirt = "[[cloth]]\nname = 'shirt'\nthickness = 0.001\n";
    let (warning, text) = only(&told(&format!("{shirt}shape.mesh = {{ file = 'shirt.obj' }}\n")));
    assert!(matches!(warning, Warning::Large { size, .. } if size == 170.0), "{warning:?}");
    assert_eq!(
        text,
        "cloth 0 (`shirt`) is 170 m large; is its file in centimetres? then `--unit cm`, or \
         `import = { unit = \"cm\" }` in the scene"
    );
    let right = format!("{shirt}shape.mesh = {{ file = 'shirt.obj', import.unit = 'cm' }}\n");
    assert_eq!(told(&right), []);
    let scaled = format!("{shirt}shape.mesh.file = 'shirt.obj'\ntransform.scale = 0.01\n");
    assert_eq!(told(&scaled), []);
    let body = format!("{SHEET}[[obstacle]]\nname = 'body'\nshape.mesh.file = 'body.obj'\n");
    let inside = body.replace("[[obstacle]]", "inside = true\n[[obstacle]]");
    let text: Vec<String> = told(&inside).iter().map(Warning::to_string).collect();
    assert!(text[0].starts_with("obstacle 0 (`body`) is 170 m large; is its file"), "{text:?}");
    // It is around everything: the error of the start has the likely cause.
    let scene = Scene::from_toml(&body).expect("a scene");
    let ball = tessellate::sphere(85.0, 8);
    let refused = Simulation::new(&scene, &mut |_| Ok(ball.clone().into())).map(|_| ());
    let text = refused.expect_err("inside").to_string();
    assert!(text.contains("inside obstacle 0 (`body`)"), "{text}");
    assert!(text.contains("; obstacle 0 (`body`) is 170 m large; is its file in cent"), "{text}");
}

#[test]
fn a_cloth_of_the_size_of_a_coin_is_told() {
    let small = "[[cloth]]\nname = 'coin'\nthickness = 1e-5\n\
        shape.grid = { size = [0.008, 0.008], resolution = [8, 8] }\n";
    let (warning, text) = only(&told(small));
    assert!(matches!(warning, Warning::Small { .. }), "{warning:?}");
    assert!(text.contains("is only 8.00 mm large; lengths of a scene are in metres"), "{text}");
}

#[test]
fn thick_and_heavy_cloth_is_told() {
    let (_, text) = only(&told(&format!("{SHEET}thickness = 0.2\n")));
    assert!(text.contains("is 200.0 mm thick, more than its edges are long ("), "{text}");
    let (warning, text) = only(&told(&format!("{SHEET}fabric.density = 150.0\n")));
    let owner = "cloth 0 (`sheet`)".to_owned();
    assert_eq!(warning, Warning::Heavy { owner, density: 150.0 });
    assert!(text.contains("in g/m²?"), "{text}");
    assert_eq!(told(&format!("{SHEET}fabric.density = 4.9\n")), []);
}

#[test]
fn gravity_of_another_axis_is_told() {
    for (gravity, axis) in [
        ("[0.0, -9.81, 0.0]", "along −y"),
        ("[9.81, 0.0, 0.0]", "along +x"),
        ("[0.0, 0.0, 9.81]", "along +z"),
    ] {
        let (_, text) = only(&told(&format!("settings.gravity = {gravity}\n{SHEET}")));
        assert!(text.contains(axis) && text.contains("z is up"), "{text}");
    }
}

#[test]
fn what_is_faster_than_50_metres_per_second_is_told() {
    let ball = |velocity: f64| {
        format!(
            "{SHEET}[[obstacle]]\nname = 'ball'\nshape.sphere = {{ radius = 0.1 }}\n\
             transform.translate = [0.0, 0.0, -1.0]\n\
             path.steady = {{ velocity = [{velocity:?}, 0.0, 0.0], from = 0.095 }}\n"
        )
    };
    assert_eq!(told(&ball(49.0)), []);
    let (warning, text) = only(&told(&ball(120.0)));
    assert!(
        matches!(&warning, Warning::Fast { owner, speed, frame: 7 }
            if owner == "obstacle 0 (`ball`)" && (speed - 120.0).abs() < 1e-9),
        "{warning:?}"
    );
    assert!(text.contains("moved at 120 m/s before frame 7; velocities"), "{text}");

    // From x = 0.2 m to 1.2 m in a sixtieth of a second.
    let animated = format!(
        "{SHEET}[[obstacle]]\nname = 'walker'\ntransform.scale = 1.0\n\
         shape.mesh = {{ file = 'ball.obj', import.unit = 'mm', frames = {{ file = 'walk.pc2' }} }}\n"
    );
    let (warning, _) = only(&told(&animated));
    assert!(
        matches!(&warning, Warning::Fast { speed, frame: 2, .. } if (speed - 60.0).abs() < 1e-9),
        "{warning:?}"
    );

    let pin = format!(
        "{SHEET}[[cloth.pin]]\nselect.vertices = [0]\n\
         path.steady = {{ axis = [0.0, 0.0, 1.0], degrees_per_second = 9000.0 }}\n"
    );
    let (_, text) = only(&told(&pin));
    assert!(text.starts_with("a pin of cloth 0 (`sheet`) is moved at "), "{text}");
}

/// A sheet that cannot be brought out of a body: pins hold it, half of it inside.
#[test]
fn cloth_partly_inside_a_closed_body_is_told() {
    let scene = |height: f64, more: &str| {
        format!(
            "settings.on_tangled = 'untangle'\n{SHEET}{more}\n\
             transform = {{ scale = 0.1, translate = [0.0, 0.0, {height:?}] }}\n\
             [[cloth.pin]]\nselect.inside = {{ min = [-9.0, -9.0, -9.0], max = [9.0, 9.0, 9.0] }}\n\
             [[obstacle]]\nname = 'ball'\nshape.sphere = {{ radius = 0.3 }}\n\
             transform.translate = [0.3, 0.0, 0.0]\n\
             [[obstacle]]\nname = 'floor'\nshape.plane = {{ size = 4.0 }}\n\
             transform.translate = [0.0, 0.0, -1.0]\n"
        )
    };
    let (warning, text) = only(&told(&scene(0.0, "")));
    assert!(matches!(warning, Warning::Inside { inside: 72, asked: 144, .. }), "{warning:?}");
    assert!(
        text.starts_with(
            "cloth 0 (`sheet`) starts inside obstacle 0 (`ball`), with 72 of 144 vertices"
        ),
        "{text}"
    );
    assert_eq!(told(&scene(0.4, "")), [], "above the ball");
    assert_eq!(told(&scene(0.0, "inside = true")), [], "it belongs there");
    assert_eq!(told(&scene(0.0, "collides_with = []")), [], "a pair that is not checked");

    let fine = scene(0.0, "").replace("[12, 12]", "[60, 60]");
    let fine = fine.replace("[[cloth.pin]]", "thickness = 1e-3\n[[cloth.pin]]");
    let (warning, text) = only(&told(&fine));
    assert!(
        matches!(warning, Warning::Inside { asked: 200, vertex_count: 3600, .. }),
        "{warning:?}"
    );
    assert!(text.contains("of 200 sampled vertices"), "{text}");
}

/// Nothing is around it.
#[test]
fn a_cloth_that_belongs_inside_of_nothing_is_told() {
    let (_, text) = only(&told(&format!("{SHEET}inside = true\n")));
    assert_eq!(
        text,
        "`inside` of cloth 0 (`sheet`) is given, but does nothing: it starts inside of no closed \
         surface that it collides with"
    );
}

/// Settings of another mode are named; those that count are not.
#[test]
fn settings_that_do_nothing_are_named() {
    let fem = "dynamics = 'fem'";
    let cases = [
        (format!("{fem}\nposition_based.membrane = 'strain'"), Some("position_based")),
        (format!("{fem}\ncollision_passes = {{ iterations = 2 }}"), Some("collision_passes")),
        (format!("{fem}\nrespond = 'barrier'\nbarrier.descent = 'every_step'"), Some("descent")),
        (format!("{fem}\nrespond = 'barrier'\nelements.linear = 'cholesky'"), Some("linear")),
        (format!("{fem}\nelements.method = 'linear'"), None),
        ("dynamics = 'pbd'\nelements.method = 'linear'".to_owned(), Some("elements")),
        (
            "dynamics = 'pbd'\nrespond = 'barrier'\nbarrier.linear = 'cholesky'".to_owned(),
            Some("`barrier"),
        ),
        ("barrier.separation = 0.1".to_owned(), Some("`barrier.separation")),
        ("impulse.rounds = 3".to_owned(), Some("`impulse.rounds")),
        ("respond = 'impulse'\nsubsteps = 3".to_owned(), Some("`substeps")),
        ("respond = 'impulse'\nimpulse.rounds = 3".to_owned(), None),
        ("position_based.membrane = 'strain'\ncollision_passes = 4".to_owned(), None),
    ];
    for (text, key) in cases {
        let key = key.map(|key| key.replace('`', "settings."));
        let warnings = told(&format!("[settings]\n{text}\n{SHEET}"));
        match key {
            Some(key) => {
                let (warning, said) = only(&warnings);
                assert!(matches!(warning, Warning::Ignored { .. }), "{warning:?}");
                assert!(said.contains(&key) && said.contains("does nothing"), "{said}");
            }
            None => assert!(warnings.is_empty(), "{text}: {warnings:?}"),
        }
    }
}

/// A warning has the key, that it does nothing, why, and what would make it count.
#[test]
fn a_warning_says_why_and_what_would_count() {
    let barrier = "settings.barrier.filter = 'distance'\n";
    let (_, text) = only(&told(&format!("{barrier}{SHEET}")));
    assert_eq!(
        text,
        "`settings.barrier.filter` is given, but does nothing: `respond` is \"pbd\"; it counts with \
         `respond = \"barrier\"`"
    );
    let (_, text) = only(&told(&format!("{SHEET}layer = 2\n")));
    assert_eq!(
        text,
        "`layer` of cloth 0 (`sheet`) is given, but does nothing: layers tell to which side tangled \
         cloths go; they count with `on_tangled = \"untangle\"`"
    );
    let rays = format!("settings.respond = 'ray'\n{SHEET}[[obstacle]]\nfriction = 0.6\n");
    let floor = "shape.plane.size = 4.0\ntransform.translate = [0.0, 0.0, -1.0]\n";
    let (_, text) = only(&told(&format!("{rays}{floor}")));
    assert!(text.starts_with("`friction` of obstacle 0 (`obstacle`) is given, but"), "{text}");
    assert!(text.contains("it counts with `solids.push_out = true`"), "{text}");
}

/// Properties of a fabric that position-based cloth does not show, by the membrane that is chosen.
#[test]
fn properties_of_a_fabric_that_nothing_shows_are_named() {
    let keys = |text: &str| -> Vec<String> {
        let key = |warning: &Warning| match warning {
            Warning::Ignored { key, owner: Some(_), .. } => key.clone(),
            other => panic!("{other:?}"),
        };
        told(text).iter().map(key).collect()
    };
    let cotton = format!("{SHEET}fabric = 'cotton'\n");
    let all = ["fabric.poisson_ratio", "fabric.twist_ratio", "fabric.bending_friction"];
    assert_eq!(keys(&cotton), all);
    let strain = "settings.position_based.membrane = 'strain'\n";
    assert_eq!(keys(&format!("{strain}{cotton}")), all[1..]);
    assert_eq!(keys(&format!("settings.dynamics = 'fem'\n{cotton}")), [""; 0]);
    let plain = "settings.position_based.form = 'plain'\n";
    assert_eq!(keys(&format!("{plain}{SHEET}")), [""; 0], "the default fabric");
    let stiff = format!("{plain}{SHEET}fabric.stretch_stiffness = 900.0\n");
    assert_eq!(keys(&stiff), ["fabric.stretch_stiffness"]);
}

/// Fields are asked for, and an obstacle has none.
#[test]
fn obstacles_without_a_field_are_named() {
    let frames = "frames = { file = 'walk.pc2' }";
    let scene = |key: &str, more: &str| {
        format!(
            "settings.solids.{key} = true\n{SHEET}[[obstacle]]\nname = 'walker'\n\
             shape.mesh = {{ file = 'ball.obj', import.unit = 'mm' {more} }}\n\
             transform.translate = [0.0, 9.0, 0.0]\n"
        )
    };
    assert_eq!(told(&scene("push_out", "")), [], "a closed mesh");
    for key in ["push_out", "velocity_filter"] {
        let told = told(&scene(key, &format!(", {frames}")));
        let text: Vec<String> = told
            .iter()
            .filter(|warning| matches!(warning, Warning::NoField { .. }))
            .map(ToString::to_string)
            .collect();
        assert_eq!(text.len(), 1, "{told:?}");
        let said = format!(
            "obstacle 0 (`walker`) has no signed distance field, so that `settings.solids.{key}` \
             does nothing for it and its triangles do all: its mesh changes its shape"
        );
        assert!(text[0].starts_with(&said), "{text:?}");
    }
    let (_, text) = only(&told(&format!("settings.solids.push_out = true\n{SHEET}")));
    assert!(text.contains("the scene has no obstacle"), "{text}");
}
