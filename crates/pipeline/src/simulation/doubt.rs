//! Pairs that the certificate of a frame says nothing about.
//!
//! An edge and a face that share no point at the start of a certified motion share none at its
//! end, unless a vertex and the face, or the edge and a side of the face, met on the way: the first
//! common point of two closed primitives is on the rim of one of them. All these pairs are
//! certified but those that were disabled, and a pair is disabled only if both primitives have a
//! vertex that is marked; what crossed at the start was marked, too. So the crossings of the end
//! are among the edges and faces with a marked vertex: none, if nothing was disabled.

use ripstop_detection::DisabledPairs;

/// Vertices whose pairs were disabled since the start of a frame.
#[derive(Clone, Debug)]
pub(crate) struct Doubt {
    marks: Vec<bool>,
    /// False if positions came from outside, of which nothing is known.
    is_certified: bool,
}

impl Default for Doubt {
    fn default() -> Self {
        Self { marks: Vec::new(), is_certified: true }
    }
}

/// Crossings that a state may have.
pub(crate) enum Possible<'a> {
    /// Any.
    All,
    /// Those of edges and faces that both have a marked vertex.
    Among(&'a [bool]),
    /// None.
    None,
}

impl Doubt {
    /// Begins a frame.
    pub(crate) fn begin_frame(&mut self) {
        self.marks.clear();
    }

    /// Adds the pairs that are disabled in a step.
    pub(crate) fn add(&mut self, disabled: &DisabledPairs) {
        for marks in [&disabled.tangled, &disabled.released] {
            if marks.len() > self.marks.len() {
                self.marks.resize(marks.len(), false);
            }
            for (mark, other) in self.marks.iter_mut().zip(marks) {
                *mark |= *other;
            }
        }
    }

    /// Nothing is known of the positions any more.
    pub(crate) fn lose(&mut self) {
        self.is_certified = false;
    }

    /// All crossings of the positions are known, and marked from the next step on.
    pub(crate) fn settle(&mut self) {
        self.is_certified = true;
    }

    /// Crossings that the end of the last frame may have.
    pub(crate) fn possible(&self) -> Possible<'_> {
        match self {
            Self { is_certified: false, .. } => Possible::All,
            Self { marks, .. } if marks.contains(&true) => Possible::Among(marks),
            _ => Possible::None,
        }
    }
}
