//! Joints of vertices, with their weights.

use glam::{DAffine3, DVec3};

use crate::ReadError;
use crate::gltf::accessor::{Elements, Shape};
use crate::gltf::json::Json;
use crate::gltf::read::{Budget, File};

/// Most sets of four joints.
const MOST_SETS: usize = 8;

/// Four joints of a vertex and their weights.
#[derive(Clone, Copy, Debug)]
struct Set {
    joints: [u16; 4],
    weights: [f32; 4],
}

/// Joints of the vertices of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Influences {
    /// For each vertex, its sets.
    sets: Vec<Set>,
    /// Sets of each vertex.
    per_vertex: usize,
}

/// Accessors of joints and weights, set by set.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Attributes {
    joints: [Option<u32>; MOST_SETS],
    weights: [Option<u32>; MOST_SETS],
}

impl Attributes {
    /// Takes a value if the key is one of these; returns true if it was.
    pub(super) fn accept(&mut self, json: &mut Json, key: &[u8]) -> Result<bool, ReadError> {
        let set = |name: &[u8]| {
            let digit = key.strip_prefix(name)?;
            let &[digit @ b'0'..=b'7'] = digit else { return None };
            Some(usize::from(digit - b'0'))
        };
        if let Some(set) = set(b"JOINTS_") {
            self.joints[set] = Some(json.index()?);
        } else if let Some(set) = set(b"WEIGHTS_") {
            self.weights[set] = Some(json.index()?);
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

impl Influences {
    /// Reads the joints of `count` vertices, of a skin with so many `joints`; `place` is that of
    /// their primitive.
    pub(super) fn read(
        file: &File,
        place: Json,
        attributes: &Attributes,
        [count, joints]: [usize; 2],
        budget: &mut Budget,
    ) -> Result<Self, ReadError> {
        let find = |accessor| {
            let found = Elements::find(file.document, file.buffers, accessor, Shape::Vec4)?;
            if found.count() == count as u64 {
                return Ok(found);
            }
            Err(place.error(format!("joints and weights for each of {count} vertices")))
        };
        let mut accessors = Vec::new();
        for (&of_joints, &of_weights) in attributes.joints.iter().zip(&attributes.weights) {
            match (of_joints, of_weights) {
                (Some(of_joints), Some(of_weights)) => {
                    let (numbers, weights) = (find(of_joints)?, find(of_weights)?);
                    if !numbers.are_indices() {
                        return Err(place.error("joints that are unsigned integers"));
                    }
                    accessors.push((numbers, weights));
                }
                (None, None) => {}
                _ => return Err(place.error("as many sets of joints as of weights")),
            }
        }
        if accessors.is_empty() {
            return Err(place.error("a primitive with JOINTS_0 and WEIGHTS_0, as it has a skin"));
        }
        budget.take((count * accessors.len()) as u64, size_of::<Set>())?;
        let mut sets = Vec::with_capacity(count * accessors.len());
        for vertex in 0..count {
            for (numbers, weights) in &accessors {
                let numbers = numbers.get::<4>(vertex);
                let weights = weights.get::<4>(vertex);
                if !weights.iter().all(|weight| weight.is_finite()) {
                    let expected = format!("finite weights, unlike those of vertex {vertex}");
                    return Err(place.error(expected));
                }
                let known = |&number: &f64| number < joints as f64 && number < 65536.0;
                if let Some(number) = numbers.iter().find(|number| !known(number)) {
                    let expected = format!("one of {joints} joints at vertex {vertex}");
                    return Err(ReadError::unexpected(
                        place.byte(),
                        expected,
                        format!("joint {number}"),
                    ));
                }
                #[expect(clippy::cast_sign_loss, reason = "unsigned integers below 2¹⁶")]
                let joints = numbers.map(|number| number as u16);
                sets.push(Set { joints, weights: weights.map(|weight| weight as f32) });
            }
        }
        Ok(Self { sets, per_vertex: accessors.len() })
    }

    /// A point of a vertex, moved by its joints.
    pub(super) fn moved(&self, vertex: usize, point: DVec3, joints: &[DAffine3]) -> DVec3 {
        let sets = &self.sets[vertex * self.per_vertex..][..self.per_vertex];
        let (mut sum, mut total) = (DVec3::ZERO, 0.0);
        for Set { joints: numbers, weights } in sets {
            for (&joint, &weight) in numbers.iter().zip(weights) {
                if weight != 0.0 {
                    let weight = f64::from(weight);
                    sum += weight * joints[usize::from(joint)].transform_point3(point);
                    total += weight;
                }
            }
        }
        if total > 0.0 {
            sum / total
        } else {
            joints[usize::from(sets[0].joints[0])].transform_point3(point)
        }
    }
}
