//! Animations: curves of the nodes.

use super::curve::{Curve, Sampler};
use super::list::each;
use super::nodes::Nodes;
use crate::ReadError;
use crate::gltf::accessor::Shape;
use crate::gltf::json::Json;
use crate::gltf::read::{Budget, File};
use crate::gltf::tables::Link;
use crate::gltf::transform::Part as TransformPart;

/// A motion of a [`Character`](super::Character).
#[derive(Clone, Debug)]
pub struct Animation {
    name: String,
    channels: Vec<Channel>,
    /// Times of the first key and the last (s).
    range: [f64; 2],
}

/// A curve of a node.
#[derive(Clone, Debug)]
struct Channel {
    /// Place in the list of nodes.
    node: usize,
    property: Property,
    curve: Curve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Property {
    Translation,
    Rotation,
    Scale,
    Weights,
}

impl Animation {
    /// Its name; empty if it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Time from its first key to its last (s).
    #[must_use]
    pub fn duration(&self) -> f64 {
        self.range[1] - self.range[0]
    }

    /// Number of curves that move nodes of the scene.
    #[must_use]
    pub const fn channel_count(&self) -> usize {
        self.channels.len()
    }

    /// Time of its first key in the file (s).
    pub(super) const fn first_key(&self) -> f64 {
        self.range[0]
    }

    /// Moves the nodes to a time (s) of the file.
    pub(super) fn apply(&self, time: f64, nodes: &mut Nodes) {
        for Channel { node, property, curve } in &self.channels {
            let node = &mut nodes.list[*node];
            let value = curve.value(time);
            let three = |value: &[f64]| value.first_chunk::<3>().copied().unwrap_or_default();
            match property {
                Property::Translation => {
                    node.transform.set(TransformPart::Translation(three(&value)));
                }
                Property::Scale => node.transform.set(TransformPart::Scale(three(&value))),
                Property::Rotation => {
                    let four = value.first_chunk::<4>().copied().unwrap_or_default();
                    node.transform.set(TransformPart::Rotation(four));
                }
                Property::Weights => node.weights = value,
            }
        }
    }
}

/// The animations of a file.
pub(super) fn read(
    file: &File,
    nodes: &Nodes,
    budget: &mut Budget,
) -> Result<Vec<Animation>, ReadError> {
    let mut animations = Vec::new();
    each(file.document.animations.map(|list| file.document.json.at(list)), |json| {
        budget.take(1, 4 * size_of::<Animation>())?;
        animations.push(read_animation(json, file, nodes, budget)?);
        Ok(())
    })?;
    Ok(animations)
}

fn read_animation(
    json: &mut Json,
    file: &File,
    nodes: &Nodes,
    budget: &mut Budget,
) -> Result<Animation, ReadError> {
    let start = *json;
    let (mut name, mut samplers, mut channels) = (Link::NONE, Vec::new(), None);
    json.object(|json, key| match key {
        b"name" => {
            name = Link::at(json.note());
            json.string().map(drop)
        }
        b"samplers" => json.array(|json| {
            budget.take(1, 4 * size_of::<Sampler>())?;
            samplers.push(Sampler::read(json)?);
            Ok(())
        }),
        b"channels" => {
            channels = Some(json.note());
            json.skip()
        }
        _ => json.skip(),
    })?;
    let name = file.document.string_at(name)?;
    budget.take(3, name.len())?;
    let (mut list, mut range) = (Vec::new(), [f64::INFINITY, f64::NEG_INFINITY]);
    each(channels.map(|channels| file.document.json.at(channels)), |json| {
        budget.take(1, 4 * size_of::<Channel>())?;
        if let Some(channel) = read_channel(json, &samplers, file, nodes, budget)? {
            let [first, last] = channel.curve.range();
            range = [range[0].min(first), range[1].max(last)];
            list.push(channel);
        }
        Ok(())
    })?;
    if samplers.is_empty() {
        return Err(start.error("an animation with samplers"));
    }
    let range = if list.is_empty() { [0.0; 2] } else { range };
    Ok(Animation { name, channels: list, range })
}

/// A channel; `None` if it moves no node of the scene, or nothing that is known of it.
fn read_channel(
    json: &mut Json,
    samplers: &[Sampler],
    file: &File,
    nodes: &Nodes,
    budget: &mut Budget,
) -> Result<Option<Channel>, ReadError> {
    let start = *json;
    let (mut sampler, mut node, mut property) = (None, None, None);
    json.object(|json, key| match key {
        b"sampler" => json.index().map(|value| sampler = Some(value)),
        b"target" => json.object(|json, key| match key {
            b"node" => json.index().map(|value| node = Some(value)),
            b"path" => {
                property = match json.string()? {
                    b"translation" => Some(Property::Translation),
                    b"rotation" => Some(Property::Rotation),
                    b"scale" => Some(Property::Scale),
                    b"weights" => Some(Property::Weights),
                    _ => None,
                };
                Ok(())
            }
            _ => json.skip(),
        }),
        _ => json.skip(),
    })?;
    let count = file.document.tables.nodes.len();
    if let Some(index) = node.filter(|&node| node as usize >= count) {
        let (place, items) = (start.byte(), "nodes");
        let (index, count) = (index.into(), count as u64);
        return Err(ReadError::IndexOutOfRange { place, index, items, count });
    }
    let sampler = sampler.ok_or_else(|| start.error("a channel with a sampler"))?;
    let Some(sampler) = samplers.get(sampler as usize) else {
        let (place, items) = (start.byte(), "samplers in this animation");
        let (index, count) = (sampler.into(), samplers.len() as u64);
        return Err(ReadError::IndexOutOfRange { place, index, items, count });
    };
    let (Some(node), Some(property)) = (node.and_then(|node| nodes.place_of(node)), property)
    else {
        return Ok(None);
    };
    let (shape, width) = match property {
        Property::Translation | Property::Scale => (Shape::Vec3, 3),
        Property::Rotation => (Shape::Vec4, 4),
        Property::Weights => (Shape::Scalar, nodes.list[node].weights.len()),
    };
    if width == 0 {
        return Err(start.error("weights of a node whose mesh has morph targets"));
    }
    let curve = sampler.curve(file, shape, width, budget)?;
    Ok(Some(Channel { node, property, curve }))
}
