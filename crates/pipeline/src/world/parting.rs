//! Panels of sewing patterns that start inside a body or in each other, moved off.
//!
//! A pattern places its panels around some body, not always around this one, and panels of sleeves
//! or of two garments meet. A panel moves along its normal, away from the body, step by step until
//! it neither crosses anything nor is inside. Of two panels that cross the outer one
//! moves. It is still flat then, and sewing brings it back.

use std::ops::Range;

use glam::DVec3;
use ripstop_geometry::Aabb;
use ripstop_geometry::sdf::Enclosure;
use ripstop_geometry::{SurfaceId, VertexId};

use super::World;
use super::placing::Bodies;
use super::seams::FileParts;
use crate::scene::{ClothShape, Scene};

/// Step of a panel (m).
const STEP: f64 = 0.01;
/// Most steps.
const MOST_STEPS: usize = 150;
/// Vertices of a panel that are asked whether they are inside a body, at most.
const ASKED: usize = 40;

/// A panel in the world.
pub(super) struct PlacedPanel {
    pub(super) vertices: Range<usize>,
    /// Direction in which it moves, of unit length.
    pub(super) away: DVec3,
    pub(super) layer: i32,
}

/// Moves the panels of sewing patterns until they cross nothing; what is left is a tangle like any
/// other.
pub(super) fn part_panels(world: &mut World, scene: &Scene, files: &[FileParts]) {
    let mut panels = placed(world, scene, files);
    if panels.is_empty() {
        return;
    }
    if scene.settings.sewing.thinner > 0.0 {
        let bodies = Bodies::new(world, scene.cloths.len());
        bodies.draw_near(world, &panels);
        let up = -DVec3::from(scene.settings.gravity).normalize_or_zero();
        bodies.raise(world, &panels, up);
    }
    let owner_of = |panels: &[PlacedPanel], vertex: VertexId| {
        panels.iter().position(|panel| panel.vertices.contains(&vertex.index()))
    };
    let bodies = enclosures(world, scene.cloths.len());
    let given = world.start.positions.clone();
    panels.sort_by_key(|panel| panel.vertices.start);
    let mut is_free = vec![false; panels.len()];
    for _ in 0..MOST_STEPS {
        let positions = &world.start.positions;
        // A position that is not finite is an error elsewhere.
        let Ok(found) = world.crossing_search().search(positions) else { return };
        let mut moves = vec![false; panels.len()];
        for crossing in &found {
            let edge = owner_of(&panels, world.mesh.edge(crossing.edge)[0]);
            let face = owner_of(&panels, world.mesh.face(crossing.face)[0]);
            match (edge, face) {
                (Some(a), Some(b)) if a != b => moves[outer(&panels, positions, [a, b])] = true,
                (Some(panel), None) | (None, Some(panel)) => moves[panel] = true,
                _ => {}
            }
        }
        for (number, panel) in panels.iter().enumerate() {
            if !moves[number] && !is_free[number] {
                is_free[number] = !is_inside(&bodies, &positions[panel.vertices.clone()]);
                moves[number] = !is_free[number];
            }
        }
        if !moves.contains(&true) {
            return;
        }
        for (panel, _) in panels.iter().zip(&moves).filter(|(_, moves)| **moves) {
            for x in &mut world.start.positions[panel.vertices.clone()] {
                *x += STEP * panel.away;
            }
        }
    }
    // There is no place for them: they stay where the file has them.
    world.start.positions = given;
}

/// The panels of all cloths that are made from a pattern.
fn placed(world: &World, scene: &Scene, files: &[FileParts]) -> Vec<PlacedPanel> {
    let bodies = world.mesh.vertex_count() - world.cloths.last().map_or(0, |c| c.vertices().end);
    let centre = |points: &[DVec3]| Aabb::of_points(points).center();
    let positions = &world.start.positions;
    let around = if bodies > 0 { &positions[positions.len() - bodies..] } else { positions };
    let middle = centre(around);
    let mut panels = Vec::new();
    for ((cloth, part), file) in scene.cloths.iter().zip(&world.cloths).zip(files) {
        if !matches!(cloth.shape, ClothShape::Pattern(_)) || cloth.weld_seams {
            continue;
        }
        for group in &file.groups {
            let faces = &part.topology.faces()[group.faces.clone()];
            let corners = || faces.iter().flatten().map(|vertex| vertex.index());
            let (Some(low), Some(high)) = (corners().min(), corners().max()) else { continue };
            let first = part.first.index();
            let vertices = first + low..first + high + 1;
            let at = |vertex: VertexId| positions[first + vertex.index()];
            let normal: DVec3 =
                faces.iter().map(|&[a, b, c]| (at(b) - at(a)).cross(at(c) - at(a))).sum();
            let normal = normal.normalize_or(DVec3::NEG_Y);
            let depth = (centre(&positions[vertices.clone()]) - middle).dot(normal);
            let away = if depth < 0.0 { -normal } else { normal };
            panels.push(PlacedPanel { vertices, away, layer: cloth.layer.unwrap_or_default() });
        }
    }
    panels
}

/// Of two panels, the one of the higher layer, or else the one that is farther out.
fn outer(panels: &[PlacedPanel], positions: &[DVec3], [a, b]: [usize; 2]) -> usize {
    let [one, other] = [&panels[a], &panels[b]];
    if one.layer != other.layer {
        return if one.layer > other.layer { a } else { b };
    }
    let middle = |panel: &PlacedPanel| {
        let points = &positions[panel.vertices.clone()];
        points.iter().sum::<DVec3>() / points.len() as f64
    };
    let along = one.away + other.away;
    if (middle(one) - middle(other)).dot(along) >= 0.0 { a } else { b }
}

/// The volumes of the closed obstacles.
fn enclosures(world: &World, cloth_count: usize) -> Vec<Enclosure> {
    let surfaces = world.mesh.surfaces();
    let volume = |number: usize| {
        let id = SurfaceId(number as u32);
        let first = surfaces.partition_point(|owner| *owner < id);
        let end = surfaces.partition_point(|owner| *owner <= id);
        let own = world.mesh.faces().iter().filter(|face| surfaces[face[0].index()] == id);
        let faces: Vec<[u32; 3]> =
            own.map(|face| face.map(|vertex| vertex.0 - first as u32)).collect();
        Enclosure::new(&world.start.positions[first..end], &faces).ok()
    };
    (cloth_count..world.names.len()).filter_map(volume).collect()
}

/// True if points spread over a list are all inside bodies: a panel that is partly inside crosses.
fn is_inside(bodies: &[Enclosure], points: &[DVec3]) -> bool {
    let step = points.len().div_ceil(ASKED).max(1);
    let mut asked = points.iter().step_by(step);
    asked.all(|point| bodies.iter().any(|body| body.winding_number(*point) != 0))
}
