//! The contact sweep against closed forms.

use glam::{DVec3, dvec3};
use ripstop_geometry::{Candidate, Contact, EdgeId, FaceId, VertexId, separation};
use ripstop_response::{ContactRule, ContactSweep};

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

fn swept(contact: Contact, rule: ContactRule) -> ContactSweep {
    swept_from(contact, rule, &[10.0 * DVec3::Z, DVec3::ZERO, DVec3::ZERO, DVec3::ZERO])
}

/// The same, with the positions of a moment ago.
fn swept_from(contact: Contact, rule: ContactRule, before: &[DVec3]) -> ContactSweep {
    let mut sweep = ContactSweep::default();
    sweep.replace(|_| true, [(contact, rule)].into_iter(), before);
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
        let rule = ContactRule { thickness: 0.02, friction: 0.0 };
        swept(contact, rule).sweep(&start, &mut positions, &inverse_masses);
        let gap = separation(contact.weights, positions).dot(contact.normal);
        assert!((gap - 0.02).abs() < 1e-15, "{gap}");
        assert!((moment(&positions, &inverse_masses) - before).length() < 1e-14);
    }
}

#[test]
fn never_pulls_but_gives_back_what_it_took() {
    let rule = ContactRule { thickness: 0.1, friction: 0.0 };
    let inverse_masses = [1.0, 0.0, 0.0, 0.0];
    let start = [dvec3(0.0, 0.0, 0.2), DVec3::X, DVec3::Y, -DVec3::X];
    let mut sweep = swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), rule);
    let mut positions = start;
    sweep.sweep(&start, &mut positions, &inverse_masses);
    assert_eq!(positions, start, "farther away than the thickness");

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

/// A pair that starts too close parts a little in every substep, and its goal does not follow it
/// down.
#[test]
fn what_is_too_close_parts_at_leisure() {
    let inverse_masses = [1.0, 0.0, 0.0, 0.0];
    let start = [dvec3(0.0, 0.0, 0.04), DVec3::X, DVec3::Y, -DVec3::X];
    let rule = ContactRule { thickness: 0.1, friction: 0.0 };
    let mut sweep = swept_from(vertex_face([0.2, 0.3, 0.5], DVec3::Z), rule, &start);
    let mut positions = start;
    for substep in 1..=10 {
        sweep.begin_substep(0.01);
        // Something squeezes the pair all the time.
        positions[0].z -= 0.02;
        sweep.sweep(&start, &mut positions, &inverse_masses);
        let expected = (0.04 + 0.01 * f64::from(substep)).min(0.1);
        assert!((positions[0].z - expected).abs() < 1e-15, "{substep}: {}", positions[0].z);
    }
}

/// A pair that a contact has pushed apart does not fly apart; one that parts by itself is left
/// alone.
#[test]
fn settling_takes_back_what_the_contact_gave() {
    let contact = vertex_face([0.2, 0.3, 0.5], DVec3::Z);
    let rule = ContactRule { thickness: 0.1, friction: 0.0 };
    let (inverse_masses, dt) = ([2.0, 1.0, 0.5, 0.0], 1e-3);
    let start = [dvec3(0.0, 0.0, 0.1), DVec3::X, DVec3::Y, -DVec3::X];
    let mut positions = start;
    positions[0].z = 0.099;
    let mut sweep = swept(contact, rule);
    sweep.sweep(&start, &mut positions, &inverse_masses);
    let push = sweep.contacts[0].normal_correction / dt;
    let mobility = 2.0 + 0.04 + 0.5 * 0.09;
    for (parting, left) in [(-0.3, -0.3), (0.4, 0.0), (3.0, 3.0 - push * mobility)] {
        let mut velocities = [dvec3(1.0, 0.0, parting), DVec3::X, DVec3::X, DVec3::X];
        let momentum = |v: &[DVec3]| (0..3).map(|i| v[i] / inverse_masses[i]).sum::<DVec3>();
        // The fourth vertex cannot move: its share of the impulse goes to the ground.
        let before = momentum(&velocities);
        sweep.settle(&mut velocities, &inverse_masses, dt);
        let found = separation(contact.weights, velocities).dot(DVec3::Z);
        assert!((found - left).abs() < 1e-12, "{parting}: {found}");
        let taken = (parting - left) / mobility;
        let change = momentum(&velocities) - before + 0.5 * taken * DVec3::Z;
        assert!(change.length() < 1e-12, "{change}");
    }
}

/// One substep on an incline: the slip is held up to `μ` times the push.
#[test]
fn friction_stays_in_the_cone() {
    let inverse_masses = [1.0, 0.0, 0.0, 0.0];
    let start = [dvec3(0.0, 0.0, 0.1), DVec3::X, DVec3::Y, -DVec3::X];
    for (slope, friction) in [(0.29, 0.3), (0.31, 0.3), (2.0, 0.0), (0.5, 1.0)] {
        let rule = ContactRule { thickness: 0.1, friction };
        let mut sweep = swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), rule);
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
    let rule = ContactRule { thickness: 1.0, friction: 1.0 };
    swept(vertex_face([0.2, 0.3, 0.5], DVec3::Z), rule).sweep(&start, &mut positions, &[0.0; 4]);
    assert_eq!(positions, start);
}
