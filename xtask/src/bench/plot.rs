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
    let title = format!("<text x=\"{MARGIN}\" y=\"20\" font-size=\"13\">{}</text>\n", chart.title);
    let points = || chart.curves.iter().flat_map(|curve| &curve.points);
    if points().next().is_none() {
        return title;
    }
    let axes = Axes { x: decades(points().map(|p| p.0)), y: decades(points().map(|p| p.1)) };
    let curves = chart.curves.iter().zip(COLOURS.iter().cycle());
    let curves = curves.map(|(curve, colour)| axes.curve(curve, colour));
    title + &axes.ticks() + &curves.collect::<String>()
}

/// Whole powers of ten around some values, as logarithms.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let (low, high) = values
        .map(f64::log10)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    (low.floor(), high.ceil().max(low.floor() + 1.0))
}

/// Logarithms at the ends of both axes.
struct Axes {
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    fn at_x(&self, v: f64) -> f64 {
        let (low, high) = self.x;
        MARGIN + (v - low) / (high - low) * (WIDTH - 2.0 * MARGIN)
    }

    fn at_y(&self, v: f64) -> f64 {
        let (low, high) = self.y;
        HEIGHT - MARGIN - (v - low) / (high - low) * (HEIGHT - 2.0 * MARGIN)
    }

    fn ticks(&self) -> String {
        let mut svg = String::new();
        let mut tick = self.x.0;
        while tick <= self.x.1 {
            let (px, bottom) = (self.at_x(tick), HEIGHT - MARGIN);
            svg.extend([format!(
                "<path d=\"M{px:.1} {MARGIN}V{bottom}\" stroke=\"#ddd\"/>\
                 <text x=\"{px:.1}\" y=\"{:.1}\" text-anchor=\"middle\">10^{tick}</text>\n",
                bottom + 16.0
            )]);
            tick += 1.0;
        }
        let mut tick = self.y.0;
        while tick <= self.y.1 {
            let (py, right) = (self.at_y(tick), WIDTH - MARGIN);
            svg.extend([format!(
                "<path d=\"M{MARGIN} {py:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{py:.1}\" text-anchor=\"end\">10^{tick}</text>\n",
                MARGIN - 4.0
            )]);
            tick += 1.0;
        }
        svg
    }

    fn curve(&self, curve: &Curve, colour: &str) -> String {
        let place = |&(x, y): &(f64, f64)| (self.at_x(x.log10()), self.at_y(y.log10()));
        let path: Vec<String> =
            curve.points.iter().map(place).map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path.join(" ")
        );
        let name = curve.points.last().map(place).map(|(x, y)| {
            format!(
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{}</text>\n",
                x + 4.0,
                y + 4.0,
                curve.name
            )
        });
        line + &name.unwrap_or_default()
    }
}
