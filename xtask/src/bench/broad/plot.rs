//! Small log–log charts as SVG.

/// Points with a name.
pub(super) struct Curve {
    pub(super) name: &'static str,
    pub(super) points: Vec<(f64, f64)>,
}

/// Curves with a title.
pub(super) struct Chart {
    pub(super) title: String,
    pub(super) curves: Vec<Curve>,
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 50.0;
const COLOURS: [&str; 6] = ["#1b6ca8", "#d1495b", "#3a7d44", "#8d5a97", "#777777", "#e09f3e"];

/// Charts in a grid, two to a row.
pub(super) fn svg(charts: &[Chart]) -> String {
    let rows = charts.len().div_ceil(2) as u32;
    let (width, height) = (2.0 * WIDTH, f64::from(rows) * HEIGHT);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for (i, chart) in (0_u32..).zip(charts) {
        let (x, y) = (f64::from(i % 2) * WIDTH, f64::from(i / 2) * HEIGHT);
        svg.extend([format!("<g transform=\"translate({x} {y})\">\n{}</g>\n", one(chart))]);
    }
    svg + "</svg>\n"
}

fn one(chart: &Chart) -> String {
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    let range = |f: fn(&(f64, f64)) -> f64| {
        let logs = points().map(|point| f(point).log10());
        let (low, high) =
            logs.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        (low.floor(), high.ceil().max(low.floor() + 1.0))
    };
    let mut svg =
        format!("<text x=\"{MARGIN}\" y=\"20\" font-size=\"13\">{}</text>\n", chart.title);
    if points().next().is_none() {
        return svg;
    }
    let (x, y) = (range(|p| p.0), range(|p| p.1));
    let at_x = |v: f64| MARGIN + (v - x.0) / (x.1 - x.0) * (WIDTH - 2.0 * MARGIN);
    let at_y = |v: f64| HEIGHT - MARGIN - (v - y.0) / (y.1 - y.0) * (HEIGHT - 2.0 * MARGIN);
    let mut tick = x.0;
    while tick <= x.1 {
        let (px, bottom) = (at_x(tick), HEIGHT - MARGIN);
        svg.extend([format!(
            "<path d=\"M{px:.1} {MARGIN}V{bottom}\" stroke=\"#ddd\"/>\
             <text x=\"{px:.1}\" y=\"{:.1}\" text-anchor=\"middle\">10^{tick}</text>\n",
            bottom + 16.0
        )]);
        tick += 1.0;
    }
    let mut tick = y.0;
    while tick <= y.1 {
        let (py, right) = (at_y(tick), WIDTH - MARGIN);
        svg.extend([format!(
            "<path d=\"M{MARGIN} {py:.1}H{right}\" stroke=\"#ddd\"/>\
             <text x=\"{:.1}\" y=\"{py:.1}\" text-anchor=\"end\">10^{tick}</text>\n",
            MARGIN - 4.0
        )]);
        tick += 1.0;
    }
    for (i, curve) in chart.curves.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let path: Vec<_> = curve
            .points
            .iter()
            .map(|&(px, py)| format!("{:.1},{:.1}", at_x(px.log10()), at_y(py.log10())))
            .collect();
        svg.extend([format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path.join(" ")
        )]);
        if let Some(&(px, py)) = curve.points.last() {
            svg.extend([format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>\n",
                at_x(px.log10()) + 4.0,
                at_y(py.log10()) + 4.0,
                curve.name
            )]);
        }
    }
    svg
}
