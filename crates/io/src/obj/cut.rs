//! The end of reading: polygons become triangles, groups keep their faces.

use super::ObjError;
use super::draft::{Draft, Sections, Uvs};
use crate::polygon::FaceCutter;
use crate::polygons::PolygonEnd;
use crate::{Groups, Imported, Mesh, Polygons};

impl Draft {
    /// The mesh of a file that has ended after so many lines.
    pub(super) fn finish(mut self, lines: u64) -> Result<Imported, ObjError> {
        self.largest_vertex.check(self.positions.len(), "vertices")?;
        self.largest_uv.check(self.uvs.len(), "texture coordinates")?;
        self.cut_to_size();
        let vertex_count = self.positions.len();
        let sewing = std::mem::take(&mut self.sewing);
        let mut imported = self.triangulate();
        if imported.mesh.faces.is_empty() {
            let skipped = imported.skipped;
            return Err(ObjError::NoFaces { lines, vertex_count, skipped });
        }
        imported.mesh.seams = sewing.finish(&imported.mesh.faces, vertex_count)?;
        imported.miscounted_seams = sewing.miscounted;
        Ok(imported)
    }

    fn cut_to_size(&mut self) {
        self.chains.cut_to_size();
        self.sewing.cut_to_size();
        self.positions.shrink_to_fit();
        self.uvs.shrink_to_fit();
        self.corners.shrink_to_fit();
        self.uv_corners.shrink_to_fit();
        self.face_ends.shrink_to_fit();
        self.groups.starts.shrink_to_fit();
        self.materials.starts.shrink_to_fit();
    }

    fn triangulate(mut self) -> Imported {
        let mut triangles = Triangles::new(&self);
        let sections = std::mem::take(&mut self.groups);
        let mut materials = MaterialStarts::new(std::mem::take(&mut self.materials));
        let mut groups = Groups::with_capacity(sections.starts.len(), sections.names.len());
        for (number, (name, group)) in sections.iter().enumerate() {
            let next = sections.starts.get(number + 1);
            let end = next.map_or(self.face_ends.len(), |next| next.face as usize);
            let before = triangles.faces.len();
            for face in group.face as usize..end {
                materials.reach(face, triangles.faces.len());
                triangles.cut(&mut self, face, group.uvs);
            }
            let kept = triangles.faces.len() - before;
            match group.uvs {
                Uvs::All => groups.push_with_uvs(name, kept),
                Uvs::NotAll => groups.push(name, kept),
            }
        }
        let materials = materials.finish(triangles.faces.len());
        let polygons = triangles.polygons(&mut self);
        Imported {
            mesh: Mesh {
                positions: std::mem::take(&mut self.positions),
                uvs: std::mem::take(&mut self.uvs),
                faces: triangles.faces,
                uv_faces: triangles.uv_faces,
                groups,
                materials,
                objects: Groups::default(),
                polygons,
                seams: Vec::new(),
                chains: std::mem::take(&mut self.chains),
            },
            dropped_faces: self.collapsed_faces + triangles.cutter.dropped,
            tangled_polygons: triangles.cutter.tangled,
            skipped: self.skipped,
            miscounted_seams: 0,
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
    /// Ends of the polygons that have triangles, unless all faces are triangles.
    ends: Option<Vec<PolygonEnd>>,
    /// Corners and texture corners of these polygons, moved to the front of the draft's lists.
    kept_corners: usize,
    kept_uv_corners: usize,
}

impl Triangles {
    /// With memory for exactly the triangles that there will be, since `n` corners make `n − 2` of
    /// them.
    fn new(draft: &Draft) -> Self {
        let starts = &draft.groups.starts;
        let ends = starts.iter().skip(1).map(|next| next.face as usize);
        let ends = ends.chain([draft.face_ends.len()]);
        let with_uvs = starts.iter().zip(ends).filter(|(group, _)| group.uvs == Uvs::All);
        let uv_polygons: usize = with_uvs.map(|(group, end)| end - group.face as usize).sum();
        let face_count = draft.face_ends.len();
        let has_polygons = draft.corners.len() > 3 * face_count;
        Self {
            faces: Vec::with_capacity(draft.corners.len() - 2 * face_count),
            uv_faces: Vec::with_capacity(draft.uv_corners.len() - 2 * uv_polygons),
            uv_corner: 0,
            cutter: FaceCutter::default(),
            ends: has_polygons.then(|| Vec::with_capacity(face_count)),
            kept_corners: 0,
            kept_uv_corners: 0,
        }
    }

    fn cut(&mut self, draft: &mut Draft, face: usize, uvs: Uvs) {
        let range = draft.face_range(face);
        let corners = &draft.corners[range.clone()];
        let uv_range = match uvs {
            Uvs::All => self.uv_corner..self.uv_corner + corners.len(),
            Uvs::NotAll => self.uv_corner..self.uv_corner,
        };
        self.uv_corner = uv_range.end;
        let uv_corners = (uvs == Uvs::All).then(|| &draft.uv_corners[uv_range.clone()]);
        let before = self.faces.len();
        let Self { faces, uv_faces, cutter, .. } = self;
        cutter.cut(corners, &draft.positions, |triangle| {
            faces.push(triangle.map(|corner| corners[corner as usize]));
            uv_faces.extend(uv_corners.map(|uvs| triangle.map(|corner| uvs[corner as usize])));
        });
        if let Some(ends) = self.ends.as_mut().filter(|_| faces.len() > before) {
            draft.corners.copy_within(range.clone(), self.kept_corners);
            draft.uv_corners.copy_within(uv_range.clone(), self.kept_uv_corners);
            self.kept_corners += range.len();
            self.kept_uv_corners += uv_range.len();
            ends.push(PolygonEnd { corner: self.kept_corners as u32, face: faces.len() as u32 });
        }
    }

    /// The polygons that have triangles, in the memory of the draft.
    fn polygons(&mut self, draft: &mut Draft) -> Polygons {
        let Some(ends) = self.ends.take() else { return Polygons::default() };
        draft.corners.truncate(self.kept_corners);
        draft.uv_corners.truncate(self.kept_uv_corners);
        let corners = std::mem::take(&mut draft.corners);
        let uv_corners = std::mem::take(&mut draft.uv_corners);
        Polygons { corners, uv_corners, ends }.unless_triangles()
    }
}

/// Starts of materials, by faces of the file as far as they have not been reached, by triangles
/// from then on.
struct MaterialStarts {
    sections: Sections,
    reached: usize,
}

impl MaterialStarts {
    fn new(sections: Sections) -> Self {
        Self { sections, reached: 0 }
    }

    /// Notes that a face comes next, after so many triangles.
    fn reach(&mut self, face: usize, triangle_count: usize) {
        while let Some(next) = self.sections.starts.get_mut(self.reached)
            && next.face as usize <= face
        {
            next.face = triangle_count as u32;
            self.reached += 1;
        }
    }

    /// The materials of all triangles; none if no triangle has one with a name.
    fn finish(mut self, triangle_count: usize) -> Groups {
        self.reach(usize::MAX, triangle_count);
        let starts = &self.sections.starts;
        let mut materials = Groups::with_capacity(starts.len() + 1, self.sections.names.len());
        materials.push("", starts.first().map_or(0, |first| first.face as usize));
        for (number, (name, start)) in self.sections.iter().enumerate() {
            let end = starts.get(number + 1).map_or(triangle_count, |next| next.face as usize);
            materials.push(name, end - start.face as usize);
        }
        let has_names = materials.iter().any(|material| !material.name.is_empty());
        if has_names { materials } else { Groups::default() }
    }
}
