//! OBJ: no text makes the reader panic, and a mesh that is read survives being written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::{bits, checked};
use ripstop_io::{ObjWriteError, read_obj, write_obj};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = read_obj(bytes) else { return };
    let mesh = checked(imported);
    let mut text = Vec::new();
    match write_obj(&mut text, &mesh) {
        // A word that ends with a backslash can be read in the middle of a line, but not written.
        Err(ObjWriteError::GroupName { .. }) => return,
        written => written.expect("what was read can be written"),
    }
    let again = checked(read_obj(text.as_slice()).expect("what was written can be read"));
    assert_eq!(bits(&again.positions), bits(&mesh.positions));
    assert_eq!((again.faces, again.groups), (mesh.faces, mesh.groups));
    assert_eq!((again.seams, again.chains), (mesh.seams, mesh.chains));
});
