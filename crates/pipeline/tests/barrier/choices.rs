//! Every choice of the table `barrier` works in a simulation: step limits, linear solvers, PSD
//! projections.

use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{
    BarrierSettings, LinearChoice, Scene, SpectrumChoice, StepFilter, StiffnessRule,
};

use crate::scenes::TABLE;

fn drape(change: impl FnOnce(&mut BarrierSettings)) -> Scene {
    let mut scene = builtin::scene("drape", 8).expect("a built-in scene");
    change(&mut scene.settings.barrier);
    scene
}

/// Nothing crosses or touches (the table checks every frame), there are contacts, all solves
/// converge, bits are the same on one thread and on three.
fn check(name: &str, scene: &Scene) {
    let [one, three] = [1, 3].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        pool.install(|| TABLE.of(scene, 12))
    });
    assert_eq!(one, three, "{name}");
    let mut simulation = crate::simulation(scene.clone());
    let (mut contacts, mut unsolved) = (0, 0);
    for _ in 0..12 {
        let report = simulation.advance_frame().expect("there is room");
        contacts += report.response.contacts;
        unsolved += report.solve.unsolved;
    }
    assert!(contacts > 0 && unsolved == 0, "{name}: {contacts} contacts, {unsolved} unsolved");
}

#[test]
fn steps_limited_by_trust_radii() {
    check("distance", &drape(|barrier| barrier.filter = StepFilter::Distance));
}

#[test]
fn steps_truncated_at_planes() {
    check("planes", &drape(|barrier| barrier.filter = StepFilter::Planes));
}

#[test]
fn systems_solved_by_conjugate_gradients() {
    check("gradients", &drape(|barrier| barrier.linear = LinearChoice::ConjugateGradients));
}

#[test]
fn absolute_eigenvalues() {
    let scene = drape(|barrier| {
        barrier.spectrum = SpectrumChoice::Absolute;
        barrier.stiffness = StiffnessRule::Elastic;
    });
    check("absolute", &scene);
}

#[test]
fn settings_out_of_range_are_named() {
    let fault = |change: fn(&mut BarrierSettings)| {
        let mut settings = BarrierSettings::default();
        change(&mut settings);
        settings.fault().map(|(name, ..)| name)
    };
    assert_eq!(fault(|_| {}), None);
    assert_eq!(fault(|s| s.tolerance = 0.0), Some("barrier.tolerance"));
    assert_eq!(fault(|s| s.iterations = Some(0)), Some("barrier.iterations"));
    assert_eq!(fault(|s| s.stiffness_factor = Some(-1.0)), Some("barrier.stiffness_factor"));
    // Tolerances of other codes are above the speed at which friction fades.
    assert_eq!(fault(|s| s.tolerance = 1e-2), None);
    assert_eq!(fault(|s| s.separation = 1.0), Some("barrier.separation"));
    assert_eq!(fault(|s| s.static_ratio = 0.9), Some("barrier.static_ratio"));
}
