//! Accessors: numbers in a buffer.

use super::buffers::Buffers;
use super::document::Document;
use super::json::Json;
use super::sparse::{Span, SpanError, Sparse, SparseText};
use super::tables::Accessor;
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

    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// The number that the bytes hold, and the largest of its type if it is an integer.
    pub(super) fn value(self, bytes: &[u8]) -> (f64, f64) {
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
    Vec4,
    Mat4,
    Other,
}

impl Shape {
    pub(super) fn read(json: &mut Json) -> Result<Self, ReadError> {
        let start = *json;
        Ok(match json.string()? {
            b"SCALAR" => Self::Scalar,
            b"VEC2" => Self::Vec2,
            b"VEC3" => Self::Vec3,
            b"VEC4" => Self::Vec4,
            b"MAT4" => Self::Mat4,
            b"MAT2" | b"MAT3" => Self::Other,
            _ => return Err(start.error("a type: SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4")),
        })
    }
}

impl Shape {
    const fn components(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vec2 => 2,
            Self::Vec3 => 3,
            Self::Vec4 => 4,
            Self::Mat4 | Self::Other => 16,
        }
    }
}

/// An element of which nothing is said: 16 numbers of four bytes at most.
const ZEROS: [u8; 64] = [0; 64];

/// The elements of an accessor, found and measured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elements<'a> {
    /// All of them one after another; without a buffer view they are zeros.
    bytes: Option<&'a [u8]>,
    stride: usize,
    accessor: Accessor,
    /// Those that differ.
    sparse: Option<Sparse<'a>>,
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
        let found = |view: u32, span: Span| {
            span.bytes(document, buffers, view).map_err(|error| match error {
                SpanError::Read(error) => error,
                SpanError::Short { expected, found } => {
                    let place = document.json.at(accessor.place).byte();
                    ReadError::unexpected(place, expected, found)
                }
            })
        };
        let size = shape.components() * accessor.component.size();
        let span = Span { start: accessor.start, count: accessor.count, size };
        let base = accessor.view.get().map(|view| found(view, span)).transpose()?;
        let (bytes, stride) = (base.map(|base| base.0), base.map_or(size, |base| base.1));
        let sparse = if accessor.is_sparse {
            let place = document.json.at(accessor.place);
            let SparseText { count, indices, component, values } = SparseText::read(place)?;
            if count > accessor.count {
                return Err(place.error("no more elements in `sparse` than in the accessor"));
            }
            let of_indices = Span { start: indices.1, count, size: component.size() };
            let (indices, _) = found(indices.0, of_indices)?;
            let (values, _) = found(values.0, Span { start: values.1, count, size })?;
            Some(Sparse { count: count as usize, indices, component, values })
        } else if bytes.is_none() {
            return Err(error("an accessor with a bufferView".into(), "none".into()));
        } else {
            None
        };
        Ok(Self { bytes, stride, accessor, sparse })
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
        let bytes = self.element(element);
        std::array::from_fn(|i| {
            let (value, largest) = component.value(&bytes[i * component.size()..]);
            if is_normalized { (value / largest).max(-1.0) } else { value }
        })
    }

    /// An index; elements [are indices](Elements::are_indices).
    pub(super) fn index(&self, element: usize) -> u32 {
        let bytes = &self.element(element)[..self.accessor.component.size()];
        bytes.iter().rev().fold(0, |index, &byte| index << 8 | u32::from(byte))
    }

    /// Numbers of the elements that need not be zero: of a sparse accessor without a buffer view,
    /// those that it lists.
    pub(super) fn listed(&self) -> impl Iterator<Item = usize> + use<'a> {
        let (count, base) = (self.accessor.count as usize, self.bytes);
        let sparse = self.sparse.filter(|_| base.is_none());
        let dense = if sparse.is_some() { 0 } else { count };
        let few =
            sparse.into_iter().flat_map(|sparse| (0..sparse.count).map(move |i| sparse.index(i)));
        (0..dense).chain(few.filter(move |index| *index < count))
    }

    /// Number of elements that are [listed](Elements::listed), at most.
    pub(super) fn listed_count(&self) -> u64 {
        match self.sparse {
            Some(sparse) if self.bytes.is_none() => sparse.count as u64,
            _ => self.accessor.count,
        }
    }

    /// Checks that the numbers of a sparse accessor ascend and stay within it.
    pub(super) fn check_sparse(&self, document: &Document) -> Result<(), ReadError> {
        let Some(sparse) = self.sparse else { return Ok(()) };
        let mut least = 0;
        for place in 0..sparse.count {
            let index = sparse.index(place);
            if index < least || index as u64 >= self.accessor.count {
                let place = document.json.at(self.accessor.place).byte();
                let expected =
                    format!("ascending indices below {} in `sparse`", self.accessor.count);
                return Err(ReadError::unexpected(place, expected, index.to_string()));
            }
            least = index + 1;
        }
        Ok(())
    }

    fn element(&self, element: usize) -> &'a [u8] {
        if let Some(sparse) = &self.sparse
            && let Some(place) = sparse.place_of(element)
        {
            let size = self.accessor.shape.components() * self.accessor.component.size();
            return &sparse.values[place * size..];
        }
        self.bytes.map_or(&ZEROS, |bytes| &bytes[element * self.stride..])
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
