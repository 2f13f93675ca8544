//! The interface of the exchangeable methods of continuous collision detection.

use glam::DVec3;
use ripstop_geometry::{MovingPoint, PairKind};

/// Means by which a query was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Decision {
    /// By bounds on the whole step.
    Bounds,
    /// By subdivision or refinement of the step, in floating point.
    Refinement,
    /// In exact arithmetic.
    Exact,
    /// Not at all: the method gave up and reported a hit to be safe.
    Surrender,
}

/// Result of one narrow-phase query.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// Conservative TOI, a fraction of the step in `[0, 1]`: never later than the exact first
    /// contact. `None` only if there is no contact up to the horizon.
    pub time: Option<f64>,
    /// Means by which it was found.
    pub decision: Decision,
}

impl Verdict {
    pub(crate) const fn clear(decision: Decision) -> Self {
        Self { time: None, decision }
    }

    pub(crate) const fn hit(time: f64, decision: Decision) -> Self {
        Self { time: Some(time), decision }
    }
}

/// Continuous collision detection between primitives whose points move in straight lines.
///
/// Contract (`tests/ccd_contract.rs` holds every method to it), in exact arithmetic on the given
/// coordinates:
///
/// - `time` is `None` only if the closed primitives do not come closer than the method's separation
///   (0: do not touch) at any `t ∈ [0, horizon]`;
/// - a reported time is not later than the first such `t ∈ [0, 1]`;
/// - the horizon only cuts off: a call with another horizon that reports a time reports the same
///   time, so that the least time over many queries does not depend on the order in which horizons
///   shrink.
///
/// All coordinates must be finite. If one is not, the result is a hit at 0.
pub trait Ccd: Sync {
    /// The distance below which primitives count as touching (m); 0 for contact.
    fn separation(&self) -> f64 {
        0.0
    }

    /// Largest lead of a reported time over the exact time of impact (fraction of the step), if the
    /// method has no false positives; `None` for methods that may have some.
    ///
    /// With such a bound, a caller that knows a horizon may skip queries without contact until a
    /// little later.
    fn earliness(&self) -> Option<f64> {
        None
    }

    /// Finds the first contact of a moving vertex with a moving face, up to `horizon`.
    fn vertex_face(&self, vertex: MovingPoint, face: [MovingPoint; 3], horizon: f64) -> Verdict;

    /// Finds the first contact of two moving edges, up to `horizon`.
    fn edge_edge(&self, a: [MovingPoint; 2], b: [MovingPoint; 2], horizon: f64) -> Verdict;

    /// Finds the first contact of a pair of either kind, its points in the order of the stencil.
    #[inline]
    fn pair(&self, kind: PairKind, [p, q, r, s]: [MovingPoint; 4], horizon: f64) -> Verdict {
        match kind {
            PairKind::VertexFace => self.vertex_face(p, [q, r, s], horizon),
            PairKind::EdgeEdge => self.edge_edge([p, q], [r, s], horizon),
        }
    }
}

/// True if every coordinate of the four points is finite.
#[inline]
pub(crate) fn all_finite(points: &[MovingPoint; 4]) -> bool {
    let sum: DVec3 = points.iter().map(|p| p.start + p.end).sum();
    // A finite sum needs finite terms; the sum of finite terms may overflow, so only then test
    // each.
    sum.is_finite() || points.iter().all(|p| p.start.is_finite() && p.end.is_finite())
}
