//! Triangles of a panel: points along its outline, a hexagonal grid inside, Delaunay triangles
//! between them.

use glam::{DVec2, dvec2};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// Points of a panel, those of the outline first, and triangles between them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FlatMesh {
    pub(crate) points: Vec<DVec2>,
    pub(crate) faces: Vec<[u32; 3]>,
}

/// Least distance between the grid and the outline, in edge lengths.
const MARGIN: f64 = 0.62;
/// Rounds of triangulation and smoothing.
const ROUNDS: usize = 4;

/// Triangulates the inside of a closed polygon, counter-clockwise, with a given edge length (m).
/// `None` if the polygon crosses itself.
pub(crate) fn triangulate(outline: &[DVec2], edge_length: f64) -> Option<FlatMesh> {
    let mut mesh = FlatMesh { points: outline.to_vec(), faces: Vec::new() };
    mesh.points.extend(grid(outline, edge_length));
    for round in 0..ROUNDS {
        if round > 0 {
            smooth(&mut mesh, outline.len());
        }
        mesh.faces = delaunay(&mesh.points, outline)?;
    }
    Some(mesh)
}

/// Points of a hexagonal grid inside an outline.
fn grid(outline: &[DVec2], edge_length: f64) -> Vec<DVec2> {
    let low = outline.iter().copied().reduce(DVec2::min).unwrap_or_default();
    let high = outline.iter().copied().reduce(DVec2::max).unwrap_or_default();
    let middle = 0.5 * (low + high);
    let row_height = 0.5 * 3.0_f64.sqrt() * edge_length;
    let half = (0.5 * (high - low) / dvec2(edge_length, row_height)).ceil().as_ivec2();
    let point = |row: i32, column: i32| {
        let shift = if row.rem_euclid(2) == 0 { 0.0 } else { 0.5 };
        middle + dvec2((f64::from(column) + shift) * edge_length, f64::from(row) * row_height)
    };
    (-half.y..=half.y)
        .flat_map(|row| (-half.x - 1..=half.x).map(move |column| point(row, column)))
        .filter(|&p| is_inside(outline, p) && distance_to(outline, p) >= MARGIN * edge_length)
        .collect()
}

fn sides(outline: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

/// True if a ray to the right crosses the outline an odd number of times.
fn is_inside(outline: &[DVec2], p: DVec2) -> bool {
    let crosses = |[a, b]: [DVec2; 2]| {
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
    };
    sides(outline).filter(|&side| crosses(side)).count() % 2 == 1
}

fn distance_to(outline: &[DVec2], p: DVec2) -> f64 {
    let to_side = |[a, b]: [DVec2; 2]| {
        let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a.lerp(b, t))
    };
    sides(outline).map(to_side).fold(f64::INFINITY, f64::min)
}

fn delaunay(points: &[DVec2], outline: &[DVec2]) -> Option<Vec<[u32; 3]>> {
    let vertices: Vec<Point2<f64>> = points.iter().map(|p| Point2::new(p.x, p.y)).collect();
    let count = outline.len();
    let edges = (0..count).map(|i| [i, (i + 1) % count]).collect();
    let mut has_conflict = false;
    let mesh =
        ConstrainedDelaunayTriangulation::<Point2<f64>>::try_bulk_load_cdt(vertices, edges, |_| {
            has_conflict = true;
        })
        .ok()?;
    if has_conflict || mesh.num_vertices() != points.len() {
        return None;
    }
    let faces = mesh.inner_faces().map(|face| face.vertices().map(|v| v.fix().index() as u32));
    let is_wanted = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|i| points[i as usize]);
        // Points of a straight edge are off their line by rounding: outside there are slivers.
        let is_sliver = (b - a).perp_dot(c - a) < 1e-6 * a.distance_squared(b);
        !is_sliver && is_inside(outline, (a + b + c) / 3.0)
    };
    Some(faces.filter(is_wanted).collect())
}

/// Moves the points behind the first `fixed` to the middle of their neighbours.
fn smooth(mesh: &mut FlatMesh, fixed: usize) {
    let mut sums = vec![(DVec2::ZERO, 0.0); mesh.points.len()];
    for face in &mesh.faces {
        for i in 0..3 {
            let (sum, count) = &mut sums[face[i] as usize];
            *sum += mesh.points[face[(i + 1) % 3] as usize];
            *count += 1.0;
        }
    }
    for (p, (sum, count)) in mesh.points.iter_mut().zip(sums).skip(fixed) {
        *p = sum / count;
    }
}
