//! Wavefront OBJ, in and out.
//!
//! # Reading
//!
//! | statement | meaning here |
//! |---|---|
//! | `v x y z` | a vertex; a weight and a colour after it are read over |
//! | `vt u [v [w]]` | texture coordinates; `v` is 0 if missing, `w` is read over |
//! | `f …` (`fo …`) | a polygon with 3 to 8192 corners `i`, `i/j`, `i//k`, `i/j/k` |
//! | `o name`, `g name` | the faces from here on belong to a group of that name |
//! | `usemtl name` | the faces from here on have the material of that name |
//! | `l i i …` | a chain of vertices under the name of the group |
//! | `seam n` | the stitches from here on are a seam, which says to have `n` of them |
//! | `stitch v a b ratio` | vertex `v` belongs at `(1 − ratio) x_a + ratio x_b`; **from 0 on** |
//! | `vn`, `vp`, `s`, `mtllib`, `p` | read over |
//! | free-form curves and surfaces, display attributes | read over |
//! | anything else | skipped and counted; a number at the start of a line is an error |
//!
//! Negative indices count back from the statement; positive ones may name what comes later. Normals
//! are not looked up. The name of a group is its words joined by single blanks, empty if there is
//! none; each `o` or `g` that is followed by faces makes one [`Group`](crate::Group).
//!
//! `#` at the start of a word begins a comment, which ends with the line. `\` at the end of a line
//! continues it, as if there were a blank, but not within a comment. Lines end with LF, CR LF or
//! CR; a byte order mark is read over. Names must be UTF-8; comments and statements that are read
//! over may hold any bytes.
//!
//! `a` and `b` of a stitch are an edge of a face, which `v` is no end of, and its ratio is between
//! 0 and 1, both included. Stitches before the first `seam` are one of their own. Seams with
//! another number of stitches than they say are counted.
//!
//! Numbers are rounded to the nearest `f64`; NaN, infinities and numbers beyond the range are
//! errors.
//!
//! # Faces
//!
//! Polygons are cut into triangles by [`triangulate`](crate::triangulate), and kept beside them
//! ([`Mesh::polygons`](crate::Mesh::polygons)) if a face has more than three corners. Of corners in
//! a row at the same vertex one is kept; a face with fewer than three left, and triangles with a
//! vertex at two corners, are dropped and counted. Texture coordinates are kept group by group,
//! where every corner of the group has them.
//!
//! # Writing
//!
//! `v`, `vt`, `o`, `g`, `usemtl` and faces, as polygons where the file had them, then chains and
//! seams, with the shortest decimals that read back as the same bits.

mod cut;
mod draft;
mod error;
mod index;
mod lexer;
mod read;
mod sewing;
mod words;
mod write;

pub use error::{ObjError, ObjWriteError};
pub use read::read_obj;
pub use write::write_obj;
