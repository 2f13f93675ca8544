//! Skins: joints, and the places of a mesh in each of them as it was bound.

use glam::{DAffine3, DMat3, DVec3};

use super::list::each;
use super::nodes::Nodes;
use crate::ReadError;
use crate::gltf::accessor::{Elements, Shape};
use crate::gltf::json::Json;
use crate::gltf::read::{Budget, File};

/// Joints and their inverse bind matrices.
#[derive(Clone, Debug)]
pub(super) struct Skin {
    /// Places of the joints in the list of nodes.
    joints: Vec<u32>,
    /// As many, or none if all are the identity.
    inverse_binds: Vec<DAffine3>,
}

impl Skin {
    pub(super) fn joint_count(&self) -> usize {
        self.joints.len()
    }

    /// From the mesh as it was bound to the scene, joint by joint.
    pub(super) fn matrices(&self, places: &[DAffine3]) -> Vec<DAffine3> {
        let joint = |(number, joint): (usize, &u32)| {
            let place = places[*joint as usize];
            self.inverse_binds.get(number).map_or(place, |bind| place * *bind)
        };
        self.joints.iter().enumerate().map(joint).collect()
    }
}

/// The skins of a file.
pub(super) fn read(
    file: &File,
    nodes: &Nodes,
    budget: &mut Budget,
) -> Result<Vec<Skin>, ReadError> {
    let mut skins = Vec::new();
    if nodes.list.is_empty() {
        return Ok(skins);
    }
    each(file.document.skins.map(|skins| file.document.json.at(skins)), |json| {
        // Vectors grow: there is room for the old one beside the new one.
        budget.take(1, 4 * size_of::<Skin>())?;
        skins.push(read_skin(json, file, nodes, budget)?);
        Ok(())
    })?;
    Ok(skins)
}

fn read_skin(
    json: &mut Json,
    file: &File,
    nodes: &Nodes,
    budget: &mut Budget,
) -> Result<Skin, ReadError> {
    let start = *json;
    let (mut joints, mut binds) = (Vec::new(), None);
    json.object(|json, key| match key {
        b"joints" => json.array(|json| {
            let place = *json;
            let number = json.index()?;
            let joint = nodes.place_of(number);
            let joint = joint.ok_or_else(|| place.error("a joint that is a node of the scene"))?;
            // With the matrices of a pose.
            budget.take(1, 4 * size_of::<u32>() + size_of::<DAffine3>())?;
            joints.push(joint as u32);
            Ok(())
        }),
        b"inverseBindMatrices" => json.index().map(|value| binds = Some(value)),
        _ => json.skip(),
    })?;
    if joints.is_empty() {
        return Err(start.error("a skin with joints"));
    }
    let Some(binds) = binds else { return Ok(Skin { joints, inverse_binds: Vec::new() }) };
    let matrices = Elements::find(file.document, file.buffers, binds, Shape::Mat4)?;
    if matrices.count() < joints.len() as u64 {
        let expected = format!("an inverse bind matrix for each of {} joints", joints.len());
        return Err(start.error(expected));
    }
    budget.take(joints.len() as u64, size_of::<DAffine3>())?;
    let inverse_binds = (0..joints.len()).map(|joint| {
        let bind = affine(matrices.get::<16>(joint));
        let error = || start.error(format!("a finite inverse bind matrix of joint {joint}"));
        if bind.is_finite() { Ok(bind) } else { Err(error()) }
    });
    let inverse_binds = inverse_binds.collect::<Result<_, _>>()?;
    Ok(Skin { joints, inverse_binds })
}

/// A matrix by columns, the last row of which is taken to be (0, 0, 0, 1).
fn affine(m: [f64; 16]) -> DAffine3 {
    let column = |i: usize| DVec3::new(m[4 * i], m[4 * i + 1], m[4 * i + 2]);
    let matrix3 = DMat3::from_cols(column(0), column(1), column(2));
    DAffine3 { matrix3, translation: column(3) }
}
