//! glTF: no file makes the reader panic, and a mesh that single precision holds survives as GLB.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::checked;
use ripstop_io::{read_gltf_with, write_glb};

fuzz_target!(|bytes: &[u8]| {
    // Buffers of their own hold what stands at the end of the file.
    let mut load = |_: &str| Ok(bytes[bytes.len() / 2..].to_vec());
    let Ok(imported) = read_gltf_with(bytes, &mut load) else { return };
    let mesh = checked(imported);
    let mut file = Vec::new();
    if write_glb(&mut file, &mesh).is_err() {
        return;
    }
    let again = checked(read_gltf_with(file.as_slice(), &mut load).expect("what was written can be read"));
    assert_eq!(again.faces.len(), mesh.faces.len());
    for (old, new) in mesh.faces.iter().zip(&again.faces) {
        for (&old, &new) in old.iter().zip(new) {
            let rounded = mesh.positions[old as usize].as_vec3().as_dvec3();
            assert_eq!(again.positions[new as usize], rounded);
        }
    }
});
