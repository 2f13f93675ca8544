//! Errors of stitches from outside.

use glam::DVec3;

use crate::{MeshError, Stitch, Topology};

/// A seam that cannot be welded.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SewError {
    /// A stitch names a vertex that is not there.
    #[error("seam {seam}: a stitch names vertex {vertex}, but there are {vertex_count}")]
    NoVertex {
        /// The seam.
        seam: usize,
        /// The vertex.
        vertex: u32,
        /// Number of vertices.
        vertex_count: usize,
    },
    /// A stitch names two vertices that are not joined.
    #[error("seam {seam}: vertex {vertex} is sewn to vertices {a} and {b}, which are not an edge")]
    NoEdge {
        /// The seam.
        seam: usize,
        /// The vertex that is sewn.
        vertex: u32,
        /// One end.
        a: u32,
        /// The other.
        b: u32,
    },
    /// The ratio of a stitch is no place on an edge.
    #[error("seam {seam}: the ratio of vertex {vertex} is {ratio}, but has to be from 0 to 1")]
    Ratio {
        /// The seam.
        seam: usize,
        /// The vertex that is sewn.
        vertex: u32,
        /// The ratio.
        ratio: f64,
    },
    /// A seam is open.
    #[error(
        "seam {seam}: its widest gap is {:.1} mm, and more than {:.1} mm does not merge; sew it \
         first", 1e3 * .gap, 1e3 * .limit
    )]
    Open {
        /// The seam.
        seam: usize,
        /// Its widest gap (m).
        gap: f64,
        /// Widest gap of a closed seam (m).
        limit: f64,
    },
    /// The faces are not those of a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

/// Checks all stitches against a mesh, and that no gap is wider than a limit (m); returns the
/// widest one.
pub(super) fn check(
    positions: &[DVec3],
    mesh: &Topology,
    seams: &[Vec<Stitch>],
    limit: f64,
) -> Result<f64, SewError> {
    let mut widest = 0.0_f64;
    for (number, stitches) in seams.iter().enumerate() {
        for stitch in stitches {
            check_stitch(stitch, mesh, number)?;
        }
        let gaps = stitches.iter().map(|stitch| stitch.gap(positions).length());
        let gap = gaps.max_by(f64::total_cmp).unwrap_or(0.0);
        if gap > limit || gap.is_nan() {
            return Err(SewError::Open { seam: number, gap, limit });
        }
        widest = widest.max(gap);
    }
    Ok(widest)
}

fn check_stitch(stitch: &Stitch, mesh: &Topology, seam: usize) -> Result<(), SewError> {
    let vertex_count = mesh.vertex_count();
    let outside = stitch.vertices().into_iter().find(|vertex| vertex.index() >= vertex_count);
    if let Some(vertex) = outside {
        return Err(SewError::NoVertex { seam, vertex: vertex.0, vertex_count });
    }
    let (vertex, [a, b]) = (stitch.vertex.0, stitch.edge);
    if mesh.edge_between([a, b]).is_none() {
        return Err(SewError::NoEdge { seam, vertex, a: a.0, b: b.0 });
    }
    if !(0.0..=1.0).contains(&stitch.ratio) {
        return Err(SewError::Ratio { seam, vertex, ratio: stitch.ratio });
    }
    Ok(())
}
