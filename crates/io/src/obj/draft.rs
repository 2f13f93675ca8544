//! Content of an OBJ file as read, before its polygons are cut into triangles.
//!
//! A face may name vertices that come later, so triangles wait for the end of the file. Until then
//! a corner is one number, or two with texture coordinates.
//!
//! # Memory
//!
//! In bytes per byte of text, with the shortest text of each kind; vectors [grow by a
//! quarter](crate::growth), so while one grows it takes 2.25 times its content, the others at most
//! 1.25 times theirs.
//!
//! ```text
//! v 0 0 0⏎        8 bytes     24 of position                                3     growing 6.75
//! vt 0⏎           5 bytes     16 of texture coordinates                     3.2   growing 7.2
//! f 1 2 1 2 …     2 a corner   4 of corner, 12 of triangle at the end       2 + 6 = 8
//! f 1/1 2/1 …     4 a corner   8 of corner, 24 of triangles at the end      2 + 6 = 8
//! g⏎f 1 2 3⏎     10 bytes     16 of group, 16 of face; at the end 16, 12    3.2 + 2.8
//! g⏎f 1 2 3 4⏎   12 bytes     16 of group, 20 of face; at the end 16, 32    3 + 4
//! l 1 2⏎          6 bytes      8 of vertices, 8 of chain                    2.7   growing 4.7
//! seam⏎           5 bytes      4; at the end 24                             0.8 + 4.8
//! stitch 0 1 2 0⏎ 15 bytes     32; at the end 24, 9 of edge                 2.1 + 2.2
//! ```
//!
//! At the end the vectors are cut to size before triangles are added, and there are `n − 2`
//! triangles for `n` corners, so 8 is not reached. One polygon at a time is in work, with 64 bytes
//! a corner or less and at most [`MOST_CORNERS`] corners: half a MiB.

use glam::{DVec2, DVec3};

use super::ObjError;
use super::index::{Index, Largest, check_count};
use super::sewing::Sewing;
use super::words::Corner;
use crate::growth::PushSlowly;
use crate::polygon::MOST_CORNERS;
use crate::polygons::drop_repeats;
use crate::{Chains, Skipped};

/// A file in the making.
#[derive(Default)]
pub(super) struct Draft {
    pub(super) positions: Vec<DVec3>,
    pub(super) uvs: Vec<DVec2>,
    /// Vertices of all faces, one face after the other.
    pub(super) corners: Vec<u32>,
    /// Texture coordinates of all faces of groups that have them.
    pub(super) uv_corners: Vec<u32>,
    /// End of each face in `corners`.
    pub(super) face_ends: Vec<u32>,
    pub(super) groups: Sections,
    pub(super) materials: Sections,
    pub(super) chains: Chains,
    /// True if the chains have the name of the group that is being read.
    is_chain_named: bool,
    pub(super) sewing: Sewing,
    pub(super) skipped: Skipped,
    /// The face that is being read, and the texture coordinates at those of its corners that have
    /// them.
    face: Vec<u32>,
    uv_face: Vec<u32>,
    pub(super) collapsed_faces: usize,
    pub(super) largest_vertex: Largest,
    pub(super) largest_uv: Largest,
}

/// Named ranges of faces; the names are one string.
#[derive(Default)]
pub(super) struct Sections {
    pub(super) names: String,
    pub(super) starts: Vec<SectionStart>,
}

/// A range of faces, which ends where the next one starts.
#[derive(Clone, Copy)]
pub(super) struct SectionStart {
    /// End of the name.
    pub(super) name_end: usize,
    pub(super) face: u32,
    /// Of a group; of a material it has no meaning.
    pub(super) uvs: Uvs,
}

impl Sections {
    /// Starts a section without a name at the next face; one without faces before it is forgotten.
    fn start(&mut self, face: u32) {
        if self.starts.last().is_some_and(|last| last.face == face) {
            self.starts.pop();
            self.names.truncate(self.starts.last().map_or(0, |last| last.name_end));
        }
        self.starts.push_slowly(SectionStart { name_end: self.names.len(), face, uvs: Uvs::All });
    }

    /// Appends a word to the name of the last section.
    pub(super) fn push_word(&mut self, word: &str) {
        let name_start = self.starts.len().checked_sub(2).map_or(0, |i| self.starts[i].name_end);
        if let Some(last) = self.starts.last_mut() {
            if last.name_end > name_start {
                self.names.push(' ');
            }
            self.names.push_str(word);
            last.name_end = self.names.len();
        }
    }

    /// Name of the last section.
    fn last_name(&self) -> &str {
        let name_start = self.starts.iter().nth_back(1).map_or(0, |before| before.name_end);
        &self.names[name_start..]
    }

    /// Name and place of every section.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &SectionStart)> {
        let ends = self.starts.iter().map(|start| start.name_end);
        let name_starts = [0].into_iter().chain(ends);
        let name = |start: usize, end: usize| &self.names[start..end];
        name_starts.zip(&self.starts).map(move |(start, it)| (name(start, it.name_end), it))
    }
}

/// Texture coordinates of a group: at all of its faces, or not.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Uvs {
    All,
    NotAll,
}

impl Draft {
    pub(super) fn push_vertex(&mut self, position: [f64; 3], line: u64) -> Result<(), ObjError> {
        check_count(self.positions.len(), "vertices", line)?;
        self.positions.push_slowly(position.into());
        Ok(())
    }

    pub(super) fn push_uv(&mut self, uv: [f64; 2], line: u64) -> Result<(), ObjError> {
        check_count(self.uvs.len(), "texture coordinates", line)?;
        self.uvs.push_slowly(uv.into());
        Ok(())
    }

    /// Starts a group without a name.
    pub(super) fn start_group(&mut self) {
        self.groups.start(self.face_ends.len() as u32);
        self.is_chain_named = false;
    }

    /// Gives the chains from here on the name of the group that is being read.
    pub(super) fn name_chain(&mut self) {
        if !std::mem::replace(&mut self.is_chain_named, true) {
            self.chains.name_next(self.groups.last_name());
        }
    }

    /// Starts a material without a name.
    pub(super) fn start_material(&mut self) {
        self.materials.start(self.face_ends.len() as u32);
    }

    /// Appends a corner to the face that is being read.
    pub(super) fn push_corner(&mut self, corner: Corner, line: u64) -> Result<(), ObjError> {
        if self.face.len() == MOST_CORNERS {
            return Err(ObjError::TooMany {
                line,
                items: "corners of a face",
                limit: MOST_CORNERS,
            });
        }
        let vertex = Index { written: corner.vertex, items: "vertices", line };
        self.face.push(vertex.resolve(self.positions.len(), &mut self.largest_vertex)?);
        if let Some(uv) = corner.uv {
            let uv = Index { written: uv, items: "texture coordinates", line };
            self.uv_face.push(uv.resolve(self.uvs.len(), &mut self.largest_uv)?);
        }
        Ok(())
    }

    /// Ends the face that is being read.
    pub(super) fn end_face(&mut self, line: u64) -> Result<(), ObjError> {
        if self.face.len() < 3 {
            return Err(ObjError::FewCorners { line, count: self.face.len() });
        }
        check_count(self.corners.len() + MOST_CORNERS, "corners of faces", line)?;
        if self.groups.starts.is_empty() {
            self.start_group();
        }
        let has_uvs = self.uv_face.len() == self.face.len();
        if !has_uvs {
            self.uv_face.clear();
        }
        drop_repeats(&mut self.face, &mut self.uv_face);
        if self.face.len() < 3 {
            self.collapsed_faces += 1;
        } else {
            self.keep_face(if has_uvs { Uvs::All } else { Uvs::NotAll });
        }
        self.face.clear();
        self.uv_face.clear();
        Ok(())
    }

    fn keep_face(&mut self, uvs: Uvs) {
        self.face.iter().for_each(|&vertex| self.corners.push_slowly(vertex));
        if let Some(group) = self.groups.starts.last_mut() {
            if uvs == Uvs::NotAll && group.uvs == Uvs::All {
                group.uvs = Uvs::NotAll;
                // The faces of this group are the last ones, so their texture coordinates are as
                // well.
                let face_end = |face: u32| self.face_ends[face as usize] as usize;
                let start = if group.face == 0 { 0 } else { face_end(group.face - 1) };
                let end = self.face_ends.last().map_or(0, |&end| end as usize);
                self.uv_corners.truncate(self.uv_corners.len() - (end - start));
            }
            if group.uvs == Uvs::All {
                self.uv_face.iter().for_each(|&uv| self.uv_corners.push_slowly(uv));
            }
        }
        self.face_ends.push_slowly(self.corners.len() as u32);
    }
}
