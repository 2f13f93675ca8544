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
use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::{Aabb, Candidate, CollisionMesh, Motion, separation};

use crate::tube::{
    Tube, along, between_middles, common_steps, extent_between, greater, nearly_closest,
};

/// More than the rounding of a distance, relative to it and to the largest coordinate.
const ROUNDING: f64 = 1e-12;

/// A tube and a box for every vertex.
#[derive(Debug, Default)]
pub(crate) struct Covered {
    pub(crate) boxes: MeshBoxes,
    tubes: Vec<Tube>,
    largest_coordinate: f64,
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

    /// As [`Covered::strayed`], for a motion in the course of a step. The distance of a pair is bounded by where its tubes are at any time that is the same for
    /// both: the best is taken for the start of the motion and for its end.
    pub(crate) fn strayed_on_part(&self, motion: &Motion) -> Vec<f64> {
        let [from, to] = [motion.start, motion.end].map(|positions| self.fitting_time(positions));
        let ways = self.tubes.iter().zip(motion.start).zip(motion.end);
        ways.map(|((tube, start), end)| {
            let strayed = start.distance_squared(tube.at(from));
            strayed.max(end.distance_squared(tube.at(to))).sqrt()
        })
        .collect()
    }

    /// The time of the step at which the tubes are closest to some positions: `argmin Σ |x − (a + t w)|²` over `[0, 1]`.
    fn fitting_time(&self, positions: &[DVec3]) -> f64 {
        let (mut along, mut squares) = (0.0, 0.0);
        for (tube, x) in self.tubes.iter().zip(positions) {
            let way = tube.way();
            along += way.dot(*x - tube.start());
            squares += way.length_squared();
        }
        // Tubes that all stay where they are fit at any time.
        if squares > 0.0 { (along / squares).clamp(0.0, 1.0) } else { 0.0 }
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
