//! The path that a vertex is predicted to take, and the distance that two primitives keep while
//! their vertices follow theirs.

use glam::{DVec2, DVec3};
use ripstop_geometry::PairKind;

/// A straight path at constant speed, with slack around it. Start and displacement lie together by
/// axis, so that one instruction serves both.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct PredictedPath {
    /// Along each axis: the position at the start of the current step, and the displacement in a
    /// step.
    pub(crate) axes: [DVec2; 3],
    /// Distance from the path that is covered (m).
    pub(crate) slack: f64,
    /// Steps for which it lasts.
    pub(crate) steps: f64,
}

impl PredictedPath {
    /// A path that leads nowhere and covers nothing.
    pub(crate) const NOWHERE: Self = Self { axes: [DVec2::ZERO; 3], slack: 0.0, steps: 0.0 };

    /// From a start by a displacement in each step.
    pub(crate) fn axes(start: DVec3, displacement: DVec3) -> [DVec2; 3] {
        std::array::from_fn(|axis| DVec2::new(start[axis], displacement[axis]))
    }

    #[inline]
    pub(crate) fn start(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.x))
    }

    #[inline]
    pub(crate) fn displacement(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.y))
    }

    #[inline]
    pub(crate) fn at(&self, steps: f64) -> DVec3 {
        along(self.axes, steps)
    }

    /// Start and displacement along a direction, times its length.
    #[inline]
    pub(crate) fn dot(&self, direction: DVec3) -> DVec2 {
        let [x, y, z] = self.axes;
        direction.x * x + direction.y * y + direction.z * z
    }

    /// Squared deviation (m²) of a motion from end to end between two times of the step.
    pub(crate) fn deviation_squared(&self, [start, end]: [DVec3; 2], [from, to]: [f64; 2]) -> f64 {
        start.distance_squared(self.at(from)).max(end.distance_squared(self.at(to)))
    }
}

/// Parameters on two edges of points that are closest to each other, up to rounding: every
/// direction bounds the distance, so that nothing depends on it. Of parallel edges it is a closest
/// pair, too; edges of no length count as their starts.
#[inline]
pub(crate) fn nearly_closest([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> [f64; 2] {
    let (u, v, w) = (q - p, s - r, p - r);
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    let (uw, vw) = (u.dot(w), v.dot(w));
    let clamped = |x: f64| lesser(greater(x, 0.0), 1.0);
    let determinant = uu * vv - uv * uv;
    let is_steep = determinant > 1e-9 * uu * vv;
    let on_second = if is_steep { clamped((uu * vw - uv * uw) / determinant) } else { 0.5 };
    let (first, second) = (1.0 / uu, 1.0 / vv);
    let on_first = clamped((uv * on_second - uw) * first);
    [on_first, clamped((uv * on_first + vw) * second)]
}

/// Position after a number of steps.
#[inline]
pub(crate) fn along(axes: [DVec2; 3], steps: f64) -> DVec3 {
    DVec3::from(axes.map(|axis| axis.x + steps * axis.y))
}

/// The lesser of two. Not `f64::min`, which takes six instructions to handle NaN: here a NaN is
/// found in the end, because the direction that everything is measured along is NaN, too.
#[inline]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two, as [`lesser`].
#[inline]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// From the middle of the second primitive to that of the first, times some factor: starts and
/// displacements by axis.
#[inline]
pub(crate) fn between_middles(kind: PairKind, [p, q, r, s]: [[DVec2; 3]; 4]) -> [DVec2; 3] {
    match kind {
        PairKind::VertexFace => std::array::from_fn(|i| 3.0 * p[i] - (q[i] + r[i] + s[i])),
        PairKind::EdgeEdge => std::array::from_fn(|i| (p[i] + q[i]) - (r[i] + s[i])),
    }
}

/// Steps for which all four paths last.
#[inline]
pub(crate) fn common_steps([a, b, c, d]: [&PredictedPath; 4]) -> f64 {
    lesser(lesser(a.steps, b.steps), lesser(c.steps, d.steps))
}

/// Gap between the first primitive and the second along a direction, times its length: the least
/// over the time that the paths last.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost part of every search")]
pub(crate) fn gap_along(
    kind: PairKind,
    direction: DVec3,
    paths: [&PredictedPath; 4],
    steps: f64,
) -> f64 {
    let gap = |[a, b, c, d]: [f64; 4]| match kind {
        PairKind::VertexFace => a - greater(greater(b, c), d),
        PairKind::EdgeEdge => lesser(a, b) - greater(c, d),
    };
    let along = paths.map(|path| path.dot(direction));
    lesser(gap(along.map(|dot| dot.x)), gap(along.map(|dot| dot.x + steps * dot.y)))
}
