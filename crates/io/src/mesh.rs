//! The mesh that every format reads into and writes from.

use glam::{DVec2, DVec3};

use ripstop_geometry::Stitch;

use crate::seams::SewnEdges;
use crate::{Chains, Groups, InvalidStitch, Polygons};

/// A surface of triangles as files know it: positions, faces, named groups, perhaps texture
/// coordinates, names of materials, and the polygons that the triangles were cut from.
///
/// Readers return meshes that pass [`Mesh::check`]; writers check before they write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions, in the unit of the file.
    pub positions: Vec<DVec3>,
    /// Corners of the triangles, as indices into `positions`.
    pub faces: Vec<[u32; 3]>,
    /// Texture coordinates.
    pub uvs: Vec<DVec2>,
    /// Corners of the triangles in the texture, as indices into `uvs`;
    /// [`Group::uv_faces`](crate::Group::uv_faces) says which face an entry belongs to.
    pub uv_faces: Vec<[u32; 3]>,
    /// Names for ranges of faces; they cover all faces.
    pub groups: Groups,
    /// Names of the materials of ranges of faces, without texture coordinates of their own; empty,
    /// or they cover all faces.
    pub materials: Groups,
    /// Names of objects, each with whole groups; empty, or they cover all faces. Readers leave them
    /// out.
    pub objects: Groups,
    /// Faces as the file has them; empty if all of them are triangles.
    pub polygons: Polygons,
    /// Stitches, seam by seam: vertices that are sewn to points of edges. Of the formats only OBJ
    /// has them.
    pub seams: Vec<Vec<Stitch>>,
    /// Named chains of vertices. Of the formats only OBJ has them.
    pub chains: Chains,
}

/// A mesh that cannot be written.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum InvalidMesh {
    /// A coordinate is NaN or infinite.
    #[error("vertex {vertex} has a coordinate that is not finite")]
    PositionNotFinite {
        /// Offending vertex.
        vertex: usize,
    },
    /// A texture coordinate is NaN or infinite.
    #[error("texture coordinate {uv} is not finite")]
    UvNotFinite {
        /// Offending entry of [`Mesh::uvs`].
        uv: usize,
    },
    /// A face names a vertex that is not there.
    #[error("face {face} refers to vertex {vertex}, but the mesh has {count} vertices")]
    VertexOutOfRange {
        /// Offending face.
        face: usize,
        /// The index it named.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
    /// A face names a texture coordinate that is not there.
    #[error("texture face {uv_face} refers to coordinate {uv}, but the mesh has {count} of them")]
    UvOutOfRange {
        /// Offending entry of [`Mesh::uv_faces`].
        uv_face: usize,
        /// The index it named.
        uv: u32,
        /// Number of texture coordinates.
        count: usize,
    },
    /// The groups do not cover the faces.
    #[error("the groups cover {grouped} {items}, but the mesh has {count}")]
    GroupsDoNotCover {
        /// Items that they do not cover: faces or texture faces.
        items: &'static str,
        /// Number of items that they cover.
        grouped: usize,
        /// Number of items.
        count: usize,
    },
    /// The polygons are not those of the triangles.
    #[error("polygon {polygon} does not fit to the triangles of its group")]
    PolygonsDoNotFit {
        /// Offending polygon.
        polygon: usize,
    },
    /// A stitch cannot be sewn.
    #[error("seam {seam}, stitch {stitch}: it {problem}")]
    Stitch {
        /// Offending seam.
        seam: usize,
        /// Offending stitch of the seam.
        stitch: usize,
        /// Reason.
        problem: InvalidStitch,
    },
    /// A chain names a vertex that is not there.
    #[error("chain {chain} goes through vertex {vertex}, but the mesh has {count} vertices")]
    ChainOutOfRange {
        /// Offending chain.
        chain: usize,
        /// The index it named.
        vertex: u32,
        /// Number of vertices.
        count: usize,
    },
}

impl Mesh {
    /// A mesh of one group without a name.
    #[must_use]
    pub fn new(positions: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Self {
        let mut groups = Groups::default();
        groups.push("", faces.len());
        Self { positions, faces, groups, ..Self::default() }
    }

    /// Checks that every number is finite, every index in range, every face in a group, and every
    /// stitch to be sewn.
    ///
    /// # Errors
    /// If something of this does not hold.
    pub fn check(&self) -> Result<(), InvalidMesh> {
        if let Some(vertex) = self.positions.iter().position(|x| !x.is_finite()) {
            return Err(InvalidMesh::PositionNotFinite { vertex });
        }
        if let Some(uv) = self.uvs.iter().position(|x| !x.is_finite()) {
            return Err(InvalidMesh::UvNotFinite { uv });
        }
        if let Some((face, vertex)) = first_out_of_range(&self.faces, self.positions.len()) {
            let count = self.positions.len();
            return Err(InvalidMesh::VertexOutOfRange { face, vertex, count });
        }
        if let Some((uv_face, uv)) = first_out_of_range(&self.uv_faces, self.uvs.len()) {
            return Err(InvalidMesh::UvOutOfRange { uv_face, uv, count: self.uvs.len() });
        }
        for (items, grouped, count) in [
            ("faces", self.groups.face_count(), self.faces.len()),
            ("texture faces", self.groups.uv_face_count(), self.uv_faces.len()),
        ] {
            if grouped != count {
                return Err(InvalidMesh::GroupsDoNotCover { items, grouped, count });
            }
        }
        for (items, names) in [("faces by material", &self.materials), ("objects", &self.objects)] {
            let (grouped, count) = (names.face_count(), self.faces.len());
            if !names.is_empty() && grouped != count {
                return Err(InvalidMesh::GroupsDoNotCover { items, grouped, count });
            }
        }
        self.polygons.check(self)?;
        self.check_seams()
    }

    fn check_seams(&self) -> Result<(), InvalidMesh> {
        let count = self.positions.len();
        let edges = SewnEdges::new(self.seams.iter().flatten(), &self.faces);
        for (seam, stitches) in self.seams.iter().enumerate() {
            for (stitch, sewn) in stitches.iter().enumerate() {
                let wrong = |problem| InvalidMesh::Stitch { seam, stitch, problem };
                edges.check(sewn, count).map_err(wrong)?;
            }
        }
        for (number, chain) in self.chains.iter().enumerate() {
            if let Some(&vertex) = chain.vertices.iter().find(|&&v| v as usize >= count) {
                return Err(InvalidMesh::ChainOutOfRange { chain: number, vertex, count });
            }
        }
        Ok(())
    }

    /// The texture coordinates at the corners of every face, in the order of the faces: a rest
    /// shape in the plane. `None` unless every face has them.
    ///
    /// # Panics
    /// If the mesh does not pass [`Mesh::check`].
    #[must_use]
    pub fn uv_corners(&self) -> Option<Vec<[DVec2; 3]>> {
        if self.uv_faces.is_empty() || self.uv_faces.len() != self.faces.len() {
            return None;
        }
        // As many as there are faces, hence every group has them, hence they are in the order of
        // the faces.
        Some(self.uv_faces.iter().map(|face| face.map(|uv| self.uvs[uv as usize])).collect())
    }
}

fn first_out_of_range(faces: &[[u32; 3]], count: usize) -> Option<(usize, u32)> {
    let corners = faces.iter().enumerate().flat_map(|(face, corners)| corners.map(|i| (face, i)));
    corners.into_iter().find(|&(_, index)| index as usize >= count)
}
