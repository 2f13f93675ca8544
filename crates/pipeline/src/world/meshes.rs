//! Meshes of cloths and obstacles: made, or loaded.

use glam::DVec3;
use ripstop_geometry::tessellate::{self, TriangleMesh};

use super::pattern::Pattern;
use super::wardrobe::{garment_mesh, mannequin_mesh};
use crate::SceneError;
use crate::scene::{
    Cloth, ClothShape, Import, LoadedMesh, MeshLoader, MeshRequest, ObstacleShape, Scene, Settings,
    UV, Warp,
};

/// A cloth as its files have it, before its transform.
pub(super) struct ClothMesh {
    /// Its start, and all that a file says beside it.
    pub(super) loaded: LoadedMesh,
    /// Its pattern, if that is its rest configuration.
    pub(super) pattern: Option<Pattern>,
    /// Its rest configuration (m); with a pattern, each piece in a plane of its own.
    pub(super) rest: Vec<DVec3>,
}

impl From<TriangleMesh> for ClothMesh {
    fn from(mesh: TriangleMesh) -> Self {
        let rest = mesh.positions.clone();
        Self { loaded: mesh.into(), pattern: None, rest }
    }
}

/// The mesh of a cloth, and its rest configuration.
pub(super) fn cloth_mesh(
    scene: &Scene,
    cloth: &Cloth,
    owner: &str,
    load: &mut MeshLoader,
) -> Result<ClothMesh, SceneError> {
    refuse(cloth.shape.fault(), owner)?;
    match &cloth.shape {
        ClothShape::Grid { size, resolution } => Ok(tessellate::grid(*size, *resolution).into()),
        ClothShape::Sphere { radius, rings } => Ok(tessellate::sphere(*radius, *rings).into()),
        ClothShape::Garment(garment) => {
            let part = |what: String| SceneError::Part { owner: owner.to_owned(), what };
            Ok(sewn(garment_mesh(garment, scene).map_err(part)?))
        }
        ClothShape::Pattern(pattern) => {
            let import = Import::default();
            let edge_length = Some(pattern.edge_length());
            let request = MeshRequest { edge_length, ..MeshRequest::new(&pattern.file, &import) };
            Ok(sewn(loaded(&request, owner, load)?))
        }
        ClothShape::Mesh { file, start, rest, import, .. } => {
            let rest = rest.as_deref().filter(|rest| *rest != UV);
            let start = start.as_deref();
            let request = MeshRequest { start, rest, ..MeshRequest::new(file, import) };
            let loaded = loaded(&request, owner, load)?;
            let part = |what: String| SceneError::Part { owner: owner.to_owned(), what };
            let pattern = pattern(&cloth.shape, &loaded).map_err(part)?;
            let LoadedMesh { mesh: TriangleMesh { positions, faces }, rest, .. } = &loaded;
            let rest = match (&pattern, rest) {
                (Some(pattern), _) => pattern.positions(positions.len(), faces),
                (None, Some(rest)) => rest.clone(),
                (None, None) => positions.clone(),
            };
            if rest.len() != positions.len() {
                return Err(part(format!(
                    "the rest shape of `{file}` has {} vertices, but the mesh has {}",
                    rest.len(),
                    positions.len()
                )));
            }
            Ok(ClothMesh { loaded, pattern, rest })
        }
    }
}

/// A mesh whose texture coordinates are its rest configuration, warp along u.
fn sewn(loaded: LoadedMesh) -> ClothMesh {
    let uvs = loaded.uvs.as_deref().unwrap_or_default();
    let pattern = Pattern::new(uvs, 1.0, &Warp::default(), &loaded.groups);
    let TriangleMesh { positions, faces } = &loaded.mesh;
    let rest = pattern.positions(positions.len(), faces);
    ClothMesh { loaded, pattern: Some(pattern), rest }
}

/// The pattern of a mesh file, if that is its rest configuration.
fn pattern(shape: &ClothShape, loaded: &LoadedMesh) -> Result<Option<Pattern>, String> {
    let ClothShape::Mesh { file, rest, uv_scale, warp, .. } = shape else { return Ok(None) };
    if rest.as_deref() != Some(UV) {
        let key = match (uv_scale, warp) {
            (Some(_), _) => "uv_scale",
            (None, Some(_)) => "warp",
            (None, None) => return Ok(None),
        };
        return Err(format!("`shape.mesh.{key}` is for a pattern, `rest = \"{UV}\"`"));
    }
    let Some(uvs) = &loaded.uvs else {
        return Err(format!("`{file}` does not have texture coordinates at every face"));
    };
    let panels: Vec<&str> = loaded.groups.iter().map(|group| group.name.as_str()).collect();
    let warp = warp.clone().unwrap_or_default();
    warp.fault(&panels).map_or(Ok(()), Err)?;
    Ok(Some(Pattern::new(uvs, uv_scale.unwrap_or(1.0), &warp, &loaded.groups)))
}

/// The mesh of an obstacle, and its frames if it changes its shape.
pub(super) fn obstacle_mesh(
    settings: &Settings,
    shape: &ObstacleShape,
    owner: &str,
    load: &mut MeshLoader,
) -> Result<LoadedMesh, SceneError> {
    refuse(shape.fault(), owner)?;
    let mesh = match shape {
        ObstacleShape::Mesh { file, import, frames } => {
            let seconds = settings.frames as f64 / settings.frame_rate;
            let sampling =
                frames.as_ref().map(|frames| frames.sampling(settings.frame_rate, seconds));
            let frames = frames.as_ref().map(|frames| frames.file.as_str());
            let request = MeshRequest { frames, sampling, ..MeshRequest::new(file, import) };
            return loaded(&request, owner, load);
        }
        ObstacleShape::Mannequin(shape) => {
            let part = |what: String| SceneError::Part { owner: owner.to_owned(), what };
            return mannequin_mesh(shape, settings).map_err(part);
        }
        ObstacleShape::Plane { size } => tessellate::grid([*size; 2], [2, 2]),
        ObstacleShape::Cuboid { size } => tessellate::cuboid(*size),
        ObstacleShape::Sphere { radius, rings } => tessellate::sphere(*radius, *rings),
        ObstacleShape::Capsule { radius, length, rings } => {
            tessellate::capsule(*radius, *length, *rings)
        }
    };
    Ok(mesh.into())
}

fn refuse(fault: Option<String>, owner: &str) -> Result<(), SceneError> {
    fault.map_or(Ok(()), |what| Err(SceneError::Part { owner: owner.to_owned(), what }))
}

fn loaded(
    request: &MeshRequest,
    owner: &str,
    load: &mut MeshLoader,
) -> Result<LoadedMesh, SceneError> {
    load(request).map_err(|message| SceneError::Load {
        owner: owner.to_owned(),
        file: request.file.to_owned(),
        message,
    })
}
