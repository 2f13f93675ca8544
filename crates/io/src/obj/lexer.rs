//! OBJ text as words and line ends, straight from a reader.
//!
//! Only the word at hand is kept, so memory does not depend on how long lines are.

use std::io::{BufRead, ErrorKind};

use super::ObjError;

/// Longer words are errors: the longest that means anything, a number with all its digits, has some
/// 1100 bytes.
pub(super) const LONGEST_WORD: usize = 4096;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Splits text into words.
pub(super) struct Lexer<R> {
    reader: R,
    /// Line of the next byte, from 1.
    line: u64,
    word: Vec<u8>,
    word_line: u64,
    at_start: bool,
}

/// A part of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Something between blanks: [`Lexer::word`].
    Word,
    /// The end of a statement.
    LineEnd,
    /// The end of the text, now and from now on.
    FileEnd,
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(reader: R) -> Self {
        Self { reader, line: 1, word: Vec::new(), word_line: 1, at_start: true }
    }

    /// The last word.
    pub(super) fn word(&self) -> &[u8] {
        &self.word
    }

    /// The line on which the last word starts.
    pub(super) fn word_line(&self) -> u64 {
        self.word_line
    }

    /// The line that has been reached.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// The next word, line end or file end. Comments and continued line ends count as blanks.
    pub(super) fn advance(&mut self) -> Result<Token, ObjError> {
        self.word.clear();
        if std::mem::take(&mut self.at_start) {
            self.skip_byte_order_mark()?;
        }
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' | b'\r' if self.word.is_empty() => {
                    self.end_line()?;
                    return Ok(Token::LineEnd);
                }
                b'\n' | b'\r' | b' ' | b'\t' | 0x0b | 0x0c => {
                    if !self.word.is_empty() {
                        break;
                    }
                    self.reader.consume(1);
                }
                b'#' if self.word.is_empty() => self.skip_to_line_end()?,
                b'\\' => {
                    self.reader.consume(1);
                    if matches!(self.peek()?, Some(b'\n' | b'\r')) {
                        self.end_line()?;
                        if !self.word.is_empty() {
                            break;
                        }
                    } else {
                        self.push(b'\\')?;
                    }
                }
                _ => self.take_plain_bytes()?,
            }
        }
        Ok(if self.word.is_empty() { Token::FileEnd } else { Token::Word })
    }

    /// Skips the rest of a statement, continued lines included.
    pub(super) fn skip_statement(&mut self) -> Result<(), ObjError> {
        let mut continued = false;
        while let Some(byte) = self.peek()? {
            match byte {
                b'\n' | b'\r' if !continued => break,
                b'\n' | b'\r' => self.end_line()?,
                _ => self.reader.consume(1),
            }
            continued = byte == b'\\';
        }
        Ok(())
    }

    /// Skips a comment, which a backslash does not continue.
    fn skip_to_line_end(&mut self) -> Result<(), ObjError> {
        while self.peek()?.is_some_and(|byte| byte != b'\n' && byte != b'\r') {
            self.reader.consume(1);
        }
        Ok(())
    }

    /// Appends to the word what the reader has in its buffer, up to a byte that may end it.
    fn take_plain_bytes(&mut self) -> Result<(), ObjError> {
        let is_plain =
            |byte: &&u8| !matches!(**byte, b'\n' | b'\r' | b' ' | b'\t' | 0x0b | 0x0c | b'\\');
        if self.word.is_empty() {
            self.word_line = self.line;
        }
        let line = self.line;
        let bytes = self.reader.fill_buf().map_err(|source| ObjError::Io { line, source })?;
        let count = bytes.iter().take(LONGEST_WORD + 1).take_while(is_plain).count();
        self.word.extend_from_slice(&bytes[..count]);
        self.reader.consume(count);
        self.check_length()
    }

    fn push(&mut self, byte: u8) -> Result<(), ObjError> {
        if self.word.is_empty() {
            self.word_line = self.line;
        }
        self.word.push(byte);
        self.check_length()
    }

    fn check_length(&self) -> Result<(), ObjError> {
        if self.word.len() > LONGEST_WORD {
            let expected = "words of at most 4096 bytes";
            return Err(ObjError::unexpected(self.word_line, expected, &self.word));
        }
        Ok(())
    }

    /// Passes a byte order mark; part of one is part of the first word.
    fn skip_byte_order_mark(&mut self) -> Result<(), ObjError> {
        for &byte in BYTE_ORDER_MARK {
            if self.peek()? != Some(byte) {
                return Ok(());
            }
            self.reader.consume(1);
            self.push(byte)?;
        }
        self.word.clear();
        Ok(())
    }

    /// Passes one line end: `\n`, `\r\n` or `\r`.
    fn end_line(&mut self) -> Result<(), ObjError> {
        let carriage_return = self.peek()? == Some(b'\r');
        self.reader.consume(1);
        if carriage_return && self.peek()? == Some(b'\n') {
            self.reader.consume(1);
        }
        self.line += 1;
        Ok(())
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, ObjError> {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => return Err(ObjError::Io { line: self.line, source }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words with their lines, a bar for each line end.
    fn words(text: &[u8]) -> String {
        let mut lexer = Lexer::new(text);
        let mut shown = Vec::new();
        loop {
            match lexer.advance().unwrap() {
                Token::Word => {
                    let word = String::from_utf8_lossy(lexer.word()).into_owned();
                    shown.push(format!("{word}@{}", lexer.word_line()));
                }
                Token::LineEnd => shown.push("|".to_owned()),
                Token::FileEnd => return shown.join(" "),
            }
        }
    }

    #[test]
    fn words_lines_comments_and_continuations() {
        let cases: [(&[u8], &str); 11] = [
            (b"", ""),
            (b"v 1\t2 3\nf", "v@1 1@1 2@1 3@1 | f@2"),
            (b"a\r\nb\rc\n\nd", "a@1 | b@2 | c@3 | | d@5"),
            (b"a # b \\\nc#d #\n", "a@1 | c#d@2 |"),
            (b"a \\\n b\\\r\nc\\d \\", "a@1 b@2 c\\d@3 \\@3"),
            (b"\xef\xbb\xbfv 1", "v@1 1@1"),
            (b"\xef\xbb\xbf\n\xef\xbb\xbfv", "| \u{feff}v@2"),
            (b" \xef\xbb\xbfv", "\u{feff}v@1"),
            (b"\xef\xbbv", "\u{fffd}v@1"),
            (b"ab", "ab@1"),
            (b"\\\n\\\n", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text), expected, "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn skipping_stops_at_the_end_of_the_statement() {
        let mut lexer = Lexer::new(b"vn 1 2 \\\r\n 3\nv".as_slice());
        lexer.advance().unwrap();
        lexer.skip_statement().unwrap();
        assert_eq!(lexer.advance().unwrap(), Token::LineEnd);
        assert_eq!(lexer.advance().unwrap(), Token::Word);
        assert_eq!((lexer.word(), lexer.word_line()), (b"v".as_slice(), 3));
    }
}
