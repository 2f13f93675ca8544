//! Statements of patterns: `seam n`, `stitch v a b ratio`, `l`.
//!
//! Stitches number vertices from 0, and may name what comes later: most of what can be wrong with
//! them is known at the end of the file.

use std::io::BufRead;

use ripstop_geometry::{Stitch, VertexId};

use super::ObjError;
use super::draft::Draft;
use super::index::{Index, check_count};
use super::lexer::{Lexer, Token};
use super::words::{corner, number};
use crate::growth::PushSlowly;
use crate::seams::{InvalidStitch, SewnEdges, check_alone};

/// Stitches in the making.
#[derive(Default)]
pub(super) struct Sewing {
    /// Stitches of all seams.
    stitches: Vec<Stitch>,
    /// Line of each.
    lines: Vec<u64>,
    /// First stitch of each seam.
    seams: Vec<u32>,
    /// Number of stitches that the last seam says it has.
    announced: Option<u64>,
    pub(super) miscounted: u64,
}

impl Sewing {
    /// Starts a seam that says to have so many stitches.
    fn start_seam(&mut self, announced: Option<u64>) {
        self.end_seam();
        self.seams.push_slowly(self.stitches.len() as u32);
        self.announced = announced;
    }

    fn end_seam(&mut self) {
        let first = self.seams.last().map_or(0, |&first| first as usize);
        let count = (self.stitches.len() - first) as u64;
        self.miscounted += u64::from(self.announced.take().is_some_and(|said| said != count));
    }

    fn push(&mut self, stitch: Stitch, line: u64) -> Result<(), ObjError> {
        check_count(self.stitches.len(), "stitches", line)?;
        if self.seams.is_empty() {
            self.start_seam(None);
        }
        self.stitches.push_slowly(stitch);
        self.lines.push_slowly(line);
        Ok(())
    }

    pub(super) fn cut_to_size(&mut self) {
        self.end_seam();
        self.stitches.shrink_to_fit();
        self.lines.shrink_to_fit();
        self.seams.shrink_to_fit();
    }

    /// The seams of a mesh with these faces and so many vertices.
    pub(super) fn finish(
        &self,
        faces: &[[u32; 3]],
        vertex_count: usize,
    ) -> Result<Vec<Vec<Stitch>>, ObjError> {
        let edges = SewnEdges::new(self.stitches.iter(), faces);
        for (stitch, &line) in self.stitches.iter().zip(&self.lines) {
            let wrong = |problem| ObjError::Stitch { line, problem };
            edges.check(stitch, vertex_count).map_err(wrong)?;
        }
        let ends = self.seams.iter().skip(1).map(|&end| end as usize);
        let ends = ends.chain([self.stitches.len()]);
        let seam = |(&first, end): (&u32, usize)| self.stitches[first as usize..end].to_vec();
        Ok(self.seams.iter().zip(ends).map(seam).collect())
    }
}

/// `seam n`: the number is compared with the stitches that follow, nothing else is made of it.
pub(super) fn read_seam(
    lexer: &mut Lexer<impl BufRead>,
    sewing: &mut Sewing,
) -> Result<(), ObjError> {
    check_count(sewing.seams.len(), "seams", lexer.word_line())?;
    let mut announced = None;
    if lexer.advance()? == Token::Word {
        let text = str::from_utf8(lexer.word()).ok();
        announced = text.and_then(|text| text.parse().ok());
        lexer.skip_statement()?;
    }
    sewing.start_seam(announced);
    Ok(())
}

/// `stitch v a b ratio`.
pub(super) fn read_stitch(
    lexer: &mut Lexer<impl BufRead>,
    draft: &mut Draft,
) -> Result<(), ObjError> {
    const WHOLE: &str = "`stitch v a b ratio`: three vertices, numbered from 0, and a number";
    let line = lexer.word_line();
    let (mut vertices, mut ratio, mut count) = ([VertexId(0); 3], 0.0, 0);
    while lexer.advance()? == Token::Word {
        let word = lexer.word();
        match count {
            0..3 => vertices[count] = vertex(word, line, draft.positions.len())?,
            3 => ratio = number(word, line)?,
            _ => return Err(ObjError::unexpected(line, WHOLE, word)),
        }
        count += 1;
    }
    if count < 4 {
        return Err(ObjError::ends(line, WHOLE));
    }
    let [vertex, a, b] = vertices;
    let stitch = Stitch { vertex, edge: [a, b], ratio };
    check_alone(&stitch).map_err(|problem| ObjError::Stitch { line, problem })?;
    draft.sewing.push(stitch, line)
}

/// A vertex by its number from 0, which is in range if it can be at all.
fn vertex(word: &[u8], line: u64, count: usize) -> Result<VertexId, ObjError> {
    let written = str::from_utf8(word).ok().and_then(|text| text.parse::<u64>().ok());
    let number =
        written.ok_or_else(|| ObjError::unexpected(line, "a vertex, numbered from 0 on", word))?;
    u32::try_from(number).map(VertexId).map_err(|_| {
        let problem = InvalidStitch::VertexOutOfRange { vertex: number, count };
        ObjError::Stitch { line, problem }
    })
}

/// `l v1 v2 …`, which may name texture coordinates that mean nothing here.
pub(super) fn read_chain(
    lexer: &mut Lexer<impl BufRead>,
    draft: &mut Draft,
) -> Result<(), ObjError> {
    let line = lexer.word_line();
    draft.name_chain();
    while lexer.advance()? == Token::Word {
        let line = lexer.word_line();
        let written = corner(lexer.word(), line)?.vertex;
        check_count(draft.chains.vertex_count(), "vertices of lines", line)?;
        let vertex = Index { written, items: "vertices", line };
        let vertex = vertex.resolve(draft.positions.len(), &mut draft.largest_vertex)?;
        draft.chains.push_vertex(vertex);
    }
    if draft.chains.open_vertices() < 2 {
        return Err(ObjError::ends(line, "a line of at least 2 vertices"));
    }
    draft.chains.end_chain();
    Ok(())
}
