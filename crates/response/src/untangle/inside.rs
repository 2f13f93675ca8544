//! Surfaces that lie wholly inside of a closed one: nothing crosses there, and it is wrong all the
//! same.
//!
//! A connected component that does not cross a closed one lies inside of it as a whole, or not at
//! all: the exact winding number of one of its vertices tells. It is brought out by the shortest of
//! its exits after which nothing more crosses and less is inside. In the cavity of a hollow solid,
//! whose walls are closed components of one surface, their winding numbers cancel: that is outside.

use std::collections::BTreeMap;

use glam::DVec3;
use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::{Aabb, CollisionMesh, Crossing, SurfaceId, VertexId};

use super::exits::Exits;
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
    enclosed_where(mesh, crossings, positions, &|_, _| true)
}

/// As [`enclosed`], of those pairs of surfaces for which `counts`: that of the component inside,
/// and that of the closed one.
#[must_use]
pub fn enclosed_where(
    mesh: &CollisionMesh,
    crossings: &[Crossing],
    positions: &[DVec3],
    counts: &dyn Fn(SurfaceId, SurfaceId) -> bool,
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
    let surface = |part: u32| mesh.surfaces()[parts.vertices[part as usize][0].index()];
    let mut shells = Shells::default();
    for body in 0..components.count() as u32 {
        if parts.has_border[body as usize] {
            continue;
        }
        let around = parts.boxes[body as usize];
        let within = |part: &u32| {
            let own = parts.boxes[*part as usize];
            *part != body
                && parts.has_faces[*part as usize]
                && around.contains(&own)
                && counts(surface(*part), surface(body))
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
            let x = positions[vertex.index()];
            let own = enclosure.winding_number(x);
            if own == 0 {
                continue;
            }
            // What is in the cavity of a hollow solid is outside of it.
            let others = (0..components.count() as u32)
                .filter(|other| ![part, body].contains(other) && surface(*other) == surface(body))
                .filter(|other| parts.boxes[*other as usize].contains(&Aabb::of_point(x)));
            let mut around = 0;
            for other in others {
                let shell = || parts.enclosure(mesh, &components, positions, other);
                let shell = shells.entry(other).or_insert_with(shell).as_ref();
                around += shell.map_or(0, |shell| shell.winding_number(x));
            }
            if own + around != 0 {
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
    bring_out_where(detector, inverse_masses, gap, positions, &|_, _| true)
}

/// As [`bring_out`], of those pairs of surfaces for which `counts`, as for [`enclosed_where`].
pub fn bring_out_where(
    detector: &mut dyn CrossingDetector,
    inverse_masses: &[f64],
    gap: f64,
    positions: &mut [DVec3],
    counts: &dyn Fn(SurfaceId, SurfaceId) -> bool,
) -> usize {
    let mut crossings = detector.crossings(positions);
    let mut count = 0;
    let mut inside = enclosed_where(detector.mesh(), &crossings, positions, counts);
    if inside.is_empty() {
        return 0;
    }
    let mesh = detector.mesh().clone();
    loop {
        let mut has_moved = false;
        for found in &inside {
            let exits = |mesh| Exits { mesh, found: *found, inverse_masses, gap };
            for exit in exits(&mesh).candidates(positions) {
                let mut after = detector.crossings(&exit.positions);
                let mut candidate = exit.positions.clone();
                if after.len() > crossings.len() {
                    let most = crossings.len();
                    let is_near = exit.is_wrapped && !exit.tears;
                    let untangled = || exits(&mesh).untangled(detector, &exit, positions, most);
                    let Some(end) = is_near.then(untangled).flatten() else { continue };
                    candidate = end;
                    after = detector.crossings(&candidate);
                }
                let left = enclosed_where(&mesh, &after, &candidate, counts).len();
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
        inside = enclosed_where(&mesh, &crossings, positions, counts);
    }
}

/// The volumes inside of components, as far as they were asked for and are closed.
type Shells = BTreeMap<u32, Option<Enclosure>>;

/// Vertices, extents and faces of components.
pub(super) struct Parts {
    pub(super) vertices: Vec<Vec<VertexId>>,
    boxes: Vec<Aabb>,
    has_faces: Vec<bool>,
    /// True without faces, or with an edge of a single one.
    has_border: Vec<bool>,
}

impl Parts {
    pub(super) fn new(mesh: &CollisionMesh, components: &Components, positions: &[DVec3]) -> Self {
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
        let mut has_border: Vec<bool> = has_faces.iter().map(|has| !has).collect();
        for (edge, faces) in mesh.edges().iter().zip(mesh.edge_faces().rows()) {
            has_border[components.of(edge[0]) as usize] |= faces.len() < 2;
        }
        Self { vertices, boxes, has_faces, has_border }
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
