//! Ways out of a closed surface for a component that lies inside of it.
//!
//! ```text
//! wrapped      every vertex to the closest point of the surface, and a gap beyond
//! shifted      the component as a whole, along one of 26 directions, past the other's extent
//! ```
//!
//! Shorter ones come first; but one that stretches an edge to more than twice its length comes
//! after all others. What is wrapped may cut off edges of the body: it is untangled then.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::{CollisionMesh, VertexId};

use super::inside::{Enclosed, Parts};
use super::{Components, CrossingDetector, TangledCloth, UntangleSettings, untangle};

/// An edge that becomes longer by more than this factor is torn.
const MOST_STRETCH: f64 = 2.0;

/// Iterations of untangling what is wrapped.
const ITERATIONS: usize = 60;

/// A way out.
pub(super) struct Exit {
    /// The largest displacement (m).
    distance: f64,
    /// All positions after it (m).
    pub(super) positions: Vec<DVec3>,
    /// True if every vertex goes its own way.
    pub(super) is_wrapped: bool,
    /// True if an edge becomes much longer.
    pub(super) tears: bool,
}

/// Ways out for one component, or for the closed one around it if that alone can move.
pub(super) struct Exits<'a> {
    pub(super) mesh: &'a CollisionMesh,
    pub(super) found: Enclosed,
    pub(super) inverse_masses: &'a [f64],
    /// Distance from the surface afterwards (m).
    pub(super) gap: f64,
}

impl Exits<'_> {
    /// Ways out, the best first.
    pub(super) fn candidates(&self, positions: &[DVec3]) -> Vec<Exit> {
        let components = Components::new(self.mesh, positions);
        let Parts { vertices, .. } = Parts::new(self.mesh, &components, positions);
        let [inner, outer] =
            [self.found.part, self.found.body].map(|part| &vertices[part as usize]);
        let is_free =
            |own: &[VertexId]| own.iter().all(|vertex| self.inverse_masses[vertex.index()] > 0.0);
        let (moving, forward) = match (is_free(inner), is_free(outer)) {
            (true, _) => (inner, 1.0),
            (false, true) => (outer, -1.0),
            (false, false) => return Vec::new(),
        };
        let heights = |own: &[VertexId], u: DVec3| -> Vec<f64> {
            own.iter().map(|vertex| u.dot(positions[vertex.index()])).collect()
        };
        let mut exits = Vec::new();
        for direction in directions() {
            let lowest = heights(inner, direction).into_iter().fold(f64::INFINITY, f64::min);
            let highest = heights(outer, direction).into_iter().fold(f64::NEG_INFINITY, f64::max);
            let distance = highest - lowest + self.gap;
            let mut moved = positions.to_vec();
            for vertex in moving {
                moved[vertex.index()] += forward * distance * direction;
            }
            exits.push(Exit { distance, positions: moved, is_wrapped: false, tears: false });
        }
        if forward > 0.0 {
            let wrapped = self.wrapped(&components, inner, positions);
            let distances = wrapped.iter().zip(positions).map(|(x, y)| x.distance(*y));
            let distance = distances.fold(0.0, f64::max);
            let tears = self.tears(positions, &wrapped);
            exits.push(Exit { distance, positions: wrapped, is_wrapped: true, tears });
        }
        exits.sort_by(|a, b| a.tears.cmp(&b.tears).then(a.distance.total_cmp(&b.distance)));
        exits
    }

    /// True if an edge becomes much longer.
    fn tears(&self, before: &[DVec3], after: &[DVec3]) -> bool {
        let length = |[a, b]: [VertexId; 2], at: &[DVec3]| at[a.index()].distance(at[b.index()]);
        let is_torn =
            |edge: &[VertexId; 2]| length(*edge, after) > MOST_STRETCH * length(*edge, before);
        self.mesh.edges().iter().any(is_torn)
    }

    /// Positions without more crossings than `most`, from those of a way out that crosses the
    /// surface around: the component alone moves.
    pub(super) fn untangled(
        &self,
        detector: &mut dyn CrossingDetector,
        exit: &Exit,
        before: &[DVec3],
        most: usize,
    ) -> Option<Vec<DVec3>> {
        let mut inverse_masses = vec![0.0; before.len()];
        for (w, (x, y)) in inverse_masses.iter_mut().zip(exit.positions.iter().zip(before)) {
            *w = if x == y { 0.0 } else { 1.0 };
        }
        let length = |[a, b]: &[VertexId; 2]| before[a.index()].distance(before[b.index()]);
        let rest_lengths: Vec<f64> = self.mesh.edges().iter().map(length).collect();
        let cloth = TangledCloth {
            rest_lengths: &rest_lengths,
            inverse_masses: &inverse_masses,
            layers: &[],
            inside: &[],
        };
        let settings = UntangleSettings { iterations: ITERATIONS, ..UntangleSettings::default() };
        let end = untangle(detector, &exit.positions, &cloth, &settings);
        let is_good = end.crossings.len() <= most && !self.tears(before, &end.positions);
        is_good.then_some(end.positions)
    }

    /// Every vertex just beyond the closest point of the surface around it.
    fn wrapped(
        &self,
        components: &Components,
        inner: &[VertexId],
        positions: &[DVec3],
    ) -> Vec<DVec3> {
        let corners: Vec<[DVec3; 3]> = self
            .mesh
            .faces()
            .iter()
            .filter(|face| components.of(face[0]) == self.found.body)
            .map(|face| face.map(|vertex| positions[vertex.index()]))
            .collect();
        let inwards = components.outside(self.found.body) == Some(Sign::Negative);
        let places: Vec<DVec3> = inner
            .par_iter()
            .map(|vertex| {
                let x = positions[vertex.index()];
                let mut closest = (f64::INFINITY, x);
                for &face in &corners {
                    let found = point_triangle(x, face);
                    let distance = found.distance();
                    if distance < closest.0 {
                        let [a, b, c] = face;
                        let normal = (b - a).cross(c - a).normalize_or_zero();
                        let outwards = if inwards { -normal } else { normal };
                        closest = (distance, found.point(face) + self.gap * outwards);
                    }
                }
                closest.1
            })
            .collect();
        let mut moved = positions.to_vec();
        for (vertex, place) in inner.iter().zip(places) {
            moved[vertex.index()] = place;
        }
        moved
    }
}

/// Unit vectors along the axes and diagonals of a cube.
fn directions() -> Vec<DVec3> {
    let mut all = Vec::with_capacity(26);
    for k in 0..27_u32 {
        let [x, y, z] = [k % 3, k / 3 % 3, k / 9].map(|digit| f64::from(digit) - 1.0);
        all.extend(DVec3::new(x, y, z).try_normalize());
    }
    all
}
