//! From OBJ statements to a mesh.

use std::io::BufRead;

use super::ObjError;
use super::draft::{Draft, Sections};
use super::lexer::{Lexer, Token};
use super::sewing::{read_chain, read_seam, read_stitch};
use super::words::{Statement, corner, number};
use crate::Imported;

/// Reads a mesh from OBJ text. Polygons are cut into triangles, and kept beside them.
///
/// Memory stays below 1 MiB + 8 × the size of the text, whatever the text is.
///
/// ```
/// let text = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n";
/// let imported = ripstop_io::read_obj(text.as_bytes())?;
/// assert_eq!(imported.mesh.faces, [[0, 1, 2], [0, 2, 3]]);
///
/// let error = ripstop_io::read_obj("v 0 0 0\nv 1 0 zero\n".as_bytes()).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected a number, found `zero`");
/// # Ok::<(), ripstop_io::ObjError>(())
/// ```
///
/// # Errors
/// If the reader fails, if a statement is not OBJ, if an index is out of range, if a stitch cannot
/// be sewn, or if there is no face.
pub fn read_obj(reader: impl BufRead) -> Result<Imported, ObjError> {
    let mut lexer = Lexer::new(reader);
    let mut draft = Draft::default();
    loop {
        match lexer.advance()? {
            Token::FileEnd => return draft.finish(lexer.line()),
            Token::LineEnd => {}
            Token::Word => match Statement::of(lexer.word(), lexer.word_line())? {
                Statement::Vertex => read_vertex(&mut lexer, &mut draft)?,
                Statement::Uv => read_uv(&mut lexer, &mut draft)?,
                Statement::Face => read_face(&mut lexer, &mut draft)?,
                Statement::Group => {
                    draft.start_group();
                    read_name(&mut lexer, &mut draft.groups)?;
                }
                Statement::Material => {
                    draft.start_material();
                    read_name(&mut lexer, &mut draft.materials)?;
                }
                Statement::Chain => read_chain(&mut lexer, &mut draft)?,
                Statement::Seam => read_seam(&mut lexer, &mut draft.sewing)?,
                Statement::Stitch => read_stitch(&mut lexer, &mut draft)?,
                Statement::Ignored => lexer.skip_statement()?,
                Statement::Unknown => {
                    draft.skipped.push(lexer.word(), lexer.word_line());
                    lexer.skip_statement()?;
                }
            },
        }
    }
}

fn read_vertex(lexer: &mut Lexer<impl BufRead>, draft: &mut Draft) -> Result<(), ObjError> {
    let line = lexer.word_line();
    let ([x, y, z, ..], count) = read_numbers::<7>(lexer, "at most 7 numbers for a vertex")?;
    // Three coordinates, then perhaps a weight, a colour, or both, which mean nothing to a mesh of
    // polygons.
    match count {
        3 | 4 | 6 | 7 => draft.push_vertex([x, y, z], line),
        0..3 => Err(ObjError::ends(line, "3 coordinates of a vertex")),
        _ => Err(ObjError::ends(line, "a colour of 3 numbers after the coordinates of a vertex")),
    }
}

fn read_uv(lexer: &mut Lexer<impl BufRead>, draft: &mut Draft) -> Result<(), ObjError> {
    let line = lexer.word_line();
    // One coordinate means that the second is 0; a third is depth.
    let ([u, v, _], count) = read_numbers::<3>(lexer, "at most 3 texture coordinates")?;
    match count {
        0 => Err(ObjError::ends(line, "a texture coordinate")),
        _ => draft.push_uv([u, v], line),
    }
}

/// The numbers up to the end of the statement, and how many they are; the others are 0.
fn read_numbers<const N: usize>(
    lexer: &mut Lexer<impl BufRead>,
    at_most: &'static str,
) -> Result<([f64; N], usize), ObjError> {
    let (mut numbers, mut count) = ([0.0; N], 0);
    while lexer.advance()? == Token::Word {
        let (word, line) = (lexer.word(), lexer.word_line());
        let place = numbers.get_mut(count).ok_or_else(|| ObjError::unexpected(line, at_most, word));
        *place? = number(word, line)?;
        count += 1;
    }
    Ok((numbers, count))
}

fn read_face(lexer: &mut Lexer<impl BufRead>, draft: &mut Draft) -> Result<(), ObjError> {
    let line = lexer.word_line();
    while lexer.advance()? == Token::Word {
        draft.push_corner(corner(lexer.word(), lexer.word_line())?, lexer.word_line())?;
    }
    draft.end_face(line)
}

fn read_name(lexer: &mut Lexer<impl BufRead>, names: &mut Sections) -> Result<(), ObjError> {
    while lexer.advance()? == Token::Word {
        let (word, line) = (lexer.word(), lexer.word_line());
        let not_text = |_| ObjError::unexpected(line, "a name in UTF-8", word);
        names.push_word(str::from_utf8(word).map_err(not_text)?);
    }
    Ok(())
}
