//! Impulses add no energy to scenes that nothing drives, and leave no edge too long.

use ripstop_geometry::VertexId;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::builtin;

/// Energy that a frame may have above that of the start (J).
const GAIN: f64 = 0.1;

/// Longest edge, as a multiple of its rest length; the strain limit is 1.1.
const LONGEST: f64 = 1.1 + 1e-3;

fn mechanical_energy(simulation: &Simulation) -> f64 {
    let state = simulation.state();
    let free = (0..simulation.cloth_vertex_count()).filter(|&i| state.inverse_masses[i] > 0.0);
    let of_vertex = |i: usize| {
        (0.5 * state.velocities[i].length_squared() + 9.81 * state.positions[i].z)
            / state.inverse_masses[i]
    };
    let elastic = simulation.elastic_energy(&state.positions).expect("positions of all vertices");
    free.map(of_vertex).sum::<f64>() + elastic
}

/// Runs a scene; asserts its energy and the length of its edges in every frame, and that there was
/// something to repel in `contacts` frames at least.
fn is_quiet(name: &str, frames: usize, contacts: usize) {
    let mut simulation = crate::simulation(builtin::scene(name, 32).expect("a built-in scene"));
    let rest = simulation.state().positions.clone();
    let at_start = mechanical_energy(&simulation);
    let mut in_contact = 0;
    for frame in 0..frames {
        let report = simulation.advance_frame().expect("there is room");
        in_contact += usize::from(report.response.active_contacts > 0);
        let gained = mechanical_energy(&simulation) - at_start;
        assert!(gained <= GAIN, "{name}, frame {frame}: {gained} J");
        let (x, cloth) = (&simulation.state().positions, simulation.cloth_vertex_count());
        for [a, b] in simulation.mesh().edges().iter().map(|edge| edge.map(VertexId::index)) {
            let longest = LONGEST * rest[a].distance(rest[b]);
            let length = x[a].distance(x[b]);
            assert!(
                a >= cloth || length <= longest,
                "{name}, frame {frame}, edge {a} {b}: {length}"
            );
        }
    }
    assert!(in_contact >= contacts, "{name}: {in_contact} frames with contacts");
}

/// A corner reaches the floor in frame 7, and layers press on each other from frame 30 on.
#[test]
fn a_pile_gains_none() {
    is_quiet("pile", 50, 35);
}

/// Before walls close, at 0.5 s.
#[test]
fn a_funnel_gains_none() {
    is_quiet("funnel", 50, 20);
}

#[test]
fn a_drape_gains_none() {
    is_quiet("drape", 40, 25);
}
