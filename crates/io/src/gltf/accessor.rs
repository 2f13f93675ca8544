//! Accessors: numbers in a buffer.

use super::buffers::Buffers;
use super::document::Document;
use super::json::Json;
use super::tables::{Accessor, View};
use crate::ReadError;

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Component {
    I8,
    U8,
    I16,
    U16,
    U32,
    F32,
}

impl Component {
    pub(super) fn read(json: &mut Json) -> Result<Self, ReadError> {
        let start = *json;
        Ok(match json.unsigned()? {
            5120 => Self::I8,
            5121 => Self::U8,
            5122 => Self::I16,
            5123 => Self::U16,
            5125 => Self::U32,
            5126 => Self::F32,
            _ => return Err(start.error("a componentType: 5120 to 5123, 5125 or 5126")),
        })
    }

    const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number that the bytes hold, and the largest of its type if it is an integer.
    fn value(self, bytes: &[u8]) -> (f64, f64) {
        let [a, b, c, d] = std::array::from_fn(|i| bytes.get(i).copied().unwrap_or(0));
        match self {
            Self::I8 => (i8::from_le_bytes([a]).into(), 127.0),
            Self::U8 => (a.into(), 255.0),
            Self::I16 => (i16::from_le_bytes([a, b]).into(), 32767.0),
            Self::U16 => (u16::from_le_bytes([a, b]).into(), 65535.0),
            Self::U32 => (u32::from_le_bytes([a, b, c, d]).into(), 4_294_967_295.0),
            Self::F32 => (f32::from_le_bytes([a, b, c, d]).into(), 1.0),
        }
    }
}

/// Numbers in an element, as far as that matters here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar,
    Vec2,
    Vec3,
    Other,
}

impl Shape {
    pub(super) fn read(json: &mut Json) -> Result<Self, ReadError> {
        let start = *json;
        Ok(match json.string()? {
            b"SCALAR" => Self::Scalar,
            b"VEC2" => Self::Vec2,
            b"VEC3" => Self::Vec3,
            b"VEC4" | b"MAT2" | b"MAT3" | b"MAT4" => Self::Other,
            _ => return Err(start.error("a type: SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4")),
        })
    }
}

/// The elements of an accessor, found and measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements<'a> {
    bytes: &'a [u8],
    stride: usize,
    accessor: Accessor,
}

impl<'a> Elements<'a> {
    /// Finds the elements; all of them are there.
    pub(super) fn find(
        document: &Document,
        buffers: &'a Buffers,
        index: u32,
        shape: Shape,
    ) -> Result<Self, ReadError> {
        let accessors = &document.tables.accessors;
        let accessor = *item(document, accessors, index, "accessors")?;
        let error = |expected: String, found: String| {
            ReadError::unexpected(document.json.at(accessor.place).byte(), expected, found)
        };
        if accessor.shape != shape {
            return Err(error(
                format!("an accessor of {shape:?}"),
                format!("{:?}", accessor.shape),
            ));
        }
        let Some(view) = accessor.view.get().filter(|_| !accessor.is_sparse) else {
            return Err(error("an accessor with a bufferView".into(), "a sparse one".into()));
        };
        let View { buffer, stride, start, length } =
            *item(document, &document.tables.views, view, "buffer views")?;
        let buffer = buffers.get(document, buffer).ok_or_else(|| {
            let count = document.tables.buffers.len();
            error(format!("one of {count} buffers"), format!("buffer {buffer}"))
        })?;
        let view_end = start.saturating_add(length);
        if view_end > buffer.len() as u64 {
            let expected = format!("a buffer of {view_end} bytes for its view");
            return Err(error(expected, format!("{} bytes", buffer.len())));
        }
        let bytes = &buffer[start as usize..view_end as usize];
        let components = match shape {
            Shape::Scalar => 1,
            Shape::Vec2 => 2,
            Shape::Vec3 | Shape::Other => 3,
        };
        let size = components * accessor.component.size();
        let stride = if stride == 0 { size } else { stride as usize };
        let last = accessor.count.saturating_sub(1).saturating_mul(stride as u64);
        let end = accessor.start.saturating_add(last).saturating_add(size as u64);
        if accessor.count > 0 && (stride < size || end > length) {
            let expected = format!("a view of {end} bytes for {} elements", accessor.count);
            return Err(error(expected, format!("{length} bytes, with a stride of {stride}")));
        }
        let bytes = bytes.get(accessor.start as usize..).unwrap_or_default();
        Ok(Self { bytes, stride, accessor })
    }

    pub(super) fn count(&self) -> u64 {
        self.accessor.count
    }

    /// True if they are integers without a sign, as indices must be.
    pub(super) fn are_indices(&self) -> bool {
        matches!(self.accessor.component, Component::U8 | Component::U16 | Component::U32)
    }

    /// An element.
    pub(super) fn get<const N: usize>(&self, element: usize) -> [f64; N] {
        let Accessor { component, is_normalized, .. } = self.accessor;
        let bytes = &self.bytes[element * self.stride..];
        std::array::from_fn(|i| {
            let (value, largest) = component.value(&bytes[i * component.size()..]);
            if is_normalized { (value / largest).max(-1.0) } else { value }
        })
    }

    /// An index; elements [are indices](Elements::are_indices).
    pub(super) fn index(&self, element: usize) -> u32 {
        let size = self.accessor.component.size();
        let bytes = &self.bytes[element * self.stride..][..size];
        bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte))
    }
}

/// An entry of a table.
pub(super) fn item<'a, T>(
    document: &Document,
    table: &'a [T],
    index: u32,
    items: &'static str,
) -> Result<&'a T, ReadError> {
    table.get(index as usize).ok_or_else(|| ReadError::IndexOutOfRange {
        place: document.json.byte(),
        index: index.into(),
        items,
        count: table.len() as u64,
    })
}
