//! Closed cloths with pressure inside, and areas that are kept, with contacts present.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_geometry::VertexId;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, ConstraintForm, DynamicsMethod, Obstacle, Path, Pin, PinSelection,
    ResponseMethod, Scene, Settings,
};
use ripstop_pipeline::{SceneError, Simulation};

const RADIUS: f64 = 0.2;

/// A ball of cloth above the ground.
fn ball() -> Scene {
    let text = "
        [settings]
        frames = 60
        damping = 2.0
        [[cloth]]
        name = 'ball'
        shape.sphere = { radius = 0.2, rings = 12 }
        transform.translate = [0.0, 0.0, 0.25]
        pressure = 1.2
        [[obstacle]]
        shape.plane = { size = 4.0 }
    ";
    Scene::from_toml(text).expect("a sound scene")
}

fn simulation(scene: &Scene) -> Result<Simulation, SceneError> {
    Simulation::new(scene, &mut |_| Err("no files".to_owned()))
}

fn refusal(scene: &Scene) -> String {
    simulation(scene).map(|_| ()).expect_err("refused").to_string()
}

fn volume(simulation: &Simulation) -> f64 {
    let x = &simulation.state().positions;
    let faces = simulation.world().cloths[0].topology.faces();
    let six = |face: &[VertexId; 3]| {
        let [a, b, c] = face.map(|v| x[v.index()]);
        a.dot(b.cross(c))
    };
    faces.iter().map(six).sum::<f64>() / 6.0
}

/// Volumes over the rest volume in every frame, after checks of every frame.
fn volumes(scene: &Scene, frames: usize) -> Vec<f64> {
    let mut simulation = simulation(scene).expect("a sound scene");
    let rest = volume(&simulation);
    let (mut volumes, mut active) = (Vec::new(), 0);
    for frame in 0..frames {
        active += simulation.advance_frame().expect("room").response.active_contacts;
        let positions = &simulation.state().positions;
        let found = crossings(simulation.mesh(), simulation.filters(), positions);
        assert_eq!(found.expect("finite").len(), 0, "frame {frame}");
        volumes.push(volume(&simulation) / rest);
    }
    assert!(active > frames / 2, "it lies on the ground: {active} contacts");
    volumes
}

/// A ball that is pumped up to 1.2 times its volume falls on the ground. The membrane gives by what
/// the pressure asks for: 1.2 is reached up to what the fabric takes back.
#[test]
fn a_ball_under_pressure_keeps_its_volume_on_the_ground() {
    let scene = ball();
    for v in &volumes(&scene, 60)[10..] {
        assert!((v / 1.2 - 1.0).abs() < 0.03, "{v} of its volume");
    }
    let mut slack = scene.clone();
    slack.cloths[0].pressure = None;
    let without = *volumes(&slack, 60).last().expect("frames");
    assert!(without < 1.0, "without pressure it sags: {without}");
    let mut plain = scene;
    plain.settings.position_based.form = ConstraintForm::Plain;
    plain.settings.iterations = 4;
    for v in &volumes(&plain, 40)[10..] {
        assert!((v / 1.2 - 1.0).abs() < 0.05, "{v} of its volume in plain form");
    }
}

/// Gas in finite elements: `T = p r/2` in the membrane of a sphere, so that it grows by
/// `ε = p r (1 − ν)/(2 Y)`; then it lies on the ground.
#[test]
fn gas_in_finite_elements_stretches_a_sphere_as_the_closed_form_says() {
    let mut scene = ball();
    scene.settings.dynamics = DynamicsMethod::Fem;
    let cloth = &mut scene.cloths[0];
    let gas = 150.0;
    (cloth.pressure, cloth.gas_pressure) = (None, Some(gas));
    cloth.fabric.shear_stiffness = cloth.fabric.stretch_stiffness.0[0] / 2.4;
    let fabric = cloth.fabric.fabric();
    let mut floating = scene.clone();
    floating.settings.gravity = [0.0; 3];
    floating.settings.damping = 30.0;
    let mut floating = simulation(&floating).expect("a sound scene");
    let rest = volume(&floating);
    for _ in 0..20 {
        floating.advance_frame().expect("room");
    }
    let grown = volume(&floating) / rest - 1.0;
    let [y, _] = fabric.stretch_stiffness;
    let strain = gas * RADIUS * (1.0 - fabric.poisson_ratio) / (2.0 * y);
    let expected = 3.0 * strain;
    assert!((grown / expected - 1.0).abs() < 0.1, "{grown} instead of {expected}");
    for respond in [ResponseMethod::Penalty, ResponseMethod::Barrier] {
        scene.settings.respond = Some(respond);
        let last = *volumes(&scene, 30).last().expect("frames");
        assert!((last - 1.0 - expected).abs() < 0.03, "{respond:?}: {last}");
    }
}

/// The radius of a ball under an overpressure: r (1 + ε) with ε = p r (1 − ν)/(2 Y), up to ε².
#[test]
fn the_radius_of_a_ball_is_within_a_percent_of_the_closed_form() {
    let mut scene = ball();
    scene.settings.dynamics = DynamicsMethod::Fem;
    (scene.settings.gravity, scene.settings.damping) = ([0.0; 3], 20.0);
    let cloth = &mut scene.cloths[0];
    cloth.shape = ClothShape::Sphere { radius: RADIUS, rings: 24 };
    cloth.pressure = None;
    cloth.fabric.shear_stiffness = cloth.fabric.stretch_stiffness.0[0] / 2.4;
    let fabric = cloth.fabric.fabric();
    let mut radii = |gas: f64| {
        scene.cloths[0].gas_pressure = Some(gas);
        let mut simulation = simulation(&scene).expect("a sound scene");
        let radius = |simulation: &Simulation| {
            let world = simulation.world();
            let x = &simulation.state().positions[world.cloths[0].vertices()];
            let middle = x.iter().sum::<DVec3>() / x.len() as f64;
            x.iter().map(|x| x.distance(middle)).sum::<f64>() / x.len() as f64
        };
        let start = radius(&simulation);
        for _ in 0..40 {
            simulation.advance_frame().expect("room");
        }
        (start, radius(&simulation))
    };
    let [y, _] = fabric.stretch_stiffness;
    let gas = 0.004 * 2.0 * y / (RADIUS * (1.0 - fabric.poisson_ratio));
    let (start, end) = radii(gas);
    let strain = gas * RADIUS * (1.0 - fabric.poisson_ratio) / (2.0 * y);
    let expected = start * (1.0 + strain);
    assert!((end / expected - 1.0).abs() < 0.01, "{end} m instead of {expected} m");
    // Not only the radius: also by how much it grows.
    let grown = (end - start) / (expected - start);
    assert!((grown - 1.0).abs() < 0.03, "{grown} of the growth");
}

#[test]
fn an_open_cloth_with_pressure_is_an_error_that_names_it() {
    let mut scene = ball();
    scene.cloths[0].shape = ClothShape::Grid { size: [0.3; 2], resolution: [4; 2] };
    let text = refusal(&scene);
    assert!(text.contains("`ball`") && text.contains("not closed"), "{text}");
    scene.settings.dynamics = DynamicsMethod::Fem;
    let text = refusal(&scene);
    assert!(text.contains("`ball`") && text.contains("`gas_pressure`"), "{text}");
    (scene.cloths[0].pressure, scene.cloths[0].gas_pressure) = (None, Some(10.0));
    let text = refusal(&scene);
    assert!(text.contains("`ball`") && text.contains("not closed"), "{text}");
    scene.settings.dynamics = DynamicsMethod::Pbd;
    let text = refusal(&scene);
    assert!(text.contains("`ball`") && text.contains("`gas_pressure` needs"), "{text}");
    let mut scene = ball();
    scene.cloths[0].pressure = Some(-1.0);
    assert!(refusal(&scene).contains("pressure is -1"), "{}", refusal(&scene));
}

/// A strip that is pulled to 1.06 of its length narrows where its faces keep their areas.
#[test]
fn faces_that_keep_their_area_narrow_a_strip_that_is_pulled() {
    let area = |stiffness: Option<f64>| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.1], resolution: [17, 5] });
        let end =
            |column: u32| PinSelection::Vertices((0..5).map(|row| 17 * row + column).collect());
        let pull = Path::Steady {
            velocity: [0.024, 0.0, 0.0],
            axis: [0.0; 3],
            degrees_per_second: 0.0,
            pivot: [0.0; 3],
            from: 0.0,
            until: None,
        };
        cloth.pins = vec![Pin::new(end(0), Path::Rest), Pin::new(end(16), pull)];
        cloth.area_stiffness = stiffness;
        (cloth.transform.translate, cloth.friction) = ([0.0, 0.0, 3e-3], 0.0);
        let mut settings = Settings::default();
        settings.substeps = Some(32);
        let scene = Scene::new(settings, vec![cloth], vec![Obstacle::default()]);
        let mut simulation = simulation(&scene).expect("a sound scene");
        let mut active = 0;
        for _ in 0..60 {
            active += simulation.advance_frame().expect("room").response.active_contacts;
        }
        assert!(active > 1000, "it lies on the ground: {active} contacts");
        let x: &[DVec3] = &simulation.state().positions;
        let faces = simulation.world().cloths[0].topology.faces();
        let face = |face: &[VertexId; 3]| {
            let [a, b, c] = face.map(|v| x[v.index()]);
            0.5 * (b - a).cross(c - a).length()
        };
        faces.iter().map(face).sum::<f64>() / 0.04 - 1.0
    };
    let (free, kept) = (area(None), area(Some(2e4)));
    assert!(free > 0.03 && kept < 0.6 * free, "area grows by {free} and by {kept}");
}
