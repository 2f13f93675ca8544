//! Named, consecutive ranges of faces.
//!
//! A file may have a group for every other face, with a name of one letter. So the names share one
//! string and a group is three numbers beside it: the table stays within a small multiple of the
//! file it came from.

use std::ops::Range;

/// The groups of a mesh: consecutive ranges that cover its faces from the first on, none of them
/// empty.
///
/// A name may occur more than once, where a file comes back to a group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// All names, one after the other.
    names: String,
    ends: Vec<Ends>,
}

/// End of a group; it starts where the one before it ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    name: usize,
    face: u32,
    uv_face: u32,
}

/// One group, as [`Groups::iter`] yields it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group<'a> {
    /// The name; empty for faces that were not given one.
    pub name: &'a str,
    /// Its faces.
    pub faces: Range<usize>,
    /// The entries of [`Mesh::uv_faces`](crate::Mesh::uv_faces) that belong to its faces, in the
    /// same order; `None` if they have no texture coordinates.
    pub uv_faces: Option<Range<usize>>,
}

impl Groups {
    /// No groups, with memory for as many as given and for names with as many bytes in all.
    pub(crate) fn with_capacity(group_count: usize, name_bytes: usize) -> Self {
        Self { names: String::with_capacity(name_bytes), ends: Vec::with_capacity(group_count) }
    }

    /// Appends a group of the next `face_count` faces, without texture coordinates. Without faces
    /// there is no group.
    pub fn push(&mut self, name: &str, face_count: usize) {
        self.push_ends(name, face_count, 0);
    }

    /// Appends a group of the next `face_count` faces, which take the next `face_count` entries of
    /// [`Mesh::uv_faces`](crate::Mesh::uv_faces). Without faces there is no group.
    pub fn push_with_uvs(&mut self, name: &str, face_count: usize) {
        self.push_ends(name, face_count, face_count);
    }

    fn push_ends(&mut self, name: &str, face_count: usize, uv_face_count: usize) {
        if face_count == 0 {
            return;
        }
        self.names.push_str(name);
        let last = self.ends.last().copied().unwrap_or_default();
        self.ends.push(Ends {
            name: self.names.len(),
            face: advanced(last.face, face_count),
            uv_face: advanced(last.uv_face, uv_face_count),
        });
    }

    /// The same groups with other numbers of faces; those without any are not there.
    pub(crate) fn recounted(&self, face_count: impl Fn(Range<usize>) -> usize) -> Self {
        let mut groups = Self::default();
        for group in self.iter() {
            let count = face_count(group.faces);
            groups.push_ends(group.name, count, if group.uv_faces.is_some() { count } else { 0 });
        }
        groups
    }

    /// The same groups under other names.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(&str) -> String) -> Self {
        let mut groups = Self::default();
        for group in self.iter() {
            let (count, uv_faces) = (group.faces.len(), group.uv_faces.map_or(0, |uvs| uvs.len()));
            groups.push_ends(&name(group.name), count, uv_faces);
        }
        groups
    }

    /// Number of groups.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no group.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of faces that the groups cover.
    #[must_use]
    pub fn face_count(&self) -> usize {
        self.ends.last().map_or(0, |last| last.face as usize)
    }

    /// Number of entries of [`Mesh::uv_faces`](crate::Mesh::uv_faces) that the groups cover.
    #[must_use]
    pub fn uv_face_count(&self) -> usize {
        self.ends.last().map_or(0, |last| last.uv_face as usize)
    }

    /// The groups, in the order of their faces.
    pub fn iter(&self) -> impl Iterator<Item = Group<'_>> {
        let starts = std::iter::once(Ends::default()).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| Group {
            name: &self.names[start.name..end.name],
            faces: start.face as usize..end.face as usize,
            uv_faces: (end.uv_face > start.uv_face)
                .then_some(start.uv_face as usize..end.uv_face as usize),
        })
    }
}

/// A mesh has fewer than 2³² faces; groups that claim more do not cover it, which its check finds.
fn advanced(start: u32, count: usize) -> u32 {
    start.saturating_add(u32::try_from(count).unwrap_or(u32::MAX))
}

#[test]
fn groups_are_consecutive_and_none_is_empty() {
    let mut groups = Groups::default();
    groups.push("back", 2);
    groups.push("nothing", 0);
    groups.push_with_uvs("sleeve", 3);
    groups.push("", 1);
    let listed: Vec<_> = groups.iter().collect();
    assert_eq!(listed.len(), 3);
    assert_eq!(listed[0], Group { name: "back", faces: 0..2, uv_faces: None });
    assert_eq!(listed[1], Group { name: "sleeve", faces: 2..5, uv_faces: Some(0..3) });
    assert_eq!(listed[2], Group { name: "", faces: 5..6, uv_faces: None });
    assert_eq!((groups.face_count(), groups.uv_face_count()), (6, 3));
}
