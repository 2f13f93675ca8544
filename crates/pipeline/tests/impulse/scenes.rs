//! Built-in scenes, small: no crossing in any frame, a readable table of each, the same bits at
//! every thread count.

use ripstop_pipeline::scene::builtin;
use ripstop_pipeline::scene::{DynamicsMethod, Scene};

use crate::contact_scenes::table::Table;

const FRAMES: usize = 30;

fn small(name: &str) -> Scene {
    builtin::scene(name, 14).expect("the name is one of the list")
}

const TABLE: Table = Table {
    start: crate::simulation,
    every: 15,
    line: |report| {
        format!(
            "{:4} near  {:4} repelled  {:4} resolved  {:3} left  {:2} zones  {:2} rigid  {:2} frozen",
            report.response.contacts,
            report.response.active_contacts,
            report.response.resolved,
            report.fail_safe.impacts,
            report.fail_safe.zones,
            report.fail_safe.rigid_zones,
            report.fail_safe.frozen,
        )
    },
    check: |_| true,
};

#[test]
fn nothing_crosses_and_nothing_changes() {
    for name in builtin::SHEETS {
        // The ball reaches the curtain after 55 frames.
        let frames = if name == "curtain" { 3 * FRAMES } else { FRAMES };
        insta::assert_snapshot!(name, TABLE.of(&small(name), frames));
    }
}

#[test]
fn threads_do_not_change_a_bit() {
    for name in ["stack", "pile"] {
        TABLE.is_the_same_at_every_thread_count(&small(name), 20);
    }
}

#[test]
fn finite_elements_take_impulses_too() {
    let mut scene = small("drape");
    scene.settings.dynamics = DynamicsMethod::Fem;
    insta::assert_snapshot!("drape of finite elements", TABLE.of(&scene, 20));
}

#[test]
fn impacts_can_be_resolved_all_at_once() {
    let mut scene = small("stack");
    scene.settings.impulse.simultaneous = true;
    insta::assert_snapshot!("stack, all at once", TABLE.of(&scene, FRAMES));
}
