//! From the data of a PLY file to a mesh.
//!
//! The data are gone through once: vertices are kept, triangles counted. Then the faces are gone
//! through again and cut, into memory of exactly the size that is needed.

use std::io::Read;

use glam::{DVec2, DVec3};

use super::header::{Element, Header, Kind, Role};
use super::values::Values;
use crate::polygon::{FaceCutter, MOST_CORNERS};
use crate::polygons::{PolygonEnd, drop_repeats};
use crate::whole_file::{MeshSize, check_mesh_size, read_whole};
use crate::{Groups, Imported, Mesh, Place, Polygons, ReadError};

/// Reads a mesh from a PLY file of any encoding. Polygons are cut into triangles, and kept beside
/// them where the bound of memory has room for both.
///
/// Memory stays below 1 MiB + 8 × the size of the file, whatever the file is.
///
/// # Errors
/// If the reader fails, if the file is not PLY or not as long as its header says, if a coordinate
/// is not finite, if an index is out of range, or if there is no face.
pub fn read_ply(reader: impl Read) -> Result<Imported, ReadError> {
    let bytes = read_whole(reader)?;
    let header = Header::parse(&bytes)?;
    let mut values = Values::new(&bytes, &header);
    let mut vertices = Vertices::default();
    let mut faces = None;
    for element in &header.elements {
        values.check_count(element)?;
        if element.properties.is_empty() {
            continue;
        }
        match element.kind {
            Kind::Vertex => vertices = Vertices::read(element, &mut values)?,
            Kind::Face => {
                let start = values;
                let triangle_count = count_triangles(element, &mut values)?;
                faces = Some((element, start, triangle_count));
            }
            Kind::Other => {
                for _ in 0..element.count {
                    for &property in &element.properties {
                        values.skip(property)?;
                    }
                }
            }
        }
    }
    values.end()?;
    let no_faces =
        ReadError::NoFaces { byte: bytes.len() as u64, vertex_count: vertices.positions.len() };
    let Some((element, start, triangle_count)) = faces else { return Err(no_faces) };
    let (uvs, faces) = (vertices.uvs.len() as u64, triangle_count as u64);
    let size = MeshSize {
        vertices: vertices.positions.len() as u64,
        faces,
        uvs,
        uv_faces: if uvs > 0 { faces } else { 0 },
        ..MeshSize::default()
    };
    let place = Place::Line(element.line);
    check_mesh_size(size, bytes.len(), place)?;
    // Polygons are kept beside their triangles where there is room for both.
    let count = element.count as usize;
    let corners = triangle_count + 2 * count;
    let uv_corners = if uvs > 0 { corners } else { 0 };
    let other_bytes = (4 * (corners + uv_corners) + size_of::<PolygonEnd>() * count) as u64;
    let both = MeshSize { other_bytes, ..size };
    let has_room = triangle_count > count && check_mesh_size(both, bytes.len(), place).is_ok();
    let polygons = has_room.then(|| Polygons::with_capacity(count, corners, uv_corners));
    let imported = vertices.with_faces(element, start, triangle_count, polygons)?;
    if imported.mesh.faces.is_empty() { Err(no_faces) } else { Ok(imported) }
}

#[derive(Default)]
struct Vertices {
    positions: Vec<DVec3>,
    /// One per vertex, or none.
    uvs: Vec<DVec2>,
}

impl Vertices {
    fn read(element: &Element, values: &mut Values) -> Result<Self, ReadError> {
        let has = |coordinate: u8| {
            element.properties.iter().any(|p| p.role == Role::Coordinate(coordinate))
        };
        let place = Place::Line(element.line);
        if !(has(0) && has(1) && has(2)) {
            let expected = "the properties `x`, `y` and `z` of a vertex";
            return Err(ReadError::unexpected(place, expected, "others"));
        }
        let count = element.count as usize;
        let has_uvs = has(3) && has(4);
        let mut positions = Vec::with_capacity(count);
        let mut uvs = Vec::with_capacity(if has_uvs { count } else { 0 });
        for _ in 0..count {
            let mut coordinates = [0.0; 5];
            for &property in &element.properties {
                match property.role {
                    Role::Coordinate(i) => {
                        coordinates[usize::from(i)] = values.finite(property.scalar)?;
                    }
                    _ => values.skip(property)?,
                }
            }
            let [x, y, z, u, v] = coordinates;
            positions.push(DVec3::new(x, y, z));
            uvs.extend(has_uvs.then_some(DVec2::new(u, v)));
        }
        Ok(Self { positions, uvs })
    }

    fn with_faces(
        self,
        element: &Element,
        mut values: Values,
        triangle_count: usize,
        mut polygons: Option<Polygons>,
    ) -> Result<Imported, ReadError> {
        let Self { positions, uvs } = self;
        let mut faces = Vec::with_capacity(triangle_count);
        let mut cutter = FaceCutter::default();
        let mut corners = Vec::new();
        let mut collapsed = 0;
        for _ in 0..element.count {
            read_corners(element, &mut values, positions.len(), &mut corners)?;
            drop_repeats(&mut corners, &mut Vec::new());
            if corners.len() < 3 {
                collapsed += 1;
                continue;
            }
            let before = faces.len();
            cutter.cut(&corners, &positions, |triangle| {
                faces.push(triangle.map(|corner| corners[corner as usize]));
            });
            if let Some(polygons) = &mut polygons {
                let uvs = if uvs.is_empty() { [].as_slice() } else { &corners };
                polygons.push(&corners, uvs, faces.len() - before);
            }
        }
        let mut groups = Groups::default();
        let uv_faces = if uvs.is_empty() {
            groups.push("", faces.len());
            Vec::new()
        } else {
            groups.push_with_uvs("", faces.len());
            faces.clone()
        };
        let polygons = polygons.unwrap_or_default().unless_triangles();
        let mesh = Mesh { positions, faces, uvs, uv_faces, groups, polygons, ..Mesh::default() };
        Ok(Imported {
            dropped_faces: collapsed + cutter.dropped,
            tangled_polygons: cutter.tangled,
            ..Imported::whole(mesh)
        })
    }
}

/// Fills `corners` with the vertices of the next face.
fn read_corners(
    element: &Element,
    values: &mut Values,
    vertex_count: usize,
    corners: &mut Vec<u32>,
) -> Result<(), ReadError> {
    corners.clear();
    for &property in &element.properties {
        let (Role::Corners, Some(length)) = (property.role, property.length) else {
            values.skip(property)?;
            continue;
        };
        for _ in 0..values.length(length)? {
            let index = values.integer(property.scalar)?;
            let vertex = u32::try_from(index).ok().filter(|&v| (v as usize) < vertex_count);
            corners.push(vertex.ok_or_else(|| {
                let (items, count) = ("vertices", vertex_count as u64);
                ReadError::IndexOutOfRange { place: values.place(), index, items, count }
            })?);
        }
    }
    Ok(())
}

/// Passes the faces; returns an upper bound of the triangles that they make.
fn count_triangles(element: &Element, values: &mut Values) -> Result<usize, ReadError> {
    let lists = element.properties.iter().filter(|p| p.role == Role::Corners).count();
    if lists != 1 && element.count > 0 {
        let expected = "one list `vertex_indices` or `vertex_index` of a face";
        let place = Place::Line(element.line);
        return Err(ReadError::unexpected(place, expected, format!("{lists} such lists")));
    }
    let mut triangles = 0;
    for _ in 0..element.count {
        for &property in &element.properties {
            if property.role != Role::Corners {
                values.skip(property)?;
                continue;
            }
            let mut ahead = *values;
            let corners = property.length.map_or(Ok(0), |length| ahead.length(length))?;
            let place = ahead.place();
            if corners < 3 {
                let expected = "a face with at least 3 corners";
                return Err(ReadError::unexpected(place, expected, format!("{corners}")));
            }
            if corners > MOST_CORNERS as u64 {
                let (items, limit) = ("corners of a face", MOST_CORNERS as u64);
                return Err(ReadError::TooMany { place, items, limit });
            }
            triangles += corners as usize - 2;
            values.skip(property)?;
        }
    }
    Ok(triangles)
}
