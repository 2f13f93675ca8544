//! The certified cubic against the independent exact check.
#![no_main]

use std::cmp::Ordering;

use libfuzzer_sys::fuzz_target;
use ripstop_fixtures::exact_ccd;
use ripstop_fuzz::{ask, is_moderate, query};
use ripstop_narrow::Cubic;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, points)) = query(bytes) else { return };
    let certified = ask(&Cubic::exact(), kind, points).time;
    let floating = ask(&Cubic::float_only(), kind, points).time;
    if !is_moderate(&points) {
        assert!(certified.is_none() || floating.is_some());
        return;
    }
    let exact = exact_ccd::first_contact(kind, &points);
    assert_eq!(certified.is_some(), exact.is_some());
    if let (Some(time), Some(early), Some(exact)) = (certified, floating, exact) {
        assert_ne!(exact.compare(time), Ordering::Less);
        assert_ne!(exact.compare(early), Ordering::Less);
        assert_ne!(exact.compare((time + 1.5e-11).min(1.0)), Ordering::Greater);
    }
});
