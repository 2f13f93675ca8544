//! Files that are no PLY, STL or glTF files, or hardly: an error that says where, and never a
//! panic.

mod files;

use std::io::{self, Read};

use proptest::prelude::*;
use ripstop_io::{Imported, PlyEncoding, ReadError, read_gltf, read_ply, read_stl};

fn message(result: Result<Imported, ReadError>) -> String {
    result.map_or_else(|error| error.to_string(), |imported| format!("{imported:?}"))
}

const PLY: &str = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
    property list uchar int vertex_indices\nend_header\n";
const DATA: &str = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";

/// A file whose header has a piece of text replaced.
fn header(old: &str, new: &str) -> String {
    format!("{PLY}{DATA}").replace(old, new)
}

#[test]
fn ply_header_errors_say_where_what_and_what_instead() {
    for (text, expected) in [
        (String::new(), "line 1: expected the header of a PLY file, found the end of the file"),
        ("ply".into(), "line 1: expected a line of the header of a PLY file, found `ply`"),
        ("OFF\n".into(), "line 1: expected the line `ply`, found `OFF`"),
        ("ply\n".into(), "line 2: expected the header of a PLY file, found the end of the file"),
        (header("format ascii 1.0\n", ""), "line 8: expected a line `format`, found `end_header`"),
        (
            header("ascii", "utf8"),
            "line 2: expected ascii, binary_little_endian or binary_big_endian, found `format utf8 1.0`",
        ),
        (
            header("vertex 3", "vertex -3"),
            "line 3: expected a number of elements, found `element vertex -3`",
        ),
        (
            header("vertex 3\n", "vertex 3\nelement vertex 3\n"),
            "line 4: expected each element once, found `element vertex 3`",
        ),
        (
            header("element vertex 3\n", ""),
            "line 3: expected an element before its properties, found `property float x`",
        ),
        (
            header("property float z\n", ""),
            "line 3: expected the properties `x`, `y` and `z` of a vertex, found others",
        ),
        (
            header("float y", "uchar y"),
            "line 5: expected coordinates of type float, double, int or uint, found `property uchar y`",
        ),
        (
            header("int vertex", "float vertex"),
            "line 8: expected an integer type for lengths and indices, found `property list uchar float vertex_indices`",
        ),
        (
            header("vertex_indices", "corners"),
            "line 7: expected one list `vertex_indices` or `vertex_index` of a face, found 0 such lists",
        ),
        (
            header("vertex 3", "vertex 18446744073709551615"),
            "line 3: expected a number of elements, found `element vertex 18446744073709551615`",
        ),
        (
            header("vertex 3", "vertex 9223372036854775807"),
            "line 3: expected 9223372036854775807 elements of at least 6 bytes, as the header says, found 26 bytes",
        ),
        (
            header("face 1", "face 4000000000"),
            "line 7: expected 4000000000 elements of at least 2 bytes, as the header says, found 9 bytes",
        ),
    ] {
        assert_eq!(message(read_ply(text.as_bytes())), expected, "{text}");
    }
}

#[test]
fn ply_data_errors_say_where_what_and_what_instead() {
    let data = |data: &str| format!("{PLY}{data}");
    for (text, expected) in [
        (data("0 0 0\n1 0 zero\n0 1 0\n3 0 1 2\n"), "line 11: expected a number, found `zero`"),
        (
            data("0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n"),
            "line 11: expected a finite number, found `nan`",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n"),
            "line 13: index 3 is out of range, the file has 3 vertices",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n"),
            "line 13: index -1 is out of range, the file has 3 vertices",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n2 0 1 2\n"),
            "line 13: expected a face with at least 3 corners, found 2",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n-2 0 1 2\n"),
            "line 13: expected a length not below 0, found -2",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n3 0 1"),
            "line 13: expected a number, found the end of the file",
        ),
        (data("0 0 0\n1 0 0\n0 1 0\n9000 0 1"), "line 13: more than 8192 corners of a face"),
        (
            data("0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n3 0 1 2\n"),
            "line 14: expected the end of the file after the elements of the header, found `3`",
        ),
        (
            data("0 0 0\n1 0 0\n0 1 0\n3 0 1 1\n"),
            "byte 180: expected at least one face, found the end of the file, with 3 vertices",
        ),
        (
            header("element face 1\nproperty list uchar int vertex_indices\n", "")
                .replace("3 0 1 2\n", ""),
            "byte 118: expected at least one face, found the end of the file, with 3 vertices",
        ),
    ] {
        assert_eq!(message(read_ply(text.as_bytes())), expected, "{text}");
    }
}

#[test]
fn binary_ply_errors_name_the_byte() {
    let whole = files::ply(PlyEncoding::BigEndian);
    let data = whole.len() - 4 * 24 - 2 * 13;
    let with = |byte: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        bytes[byte..byte + new.len()].copy_from_slice(new);
        message(read_ply(bytes.as_slice()))
    };
    let nan = f64::NAN.to_be_bytes();
    assert_eq!(
        with(data + 32, &nan),
        format!("byte {}: expected a finite number, found `NaN`", data + 32)
    );
    let face = data + 4 * 24;
    assert_eq!(
        with(face + 5, &4_u32.to_be_bytes()),
        format!("byte {}: index 4 is out of range, the file has 4 vertices", face + 5)
    );
    assert_eq!(
        with(face, &[2]),
        format!("byte {face}: expected a face with at least 3 corners, found 2")
    );
    assert_eq!(
        with(face + 13, &[4]),
        format!("byte {}: expected 16 bytes of a list, found the end of the file", whole.len())
    );
    let longer = [whole.as_slice(), b"\n"].concat();
    let expected = "expected the end of the file after the elements of the header, found `\\n`";
    assert_eq!(message(read_ply(longer.as_slice())), format!("byte {}: {expected}", whole.len()));
    // Polygons with indices of one byte could make a mesh of twelve times the size of the file.
    let mut fan = b"ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
        element face 4000\nproperty list uchar uchar vertex_indices\nend_header\n".to_vec();
    fan.extend([0; 36]);
    fan.extend(
        [255; 1].into_iter().chain((0..255).map(|i| i % 3)).collect::<Vec<u8>>().repeat(4000),
    );
    let text = message(read_ply(fan.as_slice()));
    assert!(
        text.starts_with("line 7: more than")
            && text.ends_with("bytes of mesh from a file of this size"),
        "{text}"
    );
}

#[test]
fn stl_errors_say_where() {
    let text = String::from_utf8(files::stl_text()).unwrap();
    let changed = |old: &str, new: &str| message(read_stl(text.replacen(old, new, 1).as_bytes()));
    assert_eq!(changed("vertex 1 0 -0.5", "vertex 1 0 x"), "line 5: expected a number, found `x`");
    assert_eq!(
        changed("vertex 1 0 -0.5", "vertex 1 inf 0"),
        "line 5: expected a finite number, found `inf`"
    );
    assert_eq!(changed("vertex 1 0 -0.5\n", ""), "line 6: expected `vertex`, found `endloop`");
    assert_eq!(changed("facet", "face"), "line 2: expected `facet` or `endsolid`, found `face`");
    assert_eq!(changed("endsolid", "endsolid\nfacet"), "line 17: expected `solid`, found `facet`");
    let cut = &text[..text.find(" -0.5").unwrap()];
    assert_eq!(
        message(read_stl(cut.as_bytes())),
        "line 5: expected a number, found the end of the file"
    );
    assert_eq!(
        message(read_stl(&b"solid\nendsolid"[..])),
        "byte 14: expected at least one face, found the end of the file, with 0 vertices"
    );
    assert_eq!(
        message(read_stl(&b""[..])),
        "byte 0: expected `solid`, or 84 bytes of a binary STL file, found the end of the file"
    );
    assert_eq!(
        message(read_stl(&b"\x7fELF"[..])),
        "byte 0: expected `solid`, or 84 bytes of a binary STL file, found `\\u{7f}ELF`"
    );

    let mut binary = files::stl_binary();
    binary[0] = b'S';
    assert_eq!(
        message(read_stl(&binary[..100])),
        "byte 80: expected 184 bytes for 2 triangles, found a file of 100 bytes"
    );
    binary[80..84].fill(255);
    assert_eq!(
        message(read_stl(&binary[..])),
        "byte 80: expected 214748364834 bytes for 4294967295 triangles, found a file of 184 bytes"
    );
    let mut binary = files::stl_binary();
    binary[84 + 50 + 24..][..4].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(
        message(read_stl(&binary[..])),
        "byte 158: expected three finite numbers, found `[NaN, 1.25, 0]`"
    );
}

#[test]
fn a_failing_reader_is_an_error_with_its_byte() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let broken = || b"ply\n".as_slice().chain(Broken);
    for result in [read_ply(broken()), read_stl(broken()), read_gltf(broken())] {
        assert_eq!(message(result), "byte 4: the disk is gone");
    }
}

type Reader = fn(&[u8]) -> Result<Imported, ReadError>;

/// A whole file of every kind with its reader.
fn whole_files() -> [(Vec<u8>, Reader); 7] {
    [
        (files::ply(PlyEncoding::Ascii), |bytes| read_ply(bytes)),
        (files::ply(PlyEncoding::LittleEndian), |bytes| read_ply(bytes)),
        (files::ply(PlyEncoding::BigEndian), |bytes| read_ply(bytes)),
        (files::stl_text(), |bytes| read_stl(bytes)),
        (files::stl_binary(), |bytes| read_stl(bytes)),
        (files::gltf(), |bytes| read_gltf(bytes)),
        (files::glb(), |bytes| read_gltf(bytes)),
    ]
}

#[test]
fn no_part_of_a_file_is_taken_for_the_whole() {
    for (number, (bytes, read)) in whole_files().into_iter().enumerate() {
        read(&bytes).unwrap();
        let end = bytes.trim_ascii_end().len();
        for length in 0..end {
            // Cut in the last number, a text may still be one; cut in a name, it may still be a
            // name.
            let may_pass = matches!(number, 0 | 3) && length + 9 > end;
            assert!(
                read(&bytes[..length]).is_err() || may_pass,
                "file {number}, {length} of {end} bytes"
            );
        }
    }
}

fn check(result: Result<Imported, ReadError>) -> Result<(), TestCaseError> {
    if let Ok(imported) = result {
        prop_assert_eq!(imported.mesh.check(), Ok(()));
        prop_assert!(!imported.mesh.faces.is_empty());
        prop_assert!(imported.mesh.faces.iter().all(|[a, b, c]| a != b && b != c && c != a));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    #[test]
    fn noise_and_damage(noise in proptest::collection::vec(any::<u8>(), 0..200), at in any::<prop::sample::Index>(), which in 0_usize..7) {
        let (mut bytes, read) = whole_files()[which].clone();
        check(read(&noise))?;
        let place = at.index(bytes.len());
        let damaged = noise.len().min(bytes.len() - place).min(6);
        bytes[place..place + damaged].copy_from_slice(&noise[..damaged]);
        check(read(&bytes))?;
        bytes.splice(place..place + damaged, noise);
        check(read(&bytes))?;
    }
}
