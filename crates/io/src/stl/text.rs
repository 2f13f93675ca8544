//! STL as text.

use super::binary::own_corners;
use crate::growth::PushSlowly;
use crate::words::Words;
use crate::{Mesh, ReadError};

/// The solids of a text, a group each.
pub(super) fn read(bytes: &[u8]) -> Result<Mesh, ReadError> {
    let mut words = Words::new(bytes, 0, 1);
    let mut mesh = Mesh::default();
    while let Some(word) = words.next_word() {
        if !word.eq_ignore_ascii_case(b"solid") {
            return Err(words.error("`solid`", word));
        }
        let name = words.rest_of_line();
        let face_count = mesh.faces.len();
        read_facets(&mut words, &mut mesh)?;
        mesh.groups.push(&name, mesh.faces.len() - face_count);
    }
    Ok(mesh)
}

/// Facets up to `endsolid` and its name.
fn read_facets(words: &mut Words, mesh: &mut Mesh) -> Result<(), ReadError> {
    loop {
        let word = words.expect_word("`facet` or `endsolid`")?;
        if word.eq_ignore_ascii_case(b"endsolid") {
            words.rest_of_line();
            return Ok(());
        }
        if !word.eq_ignore_ascii_case(b"facet") {
            return Err(words.error("`facet` or `endsolid`", word));
        }
        expect(words, "normal")?;
        for _ in 0..3 {
            // Not used, and some programs write NaN for a triangle without area.
            words.expect_word("a number")?;
        }
        expect(words, "outer")?;
        expect(words, "loop")?;
        for _ in 0..3 {
            expect(words, "vertex")?;
            let (x, y, z) = (words.finite()?, words.finite()?, words.finite()?);
            mesh.positions.push_slowly([x, y, z].into());
        }
        expect(words, "endloop")?;
        expect(words, "endfacet")?;
        let face = mesh.faces.len() as u32;
        if face >= u32::MAX / 3 {
            let (place, limit) = (words.place(), u64::from(u32::MAX / 3));
            return Err(ReadError::TooMany { place, items: "facets", limit });
        }
        mesh.faces.push_slowly(own_corners(face));
    }
}

fn expect(words: &mut Words, expected: &'static str) -> Result<(), ReadError> {
    let quoted = format!("`{expected}`");
    let word = words.expect_word(&quoted)?;
    if word.eq_ignore_ascii_case(expected.as_bytes()) {
        Ok(())
    } else {
        Err(words.error(quoted, word))
    }
}
