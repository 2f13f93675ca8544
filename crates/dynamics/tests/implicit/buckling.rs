//! Sheets under compression: their Hessian is not positive definite, and how it is made so decides how fast Newton's method is.

use ripstop_dynamics::{ElementSettings, Forces, ImplicitMethod, ImplicitSettings};
use ripstop_geometry::potential::Spectrum;

use crate::setup::{fabric, settings, step, wavy};

/// Iterations of some steps of a sheet that buckles, and how many of them needed a change of the Hessian.
fn iterations(spectrum: Spectrum) -> [u32; 2] {
    let newton = ImplicitMethod::Newton { tolerance: 1e-6, iterations: 400 };
    let settings = ImplicitSettings { spectrum, ..settings(newton) };
    let (mut euler, mut state) = wavy(16, (fabric(), ElementSettings::default()), settings);
    let mut sum = [0; 2];
    for _ in 0..5 {
        let report = step(&mut euler, &mut state, &Forces::EARTH, 1.0 / 60.0);
        assert!(report.converged, "{report:?}");
        sum = [sum[0] + report.iterations, sum[1] + report.projections];
    }
    sum
}

/// As much of the clamped Hessian as is needed, and no more, takes less than half of the iterations that it takes with all of it.
#[test]
fn a_part_of_the_clamped_hessian_is_quicker_than_all_of_it() {
    let [mixed, changed] = iterations(Spectrum::Exact);
    let [clamped, _] = iterations(Spectrum::Clamped);
    assert!(changed > 0, "nothing has buckled");
    assert!(2 * mixed < clamped, "{mixed} and {clamped} iterations");
}
