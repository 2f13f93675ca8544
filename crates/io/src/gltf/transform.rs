//! Placement of a mesh by its node.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use super::json::Json;
use crate::ReadError;

/// The transform of a node, in the making.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct NodeTransform {
    matrix: Option<[f64; 16]>,
    translation: Option<[f64; 3]>,
    rotation: Option<[f64; 4]>,
    scale: Option<[f64; 3]>,
}

impl NodeTransform {
    /// Takes a value if the key is one of a transform; returns true if it was.
    pub(super) fn accept(&mut self, json: &mut Json, key: &[u8]) -> Result<bool, ReadError> {
        match key {
            b"matrix" => self.matrix = Some(json.numbers()?),
            b"translation" => self.translation = Some(json.numbers()?),
            b"rotation" => self.rotation = Some(json.numbers()?),
            b"scale" => self.scale = Some(json.numbers()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Puts a part in place of what was given.
    pub(super) fn set(&mut self, part: Part) {
        self.matrix = None;
        match part {
            Part::Translation(value) => self.translation = Some(value),
            Part::Rotation(value) => self.rotation = Some(value),
            Part::Scale(value) => self.scale = Some(value),
        }
    }

    /// As a map of points; `None` if nothing was given, which changes no bit.
    fn affine(&self) -> Option<DAffine3> {
        if let Some(m) = self.matrix {
            let column = |i: usize| DVec3::new(m[4 * i], m[4 * i + 1], m[4 * i + 2]);
            let matrix3 = DMat3::from_cols(column(0), column(1), column(2));
            return Some(DAffine3 { matrix3, translation: column(3) });
        }
        if self.translation.is_none() && self.rotation.is_none() && self.scale.is_none() {
            return None;
        }
        let rotation = self.rotation.map_or(DQuat::IDENTITY, |q| {
            let q = DQuat::from_array(q);
            // A quaternion without a direction turns nothing.
            if q.length_squared() > 0.0 { q.normalize() } else { DQuat::IDENTITY }
        });
        let scale = DVec3::from(self.scale.unwrap_or([1.0; 3]));
        let translation = DVec3::from(self.translation.unwrap_or_default());
        Some(DAffine3::from_scale_rotation_translation(scale, rotation, translation))
    }

    /// After the transform of the parent.
    pub(super) fn below(&self, parent: Option<DAffine3>) -> Option<DAffine3> {
        match (parent, self.affine()) {
            (Some(parent), Some(own)) => Some(parent * own),
            (parent, own) => parent.or(own),
        }
    }
}

/// A part of a transform that an animation changes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    Translation([f64; 3]),
    Rotation([f64; 4]),
    Scale([f64; 3]),
}

/// A point, moved.
pub(super) fn moved(transform: Option<DAffine3>, point: DVec3) -> DVec3 {
    transform.map_or(point, |transform| transform.transform_point3(point))
}

/// True if surfaces are turned inside out.
pub(super) fn mirrors(transform: Option<DAffine3>) -> bool {
    transform.is_some_and(|transform| transform.matrix3.determinant() < 0.0)
}
