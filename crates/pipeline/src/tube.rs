//! The way that a vertex is expected to go, and what pairs of features can be said to do while their vertices follow theirs.

use glam::{DVec2, DVec3};
use ripstop_geometry::Candidate;

/// Start and way lie together by axis, so that what is done to both is done at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Tube {
    /// Along each axis: where it is at the start of the current step, and its way in one step.
    pub(crate) axes: [DVec2; 3],
    pub(crate) room: f64,
    /// For how many steps it lasts.
    pub(crate) steps: f64,
}

impl Tube {
    pub(crate) fn new(start: DVec3, way: DVec3, (room, steps): (f64, f64)) -> Self {
        let axes = std::array::from_fn(|axis| DVec2::new(start[axis], way[axis]));
        Self { axes, room, steps }
    }

    #[inline]
    pub(crate) fn start(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.x))
    }

    #[inline]
    pub(crate) fn way(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.y))
    }

    #[inline]
    pub(crate) fn at(&self, steps: f64) -> DVec3 {
        along(self.axes, steps)
    }

    /// Start and way along a direction, times its length.
    #[inline]
    pub(crate) fn dot(&self, direction: DVec3) -> DVec2 {
        let [x, y, z] = self.axes;
        direction.x * x + direction.y * y + direction.z * z
    }

    /// How far a vertex strays on a motion that takes one step.
    pub(crate) fn strayed_squared(&self, start: DVec3, end: DVec3) -> f64 {
        start.distance_squared(self.start()).max(end.distance_squared(self.at(1.0)))
    }
}

/// Where on two edges points are that are closest to each other, up to rounding: every direction bounds the distance, so that
/// nothing depends on it. Of parallel edges it is a closest pair, too; edges without length count as their starts.
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

/// Where something is after a number of steps.
#[inline]
pub(crate) fn along(axes: [DVec2; 3], steps: f64) -> DVec3 {
    DVec3::from(axes.map(|axis| axis.x + steps * axis.y))
}

/// The lesser of two. Not `f64::min`, which takes six instructions to look for what is not a number: here that is found in the end, because the direction
/// that everything is measured along is not a number either.
#[inline]
pub(crate) fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two, as [`lesser`].
#[inline]
pub(crate) fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// From the middle of the second feature to that of the first, of some length: starts and ways by axis.
#[inline]
pub(crate) fn between_middles(candidate: Candidate, [p, q, r, s]: [[DVec2; 3]; 4]) -> [DVec2; 3] {
    match candidate {
        Candidate::VertexFace { .. } => std::array::from_fn(|i| 3.0 * p[i] - (q[i] + r[i] + s[i])),
        Candidate::EdgeEdge { .. } => std::array::from_fn(|i| (p[i] + q[i]) - (r[i] + s[i])),
    }
}

/// For how many steps all tubes last.
#[inline]
pub(crate) fn common_steps([a, b, c, d]: [&Tube; 4]) -> f64 {
    lesser(lesser(a.steps, b.steps), lesser(c.steps, d.steps))
}

/// How far the first feature stays beyond the second along a direction, times its length.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost part of every search")]
pub(crate) fn extent_between(
    candidate: Candidate,
    direction: DVec3,
    tubes: [&Tube; 4],
    steps: f64,
) -> f64 {
    let extent = |[a, b, c, d]: [f64; 4]| match candidate {
        Candidate::VertexFace { .. } => a - greater(greater(b, c), d),
        Candidate::EdgeEdge { .. } => lesser(a, b) - greater(c, d),
    };
    let along = tubes.map(|tube| tube.dot(direction));
    lesser(extent(along.map(|dot| dot.x)), extent(along.map(|dot| dot.x + steps * dot.y)))
}
