//! Queries of moved pairs alone find the impacts that queries of all pairs find.

use proptest::prelude::*;
use ripstop_geometry::Motion;
use ripstop_response::{Detector, ImpactWatch};

use crate::brute_force::BruteForce;
use crate::layers::{COUNT, layers, thrown};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_watch_knows_all_impacts(
        first in prop::collection::vec(prop::array::uniform3(-0.3..0.3_f64), COUNT),
        changes in prop::collection::vec((0..COUNT, prop::array::uniform3(-0.3..0.3_f64)), 1..6),
    ) {
        let (mesh, start) = layers();
        let mut detector = BruteForce::new(mesh);
        let mut state = thrown(&start, &first, &[1.0; COUNT], 1.0);
        let mut watch = ImpactWatch::default();
        let motion = Motion { start: &start, end: &state.positions };
        prop_assert_eq!(watch.update(&mut detector, &motion), detector.impacts(&motion));
        for (vertex, shift) in changes {
            state.positions[vertex] = start[vertex] + glam::DVec3::from(shift);
            let motion = Motion { start: &start, end: &state.positions };
            prop_assert_eq!(watch.update(&mut detector, &motion), detector.impacts(&motion));
        }
        let passes = detector.passes;
        let motion = Motion { start: &start, end: &state.positions };
        watch.update(&mut detector, &motion);
        prop_assert_eq!(detector.passes, passes, "nothing has moved");
    }
}
