//! Small scenes of cloth inside of closed bodies, by parameters.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, dvec3};
use ripstop_geometry::tessellate::{TriangleMesh, capsule, cuboid, sphere};

use crate::Meshes;

/// A mesh, scaled, turned, and moved.
pub(crate) fn placed(mut mesh: TriangleMesh, scale: f64, by: DVec3) -> TriangleMesh {
    mesh.positions.iter_mut().for_each(|x| *x = scale * *x + by);
    mesh
}

pub(crate) fn rotated(mut mesh: TriangleMesh, axis: DVec3, angle: f64) -> TriangleMesh {
    let turn = DQuat::from_axis_angle(axis.normalize(), angle);
    mesh.positions.iter_mut().for_each(|x| *x = turn * *x);
    mesh
}

/// The same with its faces wound the other way round.
pub(crate) fn turned(mut mesh: TriangleMesh) -> TriangleMesh {
    mesh.faces.iter_mut().for_each(|face| face.swap(1, 2));
    mesh
}

pub(crate) fn joined(mut one: TriangleMesh, other: &TriangleMesh) -> TriangleMesh {
    let first = one.positions.len() as u32;
    one.positions.extend(&other.positions);
    one.faces.extend(other.faces.iter().map(|face| face.map(|vertex| first + vertex)));
    one
}

/// A rectangle in the xy plane around the origin.
pub(crate) fn sheet(size: f64, n: u32) -> TriangleMesh {
    let at = |i: u32| size * (f64::from(i) / f64::from(n - 1) - 0.5);
    let positions = (0..n * n).map(|i| dvec3(at(i % n), at(i / n), 0.0)).collect();
    let corners = (0..(n - 1) * (n - 1)).map(|cell| cell % (n - 1) + n * (cell / (n - 1)));
    let faces = corners.flat_map(|c| [[c, c + 1, c + n + 1], [c, c + n + 1, c + n]]).collect();
    TriangleMesh { positions, faces }
}

/// A tube around the z axis, open at both ends, wider by `waves` of its radius here and there; the
/// lower end is closed by a point for a sock.
pub(crate) fn tube(radius: f64, length: f64, around: u32, rows: u32, closed: bool) -> TriangleMesh {
    let mut positions = Vec::new();
    for row in 0..rows {
        let z = length * (f64::from(row) / f64::from(rows - 1) - 0.5);
        for k in 0..around {
            let angle = TAU * f64::from(k) / f64::from(around);
            positions.push(dvec3(radius * angle.cos(), radius * angle.sin(), z));
        }
    }
    let mut faces = Vec::new();
    for row in 0..rows - 1 {
        for k in 0..around {
            let [a, b] = [k, (k + 1) % around].map(|k| row * around + k);
            faces.extend([[a, b, b + around], [a, b + around, a + around]]);
        }
    }
    if closed {
        let tip = positions.len() as u32;
        positions.push(dvec3(0.0, 0.0, -0.5 * length - 0.3 * radius));
        faces.extend((0..around).map(|k| [(k + 1) % around, k, tip]));
    }
    TriangleMesh { positions, faces }
}

fn scene(name: &'static str, cloth: TriangleMesh, bodies: Vec<TriangleMesh>) -> Meshes {
    Meshes { name, cloths: vec![cloth], bodies, thickness: 2e-3 }
}

/// Twenty scenes, each with one piece of cloth in one of its bodies.
pub(crate) fn all() -> Vec<Meshes> {
    let ball = || sphere(0.3, 12);
    let shoe = || rotated(capsule(0.06, 0.18, 12), dvec3(1.0, 0.2, 0.0), 1.2);
    let torso = || capsule(0.2, 0.4, 16);
    let small = || sheet(0.15, 8);
    let far = dvec3(4096.0, -1024.0, 512.0);
    let hollow = joined(cuboid([0.6; 3]), &turned(cuboid([0.5; 3])));
    let mut scenes = vec![
        scene("sheet in a ball", small(), vec![ball()]),
        scene("sheet near the skin", placed(small(), 1.0, dvec3(0.02, 0.0, 0.24)), vec![ball()]),
        scene("upright sheet", rotated(small(), DVec3::X, 1.4), vec![ball()]),
        scene("sheet in a ball wound inwards", small(), vec![turned(ball())]),
        scene("sheet in a closed box", sheet(0.3, 10), vec![cuboid([0.5, 0.4, 0.2])]),
        scene("sheet in a box wound inwards", sheet(0.2, 6), vec![turned(cuboid([0.5; 3]))]),
        scene(
            "sock in a shoe",
            rotated(tube(0.04, 0.14, 14, 8, true), dvec3(1.0, 0.2, 0.0), 1.2),
            vec![shoe()],
        ),
        scene(
            "sock in a shoe wound inwards",
            rotated(tube(0.04, 0.14, 14, 8, true), dvec3(1.0, 0.2, 0.0), 1.2),
            vec![turned(shoe())],
        ),
        scene("shirt inside a torso", tube(0.185, 0.35, 24, 10, false), vec![torso()]),
        scene("tight shirt inside a torso", tube(0.12, 0.3, 20, 8, false), vec![torso()]),
        scene("ball in a ball", placed(sphere(0.1, 8), 1.0, dvec3(0.1, 0.0, 0.05)), vec![ball()]),
        scene("ball wound inwards in a ball", turned(sphere(0.1, 8)), vec![ball()]),
        scene("nested shells", small(), vec![ball(), sphere(0.5, 12)]),
        scene("nested shells of both windings", small(), vec![ball(), turned(sphere(0.5, 12))]),
        scene(
            "two bodies, one with the cloth",
            small(),
            vec![ball(), placed(ball(), 1.0, dvec3(0.0, 0.9, 0.0))],
        ),
        scene(
            "body of two parts",
            placed(small(), 1.0, dvec3(1.0, 0.0, 0.0)),
            vec![joined(ball(), &placed(turned(ball()), 1.0, DVec3::X))],
        ),
        scene(
            "wall of a hollow box",
            placed(sheet(0.2, 5), 1.0, dvec3(0.0, 0.0, 0.275)),
            vec![hollow],
        ),
        scene("far from the origin", placed(small(), 1.0, far), vec![placed(ball(), 1.0, far)]),
    ];
    for (name, scale) in [("tiny", 0.01), ("large", 30.0)] {
        let [cloth, body] = [small(), ball()].map(|mesh| placed(mesh, scale, DVec3::ZERO));
        scenes.push(Meshes { thickness: 2e-3 * scale, ..scene(name, cloth, vec![body]) });
    }
    scenes
}
