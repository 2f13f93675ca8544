//! The header of a PLY file: what elements there are, how many, and of what.
//!
//! Names are not kept: a property is known by what it means here. So a header takes less memory
//! than its text.

use super::write::PlyEncoding;
use crate::read_error::{Place, quoted};
use crate::{ReadError, number};

/// There may be so many elements, and so many properties in all.
const MOST_ELEMENTS: usize = 64;
const MOST_PROPERTIES: usize = 4096;

/// Content of the header.
#[derive(Debug)]
pub(super) struct Header {
    pub(super) encoding: PlyEncoding,
    pub(super) elements: Vec<Element>,
    /// Offset of the data.
    pub(super) data_start: usize,
    /// The line there.
    pub(super) data_line: u64,
}

/// A kind of thing, and how often it comes.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) kind: Kind,
    pub(super) count: u64,
    pub(super) properties: Vec<Property>,
    /// The line that announces it.
    pub(super) line: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Vertex,
    Face,
    Other,
}

/// A number, or a list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub(super) role: Role,
    pub(super) scalar: Scalar,
    /// The type of the length, if it is a list.
    pub(super) length: Option<Scalar>,
}

/// Meaning of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// `x`, `y`, `z`, then the two texture coordinates.
    Coordinate(u8),
    Corners,
    /// Two texture coordinates for each corner.
    CornerUvs,
    Other,
}

/// The type of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

impl Scalar {
    fn of(word: &[u8]) -> Option<Self> {
        Some(match word {
            b"char" | b"int8" => Self::I8,
            b"uchar" | b"uint8" => Self::U8,
            b"short" | b"int16" => Self::I16,
            b"ushort" | b"uint16" => Self::U16,
            b"int" | b"int32" => Self::I32,
            b"uint" | b"uint32" => Self::U32,
            b"float" | b"float32" => Self::F32,
            b"double" | b"float64" => Self::F64,
            _ => return None,
        })
    }

    /// Bytes of a number.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::F64 => 8,
        }
    }

    const fn is_integer(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }
}

impl Header {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, ReadError> {
        let mut lines = Lines::new(bytes);
        if lines.next()? != b"ply" {
            return Err(lines.error("the line `ply`"));
        }
        let mut encoding = None;
        let mut elements: Vec<Element> = Vec::new();
        let mut property_count = 0;
        loop {
            let line = lines.next()?;
            // The longest line that means something has five words; a comment may have a million.
            let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let words: Vec<&[u8]> = words.take(6).collect();
            match words.as_slice() {
                [] | [b"comment" | b"obj_info", ..] => {}
                [b"format", name, b"1.0"] if encoding.is_none() => {
                    encoding = Some(PlyEncoding::of(name).ok_or_else(|| {
                        lines.error("ascii, binary_little_endian or binary_big_endian")
                    })?);
                }
                [b"element", name, count] if elements.len() < MOST_ELEMENTS => {
                    let count = number::integer(count).ok().and_then(|n| u64::try_from(n).ok());
                    let count = count.ok_or_else(|| lines.error("a number of elements"))?;
                    let kind = match *name {
                        b"vertex" => Kind::Vertex,
                        b"face" => Kind::Face,
                        _ => Kind::Other,
                    };
                    if kind != Kind::Other && elements.iter().any(|other| other.kind == kind) {
                        return Err(lines.error("each element once"));
                    }
                    let line = lines.number;
                    elements.push(Element { kind, count, properties: Vec::new(), line });
                }
                [b"property", rest @ ..] if property_count < MOST_PROPERTIES => {
                    let Some(element) = elements.last_mut() else {
                        return Err(lines.error("an element before its properties"));
                    };
                    let property = Property::parse(element.kind, rest);
                    element.properties.push(property.map_err(|what| lines.error(what))?);
                    property_count += 1;
                }
                [b"end_header"] => {
                    let encoding = encoding.ok_or_else(|| lines.error("a line `format`"))?;
                    let (data_start, data_line) = (lines.place, lines.number + 1);
                    return Ok(Self { encoding, elements, data_start, data_line });
                }
                _ => {
                    return Err(lines.error(
                        "a line `format NAME 1.0` once, `element NAME COUNT` (at most 64), `property TYPE NAME`, \
                         `property list TYPE TYPE NAME` (at most 4096), `comment`, `obj_info` or `end_header`",
                    ));
                }
            }
        }
    }
}

impl Property {
    fn parse(element: Kind, words: &[&[u8]]) -> Result<Self, &'static str> {
        const TYPES: &str =
            "a type: char, uchar, short, ushort, int, uint, float, double, int8 to float64";
        match *words {
            [b"list", length, scalar, name] => {
                let (length, scalar) = (Scalar::of(length), Scalar::of(scalar));
                let (length, scalar) = (length.ok_or(TYPES)?, scalar.ok_or(TYPES)?);
                let role = match name {
                    b"vertex_indices" | b"vertex_index" => Role::Corners,
                    b"texcoord" => Role::CornerUvs,
                    _ => Role::Other,
                };
                let role = if element == Kind::Face { role } else { Role::Other };
                if !length.is_integer() || role == Role::Corners && !scalar.is_integer() {
                    return Err("an integer type for lengths and indices");
                }
                Ok(Self { role, scalar, length: Some(length) })
            }
            [scalar, name] => {
                let scalar = Scalar::of(scalar).ok_or(TYPES)?;
                let role = match name {
                    b"x" => Role::Coordinate(0),
                    b"y" => Role::Coordinate(1),
                    b"z" => Role::Coordinate(2),
                    b"s" | b"u" | b"texture_u" => Role::Coordinate(3),
                    b"t" | b"v" | b"texture_v" => Role::Coordinate(4),
                    _ => Role::Other,
                };
                let role = if element == Kind::Vertex { role } else { Role::Other };
                if role != Role::Other && scalar.size() < 4 {
                    return Err("coordinates of type float, double, int or uint");
                }
                Ok(Self { role, scalar, length: None })
            }
            _ => Err("`property TYPE NAME` or `property list TYPE TYPE NAME`"),
        }
    }
}

/// The lines of a header, all ended as the first one.
struct Lines<'a> {
    bytes: &'a [u8],
    place: usize,
    line: &'a [u8],
    number: u64,
    end: &'static [u8],
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        let first = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        // Where CR alone ends a line, binary data may begin with the byte of LF.
        let end: &[u8] = match first.map(|end| &bytes[end..]) {
            Some([b'\r', b'\n', ..]) => b"\r\n",
            Some([b'\r', ..]) => b"\r",
            _ => b"\n",
        };
        Self { bytes, place: 0, line: &[], number: 0, end }
    }

    fn next(&mut self) -> Result<&'a [u8], ReadError> {
        let rest = &self.bytes[self.place..];
        self.number += 1;
        let length = rest.windows(self.end.len()).position(|window| window == self.end);
        let Some(length) = length else {
            self.line = rest;
            return Err(if rest.is_empty() {
                ReadError::ends(Place::Line(self.number), "the header of a PLY file")
            } else {
                self.error("a line of the header of a PLY file")
            });
        };
        self.line = &rest[..length];
        self.place += length + self.end.len();
        Ok(self.line)
    }

    fn error(&self, expected: &str) -> ReadError {
        ReadError::unexpected(Place::Line(self.number), expected, quoted(self.line))
    }
}
