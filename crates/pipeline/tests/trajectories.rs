//! Trajectories of the built-in scenes, small: a readable table of each, and its bits. The digest is that of every
//! profile, thread count and broad phase; where it changes the table says by how much.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_pipeline::{MeshRequest, Simulation, builtin};

const RESOLUTION: u32 = 14;
const FRAMES: usize = 60;
const EVERY: usize = 20;

fn table(name: &str) -> String {
    let scene = builtin::scene(name, RESOLUTION).expect("the name is one of the list");
    let mut no_files = |file: &MeshRequest<'_>| Err(format!("{file} is not expected"));
    let mut simulation = Simulation::new(&scene, &mut no_files).expect("built-in scenes are sound");
    let vertices = simulation.cloth_vertex_count();
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    let mut text = String::new();
    for frame in 1..=FRAMES {
        let report = simulation.step().expect("built-in scenes do not end in an error");
        let positions = &simulation.state().positions;
        for number in positions.iter().flat_map(DVec3::to_array) {
            digest = (digest ^ number.to_bits()).wrapping_mul(0x0100_0000_01B3);
        }
        if frame.is_multiple_of(EVERY) {
            let shown = [0, vertices / 3, vertices / 2 + RESOLUTION as usize / 2];
            let places = shown.map(|i| format!("{:8.4}", positions[i]));
            let energy = 1e3 * report.kinetic_energy;
            let (contacts, active) = (report.contacts, report.active_contacts);
            writeln!(
                text,
                "{frame:3}  {}  {energy:9.4} mJ  {contacts:4} near  {active:4} pushing",
                places.join(" ")
            )
            .expect("a string takes everything");
        }
    }
    writeln!(text, "bits {digest:016x}").expect("a string takes everything");
    text
}

#[test]
fn trajectories_are_what_they_were() {
    for name in builtin::NAMES {
        insta::assert_snapshot!(name, table(name));
    }
}
