//! Cloth in closed rooms, with every response: the walls stop it from within.

use glam::{DVec3, dvec3};
use ripstop_geometry::tessellate::{TriangleMesh, cuboid, sphere};
use ripstop_pipeline::scene::{OnTangled, ResponseMethod};

use crate::cases::{placed, rotated, sheet, turned};
use crate::{Meshes, RESPONSES, inside_of, of_cloth};

/// A sheet close above the floor of a room, or close to the bottom of a ball.
fn room(body: TriangleMesh, height: f64) -> Meshes {
    let cloth = placed(sheet(0.16, 10), 1.0, dvec3(0.01, 0.0, height));
    Meshes { name: "room", cloths: vec![cloth], bodies: vec![body], thickness: 3e-3 }
}

/// Frames until everything has come to lie, and some more.
const FRAMES: usize = 12;

#[test]
fn walls_stop_cloth_from_within_with_every_response() {
    let tilted = rotated(cuboid([0.4; 3]), dvec3(1.0, 0.3, 0.0), 0.3);
    let rooms = [
        room(cuboid([0.4; 3]), -0.194),
        room(turned(cuboid([0.4; 3])), -0.194),
        room(turned(tilted), -0.16),
        room(sphere(0.2, 12), -0.14),
    ];
    for (number, meshes) in rooms.iter().enumerate() {
        for (dynamics, respond) in RESPONSES {
            let case = format!("room {number}, {dynamics:?}, {respond:?}");
            let mut scene = meshes.scene(OnTangled::Error);
            scene.cloths[0].inside = true;
            (scene.settings.dynamics, scene.settings.respond) = (dynamics, Some(respond));
            let mut simulation = meshes.start(&scene).expect("a start");
            let (mut contacts, mut frozen, mut closest) = (0, 0, f64::INFINITY);
            for _ in 0..FRAMES {
                let report = simulation.advance_frame().expect(&case);
                contacts += report.response.contacts;
                frozen += report.fail_safe.frozen;
                assert!(simulation.crossings().is_empty(), "{case}");
            }
            let cloth = of_cloth(&simulation, 0);
            assert_eq!(inside_of(&meshes.bodies[0], &cloth), cloth.len(), "{case}");
            for x in &cloth {
                closest = closest.min(distance(&meshes.bodies[0], *x));
            }
            assert!(contacts > 50, "{case}: {contacts} contacts");
            let moved = cloth.iter().zip(&meshes.cloths[0].positions).map(|(x, y)| x.distance(*y));
            let moved = moved.fold(0.0, f64::max);
            assert!(moved > 2e-3, "{case}: moved by {moved} only");
            assert_eq!(frozen, 0, "{case}");
            // Rays keep vertices apart along their paths alone, and impulses bring them back to the
            // thickness little by little.
            let least = match respond {
                ResponseMethod::Ray => 1e-4,
                ResponseMethod::Impulse => 1e-3,
                _ => 2.5e-3,
            };
            assert!(closest > least, "{case}: {closest}");
        }
    }
}

/// Distance of a point from the planes of the faces of a convex body (m).
fn distance(body: &TriangleMesh, x: DVec3) -> f64 {
    let plane = |face: &[u32; 3]| {
        let [a, b, c] = face.map(|vertex| body.positions[vertex as usize]);
        (b - a).cross(c - a).normalize_or_zero().dot(x - a).abs()
    };
    body.faces.iter().map(plane).fold(f64::INFINITY, f64::min)
}
