//! NumPy arrays: no file makes the reader panic, and frames survive being written.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::bits;
use ripstop_io::{NpyReader, NpyWriter};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut reader) = NpyReader::new(Cursor::new(bytes)) else { return };
    for frame in [0, 1, reader.frame_count().wrapping_sub(1)] {
        let Ok(positions) = reader.read_frame(frame) else { continue };
        let mut file = Cursor::new(Vec::new());
        let mut writer =
            NpyWriter::create(&mut file, positions.len()).expect("a vector takes everything");
        writer.append(&positions).expect("what was read can be written");
        let again = NpyReader::new(&mut file).and_then(|mut reader| reader.read_frame(0));
        assert_eq!(bits(&again.expect("what was written can be read")), bits(&positions));
    }
});
