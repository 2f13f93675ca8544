//! Statements of a file that mean nothing here.

use std::fmt;

use crate::read_error::quoted;

/// Lines that were skipped because their statement is not known; displayed as a sentence without
/// its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Number of statements.
    pub count: u64,
    /// The first of them.
    pub first: Option<SkippedStatement>,
}

/// A statement that was skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedStatement {
    /// Its first word, quoted and shortened.
    pub keyword: String,
    /// Its line, from 1.
    pub line: u64,
}

impl Skipped {
    /// True if nothing was skipped.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn push(&mut self, keyword: &[u8], line: u64) {
        self.count += 1;
        self.first.get_or_insert_with(|| SkippedStatement { keyword: quoted(keyword), line });
    }
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (lines, statements) = match self.count {
            1 => ("line", "a statement"),
            _ => ("lines", "statements"),
        };
        write!(f, "skipped {} {lines} with {statements} unknown here", self.count)?;
        if let Some(SkippedStatement { keyword, line }) = &self.first {
            let more = if self.count > 1 { ", …" } else { "" };
            write!(f, " ({keyword} in line {line}{more})")?;
        }
        Ok(())
    }
}
