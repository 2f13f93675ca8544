//! The mesh of a file after its seams were welded.

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};
use ripstop_geometry::sew::Welded;
use ripstop_io::{Groups, Mesh};

/// The welded mesh at some positions, with what the file says of its faces: texture coordinates if
/// all of them have some, groups, names of materials, lines. Its polygons are cut: faces are the
/// triangles that were simulated. None if the file is not that of the welded mesh.
pub(crate) fn welded_mesh(file: &Mesh, welded: &Welded, positions: Vec<DVec3>) -> Option<Mesh> {
    let is_same = file.positions.len() == welded.vertex_map.len()
        && welded.parts.iter().all(|part| (part.face as usize) < file.faces.len());
    if !is_same {
        return None;
    }
    let mut mesh = Mesh { positions, faces: welded.faces.clone(), ..Mesh::default() };
    let corners = file.uv_corners().map(|corners| welded.carried(&corners));
    let has_uvs = corners.is_some();
    if let Some(corners) = corners {
        (mesh.uvs, mesh.uv_faces) = shared(&welded.faces, &corners);
    }
    let carried = |groups: &Groups, has_uvs: bool| {
        let first = |face: usize| welded.parts.partition_point(|part| (part.face as usize) < face);
        let mut carried = Groups::default();
        for group in groups.iter() {
            let count = first(group.faces.end) - first(group.faces.start);
            if has_uvs {
                carried.push_with_uvs(group.name, count);
            } else {
                carried.push(group.name, count);
            }
        }
        carried
    };
    mesh.groups = carried(&file.groups, has_uvs);
    mesh.materials = carried(&file.materials, false);
    mesh.chains = file.chains.renumbered(|vertex| welded.vertex_map.get(vertex as usize).copied());
    Some(mesh)
}

/// Texture coordinates, each once for a vertex, and the corners of faces among them.
fn shared(faces: &[[u32; 3]], corners: &[[DVec2; 3]]) -> (Vec<DVec2>, Vec<[u32; 3]>) {
    let mut uvs = Vec::new();
    let mut numbers: BTreeMap<[u64; 3], u32> = BTreeMap::new();
    let mut number = |vertex: u32, uv: DVec2| {
        *numbers.entry([u64::from(vertex), uv.x.to_bits(), uv.y.to_bits()]).or_insert_with(|| {
            uvs.push(uv);
            uvs.len() as u32 - 1
        })
    };
    let uv_faces = faces
        .iter()
        .zip(corners)
        .map(|(face, corners)| [0, 1, 2].map(|i| number(face[i], corners[i])))
        .collect();
    (uvs, uv_faces)
}
