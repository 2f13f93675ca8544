//! Several meshes as one, with an object for each.

use ripstop_geometry::VertexId;

use crate::{Chain, Mesh};

impl Mesh {
    /// Joins meshes to one with an object of the given name for each: vertices, faces and texture
    /// coordinates follow each other, with all groups, materials, polygons, seams and chains.
    ///
    /// # Panics
    /// If a mesh does not pass [`Mesh::check`], or all together have 2³² vertices.
    #[must_use]
    pub fn joined(parts: &[(&str, Self)]) -> Self {
        let mut joined = Self::default();
        let has_materials = parts.iter().any(|(_, part)| !part.materials.is_empty());
        let has_polygons = parts.iter().any(|(_, part)| !part.polygons.is_empty());
        for (name, part) in parts {
            let [first, first_uv] = [joined.positions.len(), joined.uvs.len()]
                .map(|count| u32::try_from(count).expect("fewer than 2³² vertices"));
            let moved = |corners: &[u32], by: u32| -> Vec<u32> {
                corners.iter().map(|corner| corner + by).collect()
            };
            if has_polygons {
                for polygon in part.face_loops() {
                    let uvs = moved(polygon.uvs.unwrap_or_default(), first_uv);
                    joined.polygons.push(&moved(polygon.corners, first), &uvs, polygon.faces.len());
                }
            }
            for group in part.groups.iter() {
                match group.uv_faces {
                    Some(_) => joined.groups.push_with_uvs(group.name, group.faces.len()),
                    None => joined.groups.push(group.name, group.faces.len()),
                }
            }
            if has_materials && part.materials.is_empty() {
                joined.materials.push("", part.faces.len());
            }
            for material in part.materials.iter() {
                joined.materials.push(material.name, material.faces.len());
            }
            for seam in &part.seams {
                let moved = |vertex: VertexId| VertexId(vertex.0 + first);
                joined.seams.push(seam.iter().map(|stitch| stitch.renumbered(moved)).collect());
            }
            for Chain { name, vertices } in part.chains.iter() {
                joined.chains.push(name, &moved(vertices, first));
            }
            joined.objects.push(name, part.faces.len());
            joined.faces.extend(part.faces.iter().map(|face| face.map(|corner| corner + first)));
            let uv_faces = part.uv_faces.iter().map(|face| face.map(|corner| corner + first_uv));
            joined.uv_faces.extend(uv_faces);
            joined.positions.extend_from_slice(&part.positions);
            joined.uvs.extend_from_slice(&part.uvs);
        }
        joined
    }
}
