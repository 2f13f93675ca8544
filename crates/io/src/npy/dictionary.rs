//! The dictionary in the header of a `.npy` file: a Python literal with three keys.
//!
//! ```text
//! {'descr': '<f8', 'fortran_order': False, 'shape': (300, 4096, 3), }
//! ```
//!
//! Read are: strings in either kind of quotes without escapes, `True` and `False`, tuples of
//! integers; keys in any order, each once; blanks anywhere; a comma after the last item.

use super::NpyError;
use super::error::shown;

/// Content of the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dictionary {
    pub(super) element: String,
    pub(super) fortran_order: bool,
    pub(super) shape: Vec<u64>,
}

/// Parses the text of a header, which starts at byte `offset` of the file.
pub(super) fn parse(text: &[u8], offset: usize) -> Result<Dictionary, NpyError> {
    let mut cursor = Cursor { text, offset, place: 0 };
    let (mut element, mut fortran_order, mut shape) = (None, None, None);
    cursor.expect(b'{', "`{`")?;
    while !cursor.accept(b'}') {
        let start = cursor.place;
        match cursor.string()?.as_str() {
            "descr" if element.is_none() => {
                cursor.expect(b':', "`:`")?;
                element = Some(cursor.string()?);
            }
            "fortran_order" if fortran_order.is_none() => {
                cursor.expect(b':', "`:`")?;
                fortran_order = Some(cursor.boolean()?);
            }
            "shape" if shape.is_none() => {
                cursor.expect(b':', "`:`")?;
                shape = Some(cursor.tuple()?);
            }
            _ => {
                cursor.place = start;
                return Err(cursor.error("one of the keys 'descr', 'fortran_order', 'shape', once"));
            }
        }
        if !cursor.accept(b',') {
            cursor.expect(b'}', "`,` or `}`")?;
            break;
        }
    }
    cursor.skip_blanks();
    if cursor.place < text.len() {
        return Err(cursor.error("the end of the header"));
    }
    match (element, fortran_order, shape) {
        (Some(element), Some(fortran_order), Some(shape)) => {
            Ok(Dictionary { element, fortran_order, shape })
        }
        _ => Err(cursor.error("the keys 'descr', 'fortran_order' and 'shape'")),
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    offset: usize,
    place: usize,
}

impl Cursor<'_> {
    fn error(&self, expected: &'static str) -> NpyError {
        let rest = &self.text[self.place..];
        let found = if rest.is_empty() {
            "the end of the header".into()
        } else {
            format!("`{}`", shown(rest))
        };
        NpyError::Header { byte: self.offset + self.place, expected, found }
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.place += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.place).copied()
    }

    fn accept(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let found = self.peek() == Some(byte);
        self.place += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), NpyError> {
        if self.accept(byte) { Ok(()) } else { Err(self.error(expected)) }
    }

    fn string(&mut self) -> Result<String, NpyError> {
        const EXPECTED: &str = "a string in quotes";
        self.skip_blanks();
        let quote = self.peek().filter(|byte| matches!(byte, b'\'' | b'"'));
        let quote = quote.ok_or_else(|| self.error(EXPECTED))?;
        let rest = &self.text[self.place + 1..];
        let length =
            rest.iter().position(|&byte| byte == quote).ok_or_else(|| self.error(EXPECTED))?;
        let string =
            rest[..length].iter().copied().flat_map(std::ascii::escape_default).map(char::from);
        self.place += length + 2;
        Ok(string.collect())
    }

    fn boolean(&mut self) -> Result<bool, NpyError> {
        self.skip_blanks();
        let rest = &self.text[self.place..];
        let (value, length) = if rest.starts_with(b"True") {
            (true, 4)
        } else if rest.starts_with(b"False") {
            (false, 5)
        } else {
            return Err(self.error("True or False"));
        };
        self.place += length;
        Ok(value)
    }

    fn tuple(&mut self) -> Result<Vec<u64>, NpyError> {
        // NumPy arrays have at most 64 dimensions.
        const MOST: usize = 64;
        self.expect(b'(', "`(`")?;
        let mut items = Vec::new();
        while !self.accept(b')') {
            if items.len() == MOST {
                return Err(self.error("at most 64 dimensions"));
            }
            items.push(self.integer()?);
            if !self.accept(b',') {
                self.expect(b')', "`,` or `)`")?;
                break;
            }
        }
        Ok(items)
    }

    fn integer(&mut self) -> Result<u64, NpyError> {
        self.skip_blanks();
        let digits =
            self.text[self.place..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = str::from_utf8(&self.text[self.place..][..digits]).unwrap_or_default();
        let value = text.parse().map_err(|_| self.error("an integer below 2^64"))?;
        self.place += digits;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_as_python_writes_them() {
        let expected =
            Dictionary { element: "<f8".into(), fortran_order: false, shape: vec![2, 4, 3] };
        for text in [
            "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 4, 3), }   \n",
            "{\"shape\":(2,4,3,),\"fortran_order\":False,\"descr\":\"<f8\"}",
            " { 'shape' : (   2 , 4\n,3 ) , 'descr' : '<f8' , 'fortran_order' : False } ",
        ] {
            assert_eq!(parse(text.as_bytes(), 10).unwrap(), expected, "{text}");
        }
        let scalar = "{'descr': '|S3', 'fortran_order': True, 'shape': ()}";
        let scalar = parse(scalar.as_bytes(), 10).unwrap();
        assert_eq!((scalar.shape.len(), scalar.fortran_order), (0, true));
    }

    #[test]
    fn errors_say_where() {
        for (text, expected) in [
            ("", "byte 10: expected `{`, found the end of the header"),
            ("{'descr': 3}", "byte 20: expected a string in quotes, found `3}`"),
            ("{'descr': '<f8", "byte 20: expected a string in quotes, found `\\'<f8`"),
            ("{'descr': '<f8', 'descr': '<f8'}", "byte 27: expected one of the keys"),
            ("{'colour': 3}", "byte 11: expected one of the keys"),
            ("{'shape': (1 2)}", "byte 23: expected `,` or `)`, found `2)}`"),
            ("{'shape': (-1,)}", "byte 21: expected an integer below 2^64, found `-1,)}`"),
            ("{'shape': (99999999999999999999,)}", "byte 21: expected an integer below 2^64"),
            ("{'shape': (1,", "byte 23: expected an integer below 2^64, found the end"),
            ("{'fortran_order': 0}", "byte 28: expected True or False"),
            ("{'shape': (1,)}", "byte 25: expected the keys 'descr', 'fortran_order' and 'shape'"),
            ("{} x", "byte 13: expected the end of the header, found `x`"),
            ("{'shape'}", "byte 18: expected `:`"),
            ("{'shape': ()", "byte 22: expected `,` or `}`"),
        ] {
            let message = parse(text.as_bytes(), 10).unwrap_err().to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        }
        let many = format!("{{'shape': ({})}}", "1,".repeat(65));
        assert!(
            parse(many.as_bytes(), 10).unwrap_err().to_string().contains("at most 64 dimensions")
        );
    }
}
