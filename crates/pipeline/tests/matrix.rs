//! The table of `docs/responders.md`: dynamics × response × setting. Every cell of it is found anew
//! from the code, and every setting has to be in it.

use glam::DVec3;
use ripstop_dynamics::Distance;
use ripstop_geometry::VertexId;
use ripstop_pipeline::scene::{BarrierDescent, DynamicsMethod, ResponseMethod, Scene, Settings};
use ripstop_pipeline::{Simulation, Warning};
use ripstop_response::penalty::LaggedFriction;

const DOCUMENT: &str = include_str!("../../../docs/responders.md");

const COLUMNS: [(DynamicsMethod, ResponseMethod, BarrierDescent); 9] = {
    use BarrierDescent::{EveryStep, Impacts};
    use DynamicsMethod::{Fem, Pbd};
    use ResponseMethod::{Barrier, Impulse, Penalty, Ray};
    [
        (Pbd, ResponseMethod::Pbd, Impacts),
        (Pbd, Impulse, Impacts),
        (Pbd, Barrier, Impacts),
        (Pbd, Barrier, EveryStep),
        (Pbd, Ray, Impacts),
        (Fem, Penalty, Impacts),
        (Fem, Impulse, Impacts),
        (Fem, Barrier, Impacts),
        (Fem, Ray, Impacts),
    ]
};

/// Frames in which the ball and the sheet touch what is below them.
const FRAMES: usize = 3;

/// Lines of the table, from the one of its heads on.
fn lines() -> Vec<&'static str> {
    let from = DOCUMENT.lines().skip_while(|line| !line.starts_with("| given |"));
    from.take_while(|line| line.starts_with('|')).collect()
}

/// The settings that a row gives: what is between its first backticks.
fn given(line: &str) -> &str {
    line.split('`').nth(1).expect("settings in backticks")
}

/// A closed cloth close above a floor, and a sheet close above it, with what a row gives.
fn scene(row: &str, column: usize) -> Scene {
    let mut parts = [const { String::new() }; 5];
    for assignment in row.split("; ").filter(|assignment| assignment.contains(" = ")) {
        let (part, text) = match assignment.split_once('.') {
            // Of pairs, at the top.
            _ if assignment.starts_with("friction = ") => (4, assignment),
            // The properties of flat cloth.
            Some(("cloth", rest)) if rest.starts_with("fabric") => (3, rest),
            Some(("cloth", rest)) => (1, rest),
            Some(("obstacle", rest)) => (2, rest),
            _ => (0, assignment),
        };
        parts[part].extend([text, "\n"]);
    }
    let [settings, cloth, obstacle, sheet, top] = parts;
    let seam = "[[seam]]\ncloths = [1, 1]\nfirst = [0, 1]\nsecond = [12, 13]\n";
    let seam = if row.split("; ").any(|part| part == "[[seam]]") { seam } else { "" };
    let text = format!(
        "{top}[settings]\n{settings}\n\
         [[cloth]]\nname = 'ball'\nshape.sphere = {{ radius = 0.1, rings = 5 }}\n\
         transform.translate = [0.0, 0.0, 0.1184]\n{cloth}\n\
         [[cloth]]\nname = 'sheet'\nshape.grid = {{ size = [0.2, 0.2], resolution = [4, 4] }}\n\
         transform.translate = [0.01, 0.02, 0.2208]\n{sheet}\n\
         [[obstacle]]\nname = 'floor'\nshape.plane = {{ size = 2.0 }}\n\
         transform.rotate = {{ axis = [0.0, 1.0, 0.0], degrees = 30.0 }}\n{obstacle}\n{seam}"
    );
    let mut scene = Scene::from_toml(&text).unwrap_or_else(|error| panic!("{row}: {error}"));
    let (dynamics, respond, descent) = COLUMNS[column];
    (scene.settings.dynamics, scene.settings.respond) = (dynamics, Some(respond));
    if descent == BarrierDescent::EveryStep {
        scene.settings.barrier.descent = descent;
    }
    scene
}

fn start(scene: &Scene) -> Result<Simulation, String> {
    Simulation::new(scene, &mut |_| Err("no files".to_owned())).map_err(|error| error.to_string())
}

/// Warnings about things that do nothing.
fn ignored(simulation: &Simulation) -> Vec<String> {
    let is_ignored = |w: &&Warning| matches!(w, Warning::Ignored { .. } | Warning::NoField { .. });
    simulation.warnings().iter().filter(is_ignored).map(ToString::to_string).collect()
}

/// A term that a user adds; false if it is refused.
fn takes(simulation: &mut Simulation, term: &str) -> bool {
    match term {
        "Simulation::add_force" => {
            simulation.add_force(Box::new(|_, _, _| {}));
            true
        }
        "Simulation::add_constraint" => {
            let ends = [VertexId(0), VertexId(1)];
            let tie = Distance::new(ends, 0.05, 1e-4).expect("a constraint");
            simulation.add_constraint(0, Box::new(tie)).is_ok()
        }
        "Simulation::add_potential" => {
            let none = LaggedFriction { elements: Vec::new(), threshold: 1.0, static_ratio: 1.0 };
            simulation.add_potential(Box::new(none)).is_ok()
        }
        "Simulation::checkpoint" => {
            let checkpoint = simulation.checkpoint();
            simulation.restore(&checkpoint).is_ok()
        }
        _ => true,
    }
}

/// The cell of a row and a column, from the code.
fn cell(row: &str, column: usize) -> &'static str {
    let Ok(mut simulation) = start(&scene(row, column)) else { return "✗" };
    if !takes(&mut simulation, row) {
        return "✗";
    }
    if ignored(&simulation).is_empty() { "✓" } else { "–" }
}

#[test]
fn the_table_is_what_the_code_does() {
    let lines = lines();
    assert!(lines.len() > 60, "there is no table");
    let mut found: Vec<String> = lines[..2].iter().map(|line| (*line).to_owned()).collect();
    for line in &lines[2..] {
        let row = given(line);
        let cells = (0..COLUMNS.len()).map(|column| cell(row, column));
        found.push(format!("| `{row}` | {} |", cells.collect::<Vec<_>>().join(" | ")));
    }
    assert!(lines == found, "the table has to be\n{}", found.join("\n"));
}

#[test]
fn every_setting_is_in_the_table() {
    fn flatten(table: &toml::Table, prefix: &str, keys: &mut Vec<String>) {
        for (key, value) in table {
            match value {
                toml::Value::Table(inner) => flatten(inner, &format!("{prefix}{key}."), keys),
                _ => keys.push(format!("{prefix}{key}")),
            }
        }
    }
    let table = toml::Table::try_from(Settings::default()).expect("a table");
    let mut keys: Vec<String> = ["wind", "position_based.membrane", "position_based.stiffness"]
        .iter()
        .chain(&["position_based.bending"])
        .map(|key| (*key).to_owned())
        .collect();
    flatten(&table, "", &mut keys);
    // The columns.
    keys.retain(|key| key != "dynamics" && key != "respond");
    assert!(keys.len() > 60, "{keys:?}");
    let lines = lines();
    let rows = lines[2..].iter().flat_map(|line| given(line).split("; "));
    let rows: Vec<&str> = rows.filter_map(|text| text.split(" = ").next()).collect();
    for key in keys {
        assert!(rows.contains(&key.as_str()), "{key} is in no row");
    }
}

#[test]
fn combinations_that_do_not_exist_are_refused_by_name() {
    let refused = [(5, DynamicsMethod::Pbd, "penalty"), (0, DynamicsMethod::Fem, "pbd")];
    for (column, dynamics, respond) in refused {
        let mut scene = scene("", column);
        scene.settings.dynamics = dynamics;
        let error = start(&scene).map(|_| ()).expect_err("to be refused");
        assert!(error.contains(dynamics.name()) && error.contains(respond), "{error}");
    }
}

/// Positions after some frames; nothing if the scene is refused.
fn positions(row: &str, column: usize) -> Option<Vec<DVec3>> {
    let mut simulation = start(&scene(row, column)).ok()?;
    let mut contacts = 0;
    for _ in 0..FRAMES {
        contacts += simulation.advance_frame().expect("room").response.contacts;
    }
    assert!(contacts > 0, "{row}, {column}: nothing touches");
    Some(simulation.state().positions.clone())
}

/// A setting that is warned of changes no bit, and one that counts changes some.
#[test]
fn what_does_nothing_changes_no_bit_and_what_counts_does() {
    let usual: Vec<_> = (0..COLUMNS.len()).map(|column| positions("", column)).collect();
    for line in &lines()[2..] {
        let row = given(line);
        // Of several settings some may count where others do nothing.
        if row.contains("; ") || row.starts_with("Simulation") {
            continue;
        }
        let cells: Vec<&str> = line.split('|').map(str::trim).skip(2).collect();
        for (column, usual) in usual.iter().enumerate() {
            let is_same = || positions(row, column) == *usual;
            match cells[column] {
                "–" => assert!(is_same(), "{row} in column {column} does something"),
                "✓" if !is_for_later(row, column) => {
                    assert!(!is_same(), "{row} in column {column} does nothing");
                }
                _ => {}
            }
        }
    }
}

/// True for settings that change times alone, and for those of what does not happen in a few easy
/// frames: failures, zones, tangles, impacts.
fn is_for_later(row: &str, column: usize) -> bool {
    const SELDOM: [&str; 19] = [
        // The end of a run.
        "until_rest",
        "frames",
        "broad",
        "tree.",
        "narrow",
        "halvings",
        "least_gap",
        "zone_friction",
        "on_tangled",
        "on_pinched",
        // The default of each response is one of the two.
        "elements.linear",
        "impulse.rounds",
        "impulse.simultaneous",
        "impulse.strain_limit",
        "impulse.zone_rounds",
        "barrier.iterations",
        "barrier.filter",
        "barrier.spectrum",
        "barrier.descent",
    ];
    let (dynamics, respond, descent) = COLUMNS[column];
    let descends_on_impacts = dynamics == DynamicsMethod::Pbd
        && respond == ResponseMethod::Barrier
        && descent == BarrierDescent::Impacts;
    // Impulses leave no velocity that leads into an obstacle.
    let is_filtered = respond == ResponseMethod::Impulse && row.contains("velocity_filter");
    // Position-based cloth is repelled in its substeps: only impacts are left to it.
    let is_seldom = dynamics == DynamicsMethod::Pbd && row.starts_with("impulse.velocity");
    is_filtered
        || is_seldom
        || SELDOM.iter().any(|key| row.starts_with(key))
        || descends_on_impacts && row.starts_with("barrier.")
}
