//! Built-in scenes, small: no crossing in any frame, a readable table of each, the same bits at every thread count.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_pipeline::builtin;
use ripstop_pipeline::scene::{DynamicsMethod, Scene};

const FRAMES: usize = 30;

fn small(name: &str) -> Scene {
    builtin::scene(name, 14).expect("the name is one of the list")
}

/// A line every 15 frames, and FNV-1a over the bits of all positions.
fn table(scene: &Scene, frames: usize) -> String {
    let mut simulation = crate::simulation(scene.clone());
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    let mut text = String::new();
    for frame in 1..=frames {
        let report = simulation.step().expect("built-in scenes do not end in an error");
        assert_eq!(crate::crossing_count(&simulation), 0, "{}, frame {frame}", scene.name);
        let positions = &simulation.state().positions;
        for number in positions.iter().flat_map(DVec3::to_array) {
            digest = (digest ^ number.to_bits()).wrapping_mul(0x0100_0000_01B3);
        }
        if frame.is_multiple_of(15) {
            writeln!(
                text,
                "{frame:3}  {:9.4} mJ  {:4} near  {:4} repelled  {:4} answered  {:3} left  {:2} zones  {:2} rigid  {:2} frozen",
                1e3 * report.kinetic_energy,
                report.contacts,
                report.active_contacts,
                report.answered,
                report.impacts,
                report.zones,
                report.rigid_zones,
                report.frozen,
            )
            .expect("a string takes everything");
        }
    }
    writeln!(text, "bits {digest:016x}").expect("a string takes everything");
    text
}

#[test]
fn nothing_crosses_and_nothing_changes() {
    for name in builtin::NAMES {
        // The ball reaches the curtain after 55 frames.
        let frames = if name == "curtain" { 3 * FRAMES } else { FRAMES };
        insta::assert_snapshot!(name, table(&small(name), frames));
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["stack", "pile"] {
        let scene = small(name);
        let expected = table(&scene, 20);
        for threads in [1, 2, 3, 8] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| table(&scene, 20)), expected, "{name}, {threads} threads");
        }
    }
}

#[test]
fn finite_elements_answer_by_impulses_too() {
    let mut scene = small("drape");
    scene.settings.dynamics = DynamicsMethod::Fem;
    insta::assert_snapshot!("drape of finite elements", table(&scene, 20));
}

#[test]
fn impacts_can_be_answered_all_at_once() {
    let mut scene = small("stack");
    scene.settings.impulse.simultaneous = true;
    insta::assert_snapshot!("stack, all at once", table(&scene, FRAMES));
}
