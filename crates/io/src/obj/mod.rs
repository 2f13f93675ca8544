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
//! | `vn`, `vp`, `s`, `mtllib`, `l`, `p` | read over |
//! | free-form curves and surfaces, display attributes | read over |
//! | anything else | an error |
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
//! `v`, `vt`, `o`, `g`, `usemtl` and faces, as polygons where the file had them, with the shortest
//! decimals that read back as the same bits.

mod cut;
mod draft;
mod error;
mod index;
mod lexer;
mod read;
mod words;
mod write;

pub use error::{ObjError, ObjWriteError};
pub use read::read_obj;
pub use write::write_obj;
