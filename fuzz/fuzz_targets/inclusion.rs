//! The inclusion method must find what the certified cubic finds, not later.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::{ask, query};
use ripstop_narrow::{Cubic, Inclusion};

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, points)) = query(bytes) else { return };
    let found = ask(&Inclusion::contact(), kind, points).time;
    assert!(found.is_none_or(|time| (0.0..=1.0).contains(&time)));
    if let Some(exact) = ask(&Cubic::exact(), kind, points).time {
        // The certified time is early by at most this much.
        assert!(found.is_some_and(|time| time <= exact + 1.5e-11));
    }
});
