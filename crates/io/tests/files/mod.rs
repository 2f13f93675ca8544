//! Small files of every format, made here byte by byte.
#![allow(dead_code, reason = "every test file uses another part of this")]

use glam::DVec3;
use ripstop_io::{Mesh, Pc2Timing, Pc2Writer, PlyEncoding, write_glb, write_ply};

/// Two triangles in two groups, on positions that single precision holds.
pub(crate) fn mesh() -> Mesh {
    let positions = vec![
        DVec3::new(0.0, 0.0, 0.0),
        DVec3::new(1.0, 0.0, -0.5),
        DVec3::new(1.0, 1.25, 0.0),
        DVec3::new(-0.0, 1.0, 2e-20),
    ];
    let mut mesh = Mesh::new(positions, vec![[0, 1, 2], [0, 2, 3]]);
    mesh.groups = ripstop_io::Groups::default();
    mesh.groups.push("front \"1\"", 1);
    mesh.groups.push("", 1);
    mesh
}

pub(crate) fn ply(encoding: PlyEncoding) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_ply(&mut bytes, &mesh(), encoding).expect("a vector takes everything");
    bytes
}

pub(crate) fn glb() -> Vec<u8> {
    let mut bytes = Vec::new();
    write_glb(&mut bytes, &mesh()).expect("a vector takes everything");
    bytes
}

pub(crate) fn stl_text() -> Vec<u8> {
    let mesh = mesh();
    let vertex = |vertex: u32| {
        let [x, y, z] = mesh.positions[vertex as usize].to_array();
        format!("      vertex {x} {y} {z}\n")
    };
    let facet = |face: &[u32; 3]| {
        let corners = face.map(vertex).concat();
        format!("  facet normal nan 0 1\n    outer loop\n{corners}    endloop\n  endfacet\n")
    };
    let facets: String = mesh.faces.iter().map(facet).collect();
    format!("solid front 1\n{facets}endsolid front 1\n").into_bytes()
}

pub(crate) fn stl_binary() -> Vec<u8> {
    let mut bytes = b"solid, as some programs write here".to_vec();
    bytes.resize(80, b' ');
    bytes.extend((mesh().faces.len() as u32).to_le_bytes());
    for face in mesh().faces {
        bytes.extend([0; 12]);
        for vertex in face {
            let position = mesh().positions[vertex as usize].as_vec3();
            bytes.extend(position.to_array().map(f32::to_le_bytes).as_flattened());
        }
        bytes.extend([7, 0]);
    }
    bytes
}

/// A `.gltf` with its buffer in base64: a triangle, twice in the scene.
pub(crate) fn gltf() -> Vec<u8> {
    gltf_with_nodes("{\"mesh\":0,\"name\":\"a\"},{\"mesh\":0,\"translation\":[0,0,2]}", "0,1")
}

/// Nine positions of a triangle, then three indices of one byte and one to fill up: 40 bytes, with
/// 4 that stay unused.
pub(crate) fn gltf_with_nodes(nodes: &str, roots: &str) -> Vec<u8> {
    let mut data: Vec<u8> = [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]
        .into_iter()
        .flat_map(f32::to_le_bytes)
        .collect();
    data.extend([0, 1, 2, 0]);
    format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[{roots}]}}],\"nodes\":[{nodes}],\
         \"meshes\":[{{\"name\":\"m\",\"primitives\":[{{\"attributes\":{{\"POSITION\":0}},\"indices\":1}}]}}],\
         \"accessors\":[{{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}},\
         {{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"SCALAR\"}}],\
         \"bufferViews\":[{{\"buffer\":0,\"byteLength\":36}},{{\"buffer\":0,\"byteOffset\":36,\"byteLength\":3}}],\
         \"buffers\":[{{\"byteLength\":40,\"uri\":\"data:application/octet-stream;base64,{}\"}}]}}",
        base64(&data)
    )
    .into_bytes()
}

pub(crate) fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for digit in 0..4 {
            let value = bits >> (18 - 6 * digit) & 63;
            text.push(if digit > group.len() { '=' } else { DIGITS[value as usize].into() });
        }
    }
    text
}

pub(crate) fn pc2() -> Vec<u8> {
    let mut writer = Pc2Writer::create(Vec::new(), 4, 2, Pc2Timing::default())
        .expect("a vector takes everything");
    for _ in 0..2 {
        writer.append(&mesh().positions).expect("a vector takes everything");
    }
    writer.finish().expect("all frames are there")
}
