//! Small moves at welded seams that undo crossings at the start.
//!
//! Layers that are sewn to one edge start a hair's breadth apart, often on wrong sides of each
//! other: stitches do not mind. In one mesh that is a tangle. Vertices that have to do with a
//! crossing are moved, one after another, to where fewest edges go through faces around them: to
//! the right side of a face, and never farther than a part of an edge. What is left is a tangle
//! like any other.

use glam::DVec3;
use ripstop_broad::candidates::MeshBoxes;
use ripstop_broad::{BoxError, BoxId, BroadPhase, Bvh, Row};
use ripstop_detection::crossings;
use ripstop_geometry::predicates::segment_triangle;
use ripstop_geometry::{Aabb, CollisionMesh, Crossing, Motion, VertexId};

use super::World;

/// Rounds over all vertices at most.
const MOST_ROUNDS: usize = 8;

/// The farthest that a vertex is moved, as a part of the mean edge.
const FARTHEST: f64 = 0.2;

/// Distances beyond a face to which a vertex is moved, as parts of the farthest.
const MARGINS: [f64; 4] = [0.01, 0.05, 0.2, 0.6];

/// Most crossings that are looked at: with more the start is no seam that is a little off.
const MOST_CROSSINGS: usize = 1024;

/// Moves vertices at welded seams so that fewer edges go through faces at the start.
pub(super) fn uncross(world: &mut World) {
    let reach = reaches(world);
    if reach.iter().all(|reach| *reach <= 0.0) {
        return;
    }
    let given = &world.start.positions;
    let mut positions = given.clone();
    for _ in 0..MOST_ROUNDS {
        // A position that is not finite is an error elsewhere.
        let Ok(found) = crossings(&world.mesh, &world.filters, &positions) else { return };
        if found.is_empty() || found.len() > MOST_CROSSINGS {
            break;
        }
        let Ok(trees) = Trees::new(&world.mesh, &positions) else { return };
        let mut has_moved = false;
        for vertex in concerned(&world.mesh, &found, &reach) {
            let around = Around::new(world, &trees, vertex, &positions);
            let mut least = around.crossings(&positions, positions[vertex.index()]).len();
            for place in around.places(&positions, &reach, given) {
                let count = around.crossings(&positions, place).len();
                if count < least {
                    least = count;
                    positions[vertex.index()] = place;
                    has_moved = true;
                }
            }
        }
        if !has_moved {
            break;
        }
    }
    world.start.positions = positions;
}

/// Distances (m) by which vertices may be moved: 0 for all but the free ones of welded cloths.
fn reaches(world: &World) -> Vec<f64> {
    let mut reach = vec![0.0; world.mesh.vertex_count()];
    for part in &world.cloths {
        let lengths = part.shape.lengths();
        if part.welded.is_none() || lengths.is_empty() {
            continue;
        }
        let farthest = FARTHEST * lengths.iter().sum::<f64>() / lengths.len() as f64;
        for vertex in part.vertices() {
            if world.start.inverse_masses[vertex] > 0.0 {
                reach[vertex] = farthest;
            }
        }
    }
    reach
}

/// Vertices of crossings that may be moved, ascending.
fn concerned(mesh: &CollisionMesh, found: &[Crossing], reach: &[f64]) -> Vec<VertexId> {
    let vertices = found
        .iter()
        .flat_map(|crossing| mesh.edge(crossing.edge).into_iter().chain(mesh.face(crossing.face)));
    let mut vertices: Vec<VertexId> =
        vertices.filter(|vertex| reach[vertex.index()] > 0.0).collect();
    vertices.sort_unstable();
    vertices.dedup();
    vertices
}

/// Edges and faces by place.
struct Trees {
    edges: Bvh,
    faces: Bvh,
}

impl Trees {
    fn new(mesh: &CollisionMesh, positions: &[DVec3]) -> Result<Self, BoxError> {
        let mut boxes = MeshBoxes::default();
        boxes.update(mesh, &Motion { start: positions, end: positions }, 0.0);
        let mut trees = Self { edges: Bvh::default(), faces: Bvh::default() };
        trees.edges.rebuild(&boxes.edges)?;
        trees.faces.rebuild(&boxes.faces)?;
        Ok(trees)
    }
}

/// Numbers of the boxes of a tree in a room, ascending.
fn inside(tree: &Bvh, room: &Aabb) -> Vec<usize> {
    let mut row = Row::default();
    tree.partners_from(BoxId(0), room, &mut row);
    let mut found: Vec<usize> = row.partners().iter().map(|id| id.index()).collect();
    found.sort_unstable();
    found
}

/// An edge and a face without a common vertex.
type Pair = ([VertexId; 2], [VertexId; 3]);

/// The edges and faces of a vertex with those that they may cross.
struct Around {
    vertex: VertexId,
    pairs: Vec<Pair>,
}

impl Around {
    fn new(world: &World, trees: &Trees, vertex: VertexId, positions: &[DVec3]) -> Self {
        let World { mesh, filters, .. } = world;
        let edges = mesh.vertex_edges().row(vertex.index()).iter().map(|id| mesh.edge(*id));
        let edges: Vec<[VertexId; 2]> = edges.collect();
        let faces = mesh.vertex_faces().row(vertex.index()).iter().map(|id| mesh.face(*id));
        let faces: Vec<[VertexId; 3]> = faces.collect();
        let own: Vec<DVec3> = faces.iter().flatten().map(|id| positions[id.index()]).collect();
        // As far again on every side: vertices move by far less.
        let own = Aabb::of_points(&own);
        let room = own.inflated(own.extent().length());
        let surface = |ids: &[VertexId]| mesh.surfaces()[ids[0].index()];
        let is_pair = |edge: &[VertexId; 2], face: &[VertexId; 3]| {
            filters.allow(surface(edge), surface(face))
                && !edge.iter().any(|end| face.contains(end))
        };
        let mut pairs = Vec::new();
        for face in inside(&trees.faces, &room).into_iter().map(|face| mesh.faces()[face]) {
            let crossed = edges.iter().filter(|edge| is_pair(edge, &face));
            pairs.extend(crossed.map(|edge| (*edge, face)));
        }
        for edge in inside(&trees.edges, &room).into_iter().map(|edge| mesh.edges()[edge]) {
            let crossed = faces.iter().filter(|face| is_pair(&edge, face));
            pairs.extend(crossed.map(|face| (edge, *face)));
        }
        Self { vertex, pairs }
    }

    /// Pairs that cross with the vertex at a place (m).
    fn crossings(&self, positions: &[DVec3], place: DVec3) -> Vec<Pair> {
        let at = |id: VertexId| if id == self.vertex { place } else { positions[id.index()] };
        let crosses =
            |(edge, face): &&Pair| segment_triangle(edge.map(at), face.map(at)).intersects();
        self.pairs.iter().filter(crosses).copied().collect()
    }

    /// Places (m) where one of its crossings ends, within its reach of where it was given.
    fn places(&self, positions: &[DVec3], reach: &[f64], given: &[DVec3]) -> Vec<DVec3> {
        let index = self.vertex.index();
        let (x, reach) = (positions[index], reach[index]);
        let mut places = Vec::new();
        for (edge, face) in self.crossings(positions, x) {
            let [a, b, c] = face.map(|id| positions[id.index()]);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let heights = edge.map(|end| normal.dot(positions[end.index()] - a));
            for margin in MARGINS.map(|part| part * reach) {
                for (i, end) in edge.iter().enumerate() {
                    let (height, other) = (heights[i], heights[1 - i]);
                    if *end == self.vertex {
                        places.push(x + (other.signum() * margin - height) * normal);
                    } else if face.contains(&self.vertex) {
                        places.push(x + (height + height.signum() * margin) * normal);
                    }
                }
            }
        }
        places.retain(|place| place.distance(given[index]) <= reach);
        places
    }
}
