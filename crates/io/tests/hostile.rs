//! Files that are no PLY, STL or glTF files, or hardly: an error that says where, and never a panic.

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

#[test]
fn ply_errors_say_where_what_and_what_instead() {
    let data = |data: &str| format!("{PLY}{data}");
    let header = |old: &str, new: &str| format!("{PLY}{DATA}").replace(old, new);
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
fn gltf_errors_say_where() {
    let text = String::from_utf8(files::gltf()).unwrap();
    let changed = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        message(read_gltf(text.replacen(old, new, 1).as_bytes()))
    };
    let contains = |actual: String, expected: &str| {
        assert!(actual.contains(expected) && actual.starts_with("byte "), "{actual}")
    };
    assert_eq!(message(read_gltf(&b""[..])), "byte 0: expected `{`, found the end of the text");
    assert_eq!(
        message(read_gltf(&b"{}"[..])),
        "byte 0: expected an asset with version 2 of glTF, found `{}`"
    );
    assert_eq!(
        changed("\"2.0\"", "\"1.0\""),
        "byte 20: expected version 2 of glTF, found `\\\"1.0\\\"}`"
    );
    contains(
        changed("\"count\":3", "\"count\":300000000"),
        "a view of 3600000000 bytes for 300000000 elements, found 36 bytes",
    );
    contains(
        changed("\"count\":3", "\"count\":9007199254740992"),
        "elements, found 36 bytes, with a stride of 12",
    );
    contains(changed("\"count\":3", "\"count\":-3"), "expected an integer from 0 on, found `-3`");
    contains(
        changed("\"byteLength\":36", "\"byteLength\":41"),
        "a buffer of 41 bytes for its view, found 40 bytes",
    );
    contains(
        changed("\"byteLength\":40", "\"byteLength\":400000000000"),
        "buffer 0 with 400000000000 bytes, found 40 bytes",
    );
    contains(
        changed("{\"buffer\":0", "{\"buffer\":7"),
        "expected one of 1 buffers, found buffer 7",
    );
    contains(
        changed("\"bufferView\":0", "\"bufferView\":7"),
        "index 7 is out of range, the file has 2 buffer views",
    );
    contains(
        changed("\"indices\":1", "\"indices\":7"),
        "index 7 is out of range, the file has 2 accessors",
    );
    contains(
        changed("\"indices\":1", "\"indices\":0"),
        "expected an accessor of Scalar, found Vec3",
    );
    contains(changed("\"mesh\":0", "\"mesh\":3"), "index 3 is out of range, the file has 1 meshes");
    contains(
        changed("\"nodes\":[0,1]", "\"nodes\":[0,2]"),
        "index 2 is out of range, the file has 2 nodes",
    );
    contains(
        changed("\"nodes\":[0,1]", "\"nodes\":[0,0]"),
        "expected a node that is in the scene once, found `0]}]`",
    );
    contains(
        changed("\"scene\":0", "\"scene\":1"),
        "index 1 is out of range, the file has 1 scenes",
    );
    contains(changed("\"name\":\"a\"", "\"children\":[0]"), "a node that is in the scene once");
    contains(changed("base64,", "base64,!"), "expected base64, from byte 0 of its text on");
    contains(
        changed("\"bufferView\":0,", ""),
        "expected an accessor with a bufferView, found a sparse one",
    );
    contains(
        changed(
            "\"scene\":0",
            "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scene\":0",
        ),
        "no required extension that changes geometry, found `\\\"KHR_draco_mesh_compression\\\"]`",
    );
    contains(changed("[0,0,2]", "[0,1e308,1e999]"), "a finite number");
    contains(changed("[0,0,2]", "[0,0]"), "an array of 3 numbers");
    let data = text.split("base64,").nth(1).unwrap().split('"').next().unwrap();
    contains(
        changed(data, &files::base64(&[255; 40])),
        "finite positions, unlike that of vertex 0",
    );
    let mut numbers = vec![0; 36];
    numbers.extend([0, 1, 3, 0]);
    contains(
        changed(data, &files::base64(&numbers)),
        "index 3 is out of range, the file has 3 vertices in this primitive",
    );

    let deep: String = (0..300).map(|i| format!("{{\"children\":[{}]}},", i + 1)).collect();
    let deep = files::gltf_with_nodes(&format!("{deep}{{\"mesh\":0}}"), "0");
    contains(message(read_gltf(&deep[..])), "expected nodes nested at most 256 deep");
    // A million copies of a mesh of ten thousand triangles are refused before the first is made.
    let nodes: Vec<&str> = vec!["{\"mesh\":0}"; 20_000];
    let roots: Vec<String> = (0..20_000).map(|i| i.to_string()).collect();
    let many =
        String::from_utf8(files::gltf_with_nodes(&nodes.join(","), &roots.join(","))).unwrap();
    let many = many.replace("\"count\":3,\"type\":\"SCALAR\"", "\"count\":40,\"type\":\"SCALAR\"");
    let many = many.replace("\"byteOffset\":36,\"byteLength\":3}", "\"byteLength\":40}");
    contains(message(read_gltf(many.as_bytes())), "bytes of mesh from a file of this size");
}

#[test]
fn glb_errors_say_where() {
    let whole = files::glb();
    let with = |byte: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        bytes[byte..byte + new.len()].copy_from_slice(new);
        message(read_gltf(bytes.as_slice()))
    };
    let length = whole.len();
    assert_eq!(
        message(read_gltf(&whole[..11])),
        "byte 11: expected the 12 bytes of a GLB header, found the end of the file"
    );
    assert_eq!(with(4, &[3]), "byte 4: expected version 2 of GLB, found 3");
    assert_eq!(
        message(read_gltf(&whole[..length - 1])),
        format!("byte 8: expected {length} bytes, found a file of {} bytes", length - 1)
    );
    assert_eq!(with(16, b"BIN\0"), "byte 16: expected a chunk `JSON`, found another");
    assert_eq!(
        with(12, &u32::MAX.to_le_bytes()),
        format!("byte 12: expected a chunk of 4294967295 bytes, found {} bytes", length - 20)
    );
    assert_eq!(
        with(20, b"["),
        "byte 20: expected `{`, found `[\\\"asset\\\":{\\\"version\\\":\\\"2.0\\\"`"
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
            // Cut in the last number, a text may still be one; cut in a name, it may still be a name.
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
