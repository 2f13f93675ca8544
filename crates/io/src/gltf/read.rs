//! From the scene of a glTF file to a mesh: sizes first, then the mesh.

use std::io::Read;

use glam::{DAffine3, DVec2, DVec3};

use super::accessor::{Elements, Shape};
use super::buffers::{BufferLoader, Buffers};
use super::document::Document;
use super::instances::{self, Instance};
use super::tables::{Link, Mode, Primitive};
use super::transform::{mirrors, moved};
use crate::whole_file::{MeshSize, check_mesh_size, read_whole};
use crate::{Groups, Imported, Mesh, Place, ReadError};

/// Memory of a group beside its name, three times what it takes for the moment of growing (bytes).
const GROUP: u64 = 72;

/// Reads a mesh from a glTF file, `.gltf` or `.glb`, that has its buffers inside.
///
/// Memory stays below 1 MiB + 8 × the size of the file, whatever the file is.
///
/// # Errors
/// As [`read_gltf_with`], and if a buffer is in a file of its own.
pub fn read_gltf(reader: impl Read) -> Result<Imported, ReadError> {
    read_gltf_with(reader, &mut |_| Err("a file of its own, which is not read here".to_owned()))
}

/// Reads a mesh from a glTF file, `.gltf` or `.glb`; `load` gets the addresses of buffers in files
/// of their own.
///
/// Memory stays below 1 MiB + 8 × the size of the file and those buffers, whatever they are.
///
/// # Errors
/// If the reader or the loader fails, if the file is not glTF 2.0 or needs an extension that is not
/// known, if something is not where the file says, if a coordinate is not finite, if an index is
/// out of range, or if there is no face.
pub fn read_gltf_with(reader: impl Read, load: &mut BufferLoader) -> Result<Imported, ReadError> {
    let bytes = read_whole(reader)?;
    let document = Document::parse(&bytes)?;
    let buffers = Buffers::load(&document, load)?;
    read_mesh(&File { document: &document, buffers: &buffers }, bytes.len()).map(|read| read.0)
}

/// Reads the mesh of a file of so many bytes, and says what memory it takes.
pub(super) fn read_mesh(file: &File, length: usize) -> Result<(Imported, Budget), ReadError> {
    let File { document, buffers } = file;
    let file_length = length + buffers.loaded as usize;
    let tables = document.tables.bytes() + document.tables.nodes.len() as u64;
    let held = tables + buffers.decoded + buffers.loaded;
    let mut size = MeshSize { other_bytes: held, ..MeshSize::default() };
    let mut name_bytes = 0_u64;
    instances::visit(document, |instance| {
        file.add_size(instance, &mut size)?;
        name_bytes = name_bytes.saturating_add(file.material_bytes(instance.mesh)?);
        check_mesh_size(size, file_length, document.json.byte())
    })?;
    let mut draft = Draft::with_capacity(size);
    // Names of materials are kept where there is room for them.
    let mut named = size;
    named.other_bytes = size.other_bytes.saturating_add(name_bytes);
    let has_room = check_mesh_size(named, file_length, document.json.byte()).is_ok();
    draft.has_materials = name_bytes > 0 && has_room;
    if draft.has_materials {
        size = named;
    }
    instances::visit(document, |instance| file.add_mesh(instance, &mut draft))?;
    if draft.mesh.materials.iter().all(|material| material.name.is_empty()) {
        draft.mesh.materials = Groups::default();
    }
    if draft.mesh.faces.is_empty() {
        let vertex_count = draft.mesh.positions.len();
        return Err(ReadError::NoFaces { byte: length as u64, vertex_count });
    }
    let imported = Imported { dropped_faces: draft.dropped, ..Imported::whole(draft.mesh) };
    Ok((imported, Budget { size, file_length, place: document.json.byte() }))
}

/// Memory that is taken of what a file may take.
pub(super) struct Budget {
    size: MeshSize,
    file_length: usize,
    place: Place,
}

impl Budget {
    /// Takes memory for items of a size (bytes), before they are made.
    pub(super) fn take(&mut self, count: u64, size: usize) -> Result<(), ReadError> {
        let bytes = count.saturating_mul(size as u64);
        self.size.other_bytes = self.size.other_bytes.saturating_add(bytes);
        check_mesh_size(self.size, self.file_length, self.place)
    }
}

/// A file, with its buffers.
pub(super) struct File<'a> {
    pub(super) document: &'a Document<'a>,
    pub(super) buffers: &'a Buffers<'a>,
}

/// A primitive that makes faces, with its numbers found.
pub(super) struct Found<'a> {
    pub(super) primitive: Primitive,
    pub(super) positions: Elements<'a>,
    uvs: Option<Elements<'a>>,
    indices: Option<Elements<'a>>,
    /// True if its vertices are those of the primitive before it.
    pub(super) shares: bool,
}

impl Found<'_> {
    fn corner_count(&self) -> u64 {
        self.indices.map_or(self.positions.count(), |indices| indices.count())
    }

    fn face_count(&self) -> u64 {
        match self.primitive.mode {
            Mode::Triangles => self.corner_count() / 3,
            Mode::Strip | Mode::Fan => self.corner_count().saturating_sub(2),
            Mode::NoFaces => 0,
        }
    }

    /// The corners of a face, as numbers of vertices of the primitive.
    fn face(&self, face: usize) -> [u32; 3] {
        let corners = match self.primitive.mode {
            Mode::Triangles | Mode::NoFaces => [3 * face, 3 * face + 1, 3 * face + 2],
            Mode::Strip => [face, face + 1 + face % 2, face + 2 - face % 2],
            Mode::Fan => [face + 1, face + 2, 0],
        };
        corners.map(|i| self.indices.map_or(i as u32, |indices| indices.index(i)))
    }
}

impl<'a> File<'a> {
    /// The primitives of a mesh that make faces.
    fn listed(&self, mesh: u32) -> impl Iterator<Item = Primitive> + use<'a> {
        let tables = &self.document.tables;
        let end = |mesh: usize| tables.meshes[mesh].primitives_end as usize;
        let start = if mesh == 0 { 0 } else { end(mesh as usize - 1) };
        let listed = tables.primitives[start..end(mesh as usize)].iter().copied();
        listed.filter(|p| p.position != Link::NONE && p.mode != Mode::NoFaces)
    }

    /// True if all of them have texture coordinates.
    fn has_uvs(&self, mesh: u32) -> bool {
        self.listed(mesh).all(|primitive| primitive.uv != Link::NONE)
    }

    /// Finds the numbers of each of them.
    pub(super) fn found(&self, mesh: u32) -> impl Iterator<Item = Result<Found<'a>, ReadError>> {
        let mut before = None;
        self.listed(mesh).map(move |primitive| {
            let vertices = Some((primitive.position, primitive.uv));
            let shares = std::mem::replace(&mut before, vertices) == vertices;
            Ok(Found { shares, ..self.find(primitive)? })
        })
    }

    fn find(&self, primitive: Primitive) -> Result<Found<'a>, ReadError> {
        let elements = |link: Link, shape: Shape| {
            let find = |i: u32| Elements::find(self.document, self.buffers, i, shape);
            link.get().map(find).transpose()
        };
        let place = self.document.json.at(primitive.place);
        let positions = elements(primitive.position, Shape::Vec3)?;
        let positions = positions.ok_or_else(|| place.error("a primitive with a POSITION"))?;
        let uvs = elements(primitive.uv, Shape::Vec2)?;
        let indices = elements(primitive.indices, Shape::Scalar)?;
        if uvs.is_some_and(|uvs| uvs.count() != positions.count()) {
            return Err(place.error("as many texture coordinates as positions"));
        }
        if indices.is_some_and(|indices| !indices.are_indices()) {
            return Err(place.error("indices that are unsigned integers"));
        }
        Ok(Found { primitive, positions, uvs, indices, shares: false })
    }

    fn add_size(&self, instance: &Instance, size: &mut MeshSize) -> Result<(), ReadError> {
        let has_uvs = self.has_uvs(instance.mesh);
        size.other_bytes += GROUP + 3 * instance.name.len() as u64;
        for primitive in self.found(instance.mesh) {
            let primitive = primitive?;
            let vertices = if primitive.shares { 0 } else { primitive.positions.count() };
            let faces = primitive.face_count();
            if !primitive.shares {
                primitive.positions.check_sparse(self.document)?;
            }
            let add = |sum: &mut u64, count: u64| *sum = sum.saturating_add(count);
            // Primitives without faces still take time.
            add(&mut size.other_bytes, GROUP);
            add(&mut size.vertices, vertices);
            add(&mut size.faces, faces);
            if has_uvs {
                add(&mut size.uvs, vertices);
                add(&mut size.uv_faces, faces);
            }
        }
        Ok(())
    }

    /// The name of the material of a primitive; empty if there is none.
    fn material(&self, primitive: Primitive) -> Result<String, ReadError> {
        let materials = &self.document.tables.materials;
        let name = primitive.material.get().and_then(|number| materials.get(number as usize));
        self.document.string_at(name.copied().unwrap_or(Link::NONE))
    }

    /// Memory of the names of materials of a mesh (bytes); 0 if it has none.
    fn material_bytes(&self, mesh: u32) -> Result<u64, ReadError> {
        if self.document.tables.materials.is_empty() {
            return Ok(0);
        }
        let bytes = |name: String| GROUP + 3 * name.len() as u64;
        self.listed(mesh).map(|primitive| self.material(primitive).map(bytes)).sum()
    }

    fn add_mesh(&self, instance: &Instance, draft: &mut Draft) -> Result<(), ReadError> {
        draft.has_uvs = self.has_uvs(instance.mesh);
        let face_count = draft.mesh.faces.len();
        let mirrors = mirrors(instance.transform);
        for primitive in self.found(instance.mesh) {
            let primitive = primitive?;
            let place = self.document.json.at(primitive.primitive.place);
            if !primitive.shares {
                let faulty = draft.push_vertices(&primitive, instance.transform);
                faulty.map_err(|expected| place.error(expected))?;
            }
            let count = primitive.positions.count();
            let before = draft.mesh.faces.len();
            for face in 0..primitive.face_count() as usize {
                let mut corners = primitive.face(face);
                if let Some(&corner) = corners.iter().find(|&&corner| u64::from(corner) >= count) {
                    let (place, index) = (place.byte(), corner.into());
                    let items = "vertices in this primitive";
                    return Err(ReadError::IndexOutOfRange { place, index, items, count });
                }
                if mirrors {
                    corners.swap(1, 2);
                }
                draft.push_face(corners);
            }
            if draft.has_materials {
                let name = self.material(primitive.primitive)?;
                draft.mesh.materials.push(&name, draft.mesh.faces.len() - before);
            }
        }
        let face_count = draft.mesh.faces.len() - face_count;
        if draft.has_uvs {
            draft.mesh.groups.push_with_uvs(&instance.name, face_count);
        } else {
            draft.mesh.groups.push(&instance.name, face_count);
        }
        Ok(())
    }
}

/// A mesh in the making.
struct Draft {
    mesh: Mesh,
    /// The first vertex of the primitive at hand.
    first: u32,
    /// Its first texture coordinates.
    first_uv: u32,
    /// True if the mesh at hand has texture coordinates.
    has_uvs: bool,
    /// True if names of materials are kept.
    has_materials: bool,
    dropped: usize,
}

impl Draft {
    fn with_capacity(size: MeshSize) -> Self {
        let mesh = Mesh {
            positions: Vec::with_capacity(size.vertices as usize),
            faces: Vec::with_capacity(size.faces as usize),
            uvs: Vec::with_capacity(size.uvs as usize),
            uv_faces: Vec::with_capacity(size.uv_faces as usize),
            ..Mesh::default()
        };
        Self { mesh, first: 0, first_uv: 0, has_uvs: false, has_materials: false, dropped: 0 }
    }

    /// Keeps the vertices of a primitive; otherwise what was expected.
    fn push_vertices(
        &mut self,
        primitive: &Found,
        transform: Option<DAffine3>,
    ) -> Result<(), String> {
        self.first = self.mesh.positions.len() as u32;
        self.first_uv = self.mesh.uvs.len() as u32;
        for vertex in 0..primitive.positions.count() as usize {
            let position = moved(transform, DVec3::from(primitive.positions.get::<3>(vertex)));
            if !position.is_finite() {
                return Err(format!("finite positions, unlike that of vertex {vertex}"));
            }
            self.mesh.positions.push(position);
            if let Some(uvs) = primitive.uvs.filter(|_| self.has_uvs) {
                // From the upper edge of the texture to the lower, unlike in other formats.
                let [u, down] = uvs.get::<2>(vertex);
                let uv = DVec2::new(u, 1.0 - down);
                if !uv.is_finite() {
                    return Err(format!(
                        "finite texture coordinates, unlike those of vertex {vertex}"
                    ));
                }
                self.mesh.uvs.push(uv);
            }
        }
        Ok(())
    }

    /// Keeps a face unless it has a vertex at two corners.
    fn push_face(&mut self, corners: [u32; 3]) {
        let [a, b, c] = corners;
        if a == b || b == c || c == a {
            self.dropped += 1;
            return;
        }
        self.mesh.faces.push(corners.map(|corner| self.first + corner));
        if self.has_uvs {
            self.mesh.uv_faces.push(corners.map(|corner| self.first_uv + corner));
        }
    }
}
