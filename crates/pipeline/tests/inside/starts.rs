//! Starts: found, brought out or refused, or accepted.

use glam::{DVec3, dvec3};
use ripstop_geometry::Aabb;
use ripstop_geometry::tessellate::sphere;
use ripstop_pipeline::scene::OnTangled;
use ripstop_pipeline::{Simulation, Warning};

use crate::cases::{placed, rotated, sheet, turned};
use crate::{Meshes, cases, inside_of, of_cloth};

/// Warnings, but for those of sizes.
fn told(simulation: &Simulation) -> Vec<String> {
    let is_of_size = |w: &&Warning| matches!(w, Warning::Small { .. } | Warning::Large { .. });
    let warnings = simulation.warnings().iter().filter(|warning| !is_of_size(warning));
    warnings.map(ToString::to_string).collect()
}

#[test]
fn twenty_of_twenty_are_found_and_refused_by_name() {
    let scenes = cases::all();
    assert_eq!(scenes.len(), 20);
    for case in scenes {
        let given = &case.cloths[0].positions;
        let around: Vec<bool> =
            case.bodies.iter().map(|body| inside_of(body, given) == given.len()).collect();
        assert!(around.contains(&true), "{}: not inside", case.name);
        let refused = case.start(&case.scene(OnTangled::Error)).map(|_| ());
        let text = refused.expect_err(case.name);
        assert!(text.contains("cloth 0 (`cloth 0`) with"), "{}: {text}", case.name);
        assert!(text.contains("`on_tangled = \"untangle\"`"), "{}: {text}", case.name);
        for (number, is_around) in around.iter().enumerate() {
            let named = text.contains(&format!("inside obstacle {number} (`body {number}`)"));
            assert_eq!(named, *is_around, "{}: {text}", case.name);
        }
    }
}

/// The size of everything (m).
fn size(case: &Meshes) -> f64 {
    let points: Vec<DVec3> = case.bodies.iter().flat_map(|body| &body.positions).copied().collect();
    Aabb::of_points(&points).extent().length()
}

/// Half in a ball, from one side to the other of its middle.
#[test]
fn cloth_half_in_goes_where_it_belongs() {
    for tilt in [0.0, 0.4] {
        for winding in [false, true] {
            let ball = if winding { turned(sphere(0.3, 12)) } else { sphere(0.3, 12) };
            for offset in [0.25, 0.3, 0.35] {
                let cloth = rotated(sheet(0.2, 12), DVec3::Y, tilt);
                let cloth = placed(cloth, 1.0, dvec3(offset, 0.0, 0.02));
                let (cloths, bodies) = (vec![cloth], vec![ball.clone()]);
                let case = Meshes { name: "half in", cloths, bodies, thickness: 2e-3 };
                for inside in [false, true] {
                    let mut scene = case.scene(OnTangled::Untangle);
                    scene.cloths[0].inside = inside;
                    let simulation = case.start(&scene).expect(case.name);
                    let tangle = simulation.start_tangle();
                    assert!(tangle.given > 0 && tangle.left == 0, "{offset}, {tilt}: {tangle:?}");
                    let cloth = of_cloth(&simulation, 0);
                    let expected = if inside { cloth.len() } else { 0 };
                    assert_eq!(inside_of(&ball, &cloth), expected, "{offset}, {tilt}, {inside}");
                    scene.settings.on_tangled = OnTangled::Error;
                    let refused = case.start(&scene).map(|_| ()).expect_err("crossings");
                    assert!(refused.contains("crossings"), "{refused}");
                }
            }
        }
    }
}

#[test]
fn twenty_of_twenty_are_brought_out() {
    for case in cases::all() {
        let mut simulation = case.start(&case.scene(OnTangled::Untangle)).expect(case.name);
        let tangle = simulation.start_tangle();
        assert_eq!((tangle.given, tangle.left), (0, 0), "{}", case.name);
        assert!(tangle.brought_out > 0, "{}", case.name);
        assert!(simulation.crossings().is_empty(), "{}", case.name);
        assert_eq!(told(&simulation), [""; 0], "{}", case.name);
        let cloth = of_cloth(&simulation, 0);
        for body in &case.bodies {
            assert_eq!(inside_of(body, &cloth), 0, "{}", case.name);
        }
        let moved = cloth.iter().zip(&case.cloths[0].positions).map(|(x, y)| x.distance(*y));
        let (moved, size) = (moved.fold(0.0, f64::max), size(&case));
        assert!(moved < 0.85 * size, "{}: moved by {moved} of {size}", case.name);
        if case.name.contains("shirt") || case.name.contains("near") {
            assert!(moved < 0.15 * size, "{}: moved by {moved} of {size}", case.name);
        }
        simulation.advance_frame().expect(case.name);
        assert!(simulation.crossings().is_empty(), "{}", case.name);
    }
}

#[test]
fn twenty_of_twenty_are_accepted_where_they_belong() {
    for case in cases::all() {
        for on_tangled in [OnTangled::Error, OnTangled::Untangle] {
            let mut scene = case.scene(on_tangled);
            scene.cloths[0].inside = true;
            let mut simulation = case.start(&scene).expect(case.name);
            assert_eq!(simulation.start_tangle().brought_out, 0, "{}", case.name);
            assert_eq!(of_cloth(&simulation, 0), case.cloths[0].positions, "{}", case.name);
            assert_eq!(told(&simulation), [""; 0], "{}", case.name);
            if on_tangled == OnTangled::Untangle {
                continue;
            }
            let before: Vec<usize> =
                case.bodies.iter().map(|body| inside_of(body, &case.cloths[0].positions)).collect();
            simulation.advance_frame().expect(case.name);
            assert!(simulation.crossings().is_empty(), "{}", case.name);
            let cloth = of_cloth(&simulation, 0);
            let after: Vec<usize> =
                case.bodies.iter().map(|body| inside_of(body, &cloth)).collect();
            assert_eq!(after, before, "{}", case.name);
        }
    }
}
