//! Faces as files have them: loops of three corners or more, beside the triangles cut from them.

use std::ops::Range;

use crate::{InvalidMesh, Mesh};

/// The polygons of a mesh, in the order of their triangles; empty if all of them are triangles.
///
/// Those of groups with texture coordinates have them at every corner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Polygons {
    pub(crate) corners: Vec<u32>,
    pub(crate) uv_corners: Vec<u32>,
    pub(crate) ends: Vec<PolygonEnd>,
}

/// End of a polygon; it starts where the one before it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PolygonEnd {
    pub(crate) corner: u32,
    /// End of its triangles.
    pub(crate) face: u32,
}

/// A face as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polygon<'a> {
    /// Its vertices, in order.
    pub corners: &'a [u32],
    /// Texture coordinates at its corners, as indices into [`Mesh::uvs`]; `None` if it has none.
    pub uvs: Option<&'a [u32]>,
    /// The triangles that it was cut into.
    pub faces: Range<usize>,
}

impl Polygons {
    /// No polygons, with memory for as many as given.
    pub(crate) fn with_capacity(count: usize, corner_count: usize, uv_corner_count: usize) -> Self {
        Self {
            corners: Vec::with_capacity(corner_count),
            uv_corners: Vec::with_capacity(uv_corner_count),
            ends: Vec::with_capacity(count),
        }
    }

    /// Appends a polygon that was cut into the next `face_count` triangles; without any it is not
    /// there. `uvs` is empty, or has as many entries as `corners`.
    pub fn push(&mut self, corners: &[u32], uvs: &[u32], face_count: usize) {
        if face_count == 0 {
            return;
        }
        self.corners.extend_from_slice(corners);
        self.uv_corners.extend_from_slice(uvs);
        let last = self.ends.last().copied().unwrap_or_default();
        self.ends.push(PolygonEnd {
            corner: u32::try_from(self.corners.len()).unwrap_or(u32::MAX),
            face: last.face.saturating_add(u32::try_from(face_count).unwrap_or(u32::MAX)),
        });
    }

    /// Number of polygons.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if all faces are triangles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The same, without anything if all of them are triangles.
    pub(crate) fn unless_triangles(self) -> Self {
        if self.corners.len() == 3 * self.ends.len() { Self::default() } else { self }
    }

    fn start(&self, polygon: usize) -> PolygonEnd {
        polygon.checked_sub(1).map_or_else(PolygonEnd::default, |before| self.ends[before])
    }

    /// Checks that the polygons fit to the triangles of a mesh, and lie in one group each.
    pub(crate) fn check(&self, mesh: &Mesh) -> Result<(), InvalidMesh> {
        let (Some(last), false) = (self.ends.last(), self.is_empty()) else { return Ok(()) };
        let fault = |polygon: usize| InvalidMesh::PolygonsDoNotFit { polygon };
        let (mut groups, mut uv_corners) = (mesh.groups.iter().peekable(), 0);
        for (polygon, end) in self.ends.iter().enumerate() {
            let start = self.start(polygon);
            let faces = start.face as usize..end.face as usize;
            while groups.next_if(|group| group.faces.end <= faces.start).is_some() {}
            let group = groups.peek().filter(|group| group.faces.end >= faces.end);
            let group = group.ok_or_else(|| fault(polygon))?;
            let count = end.corner.saturating_sub(start.corner) as usize;
            if count < 3 || faces.is_empty() {
                return Err(fault(polygon));
            }
            uv_corners += if group.uv_faces.is_some() { count } else { 0 };
        }
        let out_of_range = |corners: &[u32], count: usize| {
            corners.iter().position(|&corner| corner as usize >= count)
        };
        let place = out_of_range(&self.corners, mesh.positions.len())
            .or_else(|| out_of_range(&self.uv_corners, mesh.uvs.len()));
        let polygon_of = |corner: usize| self.ends.partition_point(|e| e.corner as usize <= corner);
        if let Some(corner) = place {
            return Err(fault(polygon_of(corner).min(self.len() - 1)));
        }
        let fits = last.corner as usize == self.corners.len()
            && last.face as usize == mesh.faces.len()
            && uv_corners == self.uv_corners.len();
        if fits { Ok(()) } else { Err(fault(self.len() - 1)) }
    }
}

impl Mesh {
    /// The faces as the file has them, in the order of their triangles: polygons, or triangles if
    /// there is nothing else.
    ///
    /// # Panics
    /// If the mesh does not pass [`Mesh::check`].
    pub fn face_loops(&self) -> impl Iterator<Item = Polygon<'_>> {
        let Self { polygons, faces, groups, .. } = self;
        let (count, mut uv_corners) = if polygons.is_empty() {
            (faces.len(), self.uv_faces.as_flattened())
        } else {
            (polygons.len(), polygons.uv_corners.as_slice())
        };
        let mut groups = groups.iter().peekable();
        (0..count).map(move |number| {
            let (corners, range) = if polygons.is_empty() {
                (faces[number].as_slice(), number..number + 1)
            } else {
                let (start, end) = (polygons.start(number), polygons.ends[number]);
                let corners = &polygons.corners[start.corner as usize..end.corner as usize];
                (corners, start.face as usize..end.face as usize)
            };
            while groups.next_if(|group| group.faces.end <= range.start).is_some() {}
            let has_uvs = groups.peek().is_some_and(|group| group.uv_faces.is_some());
            let uvs = has_uvs.then(|| {
                let (own, others) = uv_corners.split_at(corners.len());
                uv_corners = others;
                own
            });
            Polygon { corners, uvs, faces: range }
        })
    }
}

/// Of corners in a row at the same vertex, all but the first are dropped, as is a return to the
/// first at the end. `uvs` is empty, or has as many entries as `corners`.
pub(crate) fn drop_repeats(corners: &mut Vec<u32>, uvs: &mut Vec<u32>) {
    let has_uvs = uvs.len() == corners.len();
    let mut kept = corners.len().min(1);
    for corner in 1..corners.len() {
        if corners[corner] != corners[kept - 1] {
            corners[kept] = corners[corner];
            if has_uvs {
                uvs[kept] = uvs[corner];
            }
            kept += 1;
        }
    }
    while kept > 1 && corners[kept - 1] == corners[0] {
        kept -= 1;
    }
    corners.truncate(kept);
    uvs.truncate(kept);
}
