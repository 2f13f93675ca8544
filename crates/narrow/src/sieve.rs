//! Candidates that an axis keeps apart, found in passing.
//!
//! Before a method is asked, a block of candidates goes through one loop without branches that only compares
//! coordinates. What it drops stays apart along one axis from the start to the horizon:
//!
//! ```text
//! min b − max a > σ   at t = 0 and at t = h,   or the same with a and b exchanged
//! ```
//!
//! Positions at the horizon are computed as `(1−h) x₀ + h x₁`, with an error of at most `3u X`, where `X` is the largest
//! coordinate of the mesh. The slack `σ` is the method's separation plus `32u X`: it covers that error in both points, the rounding
//! of the difference, and also the rounding of end positions on the way (`4u X` each). So what is dropped stays apart on the
//! straight way to *rounded* positions at any earlier time, too.

use ripstop_geometry::{Candidate, CollisionMesh, Motion, VertexId};

/// Four numbers: a position and a zero, or something that looks like it.
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
}

/// Smallest and largest coordinates of some points at two moments.
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
        let slack = separation * (1.0 + 4.0 * f64::EPSILON) + 16.0 * f64::EPSILON * largest + f64::MIN_POSITIVE;
        Self { points, slack }
    }

    /// Moves the candidates that may touch before the horizon to the front, in their order, and returns their number.
    ///
    /// # Panics
    /// If a candidate is not one of the mesh.
    pub(crate) fn keep(&self, mesh: &CollisionMesh, block: &mut [Candidate], horizon: f64) -> usize {
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
    #[expect(clippy::inline_always, reason = "the loop around it must become one block of vector code")]
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
            let point = at(vertex);
            for moment in 0..2 {
                extent.low[moment] = zip(extent.low[moment], point[moment], least);
                extent.high[moment] = zip(extent.high[moment], point[moment], greatest);
            }
        }
        extent
    }
}

/// Whether one axis separates two extents by more than the slack at both moments, on one side.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of the loop over a block")]
fn apart(a: &Extent, b: &Extent, slack: f64) -> bool {
    let gap = |low: &[Row; 2], high: &[Row; 2]| {
        let gaps = [0, 1].map(|moment| zip(low[moment], high[moment], |x, y| x - y));
        zip(gaps[0], gaps[1], least)
    };
    let widest = zip(gap(&a.low, &b.high), gap(&b.low, &a.high), greatest);
    let [x, y, z, _] = widest;
    greatest(greatest(x, y), z) > slack
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
