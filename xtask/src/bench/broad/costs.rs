//! Costs against the number of boxes: builds, refit, a single box query, a ray.

use std::fmt::Write as _;

use glam::DVec3;
use ripstop_broad::bvh::{BuildMethod, Ray};
use ripstop_broad::{BroadPhase, Bvh, Row};
use ripstop_fixtures::{FoldingSheet, Random};
use ripstop_geometry::Aabb;

use super::Arguments;
use crate::bench::plot::{Chart, Curve, svg};
use crate::places::write_result;
use crate::table::{Table, right};

const SIDES: [u32; 6] = [23, 51, 101, 226, 501, 708];
const QUERIES: u32 = 2000;

const METHODS: [BuildMethod; 4] =
    [BuildMethod::Curve, BuildMethod::SweepSah, BuildMethod::BinnedSah, BuildMethod::Median];

/// Curves of the chart: the four builds, and three other costs.
const NAMES: [&str; 7] = ["curve", "sweep SAH", "binned SAH", "median", "refit", "query", "ray"];

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut curves = NAMES.map(|name| Curve { name, points: Vec::new() });
    let table = Table::aligned(&[
        right("boxes", 8),
        right("curve s", 9),
        right("sweep SAH s", 12),
        right("binned SAH s", 12),
        right("median s", 10),
        right("refit s", 9),
        right("query µs", 10),
        right("ray µs", 8),
    ]);
    for side in SIDES {
        let sheet = FoldingSheet::new(side);
        let positions = sheet.positions(0.8);
        let hull = |face: &[u32; 3]| Aabb::of_points(&face.map(|v| positions[v as usize]));
        let boxes: Vec<Aabb> = sheet.faces().iter().map(hull).collect();
        let costs = costs(&boxes, arguments)?;
        let cell = |(i, cost): (usize, &f64)| {
            if i < 5 { format!("{cost:.5}") } else { format!("{:.3}", 1e6 * cost) }
        };
        let count = [boxes.len().to_string()];
        table.row(count.into_iter().chain(costs.iter().enumerate().map(cell)));
        for (curve, seconds) in curves.iter_mut().zip(costs) {
            curve.points.push((f64::from(boxes.len() as u32), seconds));
        }
    }
    let mut csv = "boxes,cost,seconds\n".to_owned();
    for curve in &curves {
        for (boxes, seconds) in &curve.points {
            let _ = writeln!(csv, "{boxes},{},{seconds:.9}", curve.name);
        }
    }
    write_result("broad-costs.csv", &csv)?;
    let title = "builds, refit, one query".to_owned();
    let chart = Chart { title, items: "boxes", curves: curves.into() };
    write_result("broad-costs.svg", &svg(&[chart]))
}

/// Least times (s) in the order of [`NAMES`].
fn costs(boxes: &[Aabb], arguments: &Arguments) -> anyhow::Result<[f64; 7]> {
    let [curve, sweep, binned, median] = METHODS.map(|method| {
        let mut tree = Bvh::new(method);
        arguments.least(|| tree.rebuild(boxes))
    });
    let mut tree = Bvh::default();
    tree.rebuild(boxes)?;
    let refit = arguments.least(|| tree.refit(boxes));
    let mut random = Random::seeded(1);
    let picks: Vec<Aabb> =
        (0..QUERIES).map(|_| boxes[random.below(boxes.len() as u32) as usize]).collect();
    let queries = arguments.least(|| {
        let mut hits = Row::default();
        for aabb in &picks {
            tree.overlapping(aabb, &mut hits);
        }
        hits
    });
    let rays = arguments.least(|| {
        let cast = |aabb: &Aabb| {
            let direction = DVec3::new(0.3, 0.2, 1.0);
            let ray = Ray { origin: aabb.center(), direction, t_max: 1.0 };
            tree.nearest(&ray, |id| ray.enters(&boxes[id.index()]))
        };
        picks.iter().filter_map(cast).count()
    });
    let [query, ray] = [queries, rays].map(|time| time / f64::from(QUERIES));
    Ok([curve, sweep, binned, median, refit, query, ray])
}
