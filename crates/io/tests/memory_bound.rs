//! The memory bound of every reader of whole files, counted by the allocator: at most 1 MiB + 8 ×
//! the size of the file.
//!
//! Files of the worst kinds for their size; headers that promise billions; damage and cuts. One
//! test, since the counter is that of the process.

mod files;

use std::io::Cursor;

use peak_alloc::PeakAlloc;
use ripstop_io::{
    NpyReader, NpyWriter, Pc2Reader, PlyEncoding, read_character, read_gltf, read_obj, read_ply,
    read_stl,
};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MIB: usize = 1 << 20;

type Reader = fn(&[u8]);

fn ply(bytes: &[u8]) {
    drop(read_ply(bytes));
}

fn stl(bytes: &[u8]) {
    drop(read_stl(bytes));
}

fn gltf(bytes: &[u8]) {
    drop(read_gltf(bytes));
}

fn character(bytes: &[u8]) {
    drop(read_character(bytes, &mut |_| Err(String::new())));
}

fn obj(bytes: &[u8]) {
    drop(read_obj(bytes));
}

fn pc2(bytes: &[u8]) {
    if let Ok(mut reader) = Pc2Reader::new(Cursor::new(bytes)) {
        drop(reader.read_frame(0));
    }
}

fn npy(bytes: &[u8]) {
    if let Ok(mut reader) = NpyReader::new(Cursor::new(bytes)) {
        drop(reader.read_frame(0));
    }
}

#[track_caller]
fn check(name: &str, bytes: &[u8], read: Reader) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    read(bytes);
    let used = MEMORY.peak_usage().saturating_sub(before);
    assert!(used <= MIB + 8 * bytes.len(), "{name}: {used} bytes for a file of {}", bytes.len());
}

const XYZ: &str = "property float x\nproperty float y\nproperty float z\n";

fn ply_text(vertices: &str, faces: &str) -> Vec<u8> {
    let (v, f) = (vertices.lines().count(), faces.lines().count());
    format!(
        "ply\nformat ascii 1.0\nelement vertex {v}\n{XYZ}element face {f}\nproperty list uchar int vertex_indices\nend_header\n{vertices}{faces}"
    )
    .into_bytes()
}

fn ply_binary(index: &str, face: &[u8], count: usize) -> Vec<u8> {
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\nelement vertex 3\n{XYZ}property float s\nproperty float t\nelement face {count}\n\
         property list ushort {index} vertex_indices\nend_header\n"
    )
    .into_bytes();
    bytes.extend([0; 60]);
    bytes.extend(face.repeat(count));
    bytes
}

/// Triangles with texture coordinates at their corners.
fn textured_ply() -> Vec<u8> {
    let textured = "ply\nformat ascii 1.0\nelement vertex 3\n";
    let text = format!(
        "{textured}{XYZ}element face 100000\nproperty list uchar int vertex_indices\n\
         property list uchar float texcoord\nend_header\n0 0 0\n1 0 0\n0 1 0\n{}",
        "3 0 1 2 6 0 0 0 0 0 0\n".repeat(100_000)
    );
    assert!(read_ply(text.as_bytes()).is_ok_and(|read| read.mesh.uvs.len() == 300_000));
    text.into()
}

/// Many primitives that share a material with a long name.
fn gltf_with_materials() -> Vec<u8> {
    let primitives = vec!["{\"attributes\":{\"POSITION\":0},\"material\":0}"; 20_000].join(",");
    let name = "m".repeat(1000);
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"materials\":[{{\"name\":\"{name}\"}}],\
         \"meshes\":[{{\"primitives\":[{primitives}]}}]}}"
    )
    .into()
}

/// Characters with long lists of short items: nodes, skins, joints, targets, channels.
fn dense_characters() -> Vec<(&'static str, Vec<u8>, Reader)> {
    let with = |key: &str, list: &str| {
        let nodes = "{\"mesh\":0,\"skin\":0}";
        let text = String::from_utf8(files::gltf_with_nodes(nodes, "0")).expect("text");
        text.replacen('{', &format!("{{\"{key}\":[{list}],"), 1).into_bytes()
    };
    let many = |item: &str| vec![item; 2 * MIB / (item.len() + 1)].join(",");
    let targets = format!("\"targets\":[{}],\"indices\":1", many("{\"POSITION\":0}"));
    let base = String::from_utf8(files::gltf_with_nodes("{\"mesh\":0}", "0")).expect("text");
    let nodes = many("{}");
    let roots: Vec<String> = (0..=nodes.len() / 3).map(|i| i.to_string()).collect();
    let channel = "{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"scale\"}}";
    let animation = |channels: &str| {
        let sampler = "{\"input\":2,\"output\":0}";
        with("animations", &format!("{{\"samplers\":[{sampler}],\"channels\":[{channels}]}}"))
    };
    vec![
        ("nodes", files::gltf_with_nodes(&nodes, &roots.join(",")), character),
        ("skins", with("skins", &many("{\"joints\":[0]}")), character),
        ("joints", with("skins", &format!("{{\"joints\":[{}]}}", many("0"))), character),
        ("targets", base.replace("\"indices\":1", &targets).into_bytes(), character),
        ("channels", animation(&many(channel)), character),
        ("samplers", with("animations", &many("{\"samplers\":[],\"channels\":[]}")), character),
    ]
}

/// Files that make as much mesh of as few bytes as their format allows.
fn dense_files() -> Vec<(&'static str, Vec<u8>, Reader)> {
    let polygon = |corners: usize| format!("{corners}{}\n", " 0 1 2 1".repeat(corners / 4));
    let wide: Vec<u8> =
        [2000_u16.to_le_bytes().as_slice(), &[0, 0, 1, 0, 2, 0, 1, 0].repeat(500)].concat();
    let narrow: Vec<u8> = [2000_u16.to_le_bytes().as_slice(), &[0, 1, 2, 1].repeat(500)].concat();
    let facet =
        "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet ";
    let list = |item: &str| {
        let items = vec![item; 2 * MIB / (item.len() + 1)].join(",");
        move |key: &str| {
            format!("{{\"asset\":{{\"version\":\"2.0\"}},\"{key}\":[{items}]}}").into_bytes()
        }
    };
    let nodes = vec!["{\"mesh\":0}"; 100_000].join(",");
    let roots: Vec<String> = (0..100_000).map(|i| i.to_string()).collect();
    vec![
        ("PLY texture of corners", textured_ply(), ply),
        ("PLY vertices", ply_text(&"0 0 0\n".repeat(300_000), "3 0 1 2\n"), ply),
        ("PLY triangles", ply_text("0 0 0\n0 1 0\n1 0 0\n", &"3 0 1 2\n".repeat(200_000)), ply),
        ("PLY polygons", ply_text("0 0 0\n0 1 0\n1 0 0\n", &polygon(8000).repeat(100)), ply),
        ("PLY wide polygons", ply_binary("ushort", &wide, 500), ply),
        ("PLY narrow polygons", ply_binary("uchar", &narrow, 1000), ply),
        ("PLY narrow triangles", ply_binary("char", &[3, 0, 0, 1, 2], 300_000), ply),
        (
            "PLY header",
            format!("ply\nformat ascii 1.0\n{}", "element a 0\n".repeat(100_000)).into(),
            ply,
        ),
        (
            "PLY properties",
            format!("ply\nelement a 0\n{}", "property char a\n".repeat(100_000)).into(),
            ply,
        ),
        ("PLY words", [b"ply\n", "a ".repeat(MIB).as_bytes(), b"\n"].concat(), ply),
        ("STL text", format!("solid\n{}endsolid", facet.repeat(20_000)).into(), stl),
        ("STL names", format!("solid {}\n{facet}endsolid", "a ".repeat(MIB)).into(), stl),
        ("STL solids", format!("solid a\n{facet}endsolid\n").repeat(20_000).into(), stl),
        ("glTF nodes", list("{}")("nodes"), gltf),
        ("glTF buffers", list("{\"byteLength\":1}")("buffers"), gltf),
        ("glTF views", list("{\"buffer\":0,\"byteLength\":1}")("bufferViews"), gltf),
        (
            "glTF accessors",
            list("{\"componentType\":5126,\"count\":1,\"type\":\"VEC3\"}")("accessors"),
            gltf,
        ),
        ("glTF meshes", list("{\"primitives\":[]}")("meshes"), gltf),
        (
            "glTF primitives",
            list("{\"primitives\":[{\"attributes\":{}},{\"attributes\":{}}]}")("meshes"),
            gltf,
        ),
        ("glTF materials", gltf_with_materials(), gltf),
        ("glTF names of materials", list("{\"name\":\"m\"}")("materials"), gltf),
        ("glTF copies", files::gltf_with_nodes(&nodes, &roots.join(",")), gltf),
        ("glTF numbers", list("0")("extras"), gltf),
        ("glTF string", format!("{{\"asset\":\"{}\"", "a".repeat(4 * MIB)).into(), gltf),
    ]
}

#[test]
fn memory_is_bounded_by_the_size_of_the_file() {
    for (name, bytes, read) in dense_files().into_iter().chain(dense_characters()) {
        check(name, &bytes, read);
    }
    let mut array = Cursor::new(Vec::new());
    let mut writer = NpyWriter::create(&mut array, 4).unwrap();
    writer.append(&files::mesh().positions).unwrap();
    let whole: [(&str, Vec<u8>, Reader); 11] = [
        ("character", files::gltf(), character),
        ("PLY text", files::ply(PlyEncoding::Ascii), ply),
        ("PLY little endian", files::ply(PlyEncoding::LittleEndian), ply),
        ("PLY big endian", files::ply(PlyEncoding::BigEndian), ply),
        ("STL text", files::stl_text(), stl),
        ("STL binary", files::stl_binary(), stl),
        ("glTF", files::gltf(), gltf),
        ("GLB", files::glb(), gltf),
        ("OBJ", b"g a\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n".to_vec(), obj),
        ("PC2", files::pc2(), pc2),
        ("npy", array.into_inner(), npy),
    ];
    // As they are, since there are many bytes of them.
    for bytes in [
        include_bytes!("characters/walker.glb").as_slice(),
        include_bytes!("characters/dancer.glb"),
    ] {
        check("character of Blender", bytes, character);
    }
    for (name, bytes, read) in whole {
        // Cut anywhere, and every byte at its largest and as a large digit: counts become huge.
        for place in 0..bytes.len() {
            check(name, &bytes[..place], read);
            for value in [255, 127, b'9'] {
                let mut damaged = bytes.clone();
                damaged[place] = value;
                check(name, &damaged, read);
                let end = (place + 4).min(bytes.len());
                damaged[place..end].fill(value);
                check(name, &damaged, read);
            }
        }
    }
}
