//! Cheap rejection of candidates that cannot touch, in blocks.
//!
//! Before any narrow-phase query, a block of candidates goes through loops without branches. The
//! first only compares coordinates; the pairs that it drops stay apart along one axis from the
//! start to the horizon:
//!
//! ```text
//! min b − max a > σ   at t = 0 and at t = h,   or the same with a and b exchanged
//! ```
//!
//! Another drops pairs that one axis keeps apart until a time after which a second axis does.
//!
//! Methods without separation have two more, which test four candidates at a time with the bounds
//! of the coplanarity cubic: the four points are certainly not coplanar until the horizon, or the
//! contact would certainly be outside.
//!
//! **Rounding.** Let `X` be the largest coordinate of the mesh. Positions at the horizon,
//! `(1−h) x₀ + h x₁`, are off by at most `3u X`. The slack `σ` is the method's separation plus
//! `32u X`, which covers that error in both points and the rounding of the difference.
//!
//! **Rounded ends.** Dropped pairs cannot touch on the straight paths to *rounded* positions at an
//! earlier time either. Rounding moves a point by at most `4u X`, so a difference `d` by at most
//! `ρ = 8u X`; `σ` covers it, and the cubic changes by at most
//!
//! ```text
//! ρ (s₀s₁ + s₁s₂ + s₂s₀)      sᵢ = 3ρ + the sum of the magnitudes of dᵢ
//! ```
//!
//! which is added to its error bound, with `16u X` for `ρ`; the inside tests have a reserve of the
//! same kind.

use glam::DVec3;
use pulp::{Arch, Simd, WithSimd};
use ripstop_geometry::{Candidate, CollisionMesh, Motion, MovingPoint, VertexId};

use crate::cubic::lanes::{LANES, LaneDifferences, may_be_coplanar, may_be_inside};
use crate::cubic::primitives::{EdgeEdge, IndexPair, Primitives, VertexFace};

/// Four numbers: a position or a difference, and a zero.
type Row = [f64; 4];

/// Start and end of a vertex in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct PackedPoint {
    start: Row,
    end: Row,
}

/// The positions of a moving mesh, packed.
pub(crate) struct Sieve {
    points: Vec<PackedPoint>,
    slack: f64,
    /// Largest change of a difference by the rounding of end positions, component by component (m).
    disturbance: f64,
    /// True if primitives that are not coplanar can be dropped.
    contact_only: bool,
}

/// One pass of a block through the sieve, compiled for each instruction set.
struct Pass<'a> {
    sieve: &'a Sieve,
    mesh: &'a CollisionMesh,
    block: &'a mut [Candidate],
    horizon: f64,
}

impl WithSimd for Pass<'_> {
    type Output = usize;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
    fn with_simd<S: Simd>(self, _: S) -> usize {
        let Self { sieve, mesh, block, horizon } = self;
        let mut kept = sieve.keep_by(mesh, block, horizon, &apart);
        if sieve.contact_only {
            kept = sieve.keep_lanes(mesh, &mut block[..kept], horizon, &|d, _| may_be_coplanar(d));
        }
        kept = sieve.keep_by(mesh, &mut block[..kept], horizon, &never_together);
        if sieve.contact_only {
            kept = sieve.keep_lanes(mesh, &mut block[..kept], horizon, &may_be_inside);
        }
        kept
    }
}

/// Smallest and largest coordinates of some points at two times.
#[derive(Clone, Copy)]
struct Extent {
    low: [Row; 2],
    high: [Row; 2],
}

impl Sieve {
    /// Packs a motion, for a method that reports primitives closer than `separation` (m).
    pub(crate) fn new(motion: Motion<'_>, separation: f64) -> Self {
        let points: Vec<PackedPoint> = motion
            .start
            .iter()
            .zip(motion.end)
            .map(|(start, end)| PackedPoint {
                start: [start.x, start.y, start.z, 0.0],
                end: [end.x, end.y, end.z, 0.0],
            })
            .collect();
        let coordinates = points.iter().flat_map(|point| point.start.iter().chain(&point.end));
        let largest = coordinates.fold(0.0_f64, |largest, x| largest.max(x.abs()));
        // 32u X, and a little for underflow.
        let slack = separation * (1.0 + 4.0 * f64::EPSILON)
            + 16.0 * f64::EPSILON * largest
            + f64::MIN_POSITIVE;
        Self {
            points,
            slack,
            disturbance: 8.0 * f64::EPSILON * largest,
            contact_only: separation == 0.0,
        }
    }

    /// The motions of the four vertices of a candidate.
    #[inline]
    pub(crate) fn points(&self, mesh: &CollisionMesh, candidate: Candidate) -> [MovingPoint; 4] {
        mesh.stencil(candidate).map(|vertex| self.point(vertex))
    }

    #[inline]
    fn point(&self, vertex: VertexId) -> MovingPoint {
        let PackedPoint { start: [x0, y0, z0, _], end: [x1, y1, z1, _] } =
            self.points[vertex.index()];
        MovingPoint { start: DVec3::new(x0, y0, z0), end: DVec3::new(x1, y1, z1) }
    }

    /// Moves the candidates that may touch before the horizon to the front, in their order, and
    /// returns their number.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub(crate) fn keep(
        &self,
        mesh: &CollisionMesh,
        block: &mut [Candidate],
        horizon: f64,
    ) -> usize {
        Arch::new().dispatch(Pass { sieve: self, mesh, block, horizon })
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
    fn keep_lanes<const N: usize>(
        &self,
        mesh: &CollisionMesh,
        block: &mut [Candidate],
        horizon: f64,
        keep: &impl Fn(&LaneDifferences<N>, &[IndexPair]) -> [bool; LANES],
    ) -> usize {
        let mut kept = 0;
        for begin in (0..block.len()).step_by(LANES) {
            // A last group that is not full repeats its last candidate.
            let last = block.len() - 1;
            let group = [
                block[begin],
                block[(begin + 1).min(last)],
                block[(begin + 2).min(last)],
                block[(begin + 3).min(last)],
            ];
            let keep = match self.differences(mesh, &group, horizon) {
                Some((differences, tests)) => keep(&differences, tests),
                None => [true; LANES],
            };
            for i in 0..LANES.min(block.len() - begin) {
                block[kept] = group[i];
                kept += usize::from(keep[i]);
            }
        }
        kept
    }

    /// Differences of the vertices of each candidate, at the start and at the horizon, with the
    /// inside tests; `None` for a group with candidates of both kinds.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of the loop over a block")]
    fn differences<const N: usize>(
        &self,
        mesh: &CollisionMesh,
        group: &[Candidate; LANES],
        horizon: f64,
    ) -> Option<(LaneDifferences<N>, &'static [IndexPair])> {
        let vertex_face = |candidate: &Candidate| matches!(candidate, Candidate::VertexFace { .. });
        let mut out = LaneDifferences::new(self.disturbance);
        for (lane, candidate) in group.iter().enumerate() {
            if vertex_face(candidate) != vertex_face(&group[0]) {
                return None;
            }
            let stencil = mesh.stencil(*candidate);
            let pairs = if vertex_face(candidate) { VertexFace::PAIRS } else { EdgeEdge::PAIRS };
            for (k, &[i, j]) in pairs[..N].iter().enumerate() {
                let (x, y) = (&self.points[stencil[i].index()], &self.points[stencil[j].index()]);
                let start = zip(x.start, y.start, |x, y| x - y);
                let end = zip(x.end, y.end, |x, y| x - y);
                for axis in 0..3 {
                    out.start[k][axis][lane] = start[axis];
                    out.end[k][axis][lane] = end[axis];
                }
            }
        }
        out.cut_at(horizon);
        Some((out, if vertex_face(&group[0]) { VertexFace::INSIDE } else { EdgeEdge::INSIDE }))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled once for each instruction set")]
    fn keep_by(
        &self,
        mesh: &CollisionMesh,
        block: &mut [Candidate],
        horizon: f64,
        apart: &impl Fn(&Extent, &Extent, f64) -> bool,
    ) -> usize {
        let mut kept = 0;
        for i in 0..block.len() {
            let candidate = block[i];
            let (a, b) = match candidate {
                Candidate::VertexFace { vertex, face } => {
                    (self.extent([vertex], horizon), self.extent(mesh.face(face), horizon))
                }
                Candidate::EdgeEdge { a, b } => {
                    (self.extent(mesh.edge(a), horizon), self.extent(mesh.edge(b), horizon))
                }
            };
            block[kept] = candidate;
            kept += usize::from(!apart(&a, &b, self.slack));
        }
        kept
    }

    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the loop around it must become one block of vector code"
    )]
    fn extent<const N: usize>(&self, vertices: [VertexId; N], horizon: f64) -> Extent {
        let [first, rest @ ..] = &vertices[..] else {
            return Extent { low: [[0.0; 4]; 2], high: [[0.0; 4]; 2] };
        };
        let at = |vertex: VertexId| {
            let PackedPoint { start, end } = self.points[vertex.index()];
            [start, zip(start, end, |x, y| (1.0 - horizon) * x + horizon * y)]
        };
        let first = at(*first);
        let mut extent = Extent { low: first, high: first };
        for &vertex in rest {
            let [start, end] = at(vertex);
            extent.low = [zip(extent.low[0], start, least), zip(extent.low[1], end, least)];
            extent.high =
                [zip(extent.high[0], start, greatest), zip(extent.high[1], end, greatest)];
        }
        extent
    }
}

/// Gaps between two extents at both times, along each axis and on either side.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the loop over a block")]
fn gaps(a: &Extent, b: &Extent) -> [[Row; 2]; 2] {
    let minus = |x: f64, y: f64| x - y;
    [
        [zip(a.low[0], b.high[0], minus), zip(a.low[1], b.high[1], minus)],
        [zip(b.low[0], a.high[0], minus), zip(b.low[1], a.high[1], minus)],
    ]
}

/// True if one axis separates two extents by more than the slack at both times, on one side.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the loop over a block")]
fn apart(a: &Extent, b: &Extent, slack: f64) -> bool {
    let [[p0, p1], [q0, q1]] = gaps(a, b);
    let [x, y, z, _] = zip(zip(p0, p1, least), zip(q0, q1, least), greatest);
    greatest(greatest(x, y), z) > slack
}

/// Far more than the rounding of a quotient.
const SAFETY: f64 = 1e-12;

/// True if one axis separates two extents from the start until another does until the end.
///
/// A gap is a concave function of time, so that one of `g₀ > σ` at the start and `g₁` at the end
/// stays above `σ` until `(g₀ − σ)/(g₀ − g₁)`.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the loop over a block")]
fn never_together(a: &Extent, b: &Extent, slack: f64) -> bool {
    let lasts = |from: f64, to: f64| if from > slack { (from - slack) / (from - to) } else { 0.0 };
    let [[p0, p1], [q0, q1]] = gaps(a, b);
    let [x, y, z, _] = zip(zip(p0, p1, lasts), zip(q0, q1, lasts), greatest);
    let [u, v, w, _] = zip(zip(p1, p0, lasts), zip(q1, q0, lasts), greatest);
    greatest(greatest(x, y), z) + greatest(greatest(u, v), w) > 1.0 + SAFETY
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the loop over a block")]
fn zip(a: Row, b: Row, f: impl Fn(f64, f64) -> f64) -> Row {
    [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one instruction")]
fn least(x: f64, y: f64) -> f64 {
    if x < y { x } else { y }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "one instruction")]
fn greatest(x: f64, y: f64) -> f64 {
    if x > y { x } else { y }
}
