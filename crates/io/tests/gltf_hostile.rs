//! Files that are no glTF files, or hardly: an error that says where, and never a panic.

mod files;

use ripstop_io::{Imported, ReadError, read_gltf};

fn message(result: Result<Imported, ReadError>) -> String {
    result.map_or_else(|error| error.to_string(), |imported| format!("{imported:?}"))
}

/// The message for a whole file in which a piece of text is replaced.
fn changed(old: &str, new: &str) -> String {
    let text = text();
    assert!(text.contains(old), "{old}");
    message(read_gltf(text.replacen(old, new, 1).as_bytes()))
}

fn text() -> String {
    String::from_utf8_lossy(&files::gltf()).into_owned()
}

#[track_caller]
fn contains(actual: &str, expected: &str) {
    assert!(actual.contains(expected) && actual.starts_with("byte "), "{actual}");
}

#[test]
fn gltf_errors_say_which_table_is_wrong() {
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
        &changed("\"count\":3", "\"count\":300000000"),
        "a view of 3600000000 bytes for 300000000 elements, found 36 bytes",
    );
    contains(
        &changed("\"count\":3", "\"count\":9007199254740992"),
        "elements, found 36 bytes, with a stride of 12",
    );
    contains(&changed("\"count\":3", "\"count\":-3"), "expected an integer from 0 on, found `-3`");
    contains(
        &changed("\"byteLength\":36", "\"byteLength\":41"),
        "a buffer of 41 bytes for its view, found 40 bytes",
    );
    contains(
        &changed("\"byteLength\":40", "\"byteLength\":400000000000"),
        "buffer 0 with 400000000000 bytes, found 40 bytes",
    );
    contains(
        &changed("{\"buffer\":0", "{\"buffer\":7"),
        "expected one of 1 buffers, found buffer 7",
    );
    contains(
        &changed("\"bufferView\":0", "\"bufferView\":7"),
        "index 7 is out of range, the file has 2 buffer views",
    );
    contains(
        &changed("\"indices\":1", "\"indices\":7"),
        "index 7 is out of range, the file has 2 accessors",
    );
    contains(
        &changed("\"indices\":1", "\"indices\":0"),
        "expected an accessor of Scalar, found Vec3",
    );
}

#[test]
fn gltf_errors_say_which_node_is_wrong() {
    contains(
        &changed("\"mesh\":0", "\"mesh\":3"),
        "index 3 is out of range, the file has 1 meshes",
    );
    contains(
        &changed("\"nodes\":[0,1]", "\"nodes\":[0,2]"),
        "index 2 is out of range, the file has 2 nodes",
    );
    contains(
        &changed("\"nodes\":[0,1]", "\"nodes\":[0,0]"),
        "expected a node that is in the scene once, found `0]}]`",
    );
    contains(
        &changed("\"scene\":0", "\"scene\":1"),
        "index 1 is out of range, the file has 1 scenes",
    );
    contains(&changed("\"name\":\"a\"", "\"children\":[0]"), "a node that is in the scene once");
}

#[test]
fn gltf_errors_say_which_data_are_wrong() {
    contains(&changed("base64,", "base64,!"), "expected base64, from byte 0 of its text on");
    contains(
        &changed("\"bufferView\":0,", ""),
        "expected an accessor with a bufferView, found none",
    );
    contains(
        &changed(
            "\"scene\":0",
            "\"extensionsRequired\":[\"KHR_draco_mesh_compression\"],\"scene\":0",
        ),
        "no required extension that changes geometry, found `\\\"KHR_draco_mesh_compression\\\"]`",
    );
    contains(&changed("[0,0,2]", "[0,1e308,1e999]"), "a finite number");
    contains(&changed("[0,0,2]", "[0,0]"), "an array of 3 numbers");
    let text = text();
    let data = text.split("base64,").nth(1).unwrap().split('"').next().unwrap();
    contains(
        &changed(data, &files::base64(&[255; 40])),
        "finite positions, unlike that of vertex 0",
    );
    let mut numbers = vec![0; 36];
    numbers.extend([0, 1, 3, 0]);
    contains(
        &changed(data, &files::base64(&numbers)),
        "index 3 is out of range, the file has 3 vertices in this primitive",
    );
}

#[test]
fn deep_and_large_scenes_are_refused() {
    let mut deep: Vec<String> = (0..300).map(|i| format!("{{\"children\":[{}]}}", i + 1)).collect();
    deep.push("{\"mesh\":0}".to_owned());
    let deep = files::gltf_with_nodes(&deep.join(","), "0");
    contains(&message(read_gltf(&deep[..])), "expected nodes nested at most 256 deep");
    // Twenty thousand copies of a mesh are refused before the first is made.
    let nodes: Vec<&str> = vec!["{\"mesh\":0}"; 20_000];
    let roots: Vec<String> = (0..20_000).map(|i| i.to_string()).collect();
    let many =
        String::from_utf8(files::gltf_with_nodes(&nodes.join(","), &roots.join(","))).unwrap();
    let many = many.replace("\"count\":3,\"type\":\"SCALAR\"", "\"count\":40,\"type\":\"SCALAR\"");
    let many = many.replace("\"byteOffset\":36,\"byteLength\":3}", "\"byteLength\":40}");
    contains(&message(read_gltf(many.as_bytes())), "bytes of mesh from a file of this size");
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
