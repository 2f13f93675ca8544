//! glTF: scenes, buffers, modes, and that GLB reads back as the same bits.

mod files;

use glam::{DVec2, DVec3, Vec3, dvec3};
use proptest::prelude::*;
use ripstop_io::{Imported, Mesh, read_gltf, read_gltf_with, write_glb};

fn read(text: impl AsRef<[u8]>) -> Imported {
    read_gltf(text.as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

fn groups(mesh: &Mesh) -> Vec<(&str, usize)> {
    mesh.groups.iter().map(|group| (group.name, group.faces.len())).collect()
}

#[test]
fn every_node_of_the_scene_is_a_group() {
    let mesh = read(files::gltf()).mesh;
    mesh.check().unwrap();
    assert_eq!(groups(&mesh), [("a", 1), ("m", 1)]);
    assert_eq!(mesh.faces, [[0, 1, 2], [3, 4, 5]]);
    assert_eq!(mesh.positions[..3], [DVec3::ZERO, DVec3::X, DVec3::Y]);
    assert_eq!(mesh.positions[4], dvec3(1.0, 0.0, 2.0));
}

#[test]
fn transforms_are_composed_and_mirrors_turn_faces() {
    let nodes = "{\"children\":[1,2],\"scale\":[2,2,2],\"translation\":[10,0,0]},\
        {\"mesh\":0,\"rotation\":[0,0,0.70710678118654752,0.70710678118654752]},\
        {\"mesh\":0,\"matrix\":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 5,0,0,1]},{\"mesh\":0,\"name\":\"outside\"},\
        {\"mesh\":0,\"skin\":0,\"translation\":[7,7,7]}";
    let mesh = read(files::gltf_with_nodes(nodes, "0,4")).mesh;
    assert_eq!(groups(&mesh), [("m", 1), ("m", 1), ("m", 1)]);
    let near = |vertex: usize, x: f64, y: f64| {
        (mesh.positions[vertex] - dvec3(x, y, 0.0)).length() < 1e-12
    };
    assert!(near(0, 10.0, 0.0) && near(1, 10.0, 2.0) && near(2, 8.0, 0.0), "{:?}", mesh.positions);
    assert!(near(3, 20.0, 0.0) && near(4, 18.0, 0.0) && near(5, 20.0, 2.0), "{:?}", mesh.positions);
    assert_eq!(mesh.faces, [[0, 1, 2], [3, 5, 4], [6, 7, 8]]);
    assert_eq!(mesh.positions[7], DVec3::X);
}

#[test]
fn without_a_scene_every_mesh_is_there_once() {
    let text = String::from_utf8(files::gltf()).unwrap();
    let text = text.replace("\"scene\":0,\"scenes\":[{\"nodes\":[0,1]}],", "");
    assert_eq!(groups(&read(text).mesh), [("m", 1)]);
}

#[test]
fn strips_fans_and_corners_without_indices() {
    let with = |primitive: &str| {
        let text = String::from_utf8(files::gltf_with_nodes("{\"mesh\":0}", "0")).unwrap();
        let text = text.replace("\"attributes\":{\"POSITION\":0},\"indices\":1", primitive);
        // Four indices instead of three: 0, 1, 2, 0.
        let text = text
            .replace("\"componentType\":5121,\"count\":3", "\"componentType\":5121,\"count\":4");
        read(text.replace("\"byteLength\":3}", "\"byteLength\":4}"))
    };
    let strip = with("\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":5");
    assert_eq!((strip.mesh.faces, strip.dropped_faces), (vec![[0, 1, 2], [1, 0, 2]], 0));
    let fan = with("\"attributes\":{\"POSITION\":0},\"indices\":1,\"mode\":6");
    assert_eq!((fan.mesh.faces, fan.dropped_faces), (vec![[1, 2, 0]], 1));
    let plain = with("\"attributes\":{\"POSITION\":0}");
    assert_eq!(plain.mesh.faces, [[0, 1, 2]]);
    // The second primitive uses the vertices of the first.
    let two = with(
        "\"attributes\":{\"POSITION\":0}},{\"mode\":0,\"attributes\":{}},{\"attributes\":{\"POSITION\":0},\"indices\":1",
    );
    assert_eq!((two.mesh.faces, two.mesh.positions.len()), (vec![[0, 1, 2], [0, 1, 2]], 3));
}

#[test]
fn integers_and_texture_coordinates() {
    // Positions as bytes with a stride of 4, texture coordinates as normalised 16 bits.
    let mut data: Vec<u8> = vec![0, 0, 0, 9, 127, 0, 0, 9, 129, 64, 0, 9];
    data.extend([0_u16, 0, 65535, 0, 0, 32768].map(u16::to_le_bytes).as_flattened());
    let text = "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_mesh_quantization\"],\
         \"meshes\":[{\"primitives\":[{\"attributes\":{\"TEXCOORD_0\":1,\"POSITION\":0}}]}],\
         \"accessors\":[{\"bufferView\":0,\"componentType\":5120,\"normalized\":true,\"count\":3,\"type\":\"VEC3\"},\
         {\"bufferView\":1,\"componentType\":5123,\"normalized\":true,\"count\":3,\"type\":\"VEC2\"}],\
         \"bufferViews\":[{\"buffer\":0,\"byteLength\":12,\"byteStride\":4},{\"buffer\":0,\"byteOffset\":12,\"byteLength\":12}],\
         \"buffers\":[{\"byteLength\":24,\"uri\":\"my%20data.bin\"}]}";
    let error = read_gltf(text.as_bytes()).unwrap_err().to_string();
    assert!(error.contains("the buffer `my data.bin`, found a file of its own"), "{error}");
    let imported = read_gltf_with(text.as_bytes(), &mut |name| {
        assert_eq!(name, "my data.bin");
        Ok(data.clone())
    });
    let mesh = imported.unwrap().mesh;
    mesh.check().unwrap();
    assert_eq!(mesh.positions, [DVec3::ZERO, DVec3::X, dvec3(-1.0, 64.0 / 127.0, 0.0)]);
    assert_eq!(
        mesh.uv_corners(),
        // From the lower edge upwards.
        Some(vec![[DVec2::Y, DVec2::ONE, DVec2::new(0.0, 1.0 - 32768.0 / 65535.0)]])
    );
}

#[test]
fn glb_reads_back_as_the_same_bits() {
    let bytes = files::glb();
    assert_eq!(bytes.len() % 4, 0);
    let mesh = read(&bytes).mesh;
    // Every group has vertices of its own.
    assert_eq!(groups(&mesh), [("front \"1\"", 1), ("", 1)]);
    assert_eq!(mesh.faces, [[0, 1, 2], [3, 4, 5]]);
    let expected: Vec<DVec3> =
        [0, 1, 2, 0, 2, 3].map(|v: usize| files::mesh().positions[v].as_vec3().as_dvec3()).into();
    let bits =
        |x: &[DVec3]| x.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(&mesh.positions), bits(&expected));
    let mut far = files::mesh();
    far.positions[2].x = -1e39;
    let error = write_glb(Vec::new(), &far).unwrap_err().to_string();
    assert_eq!(error, "vertex 2 has a coordinate that single precision does not hold");
}

proptest! {
    #[test]
    fn single_precision_survives_bit_for_bit(
        numbers in proptest::collection::vec(any::<u32>().prop_map(f32::from_bits).prop_filter("finite", |x| x.is_finite()), 9..60),
        name in "\\PC{0,8}",
    ) {
        let positions: Vec<DVec3> = numbers.as_chunks::<3>().0.iter().map(|&x| Vec3::from(x).as_dvec3()).collect();
        let faces: Vec<[u32; 3]> = (2..positions.len() as u32).map(|i| [0, i - 1, i]).collect();
        let mut mesh = Mesh::new(positions, faces);
        mesh.groups = ripstop_io::Groups::default();
        mesh.groups.push(&name, mesh.faces.len());
        let mut bytes = Vec::new();
        write_glb(&mut bytes, &mesh).unwrap();
        let read = read_gltf(bytes.as_slice()).unwrap().mesh;
        let bits = |mesh: &Mesh| mesh.positions.iter().flat_map(DVec3::to_array).map(f64::to_bits).collect::<Vec<_>>();
        prop_assert_eq!(bits(&read), bits(&mesh));
        prop_assert_eq!(&read, &mesh);
    }
}
