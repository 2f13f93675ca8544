//! Characters that Blender has written, beside the vertices that Blender has.
//!
//! The files are made by `xtask/scripts/characters.py FOLDER 8`; `cargo xtask lab characters`
//! compares every frame of them.

use std::io::Cursor;

use glam::DVec3;
use ripstop_io::{Character, NpyReader, read_character, read_gltf};

fn bytes(name: &str) -> &'static [u8] {
    match name {
        "walker" => include_bytes!("characters/walker.glb"),
        "dancer" => include_bytes!("characters/dancer.glb"),
        _ => include_bytes!("characters/robot.glb"),
    }
}

fn expected(name: &str) -> Vec<Vec<DVec3>> {
    let bytes: &[u8] = match name {
        "walker" => include_bytes!("characters/walker.npy"),
        "dancer" => include_bytes!("characters/dancer.npy"),
        _ => include_bytes!("characters/robot.npy"),
    };
    let mut reader = NpyReader::new(Cursor::new(bytes)).expect("it is sound");
    (0..reader.frame_count()).map(|frame| reader.read_frame(frame).expect("it is sound")).collect()
}

fn read(bytes: &[u8]) -> Character {
    read_character(bytes, &mut |_| Err("no file".to_owned())).expect("it is sound")
}

fn named(character: &Character, name: &str) -> usize {
    character
        .animations()
        .iter()
        .position(|animation| animation.name() == name)
        .expect("it is sound")
}

fn farthest(one: &[DVec3], other: &[DVec3]) -> f64 {
    assert_eq!(one.len(), other.len());
    one.iter().zip(other).map(|(x, y)| x.distance(*y)).fold(0.0, f64::max)
}

#[test]
fn vertices_are_where_blender_has_them() {
    for (name, animation) in [("walker", "walk"), ("dancer", "Scene"), ("robot", "Scene")] {
        let character = read(bytes(name));
        character.imported().mesh.check().expect("it is sound");
        let animation = named(&character, animation);
        assert!((character.animations()[animation].duration() - 1.0).abs() < 1e-6);
        let frames = expected(name);
        let mut moved = 0.0_f64;
        for (number, frame) in frames.iter().enumerate() {
            let pose = character.pose(animation, 8.0 * number as f64 / 24.0);
            let off = farthest(&pose, frame);
            assert!(off < 1e-5, "{name}, frame {}: {off} m", 8 * number);
            moved = moved.max(farthest(&pose, &character.rest_pose()));
        }
        assert!(moved > 0.1, "{name} moves: {moved} m");
    }
}

#[test]
fn a_character_has_the_faces_of_its_mesh_and_says_what_it_has() {
    for (name, facts) in
        [("walker", [1, 16, 688, 0]), ("dancer", [1, 16, 173, 2]), ("robot", [0, 0, 0, 0])]
    {
        let character = read(bytes(name));
        let mesh = read_gltf(bytes(name)).expect("it is sound").mesh;
        assert_eq!(character.imported().mesh.faces, mesh.faces);
        assert_eq!(character.rest_pose().len(), mesh.positions.len());
        let found = [
            character.skin_count(),
            character.joint_count(),
            character.skinned_vertex_count(),
            character.morph_target_count(),
        ];
        assert_eq!(found, facts, "{name}");
    }
    let walker = read(bytes("walker"));
    let names: Vec<&str> = walker.animations().iter().map(ripstop_io::Animation::name).collect();
    assert_eq!(names, ["nod", "walk"]);
    // The skin was bound in the pose in which its bones stand.
    let bound = read_gltf(bytes("walker")).expect("it is sound").mesh;
    assert!(farthest(&walker.rest_pose(), &bound.positions) < 1e-6);
    // Before the first key and after the last it stands still.
    let ends = [(-3.0, 0.0), (9.0, 1.0)];
    for (outside, end) in ends {
        assert_eq!(farthest(&walker.pose(1, outside), &walker.pose(1, end)), 0.0);
    }
}

/// The file with its text changed, at the first place.
fn changed(name: &str, old: &str, new: &str) -> Vec<u8> {
    let bytes = bytes(name);
    let length = u32::from_le_bytes(bytes[12..16].try_into().expect("it is sound")) as usize;
    let text = String::from_utf8(bytes[20..20 + length].to_vec()).expect("it is sound");
    assert!(text.contains(old), "{old}");
    let mut text = text.replacen(old, new, 1);
    while !text.len().is_multiple_of(4) {
        text.push(' ');
    }
    let rest = &bytes[20 + length..];
    let mut file = bytes[..8].to_vec();
    file.extend(((20 + text.len() + rest.len()) as u32).to_le_bytes());
    file.extend((text.len() as u32).to_le_bytes());
    file.extend(b"JSON");
    [file, text.into_bytes(), rest.to_vec()].concat()
}

fn message(bytes: &[u8]) -> String {
    read_character(bytes, &mut |_| Err("no file".to_owned()))
        .map_or_else(|error| error.to_string(), |read| format!("fine: {read:?}"))
}

/// Characters whose text is changed, and what the error says: name, old text, new text, error.
const FAULTS: [(&str, &str, &str, &str); 17] = [
    ("walker", "\"joints\":[15,", "\"joints\":[99,", "a joint that is a node of the scene"),
    (
        "walker",
        "\"joints\":[15,8,7,0,3,2,1,6,5,4,11,10,9,14,13,12]",
        "\"joints\":[]",
        "a skin with joints",
    ),
    (
        "walker",
        "\"joints\":[15,8,7,0,3,2,1,6,5,4,11,10,9,14,13,12]",
        "\"joints\":[15,8,7,0]",
        "one of 4 joints at vertex",
    ),
    (
        "walker",
        "\"inverseBindMatrices\":5",
        "\"inverseBindMatrices\":4",
        "an accessor of Mat4, found Scalar",
    ),
    ("walker", "\"skin\":0", "\"skin\":7", "index 7 is out of range, the file has 1 skins"),
    ("walker", "\"JOINTS_0\":2", "\"JOINTS_0\":3", "joints that are unsigned integers"),
    ("walker", "\"JOINTS_0\":2,", "", "as many sets of joints as of weights"),
    (
        "walker",
        "\"JOINTS_0\":2,\"WEIGHTS_0\":3",
        "\"_A\":2",
        "a primitive with JOINTS_0 and WEIGHTS_0",
    ),
    (
        "walker",
        "\"LINEAR\"",
        "\"CUBIC\"",
        "expected STEP, LINEAR or CUBICSPLINE, found `\\\"CUBIC\\\"`",
    ),
    (
        "walker",
        "\"LINEAR\"",
        "\"CUBICSPLINE\"",
        "a key or more, and 3 × 3 numbers at each, found 5 keys",
    ),
    (
        "walker",
        "\"path\":\"translation\"",
        "\"path\":\"rotation\"",
        "an accessor of Vec4, found Vec3",
    ),
    (
        "walker",
        "\"path\":\"translation\"",
        "\"path\":\"weights\"",
        "a node whose mesh has morph targets",
    ),
    ("walker", "\"sampler\":0", "\"sampler\":99", "the file has 48 samplers in this animation"),
    (
        "walker",
        "\"target\":{\"node\":15",
        "\"target\":{\"node\":95",
        "index 95 is out of range, the file has 18 nodes",
    ),
    (
        "dancer",
        "\"targets\":[{\"POSITION\":7}",
        "\"targets\":[{\"POSITION\":1}, {\"POSITION\":11}",
        "a target of 173 vertices",
    ),
    (
        "dancer",
        "\"count\":40",
        "\"count\":4000",
        "no more elements in `sparse` than in the accessor",
    ),
    (
        "dancer",
        "\"componentType\":5121},\"values\"",
        "\"componentType\":5126},\"values\"",
        "unsigned indices",
    ),
];

#[test]
fn what_does_not_fit_is_an_error_with_its_place() {
    for (name, old, new, expected) in FAULTS {
        let found = message(&changed(name, old, new));
        assert!(found.starts_with("byte ") && found.contains(expected), "{new}: {found:.300}");
    }
}

/// Cut anywhere, and every so many bytes at their largest: an error or a character, and no panic.
#[test]
fn damage_is_survived() {
    for (name, apart) in [("robot", 3), ("dancer", 61), ("walker", 157)] {
        let whole = bytes(name);
        let mut damaged = whole.to_vec();
        for place in (0..whole.len()).step_by(apart) {
            for value in [255, b'9', b'"'] {
                let end = (place + 1 + place % 4).min(whole.len());
                damaged[place..end].fill(value);
                if let Ok(character) =
                    read_character(damaged.as_slice(), &mut |_| Err(String::new()))
                {
                    for animation in 0..character.animations().len() {
                        drop(character.pose(animation, 0.3));
                    }
                }
                damaged[place..end].copy_from_slice(&whole[place..end]);
            }
            assert!(!message(&whole[..place]).starts_with("fine"), "{name}, {place} bytes");
        }
    }
}
