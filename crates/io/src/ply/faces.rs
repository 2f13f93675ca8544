//! Faces of a PLY file: how many they are, and one after the other.

use glam::DVec2;

use super::header::{Element, Role};
use super::read::Vertices;
use super::values::Values;
use crate::polygon::MOST_CORNERS;
use crate::polygons::PolygonEnd;
use crate::whole_file::{MeshSize, check_mesh_size};
use crate::{Place, Polygons, ReadError};

/// The faces of a file, counted.
pub(super) struct Faces<'a> {
    pub(super) element: &'a Element,
    /// An upper bound of the triangles that they make.
    pub(super) triangles: usize,
    pub(super) corners: usize,
    /// True if every corner of every face has texture coordinates of its own.
    pub(super) have_uvs: bool,
}

impl<'a> Faces<'a> {
    /// Passes the faces.
    pub(super) fn count(element: &'a Element, values: &mut Values) -> Result<Self, ReadError> {
        let lists = |role| element.properties.iter().filter(|p| p.role == role).count();
        if lists(Role::Corners) != 1 && element.count > 0 {
            let (expected, found) =
                ("one list `vertex_indices` or `vertex_index` of a face", lists(Role::Corners));
            let place = Place::Line(element.line);
            return Err(ReadError::unexpected(place, expected, format!("{found} such lists")));
        }
        let have_uvs = lists(Role::CornerUvs) == 1;
        let mut faces = Self { element, triangles: 0, corners: 0, have_uvs };
        for _ in 0..element.count {
            faces.pass(values)?;
        }
        Ok(faces)
    }

    /// Passes and counts a face.
    fn pass(&mut self, values: &mut Values) -> Result<(), ReadError> {
        let (mut corners, mut uvs) = (0, 0);
        for &property in &self.element.properties {
            let mut ahead = *values;
            let length = property.length.map_or(Ok(0), |length| ahead.length(length));
            match property.role {
                Role::Corners => {
                    corners = length?;
                    check_corner_count(corners, ahead.place())?;
                }
                Role::CornerUvs => uvs = length?,
                _ => {}
            }
            values.skip(property)?;
        }
        self.have_uvs &= uvs == 2 * corners;
        self.corners += corners as usize;
        self.triangles += corners as usize - 2;
        Ok(())
    }

    /// Checks that there is room for the mesh in the memory that a file of this length may take.
    /// Returns room for polygons, which are kept beside their triangles where there is room for
    /// both.
    pub(super) fn check_size(
        &self,
        vertices: &Vertices,
        file_length: usize,
    ) -> Result<Option<Polygons>, ReadError> {
        let (faces, count) = (self.triangles as u64, self.element.count as usize);
        let corner_uvs = if self.have_uvs { self.corners } else { 0 };
        let uvs = (vertices.uvs.len() + corner_uvs) as u64;
        let size = MeshSize {
            vertices: vertices.positions.len() as u64,
            faces,
            uvs,
            uv_faces: if uvs > 0 { faces } else { 0 },
            ..MeshSize::default()
        };
        let place = Place::Line(self.element.line);
        check_mesh_size(size, file_length, place)?;
        let uv_corners = if uvs > 0 { self.corners } else { 0 };
        let indices = 4 * (self.corners + uv_corners);
        let other_bytes = (indices + size_of::<PolygonEnd>() * count) as u64;
        let both = MeshSize { other_bytes, ..size };
        let has_room = self.triangles > count && check_mesh_size(both, file_length, place).is_ok();
        Ok(has_room.then(|| Polygons::with_capacity(count, self.corners, uv_corners)))
    }
}

fn check_corner_count(corners: u64, place: Place) -> Result<(), ReadError> {
    if corners < 3 {
        let expected = "a face with at least 3 corners";
        return Err(ReadError::unexpected(place, expected, format!("{corners}")));
    }
    if corners > MOST_CORNERS as u64 {
        let (items, limit) = ("corners of a face", MOST_CORNERS as u64);
        return Err(ReadError::TooMany { place, items, limit });
    }
    Ok(())
}

/// Fills `corners` with the vertices of the next face, each below `vertex_count`, and appends the
/// texture coordinates of its corners if they are asked for.
pub(super) fn read_face(
    element: &Element,
    values: &mut Values,
    vertex_count: usize,
    corners: &mut Vec<u32>,
    mut uvs: Option<&mut Vec<DVec2>>,
) -> Result<(), ReadError> {
    corners.clear();
    for &property in &element.properties {
        match (property.role, property.length, &mut uvs) {
            (Role::Corners, Some(length), _) => {
                for _ in 0..values.length(length)? {
                    let index = values.integer(property.scalar)?;
                    let vertex = u32::try_from(index).ok().filter(|&v| (v as usize) < vertex_count);
                    corners.push(vertex.ok_or_else(|| {
                        let (items, count) = ("vertices", vertex_count as u64);
                        ReadError::IndexOutOfRange { place: values.place(), index, items, count }
                    })?);
                }
            }
            (Role::CornerUvs, Some(length), Some(uvs)) => {
                for _ in 0..values.length(length)? / 2 {
                    let u = values.finite(property.scalar)?;
                    uvs.push(DVec2::new(u, values.finite(property.scalar)?));
                }
            }
            _ => values.skip(property)?,
        }
    }
    Ok(())
}
