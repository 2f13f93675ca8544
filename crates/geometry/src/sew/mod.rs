//! Sewn panels as one mesh: closed seams are welded.
//!
//! A [`Stitch`] says that a vertex belongs at a point of an edge. Near an end of the edge the
//! vertex is merged with that end; elsewhere it is inserted into the edge, and all faces there are
//! split. Where one side of a seam has vertices between two that are sewn to it, these are inserted
//! into the other side as well, so that both sides have the same edges:
//!
//! ```text
//!   ──a₀────────a₁───────a₂──         ──a₀───b₁───a₁──b₂──a₂──
//!                                ─▶     (one chain of edges for both panels)
//!   ──b₀────b₁────────b₂─────
//! ```
//!
//! No vertex is new: every vertex of the welded mesh comes from one or more of the panels'. Any
//! number of layers may meet at an edge, as in pleats. In the rest configuration nothing changes:
//! each part of a face keeps its place there, and its origin is known ([`FacePart`]), so that
//! whatever the corners of faces had can be carried over ([`Welded::carried`]).
//!
//! **Not guaranteed:** welded layers may cross where they were closer than they moved; a stitch
//! that would collapse a face is left open and counted.

mod classes;
mod error;
mod run;
mod sewing;
mod split;

use std::ops::{Add, Mul};

use glam::DVec3;

pub use error::SewError;

use crate::{Stitch, Topology};
use sewing::{Sewing, Sewn};
use split::Split;

/// Panels that are sewn together.
#[derive(Clone, Copy, Debug)]
pub struct Panels<'a> {
    /// Positions of the vertices (m).
    pub positions: &'a [DVec3],
    /// Corners of the faces.
    pub faces: &'a [[u32; 3]],
    /// Places of the corners of every face in the rest configuration (m).
    pub rest: &'a [[DVec3; 3]],
}

/// Limits of welding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeldLimits {
    /// Widest gap of a closed stitch (m).
    pub gap: f64,
    /// Part of an edge from its ends within which a vertex is merged with the end rather than
    /// inserted, from 0 to 0.5: it keeps faces from becoming slivers.
    pub snap: f64,
}

impl WeldLimits {
    /// Closed up to a gap (m), with merging within a fifth of an edge.
    #[must_use]
    pub const fn closed(gap: f64) -> Self {
        Self { gap, snap: 0.2 }
    }
}

/// Part of a face of the panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FacePart {
    /// The face.
    pub face: u32,
    /// Barycentric weights of the corners of the part.
    pub weights: [[f64; 3]; 3],
}

/// Panels as one mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Welded {
    /// Positions of the vertices (m).
    pub positions: Vec<DVec3>,
    /// Corners of the faces.
    pub faces: Vec<[u32; 3]>,
    /// Origin of every face.
    pub parts: Vec<FacePart>,
    /// New number of every vertex of the panels.
    pub vertex_map: Vec<u32>,
    /// The widest gap of a stitch (m).
    pub gap: f64,
    /// Counts.
    pub counts: WeldCounts,
}

/// Counts of a welded mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WeldCounts {
    /// Stitches.
    pub stitches: usize,
    /// Vertices that went into others.
    pub merged: usize,
    /// Faces that were added by splitting others.
    pub added_faces: usize,
    /// Stitches that were left open, as merging them would have collapsed a face.
    pub left_open: usize,
    /// Edges with more than two faces.
    pub layered_edges: usize,
}

impl Welded {
    /// Values at the corners of the panels' faces, carried over to the corners of the new ones.
    ///
    /// # Panics
    /// If there are fewer values than faces of the panels.
    #[must_use]
    pub fn carried<T>(&self, corners: &[[T; 3]]) -> Vec<[T; 3]>
    where
        T: Copy + Mul<f64, Output = T> + Add<Output = T>,
    {
        let part = |part: &FacePart| {
            let [a, b, c] = corners[part.face as usize];
            part.weights.map(|weights| match weights {
                [1.0, 0.0, 0.0] => a,
                [0.0, 1.0, 0.0] => b,
                [0.0, 0.0, 1.0] => c,
                // Two of three weights are not 0: the sum does not depend on the order.
                [u, v, w] => a * u + b * v + c * w,
            })
        };
        self.parts.iter().map(part).collect()
    }
}

/// Welds seams, which are lists of stitches; the result depends on nothing else.
///
/// # Errors
/// If a stitch names a vertex or an edge that is not there, is no number, or is open; or if the
/// faces are not those of a mesh.
///
/// # Panics
/// If there are fewer rest corners than faces.
pub fn weld_seams(
    panels: &Panels,
    seams: &[Vec<Stitch>],
    limits: WeldLimits,
) -> Result<Welded, SewError> {
    assert!(panels.rest.len() >= panels.faces.len(), "a face without rest corners");
    let mesh = Topology::from_faces(panels.positions.len(), panels.faces)?;
    let gap = error::check(panels.positions, &mesh, seams, limits.gap)?;
    let mut sewing = Sewing::new(panels, &mesh, limits.snap);
    for seam in seams {
        sewing.add(seam);
    }
    let Sewn { classes, insertions, left_open } = sewing.finish();
    let vertex_map = classes.numbers();
    let positions = classes.positions(panels.positions);
    let inserted = split::inserted(&insertions, &vertex_map, &positions);
    let faces = panels.faces.iter().map(|face| face.map(|v| vertex_map[v as usize])).collect();
    let Split { faces, parts, unsplit } = split::split(faces, &inserted);
    let welded = Topology::from_faces(positions.len(), &faces)?;
    let counts = WeldCounts {
        stitches: seams.iter().map(Vec::len).sum(),
        merged: vertex_map.len() - positions.len(),
        added_faces: faces.len() - panels.faces.len(),
        left_open: left_open + unsplit,
        layered_edges: welded.non_manifold_edges().count(),
    };
    Ok(Welded { positions, faces, parts, vertex_map, gap, counts })
}
