//! The data of a PLY file as a stream of numbers, in any encoding.

use super::header::{Element, Header, Property, Scalar};
use super::write::PlyEncoding;
use crate::ReadError;
use crate::read_error::{Place, quoted};
use crate::words::Words;

/// Goes through the data. A copy goes through the same data again.
#[derive(Clone, Copy)]
pub(super) struct Values<'a> {
    bytes: &'a [u8],
    encoding: PlyEncoding,
    /// Place and line; in binary data only the place counts.
    words: Words<'a>,
    /// Place of the last number.
    last: Place,
}

impl<'a> Values<'a> {
    pub(super) fn new(bytes: &'a [u8], header: &Header) -> Self {
        let words = Words::new(bytes, header.data_start, header.data_line);
        let last = Place::Line(header.data_line);
        Self { bytes, encoding: header.encoding, words, last }
    }

    /// Checks that the file is long enough for an element, which begins here, if its lists are all
    /// empty.
    pub(super) fn check_count(&self, element: &Element) -> Result<(), ReadError> {
        let size = |property: &Property| match self.encoding {
            // A digit and a blank.
            PlyEncoding::Ascii => 2,
            _ => property.length.unwrap_or(property.scalar).size(),
        };
        let least: usize = element.properties.iter().map(size).sum();
        // The last blank may be missing.
        let blank = u128::from(self.encoding == PlyEncoding::Ascii);
        let available = (self.bytes.len() - self.words.byte) as u128 + blank;
        if u128::from(element.count) * least as u128 > available {
            let expected =
                format!("{} elements of at least {least} bytes, as the header says", element.count);
            let found = format!("{} bytes", self.bytes.len() - self.words.byte);
            return Err(ReadError::unexpected(Place::Line(element.line), expected, found));
        }
        Ok(())
    }

    /// A finite number.
    pub(super) fn finite(&mut self, scalar: Scalar) -> Result<f64, ReadError> {
        if self.encoding == PlyEncoding::Ascii {
            return self.words.finite();
        }
        let x = match scalar {
            Scalar::F32 => f64::from(f32::from_le_bytes(self.take()?)),
            Scalar::F64 => f64::from_le_bytes(self.take()?),
            // Coordinates have integer types of 4 bytes at most, so nothing is rounded.
            _ => self.integer(scalar)? as f64,
        };
        if x.is_finite() {
            Ok(x)
        } else {
            Err(ReadError::unexpected(self.last, "a finite number", format!("`{x}`")))
        }
    }

    /// An integer.
    pub(super) fn integer(&mut self, scalar: Scalar) -> Result<i64, ReadError> {
        if self.encoding == PlyEncoding::Ascii {
            let integer = self.words.integer()?;
            self.last = self.words.place();
            return Ok(integer);
        }
        Ok(match scalar {
            Scalar::I8 => i8::from_le_bytes(self.take()?).into(),
            Scalar::U8 => u8::from_le_bytes(self.take()?).into(),
            Scalar::I16 => i16::from_le_bytes(self.take()?).into(),
            Scalar::U16 => u16::from_le_bytes(self.take()?).into(),
            Scalar::I32 => i32::from_le_bytes(self.take()?).into(),
            Scalar::U32 => u32::from_le_bytes(self.take()?).into(),
            // The header has no indices or lengths of these types.
            Scalar::F32 | Scalar::F64 => 0,
        })
    }

    /// The length of a list.
    pub(super) fn length(&mut self, scalar: Scalar) -> Result<u64, ReadError> {
        let length = self.integer(scalar)?;
        let negative =
            |_| ReadError::unexpected(self.last, "a length not below 0", format!("{length}"));
        u64::try_from(length).map_err(negative)
    }

    /// Passes a property.
    pub(super) fn skip(&mut self, property: Property) -> Result<(), ReadError> {
        let count = match property.length {
            Some(length) => self.length(length)?,
            None => 1,
        };
        if self.encoding == PlyEncoding::Ascii {
            for _ in 0..count {
                self.words.expect_word("a number")?;
            }
            return Ok(());
        }
        let size = u128::from(count) * property.scalar.size() as u128;
        if size > (self.bytes.len() - self.words.byte) as u128 {
            let expected = format!("{size} bytes of a list");
            return Err(ReadError::ends(Place::Byte(self.bytes.len() as u64), expected));
        }
        self.words.byte += size as usize;
        Ok(())
    }

    /// Checks that nothing is left.
    pub(super) fn end(&mut self) -> Result<(), ReadError> {
        const EXPECTED: &str = "the end of the file after the elements of the header";
        if self.encoding == PlyEncoding::Ascii {
            let word = self.words.next_word();
            return word.map_or(Ok(()), |word| Err(self.words.error(EXPECTED, word)));
        }
        match &self.bytes[self.words.byte..] {
            [] => Ok(()),
            rest => {
                let place = Place::Byte(self.words.byte as u64);
                Err(ReadError::unexpected(place, EXPECTED, quoted(rest)))
            }
        }
    }

    /// Place of the last integer.
    pub(super) fn place(&self) -> Place {
        self.last
    }

    /// The next bytes in little-endian order.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let Some(&bytes) = self.bytes[self.words.byte..].first_chunk::<N>() else {
            let end = Place::Byte(self.bytes.len() as u64);
            return Err(ReadError::ends(end, format!("a number of {N} bytes")));
        };
        self.last = Place::Byte(self.words.byte as u64);
        self.words.byte += N;
        let mut bytes = bytes;
        if self.encoding == PlyEncoding::BigEndian {
            bytes.reverse();
        }
        Ok(bytes)
    }
}
