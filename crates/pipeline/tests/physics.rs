//! Motion of cloth against its physics.

use glam::DVec3;
use ripstop_geometry::State;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::{
    Cloth, ClothShape, DynamicsMethod, Obstacle, ObstacleShape, ResponseMethod, Scene, Settings,
    WarpWeft,
};

fn simulation(scene: &Scene) -> Simulation {
    Simulation::new(scene, &mut |file| Err(format!("{file} is not expected")))
        .expect("a sound scene")
}

fn sheet(resolution: u32, height: f64) -> Cloth {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.4, 0.4], resolution: [resolution; 2] });
    cloth.transform.translate = [-0.5, 0.9, height];
    cloth
}

/// Mean height above the start (m) and velocity (m/s) of a sheet that falls for one second, and the
/// length of a substep (s).
fn fallen(settings: Settings) -> (f64, DVec3, f64) {
    let dt =
        settings.frame_time() / (settings.steps_per_frame() * settings.substeps_per_step()) as f64;
    let mut simulation = simulation(&Scene::new(settings, vec![sheet(5, 0.5)], vec![]));
    for _ in 0..60 {
        simulation.advance_frame().expect("a sheet that falls");
    }
    let State { positions, velocities, .. } = simulation.state();
    let mean = |of: &[DVec3]| of.iter().sum::<DVec3>() / of.len() as f64;
    (mean(positions).z - 0.5, mean(velocities), dt)
}

/// Nothing slows a sheet that falls: its speed is `g t`, with all dynamics and responses. Its
/// height is `−½ g t (t + Δt)`, because the velocity at the end of a substep moves it in that
/// substep, or nearer to the exact law where substeps are halved; with short substeps it is that of
/// the exact law.
#[test]
fn a_falling_sheet_falls_freely() {
    use {DynamicsMethod as D, ResponseMethod as R};
    for (dynamics, respond) in [
        (D::Pbd, R::Pbd),
        (D::Pbd, R::Impulse),
        (D::Pbd, R::Barrier),
        (D::Fem, R::Penalty),
        (D::Fem, R::Impulse),
        (D::Fem, R::Barrier),
    ] {
        let mut settings = Settings::default();
        (settings.dynamics, settings.respond) = (dynamics, Some(respond));
        let check = |settings: &Settings, late: f64| {
            let (height, velocity, dt) = fallen(settings.clone());
            let ahead = height / (-0.5 * 9.81) - 1.0;
            let text = format!("{dynamics:?} {respond:?}: {height} m, {ahead} ahead, {velocity}");
            assert!(ahead > -1e-3 && ahead < late * dt + 1e-3, "{text}");
            assert!((velocity / -9.81 - DVec3::Z).length() < 1e-3, "{text}");
        };
        check(&settings, 1.0);
        (settings.substeps, settings.implicit_steps) = (Some(20), 20);
        check(&settings, 0.0);
    }
}

/// A sheet on a plane; gravity is tilted instead of the plane.
fn incline(dynamics: DynamicsMethod, tangent: f64, friction: f64) -> f64 {
    let length = (1.0 + tangent * tangent).sqrt();
    let mut cloth = sheet(8, 3.05e-3);
    cloth.friction = friction;
    let mut plane = Obstacle::new(ObstacleShape::Plane { size: 4.0 });
    plane.friction = friction;
    let mut settings = Settings::default();
    settings.gravity = [9.81 * tangent / length, 0.0, -9.81 / length];
    settings.dynamics = dynamics;
    settings.damping = 0.0;
    let mut simulation = simulation(&Scene::new(settings, vec![cloth], vec![plane]));
    let mean = |s: &Simulation| s.state().velocities[..64].iter().map(|v| v.x).sum::<f64>() / 64.0;
    for _ in 0..60 {
        simulation.advance_frame().expect("a step on a plane");
    }
    mean(&simulation)
}

#[test]
fn a_sheet_on_an_incline_slides_if_and_only_if_it_is_steep() {
    for (friction, dynamics) in
        [(0.2, DynamicsMethod::Pbd), (0.5, DynamicsMethod::Pbd), (0.2, DynamicsMethod::Fem)]
    {
        let incline = |tangent, friction| incline(dynamics, tangent, friction);
        let resting = incline(0.98 * friction, friction);
        assert!(resting.abs() < 1e-3, "friction {friction}: {resting} m/s on a slope that holds");
        let sliding = incline(1.02 * friction, friction);
        assert!(sliding > 5e-3, "friction {friction}: {sliding} m/s on a slope that does not");
        // Twice as steep: a = g (sin θ − μ cos θ) over one second.
        let tangent = 2.0 * friction;
        let expected = 9.81 * (tangent - friction) / (1.0 + tangent * tangent).sqrt();
        let found = incline(tangent, friction);
        assert!((found / expected - 1.0).abs() < 0.03, "{found} against {expected}");
    }
}

/// Two sheets collide in space: nothing but each other acts on them.
#[test]
fn momentum_is_kept() {
    let mut free = Settings::default();
    free.gravity = [0.0; 3];
    free.damping = 0.0;
    let cloths = vec![sheet(10, 0.0), sheet(10, 0.02)];
    let mut simulation = simulation(&Scene::new(free, cloths, vec![]));
    for v in &mut simulation.state_mut().velocities[..100] {
        v.z = 1.0;
        v.x = 0.3;
    }
    let mut contacts = 0;
    let first = simulation.advance_frame().unwrap();
    for _ in 0..20 {
        let report = simulation.advance_frame().unwrap();
        contacts += report.response.active_contacts;
        for axis in 0..3 {
            let drift = report.energy.momentum[axis] - first.energy.momentum[axis];
            assert!(drift.abs() < 1e-9 * first.energy.momentum[2], "{drift}");
        }
        let energy = report.energy.kinetic_energy;
        assert!(energy <= first.energy.kinetic_energy * (1.0 + 1e-9), "{energy}");
    }
    assert!(contacts > 0, "the sheets have to meet");
}

/// Penalties, the friction mollifier and Newton's tolerance leave no trembling and hardly any
/// creeping.
#[test]
fn a_sheet_of_finite_elements_on_a_sphere_comes_to_rest() {
    let mut scene = ripstop_pipeline::scene::builtin::scene("drape", 10).unwrap();
    scene.settings.dynamics = DynamicsMethod::Fem;
    scene.obstacles[0].shape = ObstacleShape::Sphere { radius: 0.3, rings: 16 };
    let mut simulation = simulation(&scene);
    let speeds: Vec<f64> =
        (0..420).map(|_| simulation.advance_frame().unwrap().energy.fastest).collect();
    let late = speeds[360..].iter().copied().fold(0.0, f64::max);
    assert!(late < 3e-3, "{late} m/s in the seventh second");
}

/// A sheet that has come to rest on a sphere stays at rest, for ten seconds.
#[test]
fn a_sheet_on_a_sphere_comes_to_rest() {
    let mut simulation = simulation(&ripstop_pipeline::scene::builtin::scene("drape", 32).unwrap());
    for frame in 1..=1050 {
        let fastest = simulation.advance_frame().unwrap().energy.fastest;
        let bound = [(450, 1e-3), (300, 1e-2), (0, f64::INFINITY)];
        let (_, bound) = bound.into_iter().find(|(from, _)| frame > *from).unwrap();
        assert!(fastest < bound, "frame {frame}: {fastest} m/s");
    }
}

/// Bending is much stiffer than inertia. Gauss–Seidel sweeps over hinges that always ran in one
/// order fed the motion: 0.3 to 1 m/s after four seconds.
#[test]
fn a_stiff_sheet_on_a_sphere_calms_down() {
    let mut scene = ripstop_pipeline::scene::builtin::scene("drape", 32).unwrap();
    scene.cloths[0].fabric.bending_stiffness = WarpWeft([0.03; 2]);
    let mut simulation = simulation(&scene);
    let mut fastest = 0.0_f64;
    for frame in 0..240 {
        let report = simulation.advance_frame().expect("a step of the drape");
        fastest = if frame < 220 { 0.0 } else { fastest.max(report.energy.fastest) };
    }
    assert!(fastest < 0.1, "{fastest} m/s");
}

#[test]
fn wind_carries_a_sheet_away() {
    let mut scene = Scene::new(Settings::default(), vec![sheet(8, 0.5)], vec![]);
    scene.settings.gravity = [0.0; 3];
    scene.settings.damping = 0.0;
    // Along its normal the wind has a hold on the sheet; along the sheet it has none.
    let speed = |wind: [f64; 3]| {
        let mut scene = scene.clone();
        scene.settings.wind = Some(wind.into());
        let mut simulation = simulation(&scene);
        for _ in 0..30 {
            simulation.advance_frame().unwrap();
        }
        let velocities = &simulation.state().velocities;
        velocities.iter().sum::<DVec3>() / velocities.len() as f64
    };
    let carried = speed([0.0, 0.0, 3.0]);
    assert!(carried.z > 0.5 && carried.z < 3.0 && carried.x.abs() < 1e-9, "{carried}");
    assert!(speed([3.0, 0.0, 0.0]).length() < 0.5);
}

/// A sheet that wraps around the ball draws its vertices sideways: contacts aside of the predicted
/// motion have to be known.
#[test]
fn a_sheet_that_falls_on_a_ball_hardly_sinks_in() {
    let mut simulation = simulation(&ripstop_pipeline::scene::builtin::scene("drape", 32).unwrap());
    let thickness = 3e-3;
    let deepest = |_| simulation.advance_frame().expect("a step of drape").response.deepest;
    let deepest = (0..30).map(deepest).fold(0.0, f64::max);
    assert!(deepest > 0.0 && deepest < 0.25 * thickness, "{deepest} m");
}
