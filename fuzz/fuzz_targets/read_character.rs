//! Characters in glTF: no file makes the reader panic, nor a pose of what it has read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ripstop_fuzz::checked;
use ripstop_io::{read_character, read_gltf_with};

fuzz_target!(|bytes: &[u8]| {
    // Buffers of their own hold what stands at the end of the file.
    let mut load = |_: &str| Ok(bytes[bytes.len() / 2..].to_vec());
    let Ok(character) = read_character(bytes, &mut load) else { return };
    let mesh = checked(read_gltf_with(bytes, &mut load).expect("its mesh can be read"));
    assert_eq!(character.imported().mesh.faces, mesh.faces);
    for animation in 0..character.animations().len().min(4) {
        for time in [0.0, 0.3, 1e9] {
            assert_eq!(character.pose(animation, time).len(), mesh.positions.len());
        }
    }
});
