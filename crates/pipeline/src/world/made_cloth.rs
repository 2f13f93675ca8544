//! A cloth in the making: as its files have it, then welded if the scene asks for it.

use glam::DVec3;
use ripstop_dynamics::RestShape;
use ripstop_geometry::sew::{Panels, SewError, WeldLimits, Welded, weld_seams};
use ripstop_geometry::tessellate::TriangleMesh;
use ripstop_geometry::{Stitch, Topology, VertexId};

use super::ClothPart;
use super::layers_between::without_layers_between;
use super::meshes::ClothMesh;
use super::seams::{self, FileParts, SeamInput};
use crate::SceneError;
use crate::scene::{Chain, Cloth, FaceGroup, Inflation, LoadedMesh, Scene};

/// Widest gap of a seam that is welded, as a part of the mean edge.
const CLOSED: f64 = 0.5;

/// A cloth at the start, and its rest configuration.
pub(super) struct MadeCloth {
    /// Its vertices numbered from 0, and its shape.
    pub(super) part: ClothPart,
    /// Positions at the start (m).
    pub(super) start: Vec<DVec3>,
    /// Rest configuration (m); on a seam, one of several places.
    pub(super) rest: Vec<DVec3>,
    /// Places of the corners of every face at rest (m), if vertices may have several.
    pub(super) corners: Option<Vec<[DVec3; 3]>>,
    /// Parts of its file that seams refer to.
    pub(super) files: FileParts,
    /// True for a flat pattern.
    is_pattern: bool,
}

impl MadeCloth {
    /// The cloth as its files have it.
    pub(super) fn new(cloth: &Cloth, mesh: ClothMesh, owner: &str) -> Result<Self, SceneError> {
        let ClothMesh { loaded, pattern, rest } = mesh;
        let LoadedMesh {
            mesh: TriangleMesh { positions, faces },
            seams,
            seam_names: names,
            groups,
            chains,
            ..
        } = loaded;
        let topology = topology(owner, positions.len(), &faces)?;
        let scale = cloth.transform.scale;
        let scaled = |places: Vec<[DVec3; 3]>| -> Vec<[DVec3; 3]> {
            places.into_iter().map(|face| face.map(|x| scale * x)).collect()
        };
        let corners =
            pattern.as_ref().map(|pattern| scaled(pattern.places(positions.len(), &faces)));
        let rest: Vec<DVec3> = rest.into_iter().map(|x| scale * x).collect();
        let shape = match &corners {
            Some(corners) => flat(&topology, corners),
            None => RestShape::from_positions(&topology, &rest),
        };
        let part = ClothPart {
            owner: owner.to_owned(),
            topology,
            shape: shape.map_err(|error| SceneError::Cloth { owner: owner.to_owned(), error })?,
            fabric: cloth.fabric,
            inflation: Inflation::of(cloth),
            first: VertexId(0),
            welded: None,
        };
        let start = positions.iter().map(|&x| cloth.transform.apply(x)).collect();
        let files = FileParts { seams, names, groups, chains };
        Ok(Self { part, start, rest, corners, files, is_pattern: pattern.is_some() })
    }

    /// The cloth with its own seams welded: the `stitches` of the cloth, and the seams of the scene
    /// that sew it to itself.
    pub(super) fn welded(self, scene: &Scene, index: usize) -> Result<Self, SceneError> {
        let owner = self.part.owner.clone();
        let input = SeamInput {
            cloths: std::slice::from_ref(&self.part),
            files: std::slice::from_ref(&self.files),
            start: &self.start,
            layers: &[],
        };
        let seams = seams::within(scene, &input, index)?;
        let stitches: Vec<Vec<Stitch>> = seams.iter().map(|(_, list)| list.clone()).collect();
        let faces = corners(&self.part.topology);
        let rest = self.corners.unwrap_or_else(|| {
            faces.iter().map(|face| face.map(|vertex| self.rest[vertex as usize])).collect()
        });
        let panels = Panels { positions: &self.start, faces: &faces, rest: &rest };
        let lengths = self.part.shape.lengths();
        let edge = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
        let limits = WeldLimits::closed(CLOSED * edge);
        let weld = |stitches: &[Vec<Stitch>]| {
            weld_seams(&panels, stitches, limits).map_err(|error| refused(error, &owner, &seams))
        };
        let count = |seams: &[Vec<Stitch>]| seams.iter().map(Vec::len).sum::<usize>();
        let mut welded = weld(&stitches)?;
        let free = without_layers_between(&panels, &stitches, &welded)
            .map_err(|error| SceneError::Part { owner: owner.clone(), what: error.to_string() })?;
        let left = count(&stitches) - count(&free);
        if left > 0 {
            welded = weld(&free)?;
            welded.counts.stitches += left;
            welded.counts.left_open += left;
        }
        let rest = welded.carried(&rest);
        let topology = topology(&owner, welded.positions.len(), &welded.faces)?;
        let shape = if self.is_pattern {
            flat(&topology, &rest)
        } else {
            RestShape::from_face_positions(&topology, &rest)
        };
        let shape = shape.map_err(|error| SceneError::Cloth { owner, error })?;
        let mut positions = vec![DVec3::ZERO; welded.positions.len()];
        for (face, places) in welded.faces.iter().zip(&rest).rev() {
            for (vertex, place) in face.iter().zip(places) {
                positions[*vertex as usize] = *place;
            }
        }
        let files = renumbered(&self.files, &welded);
        let start = welded.positions.clone();
        let part = ClothPart { topology, shape, welded: Some(welded), ..self.part };
        Ok(Self { part, start, rest: positions, corners: Some(rest), files, ..self })
    }
}

fn topology(owner: &str, count: usize, faces: &[[u32; 3]]) -> Result<Topology, SceneError> {
    Topology::from_faces(count, faces)
        .map_err(|error| SceneError::Mesh { owner: owner.to_owned(), error })
}

/// The rest shape of a pattern, whose pieces lie in planes of their own.
fn flat(
    topology: &Topology,
    places: &[[DVec3; 3]],
) -> Result<RestShape, ripstop_dynamics::ClothError> {
    let uvs: Vec<_> = places.iter().map(|face| face.map(DVec3::truncate)).collect();
    RestShape::from_face_uvs(topology, &uvs)
}

fn corners(topology: &Topology) -> Vec<[u32; 3]> {
    topology.faces().iter().map(|face| face.map(|vertex| vertex.0)).collect()
}

/// An error that names the seam as its owner.
fn refused(error: SewError, owner: &str, seams: &[(String, Vec<Stitch>)]) -> SceneError {
    let part = |owner: &str, what: String| SceneError::Part { owner: owner.to_owned(), what };
    match error {
        SewError::Open { seam, gap, limit } => part(
            &seams[seam].0,
            format!(
                "its widest gap is {:.1} mm, and `weld_seams` merges {:.1} mm at most; sew it first",
                1e3 * gap,
                1e3 * limit
            ),
        ),
        other => part(owner, other.to_string()),
    }
}

/// Panels and lines of a file, numbered as in the welded cloth; its seams are gone.
fn renumbered(files: &FileParts, welded: &Welded) -> FileParts {
    let first_part = |face: usize| welded.parts.partition_point(|part| (part.face as usize) < face);
    let group = |group: &FaceGroup| FaceGroup {
        name: group.name.clone(),
        faces: first_part(group.faces.start)..first_part(group.faces.end),
    };
    let chain = |chain: &Chain| Chain {
        name: chain.name.clone(),
        vertices: seams::numbered(&chain.vertices, Some(welded)),
    };
    FileParts {
        seams: Vec::new(),
        names: Vec::new(),
        groups: files.groups.iter().map(group).collect(),
        chains: files.chains.iter().map(chain).collect(),
    }
}
