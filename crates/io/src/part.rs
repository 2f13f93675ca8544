//! Objects or groups of a mesh, for formats with a node for each.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::{Groups, Mesh, Polygon};

/// The faces of an object or of a group, with the vertices that they use.
pub(crate) struct Part<'a> {
    pub(crate) name: &'a str,
    /// Its triangles.
    pub(crate) faces: Range<usize>,
    /// Its faces as the file has them.
    pub(crate) loops: Vec<Polygon<'a>>,
    /// Vertices of the whole mesh that they use, ascending.
    pub(crate) vertices: Vec<u32>,
}

impl Part<'_> {
    /// Number in this part of a vertex of the mesh that a face of it uses.
    pub(crate) fn number(&self, vertex: u32) -> u32 {
        self.vertices.binary_search(&vertex).map_or(0, |number| number as u32)
    }

    /// True if all of its faces have texture coordinates, and single precision holds them.
    pub(crate) fn has_uvs(&self, mesh: &Mesh) -> bool {
        let is_held = |&uv: &u32| mesh.uvs[uv as usize].as_vec2().is_finite();
        self.loops.iter().all(|polygon| polygon.uvs.is_some_and(|uvs| uvs.iter().all(is_held)))
    }

    /// Its polygons under the names of the groups or materials that they belong to, in the order in
    /// which these appear.
    pub(crate) fn polygons_by_name<'n>(&self, names: &'n Groups) -> Vec<(&'n str, Vec<usize>)> {
        let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut places = BTreeMap::new();
        let mut ranges = names.iter().skip_while(|range| range.faces.end <= self.faces.start);
        let mut range = ranges.next();
        for (number, polygon) in self.loops.iter().enumerate() {
            while range.as_ref().is_some_and(|range| range.faces.end <= polygon.faces.start) {
                range = ranges.next();
            }
            let Some(range) = &range else { break };
            let place = *places.entry(range.name).or_insert(found.len());
            if place == found.len() {
                found.push((range.name, Vec::new()));
            }
            found[place].1.push(number);
        }
        found
    }
}

impl Mesh {
    /// A part for each object, or for each group if there are no objects.
    pub(crate) fn parts(&self) -> Vec<Part<'_>> {
        let names = if self.objects.is_empty() { &self.groups } else { &self.objects };
        let mut loops = self.face_loops().peekable();
        let mut parts = Vec::new();
        for group in names.iter() {
            let mut own = Vec::new();
            while let Some(polygon) = loops.next_if(|p| p.faces.start < group.faces.end) {
                own.push(polygon);
            }
            let corners = own.iter().flat_map(|polygon| polygon.corners.iter().copied());
            let mut vertices: Vec<u32> = corners.collect();
            vertices.sort_unstable();
            vertices.dedup();
            parts.push(Part { name: group.name, faces: group.faces, loops: own, vertices });
        }
        parts
    }
}
