//! PLY: no file makes the reader panic, and a mesh that is read survives every encoding.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::{bits, checked};
use ripstop_io::{PlyEncoding, read_ply, write_ply};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = read_ply(bytes) else { return };
    let mesh = checked(imported);
    for encoding in [PlyEncoding::Ascii, PlyEncoding::LittleEndian, PlyEncoding::BigEndian] {
        let mut file = Vec::new();
        write_ply(&mut file, &mesh, encoding).expect("what was read can be written");
        let again = checked(read_ply(file.as_slice()).expect("what was written can be read"));
        assert_eq!(bits(&again.positions), bits(&mesh.positions));
        assert_eq!(again.faces, mesh.faces);
    }
});
