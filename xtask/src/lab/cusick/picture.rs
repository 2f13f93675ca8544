//! Draped discs as line drawings: rings seen from above and from the side.

use std::fmt::Write as _;
use std::path::Path;

use glam::DVec3;

/// One disc.
pub(super) struct View {
    pub(super) title: String,
    /// Rings from the rim inwards.
    pub(super) rings: Vec<Vec<DVec3>>,
}

/// Millimetres per picture.
const WIDTH: f64 = 340.0;
const TALL: f64 = 520.0;

/// Writes all discs side by side, three in a row.
pub(super) fn write_pictures(path: &Path, views: &[View]) -> anyhow::Result<()> {
    let rows = views.len().div_ceil(3);
    let (width, height) = (3.0 * WIDTH, rows as f64 * TALL);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"18\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (k, view) in views.iter().enumerate() {
        let (left, top) = ((k % 3) as f64 * WIDTH, (k / 3) as f64 * TALL);
        let above = |x: &DVec3| [left + 0.5 * WIDTH + 1e3 * x.x, top + 190.0 + 1e3 * x.y];
        let side = |x: &DVec3| {
            let lifted = 0.25 * x.y - x.z;
            [left + 0.5 * WIDTH + 1e3 * x.x, top + 400.0 + 1e3 * lifted]
        };
        writeln!(svg, "<text x=\"{}\" y=\"{}\">{}</text>", left + 20.0, top + 24.0, view.title)?;
        for (n, ring) in view.rings.iter().enumerate() {
            let stroke = if n == 0 { 1.5 } else { 0.5 };
            for project in [&above as &dyn Fn(&DVec3) -> [f64; 2], &side] {
                let points: Vec<String> =
                    ring.iter().map(project).map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
                writeln!(
                    svg,
                    "<polygon points=\"{}\" fill=\"none\" stroke=\"#246\" \
                     stroke-width=\"{stroke}\"/>",
                    points.join(" ")
                )?;
            }
        }
    }
    svg.push_str("</svg>\n");
    std::fs::write(path, svg)?;
    Ok(())
}
