//! Point caches: no file makes the reader panic, and what is read is written as the same bytes.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use ripstop_io::{Pc2Reader, Pc2Writer};

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut reader) = Pc2Reader::new(Cursor::new(bytes)) else { return };
    // Frames without vertices take no bytes: there may be billions of them.
    let frame_count = reader.frame_count();
    if frame_count > bytes.len() as u64 {
        return;
    }
    let mut writer =
        Pc2Writer::create(Vec::new(), reader.vertex_count(), frame_count, reader.timing())
            .expect("the numbers fit as they did");
    for frame in 0..frame_count {
        let Ok(positions) = reader.read_frame(frame) else { return };
        writer.append(&positions).expect("what was read can be written");
    }
    let again = writer.finish().expect("all frames are there");
    assert_eq!(again, bytes);
});
