//! STL: no file makes the reader panic, and triangles share nothing until they are welded.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::checked;
use ripstop_io::{read_stl, weld};

fuzz_target!(|bytes: &[u8]| {
    let Ok(imported) = read_stl(bytes) else { return };
    let mesh = checked(imported);
    assert_eq!(mesh.positions.len(), 3 * mesh.faces.len());
    let welded = weld(&mesh, 0.0).expect("the tolerance is fine");
    assert_eq!(welded.mesh.check(), Ok(()));
    assert_eq!(welded.mesh.positions.len() + welded.merged_vertices, mesh.positions.len());
});
