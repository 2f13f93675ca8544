//! From the content of mesh files to the parts of them that a scene asks for.

use std::io::Cursor;

use glam::DVec3;
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_io::{Chains, Convention, Group, Mesh, MeshFormat, Polygon, UpAxis};
use ripstop_io::{NpyReader, Pc2Reader, weld};
use ripstop_pipeline::scene::{Chain, FaceGroup, Import, LoadedMesh, UpAxis as SceneUpAxis};

use crate::MeshFileCause;

/// Unit and up axis of a mesh file, by its name and what a scene says of it; `None` if its format
/// is not known.
#[must_use]
pub fn mesh_convention(file: &str, import: &Import) -> Option<Convention> {
    Some(convention(MeshFormat::of_name(file)?, import))
}

/// Unit and up axis of a file.
pub(crate) fn convention(format: MeshFormat, import: &Import) -> Convention {
    let mut convention = format.convention();
    if let Some(unit) = import.unit {
        convention.metres_per_unit = unit.metres();
    }
    if let Some(up) = import.up {
        convention.up = match up {
            SceneUpAxis::Y => UpAxis::Y,
            SceneUpAxis::Z => UpAxis::Z,
        };
    }
    convention
}

/// True if meshes have the same vertices and faces, wherever the vertices are. Polygons are
/// compared as they are in the file: their triangles may be others if they are bent.
pub(crate) fn are_alike(one: &Mesh, other: &Mesh) -> bool {
    let are_polygons = !one.polygons.is_empty() && !other.polygons.is_empty();
    let polygons = |(one, other): (Polygon, Polygon)| one.corners == other.corners;
    let are_polygons_alike = || {
        are_polygons
            && one.polygons.len() == other.polygons.len()
            && one.face_loops().zip(other.face_loops()).all(polygons)
    };
    one.positions.len() == other.positions.len()
        && (one.faces == other.faces || are_polygons_alike())
}

/// Part of a mesh.
pub(crate) struct Selection {
    pub(crate) mesh: Mesh,
    /// For each vertex of it, its number in the whole mesh.
    pub(crate) vertices: Vec<u32>,
}

/// Takes the groups that are asked for, and welds them.
pub(crate) fn select(mesh: Mesh, import: &Import) -> Result<Selection, MeshFileCause> {
    let mut vertices: Vec<u32> = (0..mesh.positions.len() as u32).collect();
    let mut mesh = mesh;
    if let Some(name) = &import.surface {
        let no_group = || MeshFileCause::NoGroup {
            name: name.clone(),
            present: mesh.groups.iter().map(|group| group.name.to_owned()).collect(),
        };
        let surface = mesh.surface(name).ok_or_else(no_group)?;
        let groups = mesh.surfaces().into_iter().filter(|group| &group.name == name);
        vertices = groups.flat_map(|group| group.vertices).collect();
        vertices.sort_unstable();
        vertices.dedup();
        mesh = surface;
    }
    if let Some(tolerance) = import.weld {
        let welded = weld(&mesh, tolerance)?;
        // New vertices are numbered by the first old one that each of them comes from.
        let mut next = 0;
        let firsts = welded.vertex_map.iter().enumerate().filter_map(|(old, &new)| {
            let is_first = new == next;
            next += u32::from(is_first);
            is_first.then_some(vertices[old])
        });
        vertices = firsts.collect();
        mesh = welded.mesh;
    }
    Ok(Selection { mesh, vertices })
}

/// A mesh with all that its file says and a scene can ask for; its positions are in metres with z
/// up.
///
/// # Panics
/// If the mesh does not pass [`Mesh::check`].
#[must_use]
pub fn loaded_mesh(mesh: Mesh) -> LoadedMesh {
    let group = |Group { name, faces, .. }| FaceGroup { name: str::to_owned(name), faces };
    LoadedMesh {
        uvs: mesh.uv_corners(),
        groups: mesh.groups.iter().map(group).collect(),
        chains: long_chains(&mesh.chains),
        seams: mesh.seams,
        mesh: TriangleMesh { positions: mesh.positions, faces: mesh.faces },
        ..LoadedMesh::default()
    }
}

/// Chains with longer names are left out: every chain has a copy of its name.
pub(crate) const LONGEST_CHAIN_NAME: usize = 256;

/// The chains of a file, those joined that it has in pieces: a line of two vertices goes on with
/// the line before it if it starts where that ends.
fn long_chains(chains: &Chains) -> Vec<Chain> {
    let mut long: Vec<Chain> = Vec::new();
    for chain in chains.iter().filter(|chain| chain.name.len() <= LONGEST_CHAIN_NAME) {
        match (long.last_mut(), chain.vertices) {
            (Some(last), &[from, to])
                if last.name == chain.name && last.vertices.last() == Some(&from) =>
            {
                last.vertices.push(to);
            }
            _ => {
                let (name, vertices) = (chain.name.to_owned(), chain.vertices.to_vec());
                long.push(Chain { name, vertices });
            }
        }
    }
    long
}

/// A format of files with all frames of a motion.
#[derive(Clone, Copy)]
pub(crate) enum TrajectoryFormat {
    Pc2,
    Npy,
}

impl TrajectoryFormat {
    /// The format of a file, by the end of its name.
    pub(crate) fn of_name(file: &str) -> Option<Self> {
        let (_, extension) = file.rsplit_once('.')?;
        match extension.to_ascii_lowercase().as_str() {
            "pc2" => Some(Self::Pc2),
            "npy" => Some(Self::Npy),
            _ => None,
        }
    }
}

/// All frames of a file, each with the right number of vertices.
pub(crate) fn trajectory(
    file: &str,
    bytes: &[u8],
    vertex_count: usize,
) -> Result<Vec<Vec<DVec3>>, MeshFileCause> {
    let check = |found: usize| {
        let wrong = MeshFileCause::VertexCount { found, expected: vertex_count };
        if found == vertex_count { Ok(()) } else { Err(wrong) }
    };
    match TrajectoryFormat::of_name(file) {
        Some(TrajectoryFormat::Pc2) => {
            let mut reader = Pc2Reader::new(Cursor::new(bytes))?;
            check(reader.vertex_count())?;
            let frames = 0..reader.frame_count();
            frames.map(|frame| Ok(reader.read_frame(frame)?)).collect()
        }
        Some(TrajectoryFormat::Npy) => {
            let mut reader = NpyReader::new(Cursor::new(bytes))?;
            check(reader.vertex_count())?;
            let frames = 0..reader.frame_count();
            frames.map(|frame| Ok(reader.read_frame(frame)?)).collect()
        }
        None => Err(MeshFileCause::UnknownTrajectoryFormat),
    }
}
