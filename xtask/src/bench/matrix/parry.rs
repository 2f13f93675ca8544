//! The same job with parry3d: boxes in single precision, its default build, simultaneous traversal,
//! pairs that share a vertex left out. The pairs stay in the order in which parry finds them:
//! sorting them would be its loss.

use parry3d::bounding_volume::Aabb;
use parry3d::math::Vector;
use parry3d::partitioning::{Bvh, BvhBuildStrategy, BvhNode, BvhWorkspace};
use ripstop_fixtures::Scene;

use super::Arguments;
use crate::broad::RADIUS;
use crate::measure::least;

/// Seconds for boxes, trees and both kinds of pairs, in the order in which parry finds them.
pub(super) fn measure(scene: &Scene, arguments: &Arguments) -> f64 {
    let radius = (RADIUS * scene.mean_cloth_edge_length()) as f32;
    let ends = |v: &glam::DVec3| Vector::new(v.x as f32, v.y as f32, v.z as f32);
    let mut found = (0, 0);
    let total = least(arguments.clock, arguments.repeats, || {
        let vertices: Vec<Aabb> = scene
            .start
            .iter()
            .zip(&scene.end)
            .map(|(a, b)| {
                let (a, b) = (ends(a), ends(b));
                Aabb::new(a.min(b) - Vector::splat(radius), a.max(b) + Vector::splat(radius))
            })
            .collect();
        let hull = |ids: &[u32]| {
            let mut boxes = ids.iter().map(|&v| vertices[v as usize]);
            let first = boxes.next().unwrap_or(Aabb::new_invalid());
            boxes.fold(first, |hull, aabb| {
                Aabb::new(hull.mins.min(aabb.mins), hull.maxs.max(aabb.maxs))
            })
        };
        let edges: Vec<Aabb> = scene.edges.iter().map(|edge| hull(edge)).collect();
        let faces: Vec<Aabb> = scene.faces.iter().map(|face| hull(face)).collect();

        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &edges);
        let mut edge_edge = Vec::new();
        tree.traverse_bvtt_single_tree::<false>(&mut BvhWorkspace::default(), &mut |a, b| {
            let (ends, others) = (scene.edges[a as usize], scene.edges[b as usize]);
            if ends.iter().all(|end| !others.contains(end)) {
                edge_edge.push((a.min(b), a.max(b)));
            }
        });

        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &faces);
        let queries = Bvh::from_leaves(BvhBuildStrategy::Binned, &vertices);
        let vertex_face: Vec<(u32, u32)> = queries
            .leaf_pairs(&tree, BvhNode::intersects)
            .filter(|&(vertex, face)| !scene.faces[face as usize].contains(&vertex))
            .collect();
        found = (edge_edge.len(), vertex_face.len());
        (edge_edge, vertex_face)
    });
    println!("parry3d found {} edge–edge and {} vertex–face pairs", found.0, found.1);
    total
}
