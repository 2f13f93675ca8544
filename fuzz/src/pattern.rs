//! Pattern files from arbitrary bytes, and what holds for all of them.

use std::fmt::Write;

use ripstop_io::{Mesh, ObjWriteError, read_obj, weld, write_obj};
use ripstop_pipeline::World;
use ripstop_pipeline::scene::Scene;
use ripstop_run::loaded_mesh;

use crate::{bits, checked};

/// Numbers that lead to the borders of every range.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "-1",
    "-2",
    "0.5",
    "1.0000001",
    "-0",
    "1e-320",
    "NaN",
    "inf",
    "4294967294",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "1e9",
    "a",
    "",
];

/// Statements with so many numbers as they usually have.
const STATEMENTS: [(&str, usize); 16] = [
    ("v", 3),
    ("vt", 2),
    ("f", 3),
    ("f", 4),
    ("l", 2),
    ("l", 3),
    ("seam", 1),
    ("seam", 0),
    ("stitch", 4),
    ("stitch", 4),
    ("stitch", 3),
    ("g a", 0),
    ("g b", 0),
    ("g", 0),
    ("ny", 2),
    ("", 1),
];

/// Two panels that every text begins with, so that there is something to sew.
const PANELS: &str = "g a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n\
    f 1/1 2/2 3/3 4/4\ng b\nv 2 0 0\nv 3 0 0\nv 3 1 0\nv 2 1 0\nf 5/1 6/2 7/3 8/4\n";

/// The text of a pattern file: bytes choose statements and their numbers.
#[must_use]
pub fn pattern_text(bytes: &[u8]) -> String {
    let mut text = PANELS.to_owned();
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    while let Some(byte) = bytes.next() {
        let (statement, count) = STATEMENTS[byte % STATEMENTS.len()];
        text.push_str(statement);
        for _ in 0..count {
            let number = NUMBERS[bytes.next().unwrap_or_default() % NUMBERS.len()];
            let _ = write!(text, " {number}");
        }
        text.push('\n');
    }
    text
}

/// Checks that a pattern file is an error that names a line or the end of the file, or a mesh that
/// survives being written, cut into its groups, welded, and made a cloth with its stitches.
///
/// # Panics
/// If it is not.
pub fn check_pattern(text: &str) {
    let imported = match read_obj(text.as_bytes()) {
        Ok(imported) => imported,
        Err(error) => {
            let text = error.to_string();
            assert!(text.starts_with("line ") || text.contains("end of the file"), "{text}");
            return;
        }
    };
    let mesh = checked(imported);
    let mut written = Vec::new();
    match write_obj(&mut written, &mesh) {
        Err(ObjWriteError::GroupName { .. }) => {}
        result => {
            result.expect("what was read can be written");
            let again =
                checked(read_obj(written.as_slice()).expect("what was written can be read"));
            assert_eq!(bits(&again.positions), bits(&mesh.positions));
            assert_eq!((&again.faces, &again.groups), (&mesh.faces, &mesh.groups));
            assert_eq!((&again.seams, &again.chains), (&mesh.seams, &mesh.chains));
        }
    }
    for name in ["a", "b"] {
        let part = mesh.surface(name).map_or(Ok(()), |part| part.check());
        assert_eq!(part, Ok(()), "{name}");
    }
    for tolerance in [0.0, 1.0] {
        let welded = weld(&mesh, tolerance).expect("a distance");
        assert_eq!(welded.mesh.check(), Ok(()), "{tolerance}");
    }
    sew(mesh);
}

/// Makes a cloth of a mesh, with its stitches and its pattern; whether it can be one does not
/// matter.
fn sew(mesh: Mesh) {
    let loaded = loaded_mesh(mesh);
    for rest in ["", ", rest = 'uv'"] {
        let text =
            format!("[[cloth]]\nstitches = 'file'\nshape.mesh = {{ file = 'a.obj'{rest} }}\n");
        let scene = Scene::from_toml(&text).expect("a scene");
        drop(World::new(&scene, &mut |_| Ok(loaded.clone())));
    }
}
