//! Solves for motion: they end when their directions have been followed to their ends, and walk no
//! direction that solves nothing.

use glam::DVec3;
use ripstop_dynamics::{
    ElementSettings, Forces, ImplicitMethod, LinearMethod, NoHook, Preconditioner, Step, StepHook,
    StepReport, Target,
};
use ripstop_geometry::{Potential, State, VertexId};

use crate::setup::{fabric, settings, wavy};

/// Never allows more than a part of a direction.
struct Part(f64);

impl StepHook for Part {
    fn refresh(&mut self, _: &[DVec3]) {}

    fn potentials(&self) -> Vec<&dyn Potential> {
        Vec::new()
    }

    fn step_limit(&mut self, _: &[DVec3], _: &[DVec3]) -> f64 {
        self.0
    }

    fn is_done(&mut self, _: &[DVec3]) -> bool {
        true
    }
}

const fn advance(least: u32) -> ImplicitMethod {
    ImplicitMethod::Advance { least, tolerance: 1e-9, iterations: 40 }
}

/// A step of a sheet whose upper row is moved by some way.
fn moved(
    (method, linear): (ImplicitMethod, LinearMethod),
    way: DVec3,
    hook: &mut dyn StepHook,
) -> (State, StepReport) {
    let settings = settings(method).with_linear(linear);
    let (mut euler, mut state) = wavy(8, (fabric(), ElementSettings::default()), settings);
    let fixed = (0..state.positions.len()).filter(|&i| state.inverse_masses[i] == 0.0);
    let targets: Vec<Target> = fixed
        .map(|i| Target { vertex: VertexId(i as u32), position: state.positions[i] + way })
        .collect();
    let step = Step { dt: 1.0 / 100.0, forces: &Forces::EARTH, targets: &targets, potentials: &[] };
    let report = euler.step(&mut state, &step, hook).expect("good input");
    (state, report)
}

#[test]
fn a_free_way_takes_the_least_iterations() {
    for least in [1, 3] {
        let method = (advance(least), LinearMethod::Cholesky);
        let (_, report) = moved(method, DVec3::ZERO, &mut NoHook);
        assert_eq!((report.iterations, report.left), (least, 0.0));
        // It ends before it has converged, and says how far it was from that.
        assert!(report.converged && report.residual > 1e-9, "{report:?}");
    }
}

/// `½¹⁰ < 10⁻³`.
#[test]
fn a_way_in_halves_takes_ten() {
    let (_, report) = moved((advance(1), LinearMethod::Cholesky), DVec3::ZERO, &mut Part(0.5));
    assert_eq!(report.iterations, 10);
    assert!(report.converged && report.left <= 1e-3, "{report:?}");
    // A hundredth at a time is too slow for 40 iterations.
    let (_, report) = moved((advance(1), LinearMethod::Cholesky), DVec3::ZERO, &mut Part(0.01));
    assert!(!report.converged && report.left > 0.6, "{report:?}");
}

/// Conjugate gradients that are stopped after an iteration solve nothing. While the upper row
/// arrives, no descent can be asked for: what they have found is factored instead of walked.
#[test]
fn what_solves_nothing_is_repaired() {
    let way = DVec3::new(0.0, 0.02, 0.01);
    let stopped = LinearMethod::ConjugateGradients {
        preconditioner: Preconditioner::BlockJacobi,
        tolerance: 1e-12,
        iterations: 1,
    };
    let [direct, repaired] = [LinearMethod::Cholesky, stopped]
        .map(|linear| moved((advance(2), linear), way, &mut NoHook));
    assert!(direct.1.converged && repaired.1.converged, "{:?}", repaired.1);
    assert_eq!(direct.0.positions, repaired.0.positions);
    // Newton's method the same, with all elements projected.
    let newton = ImplicitMethod::Newton { tolerance: 1e-9, iterations: 1 };
    let (state, report) = moved((newton, stopped), way, &mut NoHook);
    let fastest = state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    assert!(report.linear_iterations > 5 && fastest < 10.0, "{fastest} m/s, {report:?}");
}
