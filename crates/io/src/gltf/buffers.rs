//! The bytes of buffers, wherever they are.

use std::borrow::Cow;

use super::base64;
use super::document::Document;
use super::tables::Buffer;
use crate::{Place, ReadError};

/// Loads a buffer that is in a file of its own, by its address relative to the glTF file; an error
/// says what is wrong.
pub type BufferLoader<'a> = dyn FnMut(&str) -> Result<Vec<u8>, String> + 'a;

/// A file may have so many buffers.
const MOST_BUFFERS: usize = 1024;

/// All buffers of a file.
#[derive(Debug)]
pub(super) struct Buffers<'a> {
    data: Vec<Cow<'a, [u8]>>,
    /// For each buffer of the file, which data it has.
    numbers: Vec<usize>,
    /// Bytes that were decoded from text.
    pub(super) decoded: u64,
    /// Bytes that came from other files.
    pub(super) loaded: u64,
}

impl<'a> Buffers<'a> {
    pub(super) fn load(
        document: &Document<'a>,
        load: &mut BufferLoader,
    ) -> Result<Self, ReadError> {
        let mut buffers = Self { data: Vec::new(), numbers: Vec::new(), decoded: 0, loaded: 0 };
        let mut addresses: Vec<&[u8]> = Vec::new();
        for (number, buffer) in document.tables.buffers.iter().enumerate() {
            if number == MOST_BUFFERS {
                let (items, limit) = ("buffers", MOST_BUFFERS as u64);
                return Err(ReadError::TooMany { place: document.json.byte(), items, limit });
            }
            let address = match buffer.uri.get() {
                Some(place) => document.json.at(place).string()?,
                None => &[],
            };
            // The same address means the same bytes, and they are loaded once.
            let known = addresses.iter().position(|&other| other == address);
            let data = if let Some(known) = known {
                buffers.numbers[known]
            } else {
                let data = buffers.bytes_at(document, *buffer, address, load)?;
                buffers.data.push(data);
                buffers.data.len() - 1
            };
            addresses.push(address);
            buffers.numbers.push(data);
            let found = buffers.data[data].len();
            if buffer.length > found as u64 {
                let place = place_of(document, *buffer);
                let expected = format!("buffer {number} with {} bytes", buffer.length);
                return Err(ReadError::unexpected(place, expected, format!("{found} bytes")));
            }
        }
        Ok(buffers)
    }

    fn bytes_at(
        &mut self,
        document: &Document<'a>,
        buffer: Buffer,
        address: &[u8],
        load: &mut BufferLoader,
    ) -> Result<Cow<'a, [u8]>, ReadError> {
        let place = place_of(document, buffer);
        if buffer.uri.get().is_none() {
            // A buffer that nobody uses need not be anywhere.
            return Ok(Cow::Borrowed(document.chunk.unwrap_or_default()));
        }
        if let Some(data) = address.strip_prefix(b"data:") {
            let comma = data.iter().position(|&byte| byte == b',');
            let text = comma.filter(|&comma| data[..comma].ends_with(b";base64"));
            let text = text
                .map(|comma| &data[comma + 1..])
                .ok_or_else(|| ReadError::unexpected(place, "a data URI in base64", "another"))?;
            let bytes = base64::decode(text).map_err(|offset| {
                let expected = format!("base64, from byte {offset} of its text on");
                ReadError::unexpected(place, expected, "something else")
            })?;
            self.decoded += bytes.len() as u64;
            return Ok(Cow::Owned(bytes));
        }
        let name = percent_decoded(&document.string_at(buffer.uri)?);
        let bytes = load(&name).map_err(|message| {
            ReadError::unexpected(place, format!("the buffer `{name}`"), message)
        })?;
        self.loaded += bytes.len() as u64;
        Ok(Cow::Owned(bytes))
    }

    /// A buffer, cut to the length that the file gives.
    pub(super) fn get(&self, document: &Document, buffer: u32) -> Option<&[u8]> {
        let number = *self.numbers.get(buffer as usize)?;
        let length = document.tables.buffers[buffer as usize].length;
        self.data[number].get(..length as usize)
    }
}

fn place_of(document: &Document, buffer: Buffer) -> Place {
    buffer.uri.get().map_or_else(|| document.json.byte(), |place| document.json.at(place).byte())
}

/// An address with `%20` and the like as what they stand for.
fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let code = (byte == b'%').then(|| tail.get(..2)).flatten();
        let code = code.and_then(|digits| str::from_utf8(digits).ok());
        let code = code.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn addresses_are_decoded() {
    assert_eq!(percent_decoded("my%20body.bin"), "my body.bin");
    assert_eq!(percent_decoded("100%"), "100%");
    assert_eq!(percent_decoded("%zz%c3%a9"), "%zzé");
}
