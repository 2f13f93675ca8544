//! JSON, read where it stands: no tree, no recursion over what is not known.
//!
//! Callers ask for what they expect and are handed keys and items one by one; what they do not know
//! they [skip](Json::skip). A place in the text can be noted and read again.

use crate::read_error::quoted;
use crate::{Place, ReadError, number};

/// Goes through JSON text. A copy goes through the same text again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<'a> {
    text: &'a [u8],
    place: usize,
    /// Offset of the text in the file.
    base: usize,
}

impl<'a> Json<'a> {
    pub(crate) fn new(text: &'a [u8], base: usize) -> Self {
        Self { text, place: 0, base }
    }

    /// Place of the next value, for [`Json::at`]. Texts have fewer than 2³² bytes.
    pub(crate) fn note(&mut self) -> u32 {
        self.skip_blanks();
        self.place as u32
    }

    /// The same text from a noted place on.
    pub(crate) fn at(&self, place: u32) -> Self {
        Self { place: place as usize, ..*self }
    }

    /// The place in the file.
    pub(crate) fn byte(&self) -> Place {
        Place::Byte((self.base + self.place) as u64)
    }

    /// An object: `read` gets the keys, as they are written, and must take each value.
    pub(crate) fn object(
        &mut self,
        mut read: impl FnMut(&mut Self, &'a [u8]) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.expect(b'{', "`{`")?;
        if self.accept(b'}') {
            return Ok(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':', "`:`")?;
            read(self, key)?;
            if !self.accept(b',') {
                return self.expect(b'}', "`,` or `}`");
            }
        }
    }

    /// An array: `read` must take each item.
    pub(crate) fn array(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let mut is_there = self.first_item()?;
        while is_there {
            read(self)?;
            is_there = self.next_item()?;
        }
        Ok(())
    }

    /// Enters an array; `false` if it is empty, and then it has been left again.
    pub(crate) fn first_item(&mut self) -> Result<bool, ReadError> {
        self.expect(b'[', "`[`")?;
        Ok(!self.accept(b']'))
    }

    /// Goes on to the next item of an array; `false` if there is none, and then it has been left.
    pub(crate) fn next_item(&mut self) -> Result<bool, ReadError> {
        if self.accept(b',') {
            return Ok(true);
        }
        self.expect(b']', "`,` or `]`").map(|()| false)
    }

    /// An array of as many numbers.
    pub(crate) fn numbers<const N: usize>(&mut self) -> Result<[f64; N], ReadError> {
        let (mut numbers, mut count) = ([0.0; N], 0);
        let start = *self;
        self.array(|json| {
            let number = json.number()?;
            if let Some(place) = numbers.get_mut(count) {
                *place = number;
            }
            count += 1;
            Ok(())
        })?;
        if count == N { Ok(numbers) } else { Err(start.error(format!("an array of {N} numbers"))) }
    }

    /// A string as it is written, without its quotes.
    pub(crate) fn string(&mut self) -> Result<&'a [u8], ReadError> {
        self.skip_blanks();
        let start = *self;
        if !self.accept(b'"') {
            return Err(self.error("a string"));
        }
        let rest = &self.text[self.place..];
        let mut length = 0;
        loop {
            match rest.get(length) {
                Some(b'"') => break,
                Some(b'\\') => length += 2,
                Some(0..0x20) | None => return Err(start.error("a string with its end")),
                Some(_) => length += 1,
            }
        }
        self.place += length + 1;
        Ok(&rest[..length])
    }

    /// A finite number.
    pub(crate) fn number(&mut self) -> Result<f64, ReadError> {
        self.skip_blanks();
        let start = *self;
        let word = self.plain_word();
        let starts = word.first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'-');
        let number = if starts { number::finite(word) } else { Err("a number") };
        number.map_err(|expected| start.error(expected))
    }

    /// An integer from 0 to 2⁵³, perhaps written as `3.0`.
    pub(crate) fn unsigned(&mut self) -> Result<u64, ReadError> {
        const LARGEST: u64 = 1 << 53;
        self.skip_blanks();
        let start = *self;
        let word = self.plain_word();
        let digits = word.strip_suffix(b".0").unwrap_or(word);
        let number = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        number
            .filter(|&number| number <= LARGEST && !digits.starts_with(b"+"))
            .ok_or_else(|| start.error("an integer from 0 on"))
    }

    /// The number of an item in a table of fewer than 2³² − 1.
    pub(crate) fn index(&mut self) -> Result<u32, ReadError> {
        self.skip_blanks();
        let start = *self;
        let index = u32::try_from(self.unsigned()?).ok().filter(|&index| index < u32::MAX);
        index.ok_or_else(|| start.error("an index"))
    }

    /// `true` or `false`.
    pub(crate) fn boolean(&mut self) -> Result<bool, ReadError> {
        self.skip_blanks();
        let start = *self;
        match self.plain_word() {
            b"true" => Ok(true),
            b"false" => Ok(false),
            _ => Err(start.error("true or false")),
        }
    }

    /// Passes a value of any kind. Brackets may be nested 128 deep.
    pub(crate) fn skip(&mut self) -> Result<(), ReadError> {
        // A bit per open bracket, 1 for an object.
        let (mut open, mut depth) = (0_u128, 0);
        loop {
            self.skip_blanks();
            match self.text.get(self.place) {
                Some(b'"') => drop(self.string()?),
                Some(&bracket @ (b'{' | b'[')) => {
                    if depth == u128::BITS {
                        return Err(self.error("brackets nested at most 128 deep"));
                    }
                    (open, depth) = (open << 1 | u128::from(bracket == b'{'), depth + 1);
                    self.place += 1;
                    if !self.accept(closing(open)) {
                        self.pass_key(open)?;
                        continue;
                    }
                    (open, depth) = (open >> 1, depth - 1);
                }
                _ => {
                    let start = *self;
                    let word = self.plain_word();
                    let known = matches!(word, b"true" | b"false" | b"null");
                    // A number that is passed may be beyond the range, but not a word for infinity.
                    let is_number = word.last().is_some_and(u8::is_ascii_digit)
                        && number::finite(word) != Err("a number");
                    if !(known || is_number) {
                        return Err(start.error("a value"));
                    }
                }
            }
            // After a value: close brackets, or go on behind a comma.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                if self.accept(b',') {
                    self.pass_key(open)?;
                    break;
                }
                self.expect(closing(open), "`,` or a closing bracket")?;
                (open, depth) = (open >> 1, depth - 1);
            }
        }
    }

    /// Checks that nothing is left but blanks (a GLB file fills up with them, some with zeros).
    pub(crate) fn end(&mut self) -> Result<(), ReadError> {
        self.skip_blanks();
        if self.text[self.place..].iter().all(|&byte| byte == 0) {
            return Ok(());
        }
        Err(self.error("the end of the JSON text"))
    }

    /// In an object, the key of the next item.
    fn pass_key(&mut self, open: u128) -> Result<(), ReadError> {
        if open & 1 == 1 {
            self.string()?;
            self.expect(b':', "`:`")?;
        }
        Ok(())
    }

    pub(crate) fn error(&self, expected: impl Into<String>) -> ReadError {
        let rest = &self.text[self.place.min(self.text.len())..];
        let end = rest.iter().position(|byte| byte.is_ascii_whitespace() || *byte == b',');
        let found = match &rest[..end.unwrap_or(rest.len()).max(1).min(rest.len())] {
            [] => "the end of the text".to_owned(),
            word => quoted(word),
        };
        ReadError::unexpected(self.byte(), expected, found)
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.place..];
        self.place += rest.iter().take_while(|byte| b" \t\n\r".contains(byte)).count();
    }

    fn accept(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.text.get(self.place) == Some(&byte);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &str) -> Result<(), ReadError> {
        if self.accept(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn plain_word(&mut self) -> &'a [u8] {
        let rest = &self.text[self.place..];
        let plain = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
        let length = rest.iter().take_while(plain).count();
        self.place += length;
        &rest[..length]
    }
}

const fn closing(open: u128) -> u8 {
    if open & 1 == 1 { b'}' } else { b']' }
}

/// A string as it is meant; escapes that make no sense become the replacement character.
pub(crate) fn unescaped(raw: &[u8]) -> String {
    let text = String::from_utf8_lossy(raw);
    let mut meant = String::new();
    let mut chars = text.chars();
    let mut units: Vec<u16> = Vec::new();
    while let Some(c) = chars.next() {
        let escape = if c == '\\' { chars.next() } else { None };
        if escape == Some('u') {
            let digits: String = chars.by_ref().take(4).collect();
            units.push(u16::from_str_radix(&digits, 16).unwrap_or(0xfffd));
            continue;
        }
        meant.push_str(&String::from_utf16_lossy(&units));
        units.clear();
        meant.push(match escape {
            None => c,
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some(other) => other,
        });
    }
    meant + &String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_kind_are_passed() {
        for text in [
            "1",
            "-1.5e3",
            "true",
            "null",
            "\"\"",
            "\"a\\\"b\"",
            "[]",
            "{}",
            "[1, [2, {}], \"]\"]",
            "{\"a\": [1], \"b\": {\"c\": null}}",
            " [ 1 , 2 ] ",
        ] {
            let mut json = Json::new(text.as_bytes(), 0);
            json.skip().and_then(|()| json.end()).unwrap_or_else(|error| panic!("{text}: {error}"));
        }
        let deep = "[".repeat(128) + &"]".repeat(128);
        Json::new(deep.as_bytes(), 0).skip().unwrap();
    }

    #[test]
    fn what_is_no_json_is_an_error_with_its_byte() {
        let deep = "[".repeat(129);
        for (text, expected) in [
            ("", "byte 7: expected a value, found the end of the text"),
            ("[1 2]", "byte 10: expected `,` or a closing bracket, found `2]`"),
            ("[1, ]", "byte 11: expected a value, found `]`"),
            ("{\"a\" 1}", "byte 12: expected `:`, found `1}`"),
            ("{1: 2}", "byte 8: expected a string, found `1:`"),
            ("[}", "byte 8: expected a value, found `}`"),
            ("\"abc", "byte 7: expected a string with its end, found `\\\"abc`"),
            ("\"abc\\", "byte 7: expected a string with its end, found `\\\"abc\\\\`"),
            ("nan", "byte 7: expected a value, found `nan`"),
            ("[1", "byte 9: expected `,` or a closing bracket, found the end of the text"),
            (&deep, "byte 135: expected brackets nested at most 128 deep, found `[`"),
        ] {
            let error = Json::new(text.as_bytes(), 7).skip().unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn escapes_are_meant() {
        assert_eq!(unescaped(br#"a\"b\\\n\u00e9 \ud83d\ude00"#), "a\"b\\\n\u{e9} \u{1f600}");
        assert_eq!(unescaped(br"\ud83d x \uzzzz"), "\u{fffd} x \u{fffd}");
    }
}
