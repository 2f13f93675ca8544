//! Where vertices may go before candidates are looked for again.
//!
//! Every vertex has a tube: a way that is run through at constant speed for a number of steps, and a room `ρᵢ` around it.
//! A vertex whose own motion is straight during a step stays in its tube if it is no farther than `ρᵢ` from it at the start
//! and at the end of the step; at every moment in between it is then no farther from where the tube is. As long as all vertices do,
//! pairs whose boxes do not overlap never meet; nor does a pair that the tubes keep apart. For any direction `n`,
//!
//! ```text
//! d(t) ≥ g − max δₐ − max δ_b,      g = min over both ends of (min n·a − max n·b)/|n|
//! ```
//!
//! with `δ` the ways by which the vertices of the two features have strayed from their tubes: a point of an edge or a face strays no
//! farther than one of its vertices, and the difference of two straight motions along `n` is smallest at an end. Neighbours in a sheet
//! fall together: their boxes overlap, but not their tubes. `g` is found once, and then a pair costs one comparison
//! for as long as its vertices stay.

use glam::{DVec2, DVec3};
use ripstop_broad::candidates::MeshBoxes;
use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::{Aabb, Candidate, CollisionMesh, Motion, separation};

/// More than the rounding of a distance, relative to it and to the largest coordinate.
const ROUNDING: f64 = 1e-12;

/// A tube and a box for every vertex.
#[derive(Debug, Default)]
pub(crate) struct Covered {
    pub(crate) boxes: MeshBoxes,
    tubes: Vec<Tube>,
    largest_coordinate: f64,
}

/// Start and way lie together by axis, so that what is done to both is done at once.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Tube {
    /// Along each axis: where it is at the start of the current step, and its way in one step.
    axes: [DVec2; 3],
    room: f64,
    /// For how many steps it lasts.
    steps: f64,
}

/// How much room tubes get.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Distance from the motion that has to be covered (m).
    pub(crate) radius: f64,
    /// What a vertex may stray from the motion (m).
    pub(crate) slack: f64,
    /// The most steps that a tube may last.
    pub(crate) steps: f64,
}

impl Allowance {
    /// The way of a tube in one step, and for how many steps it lasts: until a change of the way such as the last one,
    /// repeated in every step, has used up half the slack. What hardly moves gets a tube that stays.
    fn lasting(self, way: DVec3, way_before: DVec3) -> (DVec3, f64) {
        if way.length() <= 0.5 * self.slack {
            return (DVec3::ZERO, FOREVER);
        }
        let change = way.distance(way_before);
        let steps = (self.slack / change.max(f64::MIN_POSITIVE)).sqrt().floor();
        (way, steps.clamp(1.0, self.steps))
    }
}

/// The part of its way by which a vertex is allowed to miss the end.
const UNCERTAIN: f64 = 0.04;

/// Steps that a tube lasts which leads nowhere.
const FOREVER: f64 = 1e9;

impl Tube {
    fn new(start: DVec3, way: DVec3, (room, steps): (f64, f64)) -> Self {
        let axes = std::array::from_fn(|axis| DVec2::new(start[axis], way[axis]));
        Self { axes, room, steps }
    }

    #[inline]
    fn start(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.x))
    }

    #[inline]
    fn way(&self) -> DVec3 {
        DVec3::from(self.axes.map(|axis| axis.y))
    }

    #[inline]
    fn at(&self, steps: f64) -> DVec3 {
        along(self.axes, steps)
    }

    /// Start and way along a direction, times its length.
    #[inline]
    fn dot(&self, direction: DVec3) -> DVec2 {
        let [x, y, z] = self.axes;
        direction.x * x + direction.y * y + direction.z * z
    }

    /// How far a vertex strays on a motion that takes one step.
    fn strayed_squared(&self, start: DVec3, end: DVec3) -> f64 {
        start.distance_squared(self.start()).max(end.distance_squared(self.at(1.0)))
    }

    /// How far a vertex may have strayed that is somewhere at an unknown time of the step.
    fn strayed_anytime_squared(&self, position: DVec3) -> f64 {
        self.strayed_squared(position, position)
    }
}

impl Covered {
    /// Which vertices leave their tubes on a motion to which `radius` (m) is added.
    pub(crate) fn left(&self, motion: &Motion, radius: f64) -> Vec<bool> {
        if self.tubes.len() != motion.vertex_count() {
            return vec![true; motion.vertex_count()];
        }
        let stays = |((tube, start), end): ((&Tube, &DVec3), &DVec3)| {
            let room = tube.room - radius;
            tube.steps >= 1.0 && room >= 0.0 && tube.strayed_squared(*start, *end) <= room * room
        };
        self.tubes.iter().zip(motion.start).zip(motion.end).map(|way| !stays(way)).collect()
    }

    /// Goes on by one step.
    pub(crate) fn advance(&mut self) {
        for tube in &mut self.tubes {
            for axis in &mut tube.axes {
                axis.x += axis.y;
            }
            tube.steps -= 1.0;
        }
    }

    /// Gives some vertices new tubes that follow a motion.
    pub(crate) fn update(
        &mut self,
        mesh: &CollisionMesh,
        motion: &Motion,
        moved: &[bool],
        allowance: Allowance,
    ) {
        let nowhere = Tube::new(DVec3::ZERO, DVec3::ZERO, (0.0, 0.0));
        self.boxes.vertices.resize(moved.len(), Aabb::EMPTY);
        self.tubes.resize(moved.len(), nowhere);
        for i in (0..moved.len()).filter(|&i| moved[i]) {
            let start = motion.start[i];
            let (way, steps) = allowance.lasting(motion.end[i] - start, self.tubes[i].way());
            // The faster, the less is known about where it ends.
            let room = allowance.radius + allowance.slack + UNCERTAIN * way.length();
            let tube = Tube::new(start, way, (room, steps));
            let end = tube.at(steps);
            let path = Aabb { min: start.min(end), max: start.max(end) };
            // Twice the rounding of an end.
            let rounding = ROUNDING * end.abs().max_element();
            self.boxes.vertices[i] = path.inflated(tube.room + rounding);
            self.tubes[i] = tube;
        }
        self.boxes.unite(mesh);
        let largest = |tube: &Tube| {
            tube.start().abs().max(tube.at(tube.steps).abs()).max_element() + tube.room
        };
        self.largest_coordinate = self.tubes.iter().map(largest).fold(0.0, f64::max);
    }

    /// How far each vertex strays from its tube on a motion (m).
    pub(crate) fn strayed(&self, motion: &Motion) -> Vec<f64> {
        let ways = self.tubes.iter().zip(motion.start).zip(motion.end);
        ways.map(|((tube, start), end)| tube.strayed_squared(*start, *end).sqrt()).collect()
    }

    /// As [`Covered::strayed`], for a motion in the course of the tubes' time: a bound.
    pub(crate) fn strayed_anytime(&self, motion: &Motion) -> Vec<f64> {
        let ways = self.tubes.iter().zip(motion.start).zip(motion.end);
        ways.map(|((tube, start), end)| {
            tube.strayed_anytime_squared(*start).max(tube.strayed_anytime_squared(*end)).sqrt()
        })
        .collect()
    }

    /// Whether a pair may meet while all vertices stay in their tubes. The direction that is tried is that
    /// between the middles of the two features.
    #[inline]
    pub(crate) fn may_meet(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        let tubes = self.stencil(mesh, candidate);
        let steps = common_steps(tubes);
        let direction = along(between_middles(candidate, tubes.map(|tube| tube.axes)), 0.5 * steps);
        let gap = extent_between(candidate, direction, tubes, steps);
        let bound = self.bound(candidate, tubes);
        // Not the opposite comparison: what is not a number may meet.
        !(gap > 0.0 && gap * gap > bound * bound * direction.length_squared())
    }

    /// Calls `keep` for the pairs that may meet, in their order, with a lower bound of the distance that their tubes keep (m): as
    /// [`Covered::may_meet`], along the direction between points that are closest in the middle of the time, or nearly so.
    ///
    /// A pair is a chain of four divisions and a root. They go through it in blocks, stage by stage, so that the chains of neighbours overlap.
    pub(crate) fn gaps(
        &self,
        mesh: &CollisionMesh,
        candidates: &[Candidate],
        mut keep: impl FnMut(Candidate, f64),
    ) {
        let mut pairs = [Pair::default(); BLOCK];
        for block in candidates.chunks(BLOCK) {
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                let tubes = self.stencil(mesh, candidate);
                pair.steps = common_steps(tubes);
                pair.points = tubes.map(|tube| tube.at(0.5 * pair.steps));
                pair.bound = self.bound(candidate, tubes);
            }
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                pair.aim(candidate);
            }
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                let tubes = self.stencil(mesh, candidate);
                pair.gap = extent_between(candidate, pair.direction, tubes, pair.steps);
            }
            for pair in &mut pairs {
                let gap = pair.gap / pair.direction.length();
                pair.gap = (1.0 - ROUNDING) * gap - ROUNDING * self.largest_coordinate;
            }
            for (pair, &candidate) in pairs.iter().zip(block) {
                // Features that touch have no direction; `max` makes a bound of what is not a number.
                let gap = pair.gap.max(0.0);
                if gap <= pair.bound {
                    keep(candidate, gap);
                }
            }
        }
    }

    #[inline]
    fn stencil(&self, mesh: &CollisionMesh, candidate: Candidate) -> [&Tube; 4] {
        mesh.stencil(candidate).map(|vertex| &self.tubes[vertex.index()])
    }

    /// How far apart the tubes of a pair can be for it to meet (m).
    #[inline]
    fn bound(&self, candidate: Candidate, tubes: [&Tube; 4]) -> f64 {
        let [i, j, k, l] = tubes.map(|tube| tube.room);
        let reach = match candidate {
            Candidate::VertexFace { .. } => i + greater(greater(j, k), l),
            Candidate::EdgeEdge { .. } => greater(i, j) + greater(k, l),
        };
        reach + ROUNDING * (reach + self.largest_coordinate)
    }
}

/// Pairs that go through a stage together.
const BLOCK: usize = 32;

/// A pair on its way to a bound of its distance.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    /// In the middle of the time (m).
    points: [DVec3; 4],
    /// For how many steps all tubes last.
    steps: f64,
    /// How far apart the tubes can be for the pair to meet (m).
    bound: f64,
    /// From a point of the second feature to one of the first (m).
    direction: DVec3,
    gap: f64,
}

impl Pair {
    /// Takes the direction between closest points.
    #[inline]
    fn aim(&mut self, candidate: Candidate) {
        let [p, q, r, s] = self.points;
        let weights = match candidate {
            Candidate::VertexFace { .. } => {
                let [a, b, c] = point_triangle(p, [q, r, s]).weights;
                [1.0, -a, -b, -c]
            }
            Candidate::EdgeEdge { .. } => {
                let [s, t] = nearly_closest([p, q], [r, s]);
                [1.0 - s, s, t - 1.0, -t]
            }
        };
        self.direction = separation(weights, self.points);
    }
}

/// Where on two edges points are that are closest to each other, up to rounding: every direction bounds the distance, so that
/// nothing depends on it. Of parallel edges it is a closest pair, too; edges without length count as their starts.
#[inline]
fn nearly_closest([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> [f64; 2] {
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
fn along(axes: [DVec2; 3], steps: f64) -> DVec3 {
    DVec3::from(axes.map(|axis| axis.x + steps * axis.y))
}

/// The lesser of two. Not `f64::min`, which takes six instructions to look for what is not a number: here that is found in the end, because the direction
/// that everything is measured along is not a number either.
#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The greater of two, as [`lesser`].
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// From the middle of the second feature to that of the first, of some length: starts and ways by axis.
#[inline]
fn between_middles(candidate: Candidate, [p, q, r, s]: [[DVec2; 3]; 4]) -> [DVec2; 3] {
    match candidate {
        Candidate::VertexFace { .. } => std::array::from_fn(|i| 3.0 * p[i] - (q[i] + r[i] + s[i])),
        Candidate::EdgeEdge { .. } => std::array::from_fn(|i| (p[i] + q[i]) - (r[i] + s[i])),
    }
}

/// For how many steps all tubes last.
#[inline]
fn common_steps([a, b, c, d]: [&Tube; 4]) -> f64 {
    lesser(lesser(a.steps, b.steps), lesser(c.steps, d.steps))
}

/// How far the first feature stays beyond the second along a direction, times its length.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost part of every search")]
fn extent_between(candidate: Candidate, direction: DVec3, tubes: [&Tube; 4], steps: f64) -> f64 {
    let extent = |[a, b, c, d]: [f64; 4]| match candidate {
        Candidate::VertexFace { .. } => a - greater(greater(b, c), d),
        Candidate::EdgeEdge { .. } => lesser(a, b) - greater(c, d),
    };
    let along = tubes.map(|tube| tube.dot(direction));
    lesser(extent(along.map(|dot| dot.x)), extent(along.map(|dot| dot.x + steps * dot.y)))
}
