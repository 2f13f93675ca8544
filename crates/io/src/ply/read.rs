//! From the data of a PLY file to a mesh.
//!
//! The data are gone through once: vertices are kept, triangles counted. Then the faces are gone
//! through again and cut, into memory of exactly the size that is needed.

use std::io::Read;

use glam::{DVec2, DVec3};

use super::faces::{Faces, read_face};
use super::header::{Element, Header, Kind, Role};
use super::values::Values;
use crate::polygon::FaceCutter;
use crate::polygons::drop_repeats;
use crate::whole_file::read_whole;
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
                faces = Some((Faces::count(element, &mut values)?, start));
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
    let Some((faces, start)) = faces else { return Err(no_faces) };
    let polygons = faces.check_size(&vertices, bytes.len())?;
    let imported = vertices.with_faces(&faces, start, polygons)?;
    if imported.mesh.faces.is_empty() { Err(no_faces) } else { Ok(imported) }
}

#[derive(Default)]
pub(super) struct Vertices {
    pub(super) positions: Vec<DVec3>,
    /// One per vertex, or none.
    pub(super) uvs: Vec<DVec2>,
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
        faces: &Faces,
        mut values: Values,
        mut polygons: Option<Polygons>,
    ) -> Result<Imported, ReadError> {
        let Self { positions, mut uvs } = self;
        if faces.have_uvs {
            uvs = Vec::with_capacity(faces.corners);
        }
        let has_uvs = faces.have_uvs || !uvs.is_empty();
        let mut triangles = Vec::with_capacity(faces.triangles);
        let mut uv_triangles = Vec::with_capacity(if has_uvs { faces.triangles } else { 0 });
        let mut cutter = FaceCutter::default();
        let (mut corners, mut uv_corners) = (Vec::new(), Vec::new());
        let mut collapsed = 0;
        for _ in 0..faces.element.count {
            uv_corners.clear();
            let first_uv = uvs.len() as u32;
            let own_uvs = faces.have_uvs.then_some(&mut uvs);
            read_face(faces.element, &mut values, positions.len(), &mut corners, own_uvs)?;
            uv_corners.extend(first_uv..uvs.len() as u32);
            drop_repeats(&mut corners, &mut uv_corners);
            if corners.len() < 3 {
                collapsed += 1;
                continue;
            }
            if has_uvs && !faces.have_uvs {
                uv_corners.clone_from(&corners);
            }
            let before = triangles.len();
            cutter.cut(&corners, &positions, |triangle| {
                triangles.push(triangle.map(|corner| corners[corner as usize]));
                let uvs = || triangle.map(|corner| uv_corners[corner as usize]);
                uv_triangles.extend(has_uvs.then(uvs));
            });
            if let Some(polygons) = &mut polygons {
                polygons.push(&corners, &uv_corners, triangles.len() - before);
            }
        }
        let mut groups = Groups::default();
        if has_uvs {
            groups.push_with_uvs("", triangles.len());
        } else {
            groups.push("", triangles.len());
        }
        let polygons = polygons.unwrap_or_default().unless_triangles();
        let (faces, uv_faces) = (triangles, uv_triangles);
        let mesh = Mesh { positions, faces, uvs, uv_faces, groups, polygons, ..Mesh::default() };
        Ok(Imported {
            dropped_faces: collapsed + cutter.dropped,
            tangled_polygons: cutter.tangled,
            ..Imported::whole(mesh)
        })
    }
}
