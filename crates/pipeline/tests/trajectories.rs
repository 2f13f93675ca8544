//! Trajectories of the built-in scenes, small: a readable table of each, and its bits. The digest
//! is that of every thread count and broad phase, and of every profile:
//! `cargo test --release -p ripstop-pipeline --test trajectories` compares the optimised build with
//! the same files. Where it changes the table says by how much.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_pipeline::Simulation;
use ripstop_pipeline::scene::DynamicsMethod;
use ripstop_pipeline::scene::{MeshRequest, builtin};

/// Frames per line of the table.
const EVERY: usize = 20;

/// A trajectory as text, and its bits.
struct Table {
    text: String,
    digest: u64,
}

fn table(name: &str, resolution: u32, frames: usize, dynamics: DynamicsMethod) -> Table {
    let mut scene = builtin::scene(name, resolution).expect("the name is one of the list");
    scene.settings.dynamics = dynamics;
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let mut simulation = Simulation::new(&scene, &mut no_files).expect("built-in scenes are sound");
    let vertices = simulation.cloth_vertex_count();
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    let mut text = String::new();
    for frame in 1..=frames {
        let report = simulation.advance_frame().expect("built-in scenes do not end in an error");
        let positions = &simulation.state().positions;
        for number in positions.iter().flat_map(DVec3::to_array) {
            digest = (digest ^ number.to_bits()).wrapping_mul(0x0100_0000_01B3);
        }
        if frame.is_multiple_of(EVERY) {
            let shown = [0, vertices / 3, vertices / 2 + resolution as usize / 2];
            let places = shown.map(|i| format!("{:8.4}", positions[i]));
            let energy = 1e3 * report.energy.kinetic_energy;
            let (contacts, active) = (report.response.contacts, report.response.active_contacts);
            writeln!(
                text,
                "{frame:3}  {}  {energy:9.4} mJ  {contacts:4} near  {active:4} pushing",
                places.join(" ")
            )
            .expect("a string takes everything");
        }
    }
    Table { text, digest }
}

#[test]
fn trajectories_are_what_they_were() {
    for name in builtin::SHEETS {
        let Table { text, digest } = table(name, 14, 60, DynamicsMethod::Pbd);
        insta::assert_snapshot!(name, format!("{text}bits {digest:016x}"));
    }
}

/// Without the bits: `faer` takes the widest instructions of the processor, and rounds accordingly.
#[test]
fn finite_elements_with_penalties_go_where_they_went() {
    for name in builtin::SHEETS {
        let Table { text, .. } = table(name, 8, 40, DynamicsMethod::Fem);
        insta::assert_snapshot!(format!("fem_{name}"), text);
    }
}
