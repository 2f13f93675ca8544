//! The ray cast returns numbers in range, whatever the input.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::query;
use ripstop_narrow::vertex_face_ray_cast;

fuzz_target!(|bytes: &[u8]| {
    let Some((_, [p, a, b, c])) = query(bytes) else { return };
    if let Some(hit) = vertex_face_ray_cast(p, [a, b, c]) {
        assert!((0.0..=1.0).contains(&hit.time));
        assert!(hit.weights.iter().all(|weight| *weight >= 0.0));
        assert!(hit.normal.is_finite());
    }
});
