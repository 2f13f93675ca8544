//! Text in memory as words between blanks, with their lines.

use crate::read_error::{Place, quoted};
use crate::{ReadError, number};

/// Longer names are cut.
const LONGEST_NAME: usize = 256;

/// Goes through text word by word. A copy goes through the same words again.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    bytes: &'a [u8],
    /// Offset of the next byte.
    pub(crate) byte: usize,
    /// Line of the next byte, from 1.
    pub(crate) line: u64,
}

impl<'a> Words<'a> {
    /// From some byte on, which is on the given line.
    pub(crate) fn new(bytes: &'a [u8], byte: usize, line: u64) -> Self {
        Self { bytes, byte, line }
    }

    /// The next word, if there is one; then `line` is its line.
    pub(crate) fn next_word(&mut self) -> Option<&'a [u8]> {
        while let Some(&byte) = self.bytes.get(self.byte) {
            if !is_blank(byte) {
                break;
            }
            self.line += u64::from(self.ends_line(byte));
            self.byte += 1;
        }
        let rest = &self.bytes[self.byte..];
        let length = rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len());
        self.byte += length;
        (length > 0).then_some(&rest[..length])
    }

    /// The words of the rest of the line, joined by single blanks; of a long line only the
    /// beginning.
    pub(crate) fn rest_of_line(&mut self) -> String {
        let rest = &self.bytes[self.byte..];
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let line = &rest[..end.unwrap_or(rest.len())];
        self.byte += line.len();
        let text = String::from_utf8_lossy(&line[..line.len().min(LONGEST_NAME)]);
        text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The next word, which must be there.
    pub(crate) fn expect_word(&mut self, expected: &str) -> Result<&'a [u8], ReadError> {
        self.next_word().ok_or_else(|| ReadError::ends(self.place(), expected))
    }

    /// A finite number.
    pub(crate) fn finite(&mut self) -> Result<f64, ReadError> {
        let word = self.expect_word("a number")?;
        number::finite(word).map_err(|expected| self.error(expected, word))
    }

    /// An integer.
    pub(crate) fn integer(&mut self) -> Result<i64, ReadError> {
        let word = self.expect_word("an integer")?;
        number::integer(word).map_err(|expected| self.error(expected, word))
    }

    /// The line of the last word.
    pub(crate) fn place(&self) -> Place {
        Place::Line(self.line)
    }

    /// Another word than this was expected.
    pub(crate) fn error(&self, expected: impl Into<String>, word: &[u8]) -> ReadError {
        ReadError::unexpected(self.place(), expected, quoted(word))
    }

    /// True if a line ends with this byte, of which CR LF has two.
    fn ends_line(&self, byte: u8) -> bool {
        byte == b'\n' || byte == b'\r' && self.bytes.get(self.byte + 1) != Some(&b'\n')
    }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

#[test]
fn words_have_their_lines() {
    let text = b" a\tb\r\n\r\nc\rd \n e";
    let mut words = Words::new(text, 0, 1);
    let mut listed = Vec::new();
    while let Some(word) = words.next_word() {
        listed.push((String::from_utf8_lossy(word).into_owned(), words.line));
    }
    let expected = [("a", 1), ("b", 1), ("c", 3), ("d", 4), ("e", 5)];
    assert_eq!(listed, expected.map(|(word, line)| (word.to_owned(), line)));
    let mut words = Words::new(b"solid  left  sleeve \nfacet", 5, 1);
    assert_eq!(words.rest_of_line(), "left sleeve");
    assert_eq!((words.next_word(), words.line), (Some(b"facet".as_slice()), 2));
}
