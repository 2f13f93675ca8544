//! Costs against the number of boxes: builds, refit, a single box query, a ray.

use glam::DVec3;
use ripstop_broad::bvh::{BuildMethod, Ray};
use ripstop_broad::{BroadPhase, Bvh, Row};
use ripstop_fixtures::{FoldingSheet, Random};
use ripstop_geometry::Aabb;

use super::plot::{Chart, Curve, svg};
use super::{Arguments, least, write};

const SIDES: [u32; 6] = [23, 51, 101, 226, 501, 708];
const QUERIES: u32 = 2000;

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    const NAMES: [&str; 7] =
        ["curve", "sweep SAH", "binned SAH", "median", "refit", "query", "ray"];
    let mut curves = NAMES.map(|name| Curve { name, points: Vec::new() });
    println!(
        "boxes      curve s  sweep SAH s  binned SAH s  median s   refit s   query µs   ray µs"
    );
    for side in SIDES {
        let sheet = FoldingSheet::new(side);
        let positions = sheet.positions(0.8);
        let hull = |face: &[u32; 3]| Aabb::of_points(&face.map(|v| positions[v as usize]));
        let boxes: Vec<Aabb> = sheet.faces().iter().map(hull).collect();
        let mut row = Vec::new();
        for method in
            [BuildMethod::Curve, BuildMethod::SweepSah, BuildMethod::BinnedSah, BuildMethod::Median]
        {
            let mut tree = Bvh::new(method);
            row.push(least(arguments, || tree.rebuild(&boxes)));
        }
        let mut tree = Bvh::default();
        tree.rebuild(&boxes)?;
        row.push(least(arguments, || tree.refit(&boxes)));
        let mut random = Random::seeded(1);
        let picks: Vec<Aabb> =
            (0..QUERIES).map(|_| boxes[random.below(boxes.len() as u32) as usize]).collect();
        let mut hits = Row::default();
        let queries = least(arguments, || {
            hits = Row::default();
            for aabb in &picks {
                tree.overlapping(aabb, &mut hits);
            }
        });
        let rays = least(arguments, || {
            let cast = |aabb: &Aabb| {
                let ray =
                    Ray { origin: aabb.center(), direction: DVec3::new(0.3, 0.2, 1.0), t_max: 1.0 };
                tree.nearest(&ray, |id| ray.enters(&boxes[id.index()]))
            };
            picks.iter().filter_map(cast).count()
        });
        row.extend([queries, rays].map(|time| time / f64::from(QUERIES)));
        println!(
            "{:>8}  {:>9.5} {:>12.5} {:>12.5} {:>10.5} {:>9.5} {:>10.3} {:>8.3}",
            boxes.len(),
            row[0],
            row[1],
            row[2],
            row[3],
            row[4],
            1e6 * row[5],
            1e6 * row[6]
        );
        for (curve, seconds) in curves.iter_mut().zip(row) {
            curve.points.push((f64::from(boxes.len() as u32), seconds));
        }
    }
    let mut csv = "boxes,cost,seconds\n".to_owned();
    for curve in &curves {
        for (boxes, seconds) in &curve.points {
            csv.extend([format!("{boxes},{},{seconds:.9}\n", curve.name)]);
        }
    }
    write("broad-costs.csv", &csv)?;
    let title = "s against boxes: builds, refit, one query".to_owned();
    write("broad-costs.svg", &svg(&[Chart { title, curves: curves.into() }]))
}
