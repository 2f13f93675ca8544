//! The end of reading: polygons become triangles, groups keep their faces.

use super::ObjError;
use super::draft::{Draft, GroupStart, Uvs};
use crate::polygon::FaceCutter;
use crate::{Groups, Imported, Mesh};

impl Draft {
    /// The mesh of a file that has ended after so many lines.
    pub(super) fn finish(mut self, lines: u64) -> Result<Imported, ObjError> {
        self.largest_vertex.check(self.positions.len(), "vertices")?;
        self.largest_uv.check(self.uvs.len(), "texture coordinates")?;
        self.cut_to_size();
        let vertex_count = self.positions.len();
        let imported = self.triangulate();
        if imported.mesh.faces.is_empty() {
            return Err(ObjError::NoFaces { lines, vertex_count });
        }
        Ok(imported)
    }

    fn cut_to_size(&mut self) {
        self.positions.shrink_to_fit();
        self.uvs.shrink_to_fit();
        self.corners.shrink_to_fit();
        self.uv_corners.shrink_to_fit();
        self.face_ends.shrink_to_fit();
        self.groups.shrink_to_fit();
    }

    fn triangulate(mut self) -> Imported {
        let mut triangles = Triangles::new(&self);
        let mut groups = Groups::with_capacity(self.groups.len(), self.names.len());
        let mut name_start = 0;
        for (number, group) in self.groups.iter().enumerate() {
            let end =
                self.groups.get(number + 1).map_or(self.face_ends.len(), |next| next.face as usize);
            let before = triangles.faces.len();
            (group.face as usize..end).for_each(|face| triangles.cut(&self, face, group));
            let (name, kept) =
                (&self.names[name_start..group.name_end], triangles.faces.len() - before);
            match group.uvs {
                Uvs::All => groups.push_with_uvs(name, kept),
                Uvs::NotAll => groups.push(name, kept),
            }
            name_start = group.name_end;
        }
        Imported {
            mesh: Mesh {
                positions: std::mem::take(&mut self.positions),
                uvs: std::mem::take(&mut self.uvs),
                faces: triangles.faces,
                uv_faces: triangles.uv_faces,
                groups,
            },
            dropped_faces: self.collapsed_faces + triangles.cutter.dropped,
            tangled_polygons: triangles.cutter.tangled,
        }
    }

    /// The range of a face in the list of corners.
    fn face_range(&self, face: usize) -> std::ops::Range<usize> {
        let start = if face == 0 { 0 } else { self.face_ends[face - 1] as usize };
        start..self.face_ends[face] as usize
    }
}

/// The triangles that have been cut so far.
struct Triangles {
    faces: Vec<[u32; 3]>,
    uv_faces: Vec<[u32; 3]>,
    /// Texture corners that have been used.
    uv_corner: usize,
    cutter: FaceCutter,
}

impl Triangles {
    /// With memory for exactly the triangles that there will be, since `n` corners make `n − 2` of
    /// them.
    fn new(draft: &Draft) -> Self {
        let ends = draft.groups.iter().skip(1).map(|next| next.face as usize);
        let ends = ends.chain([draft.face_ends.len()]);
        let with_uvs = draft.groups.iter().zip(ends).filter(|(group, _)| group.uvs == Uvs::All);
        let uv_polygons: usize = with_uvs.map(|(group, end)| end - group.face as usize).sum();
        Self {
            faces: Vec::with_capacity(draft.corners.len() - 2 * draft.face_ends.len()),
            uv_faces: Vec::with_capacity(draft.uv_corners.len() - 2 * uv_polygons),
            uv_corner: 0,
            cutter: FaceCutter::default(),
        }
    }

    fn cut(&mut self, draft: &Draft, face: usize, group: &GroupStart) {
        let corners = &draft.corners[draft.face_range(face)];
        let uv_corners = match group.uvs {
            Uvs::All => Some(&draft.uv_corners[self.uv_corner..][..corners.len()]),
            Uvs::NotAll => None,
        };
        self.uv_corner += uv_corners.map_or(0, <[u32]>::len);
        let Self { faces, uv_faces, cutter, .. } = self;
        cutter.cut(corners, &draft.positions, |triangle| {
            faces.push(triangle.map(|corner| corners[corner as usize]));
            uv_faces.extend(uv_corners.map(|uvs| triangle.map(|corner| uvs[corner as usize])));
        });
    }
}
