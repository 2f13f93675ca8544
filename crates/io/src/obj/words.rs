//! The meaning of single words: statements, numbers, corners.

use super::ObjError;

/// Statement of a line, by its first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    Vertex,
    Uv,
    Face,
    Group,
    Material,
    Chain,
    Seam,
    Stitch,
    Ignored,
    Unknown,
}

/// Statements of the format that say nothing about a mesh of polygons.
const IGNORED: [&str; 32] = [
    "vn",
    "vp",
    "s",
    "mg",
    "mtllib",
    "usemap",
    "maplib",
    "p",
    "lod",
    "bevel",
    "c_interp",
    "d_interp",
    "shadow_obj",
    "trace_obj",
    "cstype",
    "deg",
    "bmat",
    "step",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "ctech",
    "stech",
    "call",
    "csh",
];

impl Statement {
    /// The statement of a word; a number is none.
    pub(super) fn of(word: &[u8], line: u64) -> Result<Self, ObjError> {
        let is_number = || crate::number::finite(word) != Err("a number");
        match word {
            b"v" => Ok(Self::Vertex),
            b"vt" => Ok(Self::Uv),
            b"f" | b"fo" => Ok(Self::Face),
            b"o" | b"g" => Ok(Self::Group),
            b"usemtl" => Ok(Self::Material),
            b"l" => Ok(Self::Chain),
            b"seam" => Ok(Self::Seam),
            b"stitch" => Ok(Self::Stitch),
            _ if IGNORED.iter().any(|name| name.as_bytes() == word) => Ok(Self::Ignored),
            _ if is_number() || corner(word, line).is_ok() => {
                Err(ObjError::unexpected(line, "an OBJ statement", word))
            }
            _ => Ok(Self::Unknown),
        }
    }
}

/// A finite number, rounded to the nearest `f64`.
pub(super) fn number(word: &[u8], line: u64) -> Result<f64, ObjError> {
    crate::number::finite(word).map_err(|expected| ObjError::unexpected(line, expected, word))
}

/// A corner of a face, as it is written: from 1 on, or negative and relative; never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    pub(super) vertex: i64,
    pub(super) uv: Option<i64>,
}

/// One of `i`, `i/j`, `i//k`, `i/j/k`; after the first, a number may be missing.
pub(super) fn corner(word: &[u8], line: u64) -> Result<Corner, ObjError> {
    const EXPECTED: &str = "a corner `i`, `i/j`, `i//k` or `i/j/k` of integers other than 0";
    let error = || ObjError::unexpected(line, EXPECTED, word);
    let index = |part: &[u8]| match str::from_utf8(part).ok()?.parse::<i64>() {
        Ok(0) | Err(_) => None,
        Ok(index) => Some(index),
    };
    let mut parts = word.split(|&byte| byte == b'/');
    let vertex = parts.next().and_then(index).ok_or_else(error)?;
    let mut optional = || match parts.next() {
        None | Some(b"") => Ok(None),
        Some(part) => index(part).map(Some).ok_or_else(error),
    };
    let (uv, _normal) = (optional()?, optional()?);
    if parts.next().is_some() { Err(error()) } else { Ok(Corner { vertex, uv }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_in_all_forms() {
        let read = |word: &str| corner(word.as_bytes(), 1).ok().map(|c| (c.vertex, c.uv));
        for (word, expected) in [
            ("7", (7, None)),
            ("7/8", (7, Some(8))),
            ("7//9", (7, None)),
            ("7/8/9", (7, Some(8))),
            ("-1/-2/-3", (-1, Some(-2))),
            ("+7", (7, None)),
            ("7/", (7, None)),
            ("7//", (7, None)),
            ("7/8/", (7, Some(8))),
        ] {
            assert_eq!(read(word), Some(expected), "{word}");
        }
        for word in
            ["", "0", "/1", "1/0", "1//0", "1/2/3/4", "1.0", "a", "1/a", "-", "9223372036854775808"]
        {
            assert_eq!(read(word), None, "{word}");
        }
    }

    #[test]
    fn numbers_are_finite() {
        for (word, expected) in [("1", 1.0), ("-.5", -0.5), ("+2.e3", 2000.0), ("1e-400", 0.0)] {
            assert_eq!(number(word.as_bytes(), 1).unwrap(), expected);
        }
        for word in ["nan", "NaN", "inf", "-Infinity", "1e999", "1,5", "0x10", "", "1d3", "--1"] {
            assert!(number(word.as_bytes(), 1).is_err(), "{word}");
        }
    }
}
