//! The contact sweep against closed forms.

use glam::{DVec3, dvec3};
use ripstop_geometry::{Candidate, Contact, EdgeId, FaceId, VertexId, separation};
use ripstop_response::{ContactSweep, PairContact};

const STENCIL: [VertexId; 4] = [VertexId(0), VertexId(1), VertexId(2), VertexId(3)];
/// Sum of `mᵢ xᵢ` over a stencil.
fn moment(positions: &[DVec3], inverse_masses: &[f64]) -> DVec3 {
    positions.iter().zip(inverse_masses).map(|(x, w)| *x / *w).sum()
}

fn vertex_face(weights: [f64; 3], normal: DVec3) -> Contact {
    let [a, b, c] = weights;
    Contact {
        candidate: Candidate::VertexFace { vertex: VertexId(0), face: FaceId(0) },
        vertices: STENCIL,
        weights: [1.0, -a, -b, -c],
        normal,
        distance: 0.0,
    }
}

fn swept(contact: Contact, wanted: PairContact) -> ContactSweep {
    let mut sweep = ContactSweep::default();
    sweep.replace([(contact, wanted)].into_iter());
    sweep
}

/// A vertex below a face is lifted to the thickness; with unequal masses the mean stays.
#[test]
fn parts_a_pair_and_keeps_the_centre_of_mass() {
    let start = [DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::X];
    let edges = Contact {
        candidate: Candidate::EdgeEdge { a: EdgeId(0), b: EdgeId(1) },
        weights: [0.3, 0.7, -0.6, -0.4],
        ..vertex_face([0.2, 0.3, 0.5], DVec3::Z)
    };
    for contact in [vertex_face([0.2, 0.3, 0.5], DVec3::Z), edges] {
        let inverse_masses = [1.0, 0.25, 4.0, 2.0];
        let mut positions = start;
        positions[0].z = -0.1;
        let before = moment(&positions, &inverse_masses);
        let wanted = PairContact { thickness: 0.02, friction: 0.0 };
        swept(contact, wanted).sweep(&start, &mut positions, &inverse_masses);
        let gap = separation(contact.weights, positions).dot(contact.normal);
        assert!((gap - 0.02).abs() < 1e-15, "{gap}");
        assert!((moment(&positions, &inverse_masses) - before).length() < 1e-14);
    }
}

#[test]
fn never_pulls_but_gives_back_what_it_took() {
    let wanted = PairContact { thickness: 0.1, friction: 0.0 };
    let inverse_masses = [1.0, 0.0, 0.0, 0.0];
    let start = [dvec3(0.0, 0.0, 0.2), DVec3::X, DVec3::Y, -DVec3::X];
    let mut sweep = swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), wanted);
    let mut positions = start;
    sweep.sweep(&start, &mut positions, &inverse_masses);
    assert_eq!(positions, start, "farther away than wanted");

    positions[0].z = 0.0;
    sweep.sweep(&start, &mut positions, &inverse_masses);
    assert!((positions[0].z - 0.1).abs() < 1e-15);
    // Something else lifts the vertex by half of that: the contact had pushed too far.
    positions[0].z += 0.05;
    sweep.sweep(&start, &mut positions, &inverse_masses);
    assert!((positions[0].z - 0.1).abs() < 1e-15);
    // Lifted beyond: it takes back the other half, lets go and does not pull.
    positions[0].z += 0.5;
    sweep.sweep(&start, &mut positions, &inverse_masses);
    assert!((positions[0].z - 0.55).abs() < 1e-15, "{}", positions[0].z);
    assert_eq!(sweep.active_count(), 0);
}

/// One substep on an incline: the slip is held up to `μ` times the push.
#[test]
fn friction_stays_in_the_cone() {
    let inverse_masses = [1.0, 0.0, 0.0, 0.0];
    let start = [dvec3(0.0, 0.0, 0.1), DVec3::X, DVec3::Y, -DVec3::X];
    for (slope, friction) in [(0.29, 0.3), (0.31, 0.3), (2.0, 0.0), (0.5, 1.0)] {
        let wanted = PairContact { thickness: 0.1, friction };
        let mut sweep = swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), wanted);
        let fall = 1e-3;
        let mut positions = start;
        positions[0] += dvec3(slope * fall, 0.0, -fall);
        for _ in 0..3 {
            sweep.sweep(&start, &mut positions, &inverse_masses);
        }
        let slipped = (slope - friction).max(0.0) * fall;
        assert!((positions[0].x - slipped).abs() < 1e-16, "{slope} {friction} {positions:?}");
        assert!((positions[0].z - 0.1).abs() < 1e-16);
    }
}

#[test]
fn what_nobody_can_move_stays() {
    let start = [DVec3::ZERO, DVec3::X, DVec3::Y, -DVec3::X];
    let mut positions = start;
    let wanted = PairContact { thickness: 1.0, friction: 1.0 };
    swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), wanted).sweep(&start, &mut positions, &[0.0; 4]);
    assert_eq!(positions, start);
}
