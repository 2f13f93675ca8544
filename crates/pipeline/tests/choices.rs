//! Choices of a scene reach the solver.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_pipeline::scene::{
    Air, AxisAngle, BendingModel, Cloth, ClothShape, DynamicsMethod, ElementSettings, LinearChoice,
    MassModel, MembraneStiffness, Obstacle, Path, PenaltyForm, Pin, PinSelection, ResponseMethod,
    Scene, Settings, SolveMethod,
};
use ripstop_pipeline::{FrameReport, Simulation};

/// A strip that hangs by one of its short sides from the level, its normals up.
fn strip() -> Scene {
    let side = PinSelection::Vertices(vec![0, 6, 12]);
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.3, 0.1], resolution: [6, 3] });
    cloth.pins.push(Pin::new(side, Path::Rest));
    let mut settings = Settings::default();
    settings.dynamics = DynamicsMethod::Fem;
    Scene::new(settings, vec![cloth], vec![])
}

fn run(scene: &Scene, frames: usize) -> (Vec<DVec3>, FrameReport) {
    let mut simulation =
        Simulation::new(scene, &mut |_| Err("no files".to_owned())).expect("a good scene");
    let mut last = FrameReport::default();
    for _ in 0..frames {
        last = simulation.advance_frame().expect("room enough");
    }
    (simulation.state().positions.clone(), last)
}

/// Largest distance of a vertex between two ends (m).
fn apart(a: &[DVec3], b: &[DVec3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

type Change = fn(&mut ElementSettings);

#[test]
fn every_choice_of_elements_and_solver_makes_a_difference() {
    let (usual, report) = run(&strip(), 6);
    let with = |change: Change| {
        let mut scene = strip();
        change(&mut scene.settings.elements);
        run(&scene, 6)
    };
    // Another model or another integrator is another motion; another linear solver or Hessian leads
    // to the same solution within Newton's tolerance.
    let other_motions: [(&str, Change); 4] = [
        ("quadratic", |elements| elements.bending = BendingModel::Quadratic),
        ("hinges", |elements| elements.bending = BendingModel::Hinges),
        ("consistent", |elements| elements.mass = MassModel::Consistent),
        ("linear", |elements| elements.method = SolveMethod::Linear),
    ];
    for (name, change) in other_motions {
        let difference = apart(&usual, &with(change).0);
        assert!(difference > 1e-5 && difference < 0.2, "{name}: {difference}");
    }
    let same_motion: [(&str, Change); 2] = [
        ("quasi_newton", |elements| elements.stiffness = MembraneStiffness::QuasiNewton),
        ("conjugate_gradients", |elements| {
            elements.linear = Some(LinearChoice::ConjugateGradients);
        }),
    ];
    for (name, change) in same_motion {
        let (end, other_report) = with(change);
        let difference = apart(&usual, &end);
        assert!(difference > 0.0 && difference < 1e-4, "{name}: {difference}");
        let counts =
            |report: &FrameReport| [report.solve.newton_iterations, report.solve.linear_iterations];
        assert!(end != usual || counts(&report) != counts(&other_report));
    }
    let linear = with(|elements| elements.method = SolveMethod::Linear).1;
    assert_eq!(
        linear.solve.newton_iterations,
        strip().settings.implicit_steps,
        "one solve per substep"
    );
}

/// A sheet falls on a floor with a speed (m/s) at the start, and one linear solve per substep.
fn linear_on_a_floor(respond: ResponseMethod, speed: f64) -> Vec<FrameReport> {
    let mut cloth = Cloth::new(ClothShape::Grid { size: [0.3, 0.3], resolution: [6; 2] });
    cloth.transform.translate = [0.0, 0.0, 0.02];
    let mut settings = Settings::default();
    (settings.dynamics, settings.respond) = (DynamicsMethod::Fem, Some(respond));
    (settings.elements.method, settings.damping) = (SolveMethod::Linear, 5.0);
    let scene = Scene::new(settings, vec![cloth], vec![Obstacle::default()]);
    let mut simulation =
        Simulation::new(&scene, &mut |_| Err("no files".to_owned())).expect("a good scene");
    simulation.state_mut().velocities[..36].fill(-speed * DVec3::Z);
    let mut reports = Vec::new();
    for frame in 0..40 {
        reports.push(simulation.advance_frame().expect("room enough"));
        let positions = &simulation.state().positions;
        let found = crossings(simulation.mesh(), simulation.filters(), positions);
        assert_eq!(found.expect("finite").len(), 0, "{respond:?}, frame {frame}");
        let lowest = positions[..36].iter().map(|x| x.z).fold(f64::INFINITY, f64::min);
        assert!(lowest > 0.0, "{respond:?}, frame {frame}: {lowest} m");
    }
    reports
}

/// Penalties and barriers within a single linear solve: a sheet falls, is stopped, and lies.
#[test]
fn one_linear_solve_holds_a_sheet_in_contact() {
    for respond in [ResponseMethod::Penalty, ResponseMethod::Barrier] {
        let reports = linear_on_a_floor(respond, 0.0);
        let substeps = Settings::default().implicit_steps;
        for (frame, report) in reports.iter().enumerate() {
            let solve = report.solve;
            assert_eq!((solve.newton_iterations, solve.unsolved), (substeps, 0), "{frame}");
            let is_touching = report.response.active_contacts > 0;
            assert!(is_touching || frame < 8, "{respond:?}, frame {frame}");
        }
        let last = reports.last().expect("frames");
        assert!(last.energy.fastest < 1e-6, "{respond:?}: {} m/s", last.energy.fastest);
    }
}

/// A sheet that is thrown on the floor: the one direction cannot be gone to its end, and the report
/// says so; what was shortened with barriers was done again in halves first.
#[test]
fn a_linear_step_that_is_cut_short_is_not_called_solved() {
    for respond in [ResponseMethod::Penalty, ResponseMethod::Barrier] {
        let reports = linear_on_a_floor(respond, 10.0);
        let first = reports[0].solve;
        assert!(first.unsolved > 0, "{respond:?}: {first:?}");
        let is_halved = first.newton_iterations > Settings::default().implicit_steps;
        assert!(is_halved || respond == ResponseMethod::Penalty, "{first:?}");
        assert_eq!(reports.last().expect("frames").solve.unsolved, 0, "{respond:?}");
    }
}

/// A sheet on a floor, with penalties that grow over a long or a short distance.
#[test]
fn the_length_of_the_exponential_law_decides_how_deep_a_sheet_lies() {
    let height = |length: f64| {
        let mut cloth = Cloth::new(ClothShape::Grid { size: [0.2, 0.2], resolution: [4; 2] });
        cloth.transform.translate = [0.0, 0.0, 2.9e-3];
        let mut settings = Settings::default();
        settings.dynamics = DynamicsMethod::Fem;
        settings.damping = 20.0;
        settings.penalty.law = PenaltyForm::Exponential;
        settings.penalty.length = length;
        settings.penalty.stiffness = Some(1e5);
        let scene = Scene::new(settings, vec![cloth], vec![Obstacle::default()]);
        run(&scene, 30).0[5].z
    };
    let (long, short) = (height(1.0), height(2e-3));
    assert!(short > long + 1e-6, "{long} {short}");
}

/// Displacement of the free end of a strip in the wind after a while (m); gravity is off.
fn blown(wind: [f64; 3], air: Air, degrees: f64) -> DVec3 {
    let mut scene = strip();
    scene.cloths[0].transform.rotate = AxisAngle { axis: [0.0, 1.0, 0.0], degrees };
    scene.settings.gravity = [0.0; 3];
    scene.settings.wind = Some(wind.into());
    scene.settings.air = air;
    let (end, _) = run(&scene, 8);
    let start = run(&scene, 0).0;
    end[11] - start[11]
}

#[test]
fn wind_deflects_a_pinned_sheet_along_the_stream_and_lift_across_it() {
    let air = Air::default();
    let across = blown([0.0, 0.0, 3.0], air, 0.0);
    assert!(across.z > 0.01, "drag is along the wind: {across}");
    let back = blown([0.0, 0.0, -3.0], air, 0.0);
    assert!(back.z < -0.01, "{back}");
    assert!(blown([0.0; 3], air, 0.0).length() < 1e-9, "still air moves nothing that rests");
    let mut dense = air;
    dense.density *= 2.0;
    let dense = blown([0.0, 0.0, 3.0], dense, 0.0);
    assert!(dense.z > 1.3 * across.z, "{dense} {across}");
    let without_drag = |lift: f64| {
        let mut air = air;
        (air.drag, air.lift) = (0.0, lift);
        air
    };
    let calm = blown([0.0, 0.0, 3.0], without_drag(0.0), 0.0);
    assert!(calm.length() < 1e-9, "{calm}");
    // The strip falls away by 20° down the stream, which meets its lower side: lift is up, and
    // mostly across the stream.
    let lift = |lift: f64| blown([3.0, 0.0, 0.0], without_drag(lift), 20.0);
    assert!(lift(0.0).length() < 1e-9);
    assert!(lift(1.0).z > 0.01 && lift(1.0).x < 0.2 * lift(1.0).z, "{}", lift(1.0));
}

/// Drag depends on the speed through the air: a strip that is carried along with the wind feels
/// none.
#[test]
fn a_sheet_that_its_pins_carry_with_the_wind_feels_none() {
    let mut scene = strip();
    let velocity = [0.0, 0.0, 1.5];
    let all = PinSelection::Vertices((0..18).filter(|v| v % 6 != 5).collect());
    let path = Path::Steady {
        velocity,
        axis: [0.0; 3],
        degrees_per_second: 0.0,
        pivot: [0.0; 3],
        from: 0.0,
        until: None,
    };
    scene.cloths[0].pins = vec![Pin::new(all, path)];
    scene.settings.gravity = [0.0; 3];
    scene.settings.damping = 0.0;
    let bent = |wind: Option<[f64; 3]>| {
        let mut scene = scene.clone();
        scene.settings.wind = wind.map(Into::into);
        let end = run(&scene, 30).0;
        end[11].z - end[8].z
    };
    let (none, along, still) = (bent(None), bent(Some(velocity)), bent(Some([0.0; 3])));
    assert!((along - none).abs() < 0.1 * (still - none).abs(), "{none} {along} {still}");
    assert!(still < none, "air at rest holds it back");
}
