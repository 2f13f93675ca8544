//! Sewing patterns in JSON, from the reader to a world of sewn cloth: an error with its place, or
//! panels that can be sewn; nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::check_specification;

fuzz_target!(|bytes: &[u8]| check_specification(bytes));
