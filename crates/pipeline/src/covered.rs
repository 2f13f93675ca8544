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

use glam::DVec3;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_geometry::closest::{point_triangle, segment_segment};
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

#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Tube {
    /// At the start of the current step.
    start: DVec3,
    /// In one step.
    way: DVec3,
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
    fn at(&self, steps: f64) -> DVec3 {
        self.start + steps * self.way
    }

    /// How far a vertex strays on a motion that takes one step.
    fn strayed_squared(&self, start: DVec3, end: DVec3) -> f64 {
        start.distance_squared(self.start).max(end.distance_squared(self.at(1.0)))
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
            tube.start += tube.way;
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
        let nowhere = Tube { start: DVec3::ZERO, way: DVec3::ZERO, room: 0.0, steps: 0.0 };
        self.boxes.vertices.resize(moved.len(), Aabb::EMPTY);
        self.tubes.resize(moved.len(), nowhere);
        for i in (0..moved.len()).filter(|&i| moved[i]) {
            let start = motion.start[i];
            let (way, steps) = allowance.lasting(motion.end[i] - start, self.tubes[i].way);
            // The faster, the less is known about where it ends.
            let room = allowance.radius + allowance.slack + UNCERTAIN * way.length();
            let tube = Tube { start, way, room, steps };
            let end = tube.at(steps);
            let path = Aabb { min: start.min(end), max: start.max(end) };
            // Twice the rounding of an end.
            let rounding = ROUNDING * end.abs().max_element();
            self.boxes.vertices[i] = path.inflated(tube.room + rounding);
            self.tubes[i] = tube;
        }
        self.boxes.unite(mesh);
        let largest =
            |tube: &Tube| tube.start.abs().max(tube.at(tube.steps).abs()).max_element() + tube.room;
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
        let direction = between_middles(candidate, tubes.map(|tube| tube.at(0.5 * steps)));
        let gap = extent_between(candidate, direction, tubes, steps);
        let bound = self.bound(candidate, tubes);
        // Not the opposite comparison: what is not a number may meet.
        !(gap > 0.0 && gap * gap > bound * bound * direction.length_squared())
    }

    /// A lower bound of the distance that the tubes keep (m), if the pair may meet: as [`Covered::may_meet`], along the direction
    /// between the closest points in the middle of the time.
    pub(crate) fn gap(&self, mesh: &CollisionMesh, candidate: Candidate) -> Option<f64> {
        let tubes = self.stencil(mesh, candidate);
        let steps = common_steps(tubes);
        let bound = self.bound(candidate, tubes);
        let at @ [p, q, r, s] = tubes.map(|tube| tube.at(0.5 * steps));
        let certain = |direction: DVec3| {
            let gap = extent_between(candidate, direction, tubes, steps) / direction.length();
            (1.0 - ROUNDING) * gap - ROUNDING * self.largest_coordinate
        };
        let weights = match candidate {
            Candidate::VertexFace { .. } => {
                let [a, b, c] = point_triangle(p, [q, r, s]).weights;
                [1.0, -a, -b, -c]
            }
            Candidate::EdgeEdge { .. } => {
                let closest = segment_segment([p, q], [r, s]);
                let ([a, b], [c, d]) = (closest.weights_a, closest.weights_b);
                [a, b, -c, -d]
            }
        };
        let gap = certain(separation(weights, at));
        // Features that touch have no direction; `max` makes a bound of what is not a number.
        let gap = gap.max(0.0);
        (gap <= bound).then_some(gap)
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
            Candidate::VertexFace { .. } => i + j.max(k).max(l),
            Candidate::EdgeEdge { .. } => i.max(j) + k.max(l),
        };
        reach + ROUNDING * (reach + self.largest_coordinate)
    }
}

/// From the middle of the second feature to that of the first, of some length.
#[inline]
fn between_middles(candidate: Candidate, [p, q, r, s]: [DVec3; 4]) -> DVec3 {
    match candidate {
        Candidate::VertexFace { .. } => 3.0 * p - (q + r + s),
        Candidate::EdgeEdge { .. } => (p + q) - (r + s),
    }
}

/// For how many steps all tubes last.
#[inline]
fn common_steps([a, b, c, d]: [&Tube; 4]) -> f64 {
    a.steps.min(b.steps).min(c.steps.min(d.steps))
}

/// How far the first feature stays beyond the second along a direction, times its length.
#[inline(always)]
#[expect(clippy::inline_always, reason = "the innermost part of every search")]
fn extent_between(candidate: Candidate, direction: DVec3, tubes: [&Tube; 4], steps: f64) -> f64 {
    let extent = |[a, b, c, d]: [f64; 4]| match candidate {
        Candidate::VertexFace { .. } => a - b.max(c).max(d),
        Candidate::EdgeEdge { .. } => a.min(b) - c.max(d),
    };
    let starts = tubes.map(|tube| direction.dot(tube.start));
    let ways = tubes.map(|tube| steps * direction.dot(tube.way));
    let ends = std::array::from_fn(|i| starts[i] + ways[i]);
    extent(starts).min(extent(ends))
}
