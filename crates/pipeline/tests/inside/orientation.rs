//! Obstacles that are wound inwards behave as those that are wound outwards.

use glam::{DVec3, dvec3};
use ripstop_geometry::tessellate::sphere;
use ripstop_pipeline::scene::{DynamicsMethod, OnTangled, ResponseMethod};

use crate::cases::{joined, placed, sheet, turned};
use crate::{Meshes, RESPONSES, inside_of, of_cloth};

fn ball_below(is_turned: bool, other_is_turned: bool) -> Meshes {
    let ball = |by: DVec3, is_turned| {
        let ball = placed(sphere(0.1, 10), 1.0, by);
        if is_turned { turned(ball) } else { ball }
    };
    let by = dvec3(0.13, 0.0, 0.0);
    let body = joined(ball(-by, is_turned), &ball(by, other_is_turned));
    let cloth = placed(sheet(0.4, 16), 1.0, dvec3(0.0, 0.0, 0.104));
    Meshes { name: "ball", cloths: vec![cloth], bodies: vec![body], thickness: 3e-3 }
}

/// The same bits, frame by frame, with every response, while the sheet lies on two balls.
#[test]
fn an_inward_wound_ball_behaves_as_an_outward_wound_one() {
    for (dynamics, respond) in RESPONSES {
        let run = |is_turned, other_is_turned| {
            let meshes = ball_below(is_turned, other_is_turned);
            let mut scene = meshes.scene(OnTangled::Error);
            (scene.settings.dynamics, scene.settings.respond) = (dynamics, Some(respond));
            let mut simulation = meshes.start(&scene).expect("a start");
            let mut contacts = 0;
            for _ in 0..6 {
                contacts += simulation.advance_frame().expect("room").response.contacts;
            }
            assert!(contacts > 20, "{dynamics:?}, {respond:?}: {contacts}");
            let cloth = of_cloth(&simulation, 0);
            assert_eq!(inside_of(&meshes.bodies[0], &cloth), 0, "{dynamics:?}, {respond:?}");
            cloth
        };
        let outwards = run(false, false);
        for (is_turned, other_is_turned) in [(true, true), (false, true)] {
            assert_eq!(run(is_turned, other_is_turned), outwards, "{dynamics:?}, {respond:?}");
        }
    }
}

/// Fields push out of a ball that is wound inwards, too.
#[test]
fn fields_do_not_mind_the_winding() {
    let run = |is_turned| {
        let meshes = ball_below(is_turned, is_turned);
        let mut scene = meshes.scene(OnTangled::Error);
        scene.settings.solids.push_out = true;
        scene.settings.dynamics = DynamicsMethod::Pbd;
        scene.settings.respond = Some(ResponseMethod::Pbd);
        let mut simulation = meshes.start(&scene).expect("a start");
        let mut active = 0;
        for _ in 0..4 {
            active += simulation.advance_frame().expect("room").response.active_contacts;
        }
        assert!(active > 0);
        of_cloth(&simulation, 0)
    };
    assert_eq!(run(true), run(false));
}
