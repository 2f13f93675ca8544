//! Bodies that are thinner while a garment is sewn around them.
//!
//! Seams that close around a body of full size squeeze a garment off its place: a tight skirt
//! slides down the thighs before its shoulders are closed. So each vertex of a body starts inside,
//!
//! ```text
//! x − min(d, 0.35 t) n        n normal, t thickness of the body along −n, both smoothed
//! ```
//!
//! and grows back once all seams are closed. Where that turns fingers inside out no harm is done: a
//! body may cross itself.

use std::collections::BTreeMap;

use glam::DVec3;
use ripstop_geometry::SurfaceId;

use super::World;
use super::kinematic::Inset;
use crate::scene::{ObstacleShape, Scene};

/// Part of its thickness by which a body gets thinner on either side, at most.
const MOST: f64 = 0.35;
/// Side of the cells in which faces are looked up (m).
const CELL: f64 = 0.03;
/// Rounds in which offsets are averaged with those around.
const ROUNDS: usize = 12;

/// Makes the bodies of a scene thinner at the start, if it wants that and has seams to close.
pub(super) fn thin_bodies(world: &mut World, scene: &Scene) {
    let sewing = scene.settings.sewing;
    if sewing.thinner <= 0.0 || sewing.time <= 0.0 {
        return;
    }
    let first_obstacle = world.kinematic.len() - scene.obstacles.len();
    for (number, obstacle) in scene.obstacles.iter().enumerate() {
        let is_body =
            matches!(obstacle.shape, ObstacleShape::Mesh { .. } | ObstacleShape::Mannequin(_));
        if !is_body {
            continue;
        }
        let offsets = offsets(world, scene.cloths.len() + number, sewing.thinner);
        let kinematic = &mut world.kinematic[first_obstacle + number];
        for (vertex, offset) in kinematic.vertices.iter().zip(&offsets) {
            world.start.positions[vertex.index()] += *offset;
        }
        kinematic.inset = Some(Inset { offsets, growth: sewing.growth });
    }
}

/// Offsets (m) of the vertices of a surface.
fn offsets(world: &World, surface: usize, depth: f64) -> Vec<DVec3> {
    let owners = world.mesh.surfaces();
    let id = SurfaceId(surface as u32);
    let first = owners.partition_point(|owner| *owner < id);
    let end = owners.partition_point(|owner| *owner <= id);
    let positions = &world.start.positions[first..end];
    let own = world.mesh.faces().iter().filter(|face| owners[face[0].index()] == id);
    let faces: Vec<[usize; 3]> =
        own.map(|face| face.map(|vertex| vertex.index() - first)).collect();
    let mut normals = vec![DVec3::ZERO; positions.len()];
    for face in &faces {
        let [a, b, c] = face.map(|vertex| positions[vertex]);
        let normal = (b - a).cross(c - a);
        for vertex in face {
            normals[*vertex] += normal;
        }
    }
    let mut cells: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
    for (number, face) in faces.iter().enumerate() {
        let corners = face.map(|vertex| positions[vertex]);
        let low = cell(corners[0].min(corners[1]).min(corners[2]));
        let high = cell(corners[0].max(corners[1]).max(corners[2]));
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    cells.entry([x, y, z]).or_default().push(number);
                }
            }
        }
    }
    let reach = depth / MOST;
    let mut offsets: Vec<DVec3> = Vec::with_capacity(positions.len());
    for (&x, normal) in positions.iter().zip(&normals) {
        let inwards = -normal.normalize_or_zero();
        let mut nearest = reach;
        let steps = (2.0 * reach / CELL).ceil() as i32;
        for step in 0..=steps {
            let place = x + (reach * f64::from(step) / f64::from(steps.max(1))) * inwards;
            for &face in cells.get(&cell(place)).into_iter().flatten() {
                let corners = faces[face].map(|vertex| positions[vertex]);
                if let Some(distance) = leaves(x, inwards, corners) {
                    nearest = nearest.min(distance);
                }
            }
        }
        offsets.push(depth.min(MOST * nearest) * inwards);
    }
    smoothed(offsets, &faces)
}

fn cell(x: DVec3) -> [i64; 3] {
    (x / CELL).floor().as_i64vec3().to_array()
}

/// Distance (m) at which a ray leaves a body through a face that looks along it.
fn leaves(x: DVec3, direction: DVec3, [a, b, c]: [DVec3; 3]) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    let speed = normal.dot(direction);
    if speed <= 0.0 {
        return None;
    }
    let distance = normal.dot(a - x) / speed;
    let hit = x + distance * direction - a;
    let (u, v) = (hit.cross(ac).dot(normal), ab.cross(hit).dot(normal));
    let is_hit = u >= 0.0 && v >= 0.0 && u + v <= normal.length_squared();
    (is_hit && distance > 1e-6).then_some(distance)
}

/// Offsets averaged with those of the vertices around, some times over.
fn smoothed(mut offsets: Vec<DVec3>, faces: &[[usize; 3]]) -> Vec<DVec3> {
    for _ in 0..ROUNDS {
        let mut sums: Vec<(DVec3, f64)> = offsets.iter().map(|offset| (*offset, 1.0)).collect();
        for face in faces {
            for i in 0..3 {
                let sum = &mut sums[face[i]];
                sum.0 += offsets[face[(i + 1) % 3]];
                sum.1 += 1.0;
            }
        }
        offsets = sums.into_iter().map(|(sum, count)| sum / count).collect();
    }
    offsets
}

#[test]
fn a_ray_leaves_through_the_far_side_alone() {
    let near = [DVec3::ZERO, DVec3::Y, DVec3::X];
    let far = [DVec3::Z, DVec3::X + DVec3::Z, DVec3::Y + DVec3::Z];
    let x = DVec3::new(0.2, 0.2, 0.0);
    assert_eq!(leaves(x, DVec3::Z, far), Some(1.0));
    assert_eq!(leaves(x, DVec3::Z, near), None);
    assert_eq!(leaves(x + DVec3::X, DVec3::Z, far), None);
}
