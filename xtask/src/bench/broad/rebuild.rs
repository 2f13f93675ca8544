//! A sheet that folds over 300 steps, and one that unfolds: looseness of a refitted tree, its cost,
//! and the effect of the rebuild rule with several factors.

use ripstop_broad::bvh::{REBUILD_FACTOR, Update};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_fixtures::{FoldingSheet, folding_sheet::STEPS};
use ripstop_geometry::Aabb;

use super::Arguments;
use crate::places::write_result;
use crate::table::{Table, right};

/// Vertices per side.
const SIDE: u32 = 101;
/// Steps between measurements.
const EVERY: u32 = 20;
/// Factors that are compared; the last one never rebuilds, the first one always.
const FACTORS: [f64; 7] = [0.0, 1.1, 1.25, 1.5, 2.0, 3.0, f64::INFINITY];

/// Boxes of all faces at a step.
type Boxes<'a> = dyn Fn(u32) -> Vec<Aabb> + 'a;

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let sheet = FoldingSheet::new(SIDE);
    let faces = sheet.faces();
    let boxes_at = |t: f64| -> Vec<Aabb> {
        let positions = sheet.positions(t);
        let hull = |face: &[u32; 3]| Aabb::of_points(&face.map(|v| positions[v as usize]));
        faces.iter().map(hull).collect()
    };
    let time = |step: u32| f64::from(step) / f64::from(STEPS);
    let motions: [(&str, &Boxes); 2] = [
        ("folding", &|step| boxes_at(time(step))),
        ("unfolding", &|step| boxes_at(1.0 - time(step))),
    ];
    let mut csv = "motion,step,looseness_refitted,looseness_built,looseness_ruled,\
        refitted_s,built_s,ruled_s,build_s,rebuilds\n"
        .to_owned();
    for (name, boxes) in motions {
        csv += &degradation(arguments, name, boxes)?;
        totals(arguments, name, boxes)?;
    }
    write_result("broad-rebuild.csv", &csv)
}

/// Built at the start and refitted, against built at every step.
fn degradation(arguments: &Arguments, name: &str, boxes_at: &Boxes) -> anyhow::Result<String> {
    let (mut refitted, mut ruled) = (Bvh::default(), Bvh::default());
    refitted.rebuild(&boxes_at(0))?;
    ruled.rebuild(&boxes_at(0))?;
    let (mut rebuilds, mut csv) = (0, String::new());
    println!(
        "{name}: refitted and ruled trees beside trees built anew, in looseness and traversal"
    );
    let table = Table::aligned(&[
        right("step", 6),
        right("looseness", 9),
        right("traversal", 9),
        right("ruled", 9),
        right("rebuilds", 8),
    ]);
    for step in 1..=STEPS {
        let boxes = boxes_at(step);
        refitted.refit(&boxes)?;
        rebuilds += u32::from(ruled.update(&boxes)? == Update::Rebuilt);
        if step % EVERY != 0 {
            continue;
        }
        let mut built = Bvh::default();
        let build = arguments.least(|| built.rebuild(&boxes));
        let [by_refit, by_build, by_rule] =
            [&refitted, &built, &ruled].map(|tree| arguments.least(|| tree.self_pairs()));
        anyhow::ensure!(refitted.self_pairs() == built.self_pairs(), "other pairs");
        let [loose, tight, ruled] = [&refitted, &built, &ruled].map(Bvh::looseness);
        table.row([
            step.to_string(),
            format!("{:.3}", loose / tight),
            format!("{:.3}", by_refit / by_build),
            format!("{:.3}", by_rule / by_build),
            rebuilds.to_string(),
        ]);
        csv.extend([format!(
            "{name},{step},{loose:.4},{tight:.4},{ruled:.4},\
             {by_refit:.6},{by_build:.6},{by_rule:.6},{build:.6},{rebuilds}\n"
        )]);
    }
    Ok(csv)
}

/// Update and pairs of all 300 steps together, for each factor.
fn totals(arguments: &Arguments, name: &str, boxes_at: &Boxes) -> anyhow::Result<()> {
    println!("{name}: all {STEPS} steps by factor of the rule ({REBUILD_FACTOR} by default)");
    let table = Table::aligned(&[
        right("factor", 7),
        right("rebuilds", 8),
        right("s", 9),
        right("pairs", 9),
    ]);
    for factor in FACTORS {
        let mut tree = Bvh::default();
        tree.rebuild(&boxes_at(0))?;
        let (mut rebuilds, mut seconds, mut pairs) = (0, 0.0, 0);
        for step in 1..=STEPS {
            let boxes = boxes_at(step);
            let begin = arguments.clock.now();
            rebuilds += u32::from(tree.update_within(factor, &boxes)? == Update::Rebuilt);
            pairs += tree.self_pairs().len();
            seconds += arguments.clock.now() - begin;
        }
        let seconds = format!("{seconds:.3}");
        table.row([factor.to_string(), rebuilds.to_string(), seconds, pairs.to_string()]);
    }
    Ok(())
}
