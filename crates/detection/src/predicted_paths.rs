//! Predicted paths of all vertices: as long as the vertices follow them, the candidates stay valid.
//!
//! Every vertex has a path that it runs through at constant speed for a number of steps, and a
//! slack `ρᵢ` around it. A vertex whose own motion is straight during a step stays on its path if
//! it deviates by no more than `ρᵢ` at the start and at the end of the step; at every time in
//! between its deviation is then no larger. As long as all vertices do, pairs whose boxes do not
//! overlap never meet; nor does a pair that the paths keep apart. For any direction `n`,
//!
//! ```text
//! d(t) ≥ g − max δₐ − max δ_b,      g = min over both ends of (min n·a − max n·b)/|n|
//! ```
//!
//! with `δ` the deviations of the vertices of the two primitives: a point of an edge or a face
//! deviates no more than one of its vertices, and the difference of two straight motions along `n`
//! is smallest at an end. Neighbours in a sheet fall together: their boxes overlap, but not their
//! paths. `g` is found once, and then a pair costs one comparison for as long as its vertices stay.

use glam::DVec3;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_geometry::{Aabb, Candidate, CollisionMesh, Motion, PairKind, separation};

use crate::predicted_path::{
    PredictedPath, along, between_middles, common_steps, gap_along, greater, nearly_closest,
};

/// More than the rounding of a distance, relative to it and to the largest coordinate.
const ROUNDING: f64 = 1e-12;

/// A path and a box for every vertex.
#[derive(Debug, Default)]
pub(crate) struct PredictedPaths {
    pub(crate) boxes: MeshBoxes,
    paths: Vec<PredictedPath>,
    largest_coordinate: f64,
}

/// Radius, slack and length of paths.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance {
    /// Distance from the motion that has to be covered (m).
    pub(crate) radius: f64,
    /// Deviation from the motion that a vertex is allowed (m).
    pub(crate) slack: f64,
    /// The most steps that the path of a moving vertex may last.
    pub(crate) steps: f64,
}

/// Times of the step at which a motion begins and ends.
pub(crate) type Times = [f64; 2];

/// A motion that takes the whole step.
pub(crate) const WHOLE: Times = [0.0, 1.0];

/// Part of the step from which on a motion says how fast a vertex is.
const TELLING: f64 = 0.25;

impl Allowance {
    /// The path of a vertex that takes a step from end to end.
    fn path(self, [start, end]: [DVec3; 2], before: DVec3) -> PredictedPath {
        let (displacement, steps) = self.lasting(end - start, before);
        // The faster, the less is known about where it ends.
        let slack = self.radius + self.slack + UNCERTAIN * displacement.length();
        PredictedPath { axes: PredictedPath::axes(start, displacement), slack, steps }
    }

    /// The path of a vertex that moves from end to end in a part of the step, and else as before.
    /// It goes through the middle, and its slack is larger by what the ends are off.
    fn path_at(self, ends: [DVec3; 2], times: Times, before: DVec3) -> PredictedPath {
        let ([start, end], [from, to]) = (ends, times);
        let displacement = if to - from >= TELLING { (end - start) / (to - from) } else { before };
        let is_slow = displacement.length() <= 0.5 * self.slack;
        let (displacement, steps) =
            if is_slow { (DVec3::ZERO, FOREVER) } else { (displacement, 1.0) };
        let first = 0.5 * (start + end) - 0.5 * (from + to) * displacement;
        let axes = PredictedPath::axes(first, displacement);
        let path = PredictedPath { axes, slack: 0.0, steps };
        let off = path.deviation_squared(ends, times).sqrt();
        let slack = self.radius + self.slack + (1.0 + ROUNDING) * off;
        PredictedPath { slack: slack + ROUNDING * end.abs().max_element(), ..path }
    }

    /// The displacement of a path in one step, and the number of steps for which it lasts: until a
    /// change of the displacement such as the last one, repeated in every step, has used up half
    /// the slack. A vertex that hardly moves gets a path that stays.
    fn lasting(self, displacement: DVec3, before: DVec3) -> (DVec3, f64) {
        if displacement.length() <= 0.5 * self.slack {
            return (DVec3::ZERO, FOREVER);
        }
        let change = displacement.distance(before);
        let steps = (self.slack / change.max(f64::MIN_POSITIVE)).sqrt().floor();
        (displacement, steps.clamp(1.0, self.steps))
    }
}

/// The part of its displacement by which a vertex is allowed to miss the end.
const UNCERTAIN: f64 = 0.04;

/// Steps that a path lasts which leads nowhere.
const FOREVER: f64 = 1e9;

impl PredictedPaths {
    /// Marks the vertices that leave their paths on a motion to which `radius` (m) is added.
    pub(crate) fn left(&self, motion: &Motion, radius: f64, times: Times) -> Vec<bool> {
        if self.paths.len() != motion.vertex_count() {
            return vec![true; motion.vertex_count()];
        }
        let stays = |((path, start), end): ((&PredictedPath, &DVec3), &DVec3)| {
            let slack = path.slack - radius;
            path.steps >= 1.0
                && slack >= 0.0
                && path.deviation_squared([*start, *end], times) <= slack * slack
        };
        self.paths.iter().zip(motion.start).zip(motion.end).map(|motion| !stays(motion)).collect()
    }

    /// Goes on by one step.
    pub(crate) fn advance(&mut self) {
        for path in &mut self.paths {
            for axis in &mut path.axes {
                axis.x += axis.y;
            }
            path.steps -= 1.0;
        }
    }

    /// Gives some vertices new paths that follow a motion, which takes place at some times of the
    /// step.
    pub(crate) fn update(
        &mut self,
        mesh: &CollisionMesh,
        (motion, times): (&Motion, Times),
        moved: &[bool],
        allowance: Allowance,
    ) {
        self.boxes.vertices.resize(moved.len(), Aabb::EMPTY);
        self.paths.resize(moved.len(), PredictedPath::NOWHERE);
        for i in (0..moved.len()).filter(|&i| moved[i]) {
            let (ends, before) = ([motion.start[i], motion.end[i]], self.paths[i].displacement());
            let path = if times == WHOLE {
                allowance.path(ends, before)
            } else {
                allowance.path_at(ends, times, before)
            };
            let [start, end] = [path.start(), path.at(path.steps)];
            let swept = Aabb { min: start.min(end), max: start.max(end) };
            // Twice the rounding of an end.
            let rounding = ROUNDING * start.abs().max(end.abs()).max_element();
            let reach = path.slack + rounding;
            // Coordinates that overflow: it may be anywhere.
            let everywhere = Aabb { min: DVec3::MIN, max: DVec3::MAX };
            let is_finite = reach.is_finite() && start.is_finite() && end.is_finite();
            self.boxes.vertices[i] = if is_finite { swept.inflated(reach) } else { everywhere };
            self.paths[i] = path;
        }
        self.boxes.unite(mesh);
        let largest = |path: &PredictedPath| {
            path.start().abs().max(path.at(path.steps).abs()).max_element() + path.slack
        };
        self.largest_coordinate = self.paths.iter().map(largest).fold(0.0, f64::max);
    }

    /// Deviation of each vertex from its path on a motion (m). The distance of a pair is bounded by
    /// its paths at any time that is the same for both.
    pub(crate) fn deviations(&self, motion: &Motion, times: Times) -> Vec<f64> {
        let vertices = self.paths.iter().zip(motion.start).zip(motion.end);
        let deviation = |((path, start), end): ((&PredictedPath, &DVec3), &DVec3)| {
            path.deviation_squared([*start, *end], times).sqrt()
        };
        vertices.map(deviation).collect()
    }

    /// The times of the step that fit a motion in the course of it best.
    pub(crate) fn fitting_times(&self, motion: &Motion) -> Times {
        [motion.start, motion.end].map(|positions| self.fitting_time(positions))
    }

    /// The time of the step at which the paths are closest to some positions:
    /// `argmin Σ |x − (a + t w)|²` over `[0, 1]`.
    fn fitting_time(&self, positions: &[DVec3]) -> f64 {
        let (mut along, mut squares) = (0.0, 0.0);
        for (path, x) in self.paths.iter().zip(positions) {
            let displacement = path.displacement();
            along += displacement.dot(*x - path.start());
            squares += displacement.length_squared();
        }
        // Paths that all stay fit at any time.
        if squares > 0.0 { (along / squares).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// False if a pair cannot meet while all vertices follow their paths. The direction that is
    /// tried is that between the middles of the two primitives.
    #[inline]
    pub(crate) fn may_meet(&self, mesh: &CollisionMesh, candidate: Candidate) -> bool {
        let kind = candidate.kind();
        let paths = self.stencil(mesh, candidate);
        let steps = common_steps(paths);
        let direction = along(between_middles(kind, paths.map(|path| path.axes)), 0.5 * steps);
        let gap = gap_along(kind, direction, paths, steps);
        let bound = self.bound(kind, paths);
        // Not the opposite comparison: NaN may meet.
        !(gap > 0.0 && gap * gap > bound * bound * direction.length_squared())
    }

    /// Calls `keep` for the pairs that may meet, in their order, with a lower bound of the distance
    /// that their paths keep (m): as [`PredictedPaths::may_meet`], along the direction between
    /// points that are closest in the middle of the time, or nearly so.
    ///
    /// A pair is a chain of four divisions and a root. They go through it in blocks, stage by
    /// stage, so that the chains of neighbours overlap.
    pub(crate) fn gaps(
        &self,
        mesh: &CollisionMesh,
        candidates: &[Candidate],
        mut keep: impl FnMut(Candidate, f64),
    ) {
        let mut pairs = [Pair::default(); BLOCK];
        for block in candidates.chunks(BLOCK) {
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                let paths = self.stencil(mesh, candidate);
                pair.steps = common_steps(paths);
                pair.points = paths.map(|path| path.at(0.5 * pair.steps));
                pair.bound = self.bound(candidate.kind(), paths);
            }
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                pair.aim(candidate.kind());
            }
            for (pair, &candidate) in pairs.iter_mut().zip(block) {
                let paths = self.stencil(mesh, candidate);
                pair.gap = gap_along(candidate.kind(), pair.direction, paths, pair.steps);
            }
            for pair in &mut pairs {
                let gap = pair.gap / pair.direction.length();
                pair.gap = (1.0 - ROUNDING) * gap - ROUNDING * self.largest_coordinate;
            }
            for (pair, &candidate) in pairs.iter().zip(block) {
                // Primitives that touch have no direction; `max` makes a bound of a NaN.
                let gap = pair.gap.max(0.0);
                if gap <= pair.bound {
                    keep(candidate, gap);
                }
            }
        }
    }

    #[inline]
    fn stencil(&self, mesh: &CollisionMesh, candidate: Candidate) -> [&PredictedPath; 4] {
        mesh.stencil(candidate).map(|vertex| &self.paths[vertex.index()])
    }

    /// Largest distance of the paths of a pair at which it can meet (m).
    #[inline]
    fn bound(&self, kind: PairKind, paths: [&PredictedPath; 4]) -> f64 {
        let [i, j, k, l] = paths.map(|path| path.slack);
        let reach = match kind {
            PairKind::VertexFace => i + greater(greater(j, k), l),
            PairKind::EdgeEdge => greater(i, j) + greater(k, l),
        };
        reach + ROUNDING * (reach + self.largest_coordinate)
    }
}

/// Pairs that go through a stage together.
const BLOCK: usize = 32;

/// A pair in the course of the computation of a bound of its distance.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    /// In the middle of the time (m).
    points: [DVec3; 4],
    /// Steps for which all paths last.
    steps: f64,
    /// Largest distance of the paths at which the pair can meet (m).
    bound: f64,
    /// From a point of the second primitive to one of the first (m).
    direction: DVec3,
    gap: f64,
}

impl Pair {
    /// Takes the direction between closest points.
    #[inline]
    fn aim(&mut self, kind: PairKind) {
        let weights = match kind {
            PairKind::VertexFace => kind.closest_weights(self.points),
            PairKind::EdgeEdge => {
                let [p, q, r, s] = self.points;
                let [s, t] = nearly_closest([p, q], [r, s]);
                [1.0 - s, s, t - 1.0, -t]
            }
        };
        self.direction = separation(weights, self.points);
    }
}
