//! Sheets under compression: their Hessian is not positive definite, and its PSD projection decides
//! how fast Newton's method is.

use glam::DVec3;
use ripstop_dynamics::{
    ElementSettings, Forces, ImplicitMethod, LinearMethod, NoHook, Preconditioner, Step, Target,
};
use ripstop_geometry::VertexId;
use ripstop_geometry::potential::Spectrum;

use crate::setup::{fabric, settings, step, wavy};

/// Iterations of some steps of a sheet that buckles, and the number of those that needed a PSD
/// projection.
fn iterations(spectrum: Spectrum, projection: Spectrum) -> [u32; 2] {
    let newton = ImplicitMethod::Newton { tolerance: 1e-6, iterations: 400 };
    let mut settings = settings(newton);
    (settings.spectrum, settings.psd_projection) = (spectrum, projection);
    let (mut euler, mut state) = wavy(16, (fabric(), ElementSettings::default()), settings);
    let mut sum = [0; 2];
    for _ in 0..5 {
        let report = step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 60.0);
        assert!(report.converged, "{report:?}");
        sum = [sum[0] + report.iterations, sum[1] + report.projections];
    }
    sum
}

/// The least blend factor takes less than half of the iterations that the projected Hessian takes.
#[test]
fn a_part_of_the_clamped_hessian_is_quicker_than_all_of_it() {
    let [mixed, changed] = iterations(Spectrum::Exact, Spectrum::Clamped);
    let [clamped, _] = iterations(Spectrum::Clamped, Spectrum::Clamped);
    assert!(changed > 0, "nothing has buckled");
    assert!(2 * mixed < clamped, "{mixed} and {clamped} iterations");
}

/// Absolute eigenvalues make it positive as well as clamped ones.
#[test]
fn absolute_values_are_a_remedy_too() {
    let [iterations, changed] = iterations(Spectrum::Exact, Spectrum::Absolute);
    assert!(changed > 0 && iterations < 400, "{iterations} iterations, {changed} of them changed");
}

/// A direction that solves no system is none, however short it is: there is nothing to be had
/// without a remedy, nor from two iterations of conjugate gradients.
#[test]
fn what_was_cut_short_has_not_converged() {
    let newton = ImplicitMethod::Newton { tolerance: 1e3, iterations: 20 };
    let few = LinearMethod::ConjugateGradients {
        preconditioner: Preconditioner::BlockJacobi,
        tolerance: 1e-8,
        iterations: 2,
    };
    let mut exact = settings(newton);
    exact.psd_projection = Spectrum::Exact;
    for (settings, converged) in
        [(settings(newton), true), (exact, false), (settings(newton).with_linear(few), false)]
    {
        let (mut euler, mut state) = wavy(16, (fabric(), ElementSettings::default()), settings);
        let start = state.positions.clone();
        let report = step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 20.0);
        assert_eq!(report.converged, converged, "{settings:?}: {report:?}");
        let has_moved = state.positions != start;
        assert_eq!(has_moved, settings.psd_projection != Spectrum::Exact, "{settings:?}");
    }
}

/// While pins have not arrived no descent is asked for, so that a truncated CG direction must not
/// be taken in full: where the curvature is almost nothing it is long beyond all measure.
#[test]
fn a_first_direction_with_moving_pins_has_a_sane_length() {
    const SIDE: u32 = 16;
    let newton = ImplicitMethod::Newton { tolerance: 1e-6, iterations: 1 };
    let gradients = LinearMethod::ConjugateGradients {
        preconditioner: Preconditioner::BlockJacobi,
        tolerance: 1e-6,
        iterations: 2000,
    };
    for k in 0..40 {
        let settings = settings(newton).with_linear(gradients);
        let (mut euler, mut state) = wavy(SIDE, (fabric(), ElementSettings::default()), settings);
        let start = state.positions.clone();
        let displacement = DVec3::new(0.0, 1e-4, -1e-3 * f64::from(k));
        let pin =
            |i: u32| Target { vertex: VertexId(i), position: start[i as usize] + displacement };
        let targets: Vec<Target> = (0..SIDE).map(pin).collect();
        let step =
            Step { dt: 1.0 / 20.0, forces: &Forces::NONE, targets: &targets, potentials: &[] };
        euler.step(&mut state, &step, &mut NoHook).unwrap();
        let moved = state.positions.iter().zip(&start).map(|(x, start)| x.distance(*start));
        let farthest = moved.fold(0.0, f64::max);
        assert!(farthest < 0.5, "{farthest} m with pins that move by {} m", displacement.length());
    }
}
