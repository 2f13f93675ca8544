//! Moves single vertices to where fewer edges go through faces.
//!
//! What is tangled by a hair's breadth, as layers at a seam, has no regions on wrong sides, and
//! contours too short for a direction. There every vertex of a crossing is tried at places where
//! one of its crossings ends, just beyond a face, and at the means of its neighbours; it moves if
//! fewer of its edges and faces cross then. Decisions are those of the exact predicates, so every
//! move takes crossings away.

use glam::DVec3;
use ripstop_geometry::crossing::contours;
use ripstop_geometry::predicates::segment_triangle;
use ripstop_geometry::{CollisionMesh, Crossing, EdgeId, FaceId, VertexId};

use super::CrossingDetector;
use super::around::around_crossings;
use super::smooth::towards_neighbours;

/// Rounds over all vertices at most.
const MOST_ROUNDS: usize = 8;

/// Distances beyond a face to which a vertex is moved, as parts of the farthest.
const MARGINS: [f64; 4] = [0.01, 0.05, 0.2, 0.6];

/// With more crossings than these the rest of a tangle is left to other means.
const MOST_LEFT: usize = 200;

/// With more crossings nothing is tried: a tangle as large as that is no matter of single vertices.
const MOST_CROSSINGS: usize = 4096;

/// Rings around the crossings that are to go whose vertices are tried.
const RINGS_AROUND: usize = 1;

/// Rings around what is left that are put back.
const RINGS_BACK: usize = 2;

/// Tries single vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Descent<'a> {
    pub(crate) inverse_masses: &'a [f64],
    /// The farthest that a vertex is moved (m).
    pub(crate) farthest: f64,
}

/// Positions and their crossings.
#[derive(Clone, Debug)]
pub(crate) struct Tangle {
    pub(crate) positions: Vec<DVec3>,
    pub(crate) crossings: Vec<Crossing>,
}

impl Descent<'_> {
    /// Takes away what needs no more than single vertices, and leaves everything else as it is.
    pub(crate) fn take_shallow(
        &self,
        detector: &mut dyn CrossingDetector,
        start: &Tangle,
    ) -> Option<Tangle> {
        let shallow = self.shallow(detector.mesh(), start);
        let mut end = self.descend(detector, start, &shallow)?;
        if !end.crossings.is_empty() {
            let back = around_crossings(detector.mesh(), &end.crossings, RINGS_BACK);
            for vertex in back {
                end.positions[vertex.index()] = start.positions[vertex.index()];
            }
            end.crossings = detector.crossings(&end.positions);
        }
        (end.crossings.len() < start.crossings.len()).then_some(end)
    }

    /// Moves vertices as long as crossings get fewer; nothing if they do not.
    pub(crate) fn run(
        &self,
        detector: &mut dyn CrossingDetector,
        start: &Tangle,
    ) -> Option<Tangle> {
        if start.crossings.len() > MOST_LEFT {
            return None;
        }
        self.descend(detector, start, &start.crossings)
    }

    /// Moves vertices of some crossings, and later of all that these have not been far from.
    fn descend(
        &self,
        detector: &mut dyn CrossingDetector,
        start: &Tangle,
        wanted: &[Crossing],
    ) -> Option<Tangle> {
        if wanted.is_empty() || wanted.len() > MOST_CROSSINGS {
            return None;
        }
        let mut is_wanted = vec![false; start.positions.len()];
        for vertex in around_crossings(detector.mesh(), wanted, RINGS_AROUND) {
            is_wanted[vertex.index()] = true;
        }
        let mut best = start.clone();
        for _ in 0..MOST_ROUNDS {
            let mut vertices = around_crossings(detector.mesh(), &best.crossings, 0);
            vertices.retain(|vertex| is_wanted[vertex.index()]);
            vertices.retain(|vertex| self.inverse_masses[vertex.index()] > 0.0);
            vertices.sort_unstable();
            let reach = 2.0 * self.farthest;
            let pairs = detector.pairs_around(&best.positions, &vertices, reach);
            let mut positions = best.positions.clone();
            for (&vertex, pairs) in vertices.iter().zip(&pairs) {
                let given = start.positions[vertex.index()];
                let near = self.near(detector.mesh(), (vertex, pairs), &positions);
                let star = Star { mesh: detector.mesh(), vertex, pairs: &near };
                if let Some(place) = star.better(&positions, given, self.farthest) {
                    positions[vertex.index()] = place;
                }
            }
            let crossings = detector.crossings(&positions);
            if crossings.len() >= best.crossings.len() {
                break;
            }
            best = Tangle { positions, crossings };
        }
        (best.crossings.len() < start.crossings.len()).then_some(best)
    }
}

impl Descent<'_> {
    /// The pairs of a vertex that cross at some place within its reach.
    fn near(
        &self,
        mesh: &CollisionMesh,
        (vertex, pairs): (VertexId, &[(EdgeId, FaceId)]),
        positions: &[DVec3],
    ) -> Vec<(EdgeId, FaceId)> {
        let boxed = |ids: &[VertexId]| {
            let corners = ids.iter().map(|id| positions[id.index()]);
            let low = corners.clone().fold(DVec3::INFINITY, DVec3::min);
            let high = corners.fold(DVec3::NEG_INFINITY, DVec3::max);
            // The vertex may be as far as this on either side of where it was given.
            let reach = if ids.contains(&vertex) { 2.0 * self.farthest } else { 0.0 };
            [low - reach, high + reach]
        };
        let meets = |&&(edge, face): &&(EdgeId, FaceId)| {
            let ([low_a, high_a], [low_b, high_b]) =
                (boxed(&mesh.edge(edge)), boxed(&mesh.face(face)));
            low_a.cmple(high_b).all() && low_b.cmple(high_a).all()
        };
        pairs.iter().filter(meets).copied().collect()
    }

    /// Crossings of contours of which every edge ends near every face that it goes through.
    fn shallow(&self, mesh: &CollisionMesh, start: &Tangle) -> Vec<Crossing> {
        let at = |id: VertexId| start.positions[id.index()];
        let is_deep = |index: &usize| {
            let crossing = start.crossings[*index];
            let [a, b, c] = mesh.face(crossing.face).map(at);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let depths = mesh.edge(crossing.edge).map(|end| normal.dot(at(end) - a).abs());
            depths[0].min(depths[1]) > self.farthest
        };
        let all = contours(mesh, &start.crossings).contours;
        let shallow = all.iter().filter(|contour| !contour.crossings.iter().any(&is_deep));
        shallow.flat_map(|contour| &contour.crossings).map(|i| start.crossings[*i]).collect()
    }
}

/// The edges and faces of a vertex with those that they may cross.
struct Star<'a> {
    mesh: &'a CollisionMesh,
    vertex: VertexId,
    pairs: &'a [(EdgeId, FaceId)],
}

impl Star<'_> {
    /// The place with the fewest crossings, if there are fewer than where it is.
    fn better(&self, positions: &[DVec3], given: DVec3, farthest: f64) -> Option<DVec3> {
        let x = positions[self.vertex.index()];
        let crossed: Vec<(EdgeId, FaceId)> =
            self.pairs.iter().filter(|pair| self.crosses(**pair, positions, x)).copied().collect();
        let (mut least, mut best) = (crossed.len(), None);
        let mean = towards_neighbours(self.mesh, self.vertex, positions);
        let smoothed = [0.5, 1.0, 2.0].map(|part| x + part * (mean - x));
        let places = crossed.iter().flat_map(|pair| self.beyond(*pair, positions, farthest));
        for place in places.chain(smoothed) {
            if least == 0 {
                break;
            }
            if !place.is_finite() || place.distance(given) > farthest {
                continue;
            }
            // Counts only as far as it may still be better.
            let crossed = self.pairs.iter().filter(|pair| self.crosses(**pair, positions, place));
            let count = crossed.take(least).count();
            if count < least {
                (least, best) = (count, Some(place));
            }
        }
        best
    }

    fn crosses(&self, (edge, face): (EdgeId, FaceId), positions: &[DVec3], place: DVec3) -> bool {
        let at = |id: VertexId| if id == self.vertex { place } else { positions[id.index()] };
        segment_triangle(self.mesh.edge(edge).map(at), self.mesh.face(face).map(at)).intersects()
    }

    /// Places just beyond the face of a crossing, or with the face beyond the ends of the edge.
    fn beyond(
        &self,
        (edge, face): (EdgeId, FaceId),
        positions: &[DVec3],
        farthest: f64,
    ) -> Vec<DVec3> {
        let x = positions[self.vertex.index()];
        let (edge, face) = (self.mesh.edge(edge), self.mesh.face(face));
        let [a, b, c] = face.map(|id| positions[id.index()]);
        let normal = (b - a).cross(c - a).normalize_or_zero();
        let heights = edge.map(|end| normal.dot(positions[end.index()] - a));
        let mut places = Vec::new();
        for margin in MARGINS.map(|part| part * farthest) {
            for (i, end) in edge.iter().enumerate() {
                let (height, other) = (heights[i], heights[1 - i]);
                if *end == self.vertex {
                    places.push(x + (other.signum() * margin - height) * normal);
                } else if face.contains(&self.vertex) {
                    places.push(x + (height + height.signum() * margin) * normal);
                }
            }
        }
        places
    }
}
