//! Surfaces that lie wholly inside of a closed one: nothing crosses there, and it is wrong all the
//! same.
//!
//! A connected component that does not cross a closed one lies inside of it as a whole, or not at
//! all: the exact winding number of one of its vertices tells. It is brought out by the smaller of
//!
//! ```text
//! wrapped      every vertex to the closest point of the surface, and a gap beyond
//! shifted      the component as a whole, along one of 26 directions, past the other's extent
//! ```
//!
//! of which the first is taken after which nothing more crosses and nothing is inside.

use glam::DVec3;
use rayon::prelude::*;
use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::{Aabb, CollisionMesh, Crossing, VertexId};

use super::{Components, CrossingDetector};

/// A component inside of a closed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Enclosed {
    /// The component that is inside.
    pub part: u32,
    /// The closed one around it.
    pub body: u32,
    /// The first vertex of the component that is inside.
    pub vertex: VertexId,
    /// The first vertex of the closed one.
    pub of_body: VertexId,
    /// Number of vertices of the component that is inside.
    pub vertices: usize,
}

/// Components that lie inside of closed ones without crossing them, ascending.
#[must_use]
pub fn enclosed(
    mesh: &CollisionMesh,
    crossings: &[Crossing],
    positions: &[DVec3],
) -> Vec<Enclosed> {
    let components = Components::new(mesh, positions);
    let parts = Parts::new(mesh, &components, positions);
    let mut cross: Vec<[u32; 2]> = crossings
        .iter()
        .map(|crossing| {
            let (edge, face) = (mesh.edge(crossing.edge)[0], mesh.face(crossing.face)[0]);
            let [a, b] = [components.of(edge), components.of(face)];
            [a.min(b), a.max(b)]
        })
        .collect();
    cross.sort_unstable();
    cross.dedup();
    let mut found = Vec::new();
    for body in (0..components.count() as u32).filter(|body| components.outside(*body).is_some()) {
        let around = parts.boxes[body as usize];
        let within = |part: &u32| {
            let own = parts.boxes[*part as usize];
            *part != body && parts.has_faces[*part as usize] && around.contains(&own)
        };
        let is_apart =
            |part: &u32| cross.binary_search(&[body.min(*part), body.max(*part)]).is_err();
        let inner: Vec<u32> =
            (0..components.count() as u32).filter(within).filter(is_apart).collect();
        if inner.is_empty() {
            continue;
        }
        let Some(enclosure) = parts.enclosure(mesh, &components, positions, body) else { continue };
        for part in inner {
            let vertex = parts.vertices[part as usize][0];
            if enclosure.winding_number(positions[vertex.index()]) != 0 {
                let vertices = parts.vertices[part as usize].len();
                let of_body = parts.vertices[body as usize][0];
                found.push(Enclosed { part, body, vertex, of_body, vertices });
            }
        }
    }
    found.sort_unstable();
    found
}

/// Brings components out of closed ones that they lie inside of, as far as nothing more crosses
/// after that. Returns the number that were brought out.
pub fn bring_out(
    detector: &mut dyn CrossingDetector,
    inverse_masses: &[f64],
    gap: f64,
    positions: &mut [DVec3],
) -> usize {
    let mut crossings = detector.crossings(positions);
    let mut count = 0;
    loop {
        let inside = enclosed(detector.mesh(), &crossings, positions);
        let mut has_moved = false;
        for found in &inside {
            let exits = Exits { mesh: detector.mesh(), found: *found, inverse_masses, gap };
            for candidate in exits.candidates(positions) {
                let after = detector.crossings(&candidate);
                let left = enclosed(detector.mesh(), &after, &candidate).len();
                if after.len() <= crossings.len() && left < inside.len() {
                    positions.copy_from_slice(&candidate);
                    crossings = after;
                    has_moved = true;
                    count += 1;
                    break;
                }
            }
            if has_moved {
                break;
            }
        }
        if !has_moved {
            return count;
        }
    }
}

/// Vertices, extents and faces of components.
struct Parts {
    vertices: Vec<Vec<VertexId>>,
    boxes: Vec<Aabb>,
    has_faces: Vec<bool>,
}

impl Parts {
    fn new(mesh: &CollisionMesh, components: &Components, positions: &[DVec3]) -> Self {
        let mut vertices = vec![Vec::new(); components.count()];
        for vertex in (0..mesh.vertex_count() as u32).map(VertexId) {
            vertices[components.of(vertex) as usize].push(vertex);
        }
        let boxed = |own: &Vec<VertexId>| {
            let points: Vec<DVec3> = own.iter().map(|vertex| positions[vertex.index()]).collect();
            Aabb::of_points(&points)
        };
        let boxes = vertices.iter().map(boxed).collect();
        let mut has_faces = vec![false; components.count()];
        for face in mesh.faces() {
            has_faces[components.of(face[0]) as usize] = true;
        }
        Self { vertices, boxes, has_faces }
    }

    /// The volume inside of a component.
    fn enclosure(
        &self,
        mesh: &CollisionMesh,
        components: &Components,
        positions: &[DVec3],
        body: u32,
    ) -> Option<Enclosure> {
        let own = &self.vertices[body as usize];
        let local = |vertex: VertexId| own.binary_search(&vertex).unwrap_or(0) as u32;
        let faces: Vec<[u32; 3]> = mesh
            .faces()
            .iter()
            .filter(|face| components.of(face[0]) == body)
            .map(|face| face.map(local))
            .collect();
        let places: Vec<DVec3> = own.iter().map(|vertex| positions[vertex.index()]).collect();
        Enclosure::new(&places, &faces).ok()
    }
}

/// Ways out for one component, or for the closed one around it if that alone can move.
struct Exits<'a> {
    mesh: &'a CollisionMesh,
    found: Enclosed,
    inverse_masses: &'a [f64],
    /// Distance from the surface afterwards (m).
    gap: f64,
}

impl Exits<'_> {
    /// Positions with the component outside, by their largest displacement.
    fn candidates(&self, positions: &[DVec3]) -> Vec<Vec<DVec3>> {
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
        let mut exits: Vec<(f64, Vec<DVec3>)> = Vec::new();
        for direction in directions() {
            let lowest = heights(inner, direction).into_iter().fold(f64::INFINITY, f64::min);
            let highest = heights(outer, direction).into_iter().fold(f64::NEG_INFINITY, f64::max);
            let distance = highest - lowest + self.gap;
            let mut moved = positions.to_vec();
            for vertex in moving {
                moved[vertex.index()] += forward * distance * direction;
            }
            exits.push((distance, moved));
        }
        if forward > 0.0 {
            let wrapped = self.wrapped(&components, inner, positions);
            let distances = wrapped.iter().zip(positions).map(|(x, y)| x.distance(*y));
            exits.push((distances.fold(0.0, f64::max), wrapped));
        }
        exits.sort_by(|a, b| a.0.total_cmp(&b.0));
        exits.into_iter().map(|(_, moved)| moved).collect()
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
