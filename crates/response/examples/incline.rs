//! Puts a bead on an inclined face and lets it slide: contacts found by hand, resolved by a sweep.
//!
//! The face is inclined by `tan θ = 3/4`. With a coefficient of friction `μ` above that the bead
//! sticks; below it slides with the acceleration `g (sin θ − μ cos θ)`.
#![expect(clippy::print_stdout, reason = "an example shows something")]

use ripstop_geometry::closest::point_triangle;
use ripstop_geometry::{Candidate, Contact, FaceId, VertexId, separation};
use ripstop_response::glam::{DVec3, dvec3};
use ripstop_response::{ContactRule, ContactSweep};

/// Minimum separation of bead and face (m).
const THICKNESS: f64 = 2e-3;
/// Length of a substep (s).
const DT: f64 = 1e-3;
/// Unit vector down the slope, and the unit normal of the face.
const DOWNHILL: DVec3 = dvec3(0.8, 0.0, -0.6);
const NORMAL: DVec3 = dvec3(0.6, 0.0, 0.8);

fn main() {
    for friction in [0.0, 0.3, 0.6, 0.9] {
        println!("μ = {friction}: {:7.3} m downhill in a second", slide(friction));
    }
}

/// Distance (m) that the bead slides in one second.
fn slide(friction: f64) -> f64 {
    // The bead, then the corners of the face, which are kinematic: their inverse mass is 0.
    let corners = [-20.0 * DOWNHILL - 20.0 * DVec3::Y, 40.0 * DOWNHILL, 40.0 * DVec3::Y];
    let mut positions = [THICKNESS * NORMAL, corners[0], corners[1], corners[2]];
    let mut velocities = [DVec3::ZERO; 4];
    let inverse_masses = [100.0, 0.0, 0.0, 0.0];
    let rule = ContactRule { thickness: THICKNESS, friction };
    let mut sweep = ContactSweep::default();
    for _ in 0..1000 {
        let start = positions;
        velocities[0] += DT * dvec3(0.0, 0.0, -9.81);
        positions[0] += DT * velocities[0];

        let contact = contact(&start);
        let near = (contact.distance < 2.0 * THICKNESS).then_some((contact, rule));
        sweep.replace(|_| true, near.into_iter(), &start);
        sweep.begin_substep(0.1 * THICKNESS);
        for _ in 0..4 {
            // A cloth's own constraints would be swept here as well.
            sweep.sweep(&start, &mut positions, &inverse_masses);
        }

        velocities[0] = (positions[0] - start[0]) / DT;
        sweep.settle(&mut velocities, &inverse_masses, DT);
    }
    positions[0].dot(DOWNHILL)
}

/// The contact of the bead with the face.
fn contact(positions: &[DVec3; 4]) -> Contact {
    let [bead, corners @ ..] = *positions;
    let [a, b, c] = point_triangle(bead, corners).weights;
    let weights = [1.0, -a, -b, -c];
    let distance = separation(weights, *positions).dot(NORMAL);
    let candidate = Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) };
    Contact { candidate, vertices: [0, 1, 2, 3].map(VertexId), weights, normal: NORMAL, distance }
}

#[test]
fn it_runs() {
    main();
    assert!(slide(0.9).abs() < 1e-9);
    for friction in [0.0, 0.3, 0.6] {
        let exact = 0.5 * 9.81 * (0.6 - 0.8 * friction);
        assert!((slide(friction) / exact - 1.0).abs() < 0.01, "{friction}: {}", slide(friction));
    }
}
