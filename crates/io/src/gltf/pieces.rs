//! Meshes of a GLB file in the making: vertices split at seams, faces by material.

use std::collections::BTreeMap;

use glam::DVec2;

use crate::Mesh;
use crate::part::Part;

/// A mesh with its primitives.
pub(super) struct Piece<'a> {
    pub(super) name: &'a str,
    /// For each of its vertices, that of the whole mesh.
    pub(super) vertices: Vec<u32>,
    /// Texture coordinates of its vertices, if there are any.
    pub(super) uvs: Option<Vec<DVec2>>,
    pub(super) faces: Vec<[u32; 3]>,
    /// Name of a material and the number of the next faces that have it.
    pub(super) runs: Vec<(&'a str, usize)>,
}

impl<'a> Piece<'a> {
    /// A piece for each object or group.
    pub(super) fn all_of(mesh: &'a Mesh) -> Vec<Self> {
        mesh.parts().iter().map(|part| Self::of(mesh, part)).collect()
    }

    fn of(mesh: &'a Mesh, part: &Part<'a>) -> Self {
        let uv_faces = part.has_uvs(mesh).then(|| mesh.uv_faces_of(part));
        let mut piece = Self {
            name: part.name,
            vertices: part.vertices.clone(),
            uvs: None,
            faces: mesh.faces[part.faces.clone()]
                .iter()
                .map(|face| face.map(|vertex| part.number(vertex)))
                .collect(),
            runs: Vec::new(),
        };
        if let Some(uv_faces) = uv_faces {
            piece.split_at_seams(mesh, uv_faces);
        }
        for material in mesh.materials.iter() {
            let start = material.faces.start.max(part.faces.start);
            let end = material.faces.end.min(part.faces.end);
            if start < end {
                piece.runs.push((material.name, end - start));
            }
        }
        if piece.runs.is_empty() {
            piece.runs.push(("", piece.faces.len()));
        }
        piece
    }

    /// Gives every vertex its first texture coordinates, and copies to corners with others.
    fn split_at_seams(&mut self, mesh: &Mesh, uv_faces: &[[u32; 3]]) {
        let mut uvs: Vec<Option<DVec2>> = vec![None; self.vertices.len()];
        let mut copies = BTreeMap::new();
        let corners = self.faces.as_flattened_mut().iter_mut().zip(uv_faces.as_flattened());
        for (vertex, &uv) in corners {
            let uv = mesh.uvs[uv as usize];
            let own = *uvs[*vertex as usize].get_or_insert(uv);
            if own != uv {
                let key = (*vertex, uv.to_array().map(f64::to_bits));
                *vertex = *copies.entry(key).or_insert_with(|| {
                    self.vertices.push(self.vertices[*vertex as usize]);
                    uvs.push(Some(uv));
                    uvs.len() as u32 - 1
                });
            }
        }
        self.uvs = Some(uvs.into_iter().map(Option::unwrap_or_default).collect());
    }
}

impl Mesh {
    /// Texture corners of the triangles of a part that has them all.
    fn uv_faces_of(&self, part: &Part) -> &[[u32; 3]] {
        let own = |group: &crate::Group| group.faces.start >= part.faces.start;
        let first = self.groups.iter().find(own).and_then(|group| group.uv_faces);
        let start = first.map_or(0, |range| range.start);
        self.uv_faces.get(start..start + part.faces.len()).unwrap_or_default()
    }
}
