//! Meshes of cloths and obstacles: made, or loaded.

use glam::DVec3;
use ripstop_geometry::tessellate::{self, TriangleMesh};

use crate::SceneError;
use crate::scene::{Cloth, ClothShape, LoadedMesh, MeshLoader, MeshRequest, ObstacleShape};

/// The mesh as it starts, before its transform, and its rest configuration.
pub(super) fn cloth_mesh(
    cloth: &Cloth,
    owner: &str,
    load: &mut MeshLoader,
) -> Result<(TriangleMesh, Vec<DVec3>), SceneError> {
    refuse(cloth.shape.fault(), owner)?;
    match &cloth.shape {
        ClothShape::Grid { size, resolution } => {
            let mesh = tessellate::grid(*size, *resolution);
            let rest = mesh.positions.clone();
            Ok((mesh, rest))
        }
        ClothShape::Sphere { radius, rings } => {
            let mesh = tessellate::sphere(*radius, *rings);
            let rest = mesh.positions.clone();
            Ok((mesh, rest))
        }
        ClothShape::Mesh { file, rest, import } => {
            let request =
                MeshRequest { file, import, start: None, rest: rest.as_deref(), frames: None };
            let LoadedMesh { mesh, rest, .. } = loaded(&request, owner, load)?;
            let rest = rest.unwrap_or_else(|| mesh.positions.clone());
            if rest.len() != mesh.positions.len() {
                let what = format!(
                    "the rest shape of `{file}` has {} vertices, but the mesh has {}",
                    rest.len(),
                    mesh.positions.len()
                );
                return Err(SceneError::Part { owner: owner.to_owned(), what });
            }
            Ok((mesh, rest))
        }
    }
}

pub(super) fn obstacle_mesh(
    shape: &ObstacleShape,
    owner: &str,
    load: &mut MeshLoader,
) -> Result<LoadedMesh, SceneError> {
    refuse(shape.fault(), owner)?;
    let mesh = match shape {
        ObstacleShape::Mesh { file, import, frames } => {
            let frames = frames.as_ref().map(|frames| frames.file.as_str());
            let request = MeshRequest { file, import, start: None, rest: None, frames };
            return loaded(&request, owner, load);
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
