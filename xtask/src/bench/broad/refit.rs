//! Refit against build, and traversal after each: drape at 100,000 triangles, 20 steps from start
//! to end. The tree is built once at the first step, then refitted nineteen times.

use ripstop_broad::candidates::{CandidateSearch, MeshBoxes};
use ripstop_broad::{BroadPhase, Bvh};
use ripstop_fixtures::SceneKind;
use ripstop_geometry::{Filters, Motion};

use super::Arguments;
use crate::broad::RADIUS;
use crate::table::{Table, right};

const STEPS: u32 = 20;

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let scene = SceneKind::Drape.with_triangles(100_000);
    let mesh = scene.mesh()?;
    let filters = Filters::default();
    let search = CandidateSearch::new(&mesh, &filters);
    let radius = RADIUS * scene.mean_cloth_edge_length();
    let at = |step: u32| -> Vec<_> {
        let t = f64::from(step) / f64::from(STEPS);
        scene.start.iter().zip(&scene.end).map(|(&a, &b)| a.lerp(b, t)).collect()
    };
    let mut boxes = MeshBoxes::default();
    let mut refitted = Bvh::default();
    let table = Table::aligned(&[
        right("step", 4),
        right("build s", 8),
        right("ordered s", 8),
        right("refit s", 8),
        right("build/refit", 8),
        right("ordered/refit", 8),
        right("traversal after refit/after build", 8),
    ]);
    for step in 0..STEPS {
        let (from, to) = (at(step), at(step + 1));
        boxes.update(&mesh, &Motion::new(&from, &to)?, radius);
        let order = search.order(&boxes)?;
        if step == 0 {
            refitted.rebuild(&boxes.edges)?;
        }
        let mut built = Bvh::default();
        built.rebuild(&boxes.edges)?;
        let build = arguments.least(|| built.rebuild(&boxes.edges));
        let mut ordered = Bvh::default();
        ordered.rebuild_in_order(&boxes.edges, &order.edges)?;
        let in_order = arguments.least(|| {
            let order = search.order(&boxes)?;
            ordered.rebuild_in_order(&boxes.edges, &order.edges)
        });
        let refit = arguments.least(|| refitted.refit(&boxes.edges));
        let after_build = arguments.least(|| search.edge_edge(&built));
        let after_refit = arguments.least(|| search.edge_edge(&refitted));
        anyhow::ensure!(search.edge_edge(&built) == search.edge_edge(&refitted), "other pairs");
        table.row([
            step.to_string(),
            format!("{build:.5}"),
            format!("{in_order:.5}"),
            format!("{refit:.5}"),
            format!("{:.2}", build / refit),
            format!("{:.2}", in_order / refit),
            format!("{:.3}", after_refit / after_build),
        ]);
    }
    Ok(())
}
