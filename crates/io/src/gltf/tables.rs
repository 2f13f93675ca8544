//! Lists of a glTF file, in tables that take little more memory than the text they come from.
//!
//! | entry | bytes | shortest text |
//! |---|---|---|
//! | buffer | 16 | 17: `{"byteLength":1},` |
//! | view | 24 | 28: `{"buffer":0,"byteLength":1},` |
//! | accessor | 32 | 48: `{"componentType":5126,"count":1,"type":"VEC3"},` |
//! | primitive | 24 | 18: `{"attributes":{}},` |
//! | mesh | 8 | 18: `{"primitives":[]},` |
//! | node, material | 4 | 3: `{},` |

use super::accessor::{Component, Shape};
use super::json::Json;
use crate::ReadError;
use crate::growth::PushSlowly;

/// An index that may be missing: no table has 2³² − 1 entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link(u32);

impl Link {
    pub(super) const NONE: Self = Self(u32::MAX);

    fn read(json: &mut Json) -> Result<Self, ReadError> {
        json.index().map(Self)
    }

    /// A place in the text.
    pub(super) const fn at(place: u32) -> Self {
        Self(place)
    }

    pub(super) fn get(self) -> Option<u32> {
        (self != Self::NONE).then_some(self.0)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Buffer {
    pub(super) length: u64,
    /// The place of its address.
    pub(super) uri: Link,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) buffer: u32,
    /// 0 if elements follow each other.
    pub(super) stride: u32,
    pub(super) start: u64,
    pub(super) length: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Accessor {
    pub(super) start: u64,
    pub(super) count: u64,
    pub(super) view: Link,
    /// Its place in the text.
    pub(super) place: u32,
    pub(super) component: Component,
    pub(super) shape: Shape,
    pub(super) is_normalized: bool,
    pub(super) is_sparse: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Primitive {
    pub(super) position: Link,
    pub(super) uv: Link,
    pub(super) indices: Link,
    pub(super) material: Link,
    /// Its place in the text.
    pub(super) place: u32,
    pub(super) mode: Mode,
}

/// Triangles that the corners of a primitive make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Triangles,
    Strip,
    Fan,
    /// Points or lines.
    NoFaces,
}

/// Its primitives end where those of the next mesh begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct MeshEntry {
    pub(super) primitives_end: u32,
    /// The place of its name.
    pub(super) name: Link,
}

/// Everything that is listed.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) buffers: Vec<Buffer>,
    pub(super) views: Vec<View>,
    pub(super) accessors: Vec<Accessor>,
    pub(super) primitives: Vec<Primitive>,
    pub(super) meshes: Vec<MeshEntry>,
    /// Places of the nodes.
    pub(super) nodes: Vec<u32>,
    /// Places of the names of materials.
    pub(super) materials: Vec<Link>,
}

impl Tables {
    /// Memory that they take (bytes).
    pub(super) fn bytes(&self) -> u64 {
        let sizes = [
            self.buffers.capacity() * size_of::<Buffer>(),
            self.views.capacity() * size_of::<View>(),
            self.accessors.capacity() * size_of::<Accessor>(),
            self.primitives.capacity() * size_of::<Primitive>(),
            self.meshes.capacity() * size_of::<MeshEntry>(),
            self.nodes.capacity() * size_of::<u32>(),
            self.materials.capacity() * size_of::<Link>(),
        ];
        sizes.iter().sum::<usize>() as u64
    }

    pub(super) fn read_buffer(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let start = *json;
        let (mut length, mut uri) = (None, Link::NONE);
        json.object(|json, key| match key {
            b"byteLength" => json.unsigned().map(|value| length = Some(value)),
            b"uri" => {
                uri = Link::at(json.note());
                json.string().map(drop)
            }
            _ => json.skip(),
        })?;
        let length = length.ok_or_else(|| start.error("a buffer with a byteLength"))?;
        self.buffers.push_slowly(Buffer { length, uri });
        Ok(())
    }

    pub(super) fn read_view(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let at = *json;
        let (mut buffer, mut length, mut start, mut stride) = (None, None, 0, 0);
        json.object(|json, key| match key {
            b"buffer" => json.index().map(|value| buffer = Some(value)),
            b"byteLength" => json.unsigned().map(|value| length = Some(value)),
            b"byteOffset" => json.unsigned().map(|value| start = value),
            b"byteStride" => json.index().map(|value| stride = value),
            _ => json.skip(),
        })?;
        let (Some(buffer), Some(length)) = (buffer, length) else {
            return Err(at.error("a buffer view with a buffer and a byteLength"));
        };
        self.views.push_slowly(View { buffer, stride, start, length });
        Ok(())
    }

    pub(super) fn read_accessor(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let at = *json;
        let (mut component, mut shape, mut count) = (None, None, None);
        let (mut view, mut start) = (Link::NONE, 0);
        let (mut is_normalized, mut is_sparse) = (false, false);
        let place = json.note();
        json.object(|json, key| match key {
            b"componentType" => Component::read(json).map(|value| component = Some(value)),
            b"type" => Shape::read(json).map(|value| shape = Some(value)),
            b"count" => json.unsigned().map(|value| count = Some(value)),
            b"bufferView" => Link::read(json).map(|value| view = value),
            b"byteOffset" => json.unsigned().map(|value| start = value),
            b"normalized" => json.boolean().map(|value| is_normalized = value),
            b"sparse" => {
                is_sparse = true;
                json.skip()
            }
            _ => json.skip(),
        })?;
        let (Some(component), Some(shape), Some(count)) = (component, shape, count) else {
            return Err(at.error("an accessor with a componentType, a type and a count"));
        };
        self.accessors.push_slowly(Accessor {
            start,
            count,
            view,
            place,
            component,
            shape,
            is_normalized,
            is_sparse,
        });
        Ok(())
    }

    pub(super) fn read_material(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let mut name = Link::NONE;
        json.object(|json, key| match key {
            b"name" => {
                name = Link::at(json.note());
                json.string().map(drop)
            }
            _ => json.skip(),
        })?;
        self.materials.push_slowly(name);
        Ok(())
    }

    pub(super) fn read_mesh(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let at = *json;
        let (mut name, mut lists) = (Link::NONE, 0);
        json.object(|json, key| match key {
            b"primitives" => {
                lists += 1;
                json.array(|json| self.read_primitive(json))
            }
            b"name" => {
                name = Link::at(json.note());
                json.string().map(drop)
            }
            _ => json.skip(),
        })?;
        if lists != 1 {
            return Err(at.error("a mesh with one list of primitives"));
        }
        let primitives_end = self.primitives.len() as u32;
        self.meshes.push_slowly(MeshEntry { primitives_end, name });
        Ok(())
    }

    fn read_primitive(&mut self, json: &mut Json) -> Result<(), ReadError> {
        let at = *json;
        let place = json.note();
        let [mut position, mut uv, mut indices, mut material] = [Link::NONE; 4];
        let (mut mode, mut has_attributes) = (Mode::Triangles, false);
        json.object(|json, key| match key {
            b"attributes" => {
                has_attributes = true;
                json.object(|json, key| match key {
                    b"POSITION" => Link::read(json).map(|value| position = value),
                    b"TEXCOORD_0" => Link::read(json).map(|value| uv = value),
                    _ => json.skip(),
                })
            }
            b"indices" => Link::read(json).map(|value| indices = value),
            b"material" => Link::read(json).map(|value| material = value),
            b"mode" => {
                let start = *json;
                mode = match json.unsigned()? {
                    0..4 => Mode::NoFaces,
                    4 => Mode::Triangles,
                    5 => Mode::Strip,
                    6 => Mode::Fan,
                    _ => return Err(start.error("a mode from 0 to 6")),
                };
                Ok(())
            }
            _ => json.skip(),
        })?;
        if !has_attributes {
            return Err(at.error("a primitive with attributes"));
        }
        self.primitives.push_slowly(Primitive { position, uv, indices, material, place, mode });
        Ok(())
    }
}

#[test]
fn entries_are_as_small_as_promised() {
    assert_eq!(size_of::<Buffer>(), 16);
    assert_eq!(size_of::<View>(), 24);
    assert_eq!(size_of::<Accessor>(), 32);
    assert_eq!(size_of::<Primitive>(), 24);
    assert_eq!(size_of::<MeshEntry>(), 8);
}
