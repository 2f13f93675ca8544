//! Stitches keep momentum.

use glam::{DVec3, dvec3};
use ripstop_geometry::State;

use crate::{advance, simulation, widest};

/// Two sheets of 20 cm in free space, the second one aside and above, sewn along an edge of either;
/// with more settings.
pub(crate) fn two_sheets(more: &str) -> String {
    two_sheets_at(more, 0.03)
}

fn two_sheets_at(more: &str, above: f64) -> String {
    let cloth = |columns: u32, place: [f64; 3]| {
        format!(
            "[[cloth]]\nshape.grid = {{ size = [0.2, 0.2], resolution = [{columns}, 5] }}\n\
             transform.translate = {place:?}\n"
        )
    };
    // The right edge of the first sheet, and the left one of the second.
    format!(
        "[settings]\ngravity = [0, 0, 0]\n{more}\n{}{}[[seam]]\n\
         first = [4, 9, 14, 19, 24]\nsecond = [0, 4, 8, 12, 16]\n",
        cloth(5, [0.0; 3]),
        cloth(4, [0.25, 0.0, above])
    )
}

/// Linear momentum, angular momentum about the origin, and the scale of either.
fn momenta(state: &State) -> ([DVec3; 2], [f64; 2]) {
    let mut momenta = [DVec3::ZERO; 2];
    let mut scales = [0.0; 2];
    let masses = state.inverse_masses.iter().map(|w| w.recip());
    for ((x, v), mass) in state.positions.iter().zip(&state.velocities).zip(masses) {
        let of_one = [mass * *v, x.cross(mass * *v)];
        for i in 0..2 {
            momenta[i] += of_one[i];
            scales[i] += of_one[i].length();
        }
    }
    (momenta, scales)
}

const METHODS: [&str; 4] = [
    "respond = 'pbd'",
    "respond = 'impulse'",
    "dynamics = 'fem'\nrespond = 'penalty'",
    "dynamics = 'fem'\nrespond = 'impulse'",
];

/// Linear momentum stays to rounding, and angular momentum as far as gaps do not turn while they
/// are open: the dashpot of a soft stitch resists that as well.
#[test]
fn sewing_keeps_momentum() {
    for more in METHODS {
        for (above, angular) in [(0.0, 1e-3), (0.03, 0.1)] {
            let mut simulation = simulation(&two_sheets_at(more, above));
            let drift = dvec3(0.3, -0.2, 0.1);
            simulation.state_mut().velocities.iter_mut().for_each(|v| *v = drift);
            let (before, _) = momenta(simulation.state());
            let (mut fastest, mut turned): (f64, f64) = (0.0, 0.0);
            for _ in 0..20 {
                advance(&mut simulation, 1);
                let (now, scales) = momenta(simulation.state());
                let changes = [0, 1].map(|i| (now[i] - before[i]).length() / scales[i]);
                assert!(changes[0] < 1e-11, "{more}: {changes:?}");
                turned = turned.max(changes[1]);
                let relative = simulation.state().velocities.iter().map(|v| v.distance(drift));
                fastest = relative.fold(fastest, f64::max);
            }
            assert!(turned < angular, "{more}, {above}: {turned} of the angular momentum");
            assert!(fastest > 0.1, "{more}: {fastest} m/s is no motion");
            assert!(widest(&simulation) < 1e-3, "{more}: {} m", widest(&simulation));
        }
    }
}

/// Sheets that are sewn turn about a common axis, which loads the seam, as one sheet would.
#[test]
fn held_seams_keep_angular_momentum() {
    for more in METHODS {
        let mut simulation = simulation(&two_sheets(more));
        advance(&mut simulation, 25);
        assert_eq!(simulation.open_seams(), []);
        let state = simulation.state_mut();
        let count = state.positions.len() as f64;
        let centre = state.positions.iter().sum::<DVec3>() / count;
        for (v, x) in state.velocities.iter_mut().zip(&state.positions) {
            *v = dvec3(0.0, 1.0, 2.0).cross(*x - centre);
        }
        let (before, _) = momenta(simulation.state());
        advance(&mut simulation, 20);
        let (now, scales) = momenta(simulation.state());
        let changes = [0, 1].map(|i| (now[i] - before[i]).length() / scales[i]);
        assert!(changes[0] < 1e-11 && changes[1] < 0.02, "{more}: {changes:?}");
    }
}
