//! Starts: found, brought out or refused, or accepted.

use ripstop_pipeline::scene::OnTangled;
use ripstop_pipeline::{Simulation, Warning};

use crate::{cases, inside_of, of_cloth};

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
        println!("{}: {:.4}", case.name, moved.fold(0.0, f64::max));
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
