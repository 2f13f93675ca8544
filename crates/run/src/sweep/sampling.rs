//! Seeded samples: the same on every machine, and each on its own, so that more samples leave
//! those that there are as they were.

/// A number in `[0, 1)` for a sample of a parameter.
pub(super) fn unit(seed: u64, parameter: usize, sample: usize) -> f64 {
    let mut state = seed;
    for part in [parameter as u64, sample as u64] {
        state = mixed(state ^ mixed(part));
    }
    (mixed(state) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The finaliser of `SplitMix64` after one of its steps.
const fn mixed(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[test]
fn samples_are_spread_and_repeat() {
    let samples: Vec<f64> = (0..1000).map(|sample| unit(7, 1, sample)).collect();
    let mean = samples.iter().sum::<f64>() / 1000.0;
    assert!((0.47..0.53).contains(&mean), "{mean}");
    for quarter in 0..4 {
        let low = 0.25 * f64::from(quarter);
        let count = samples.iter().filter(|x| (low..low + 0.25).contains(*x)).count();
        assert!((200..300).contains(&count), "{count}");
    }
    assert_eq!(unit(7, 1, 5), samples[5]);
    assert_ne!(unit(8, 1, 5), samples[5]);
    assert_ne!(unit(7, 2, 5), samples[5]);
}
