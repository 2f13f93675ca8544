//! Pattern files, from the reader to a world of sewn cloth: errors name a line, nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::{check_pattern, pattern_text};

fuzz_target!(|bytes: &[u8]| {
    match str::from_utf8(bytes) {
        // Text of its own, as mutations of the seeds are.
        Ok(text) if text.starts_with("g ") => check_pattern(text),
        _ => check_pattern(&pattern_text(bytes)),
    }
});
