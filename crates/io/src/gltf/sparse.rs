//! Elements of a buffer view, and accessors that list only what differs.

use super::accessor::{Component, item};
use super::buffers::Buffers;
use super::document::Document;
use super::json::Json;
use super::tables::View;
use crate::ReadError;

/// Elements in a buffer view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// Offset of the first in its view (bytes).
    pub(super) start: u64,
    pub(super) count: u64,
    /// Size of one (bytes).
    pub(super) size: usize,
}

/// Elements that are not where an accessor says.
pub(super) enum SpanError {
    Read(ReadError),
    Short { expected: String, found: String },
}

impl Span {
    /// The bytes from the first element on, and how far elements are apart.
    pub(super) fn bytes<'a>(
        self,
        document: &Document,
        buffers: &'a Buffers,
        view: u32,
    ) -> Result<(&'a [u8], usize), SpanError> {
        let short = |expected: String, found: String| SpanError::Short { expected, found };
        let View { buffer, stride, start, length } =
            *item(document, &document.tables.views, view, "buffer views")
                .map_err(SpanError::Read)?;
        let buffer = buffers.get(document, buffer).ok_or_else(|| {
            let count = document.tables.buffers.len();
            short(format!("one of {count} buffers"), format!("buffer {buffer}"))
        })?;
        let view_end = start.saturating_add(length);
        if view_end > buffer.len() as u64 {
            let expected = format!("a buffer of {view_end} bytes for its view");
            return Err(short(expected, format!("{} bytes", buffer.len())));
        }
        let bytes = &buffer[start as usize..view_end as usize];
        let stride = if stride == 0 { self.size } else { stride as usize };
        let last = self.count.saturating_sub(1).saturating_mul(stride as u64);
        let end = self.start.saturating_add(last).saturating_add(self.size as u64);
        if self.count > 0 && (stride < self.size || end > length) {
            let expected = format!("a view of {end} bytes for {} elements", self.count);
            return Err(short(expected, format!("{length} bytes, with a stride of {stride}")));
        }
        Ok((bytes.get(self.start as usize..).unwrap_or_default(), stride))
    }
}

/// The elements of an accessor that differ from the others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sparse<'a> {
    pub(super) count: usize,
    pub(super) indices: &'a [u8],
    pub(super) component: Component,
    pub(super) values: &'a [u8],
}

impl Sparse<'_> {
    /// Number of the element that an entry stands for.
    pub(super) fn index(&self, entry: usize) -> usize {
        let size = self.component.size();
        let bytes = &self.indices[entry * size..][..size];
        bytes.iter().rev().fold(0, |index, &byte| index << 8 | usize::from(byte))
    }

    /// The entry of an element, if it has one. The indices ascend.
    pub(super) fn place_of(&self, element: usize) -> Option<usize> {
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low.midpoint(high);
            if self.index(middle) < element {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.count && self.index(low) == element).then_some(low)
    }
}

/// A sparse accessor as the text has it: views with offsets (bytes).
pub(super) struct SparseText {
    pub(super) count: u64,
    pub(super) indices: (u32, u64),
    pub(super) component: Component,
    pub(super) values: (u32, u64),
}

impl SparseText {
    /// Reads the key `sparse` of the accessor at a place.
    pub(super) fn read(mut accessor: Json) -> Result<Self, ReadError> {
        let at = accessor;
        let (mut count, mut component) = (None, None);
        let [mut indices, mut values] = [(None, 0); 2];
        accessor.object(|json, key| {
            if key != b"sparse" {
                return json.skip();
            }
            json.object(|json, key| match key {
                b"count" => json.unsigned().map(|value| count = Some(value)),
                b"indices" => json.object(|json, key| match key {
                    b"bufferView" => json.index().map(|value| indices.0 = Some(value)),
                    b"byteOffset" => json.unsigned().map(|value| indices.1 = value),
                    b"componentType" => Component::read(json).map(|value| component = Some(value)),
                    _ => json.skip(),
                }),
                b"values" => json.object(|json, key| match key {
                    b"bufferView" => json.index().map(|value| values.0 = Some(value)),
                    b"byteOffset" => json.unsigned().map(|value| values.1 = value),
                    _ => json.skip(),
                }),
                _ => json.skip(),
            })
        })?;
        let unsigned =
            |found: &Component| matches!(found, Component::U8 | Component::U16 | Component::U32);
        match (count, component.filter(unsigned), indices.0, values.0) {
            (Some(count), Some(component), Some(view), Some(of_values)) => Ok(Self {
                count,
                indices: (view, indices.1),
                component,
                values: (of_values, values.1),
            }),
            _ => Err(at.error(
                "a sparse accessor with a count, unsigned indices and values in buffer views",
            )),
        }
    }
}
