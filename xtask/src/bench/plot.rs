//! Small charts of times as SVG: curves over sizes, both axes logarithmic, or bars if there is one
//! size.

/// Points with a name.
pub(super) struct Curve {
    pub(super) name: &'static str,
    pub(super) points: Vec<(f64, f64)>,
}

/// Curves with a title.
pub(super) struct Chart {
    pub(super) title: String,
    /// Things whose number is the size.
    pub(super) items: &'static str,
    pub(super) curves: Vec<Curve>,
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 50.0;
/// Least distance of the names of two curves.
const LINE: f64 = 13.0;
/// Room for a name.
const NAMES: f64 = 60.0;
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
    let title = |text: &str| {
        let what = format!("{}: {text}", chart.title);
        format!("<text x=\"{MARGIN}\" y=\"20\" font-size=\"13\">{what}</text>\n")
    };
    let Some(&(first, _)) = points().next() else { return title("nothing was measured") };
    if points().all(|point| point.0 == first) {
        return title(&format!("ms, {first} {}", chart.items)) + &bars(chart);
    }
    let axes = Axes { x: decades(points().map(|p| p.0)), y: decades(points().map(|p| p.1)) };
    let curves = chart.curves.iter().zip(COLOURS.iter().cycle());
    let curves = curves.map(|(curve, colour)| axes.curve(curve, colour));
    title(&format!("s against {}", chart.items))
        + &axes.ticks()
        + &curves.collect::<String>()
        + &axes.names(chart)
}

/// Bars from 0, with the name before each and the time behind it.
fn bars(chart: &Chart) -> String {
    let times = chart.curves.iter().flat_map(|curve| curve.points.iter().map(|point| point.1));
    let longest = times.clone().fold(f64::MIN_POSITIVE, f64::max);
    let height = ((HEIGHT - 2.0 * MARGIN) / chart.curves.len().max(1) as f64).min(36.0);
    let start = MARGIN + NAMES;
    let full = WIDTH - start - 1.5 * MARGIN;
    let names = chart.curves.iter().map(|curve| curve.name);
    let rows = names.zip(times).zip(COLOURS.iter().cycle()).zip(0_u32..);
    let bar = |(((name, time), colour), row): (((&str, f64), &&str), u32)| {
        let (top, length) = (MARGIN + f64::from(row) * height, time / longest * full);
        let middle = top + 0.5 * height + 4.0;
        format!(
            "<text x=\"{:.1}\" y=\"{middle:.1}\" text-anchor=\"end\" fill=\"{colour}\">{name}</text>\
             <rect x=\"{start}\" y=\"{:.1}\" width=\"{length:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{middle:.1}\">{:.3}</text>\n",
            start - 6.0,
            top + 0.15 * height,
            0.7 * height,
            start + length + 6.0,
            1e3 * time
        )
    };
    rows.map(bar).collect()
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
                 <text x=\"{px:.1}\" y=\"{:.1}\" text-anchor=\"middle\">10{}</text>\n",
                bottom + 16.0,
                raised(tick)
            )]);
            tick += 1.0;
        }
        let mut tick = self.y.0;
        while tick <= self.y.1 {
            let (py, right) = (self.at_y(tick), WIDTH - MARGIN);
            svg.extend([format!(
                "<path d=\"M{MARGIN} {py:.1}H{right}\" stroke=\"#ddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">10{}</text>\n",
                MARGIN - 6.0,
                py + 4.0,
                raised(tick)
            )]);
            tick += 1.0;
        }
        svg
    }

    fn place(&self, &(x, y): &(f64, f64)) -> (f64, f64) {
        (self.at_x(x.log10()), self.at_y(y.log10()))
    }

    /// A line through points that are marked.
    fn curve(&self, curve: &Curve, colour: &str) -> String {
        let places: Vec<(f64, f64)> = curve.points.iter().map(|p| self.place(p)).collect();
        let path: Vec<String> = places.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let line = format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
            path.join(" ")
        );
        let dot = |(x, y): &(f64, f64)| {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n")
        };
        line + &places.iter().map(dot).collect::<String>()
    }

    /// Names at the ends of the curves, moved apart where they would cover each other.
    fn names(&self, chart: &Chart) -> String {
        let ends = chart.curves.iter().zip(COLOURS.iter().cycle()).filter_map(|(curve, colour)| {
            let (x, y) = self.place(curve.points.last()?);
            Some((x, y, curve.name, *colour))
        });
        let mut ends: Vec<(f64, f64, &str, &str)> = ends.collect();
        ends.sort_by(|a, b| a.1.total_cmp(&b.1));
        let mut placed: Vec<(f64, f64)> = Vec::new();
        let text = |(x, y, name, colour): (f64, f64, &str, &str)| {
            let beside = placed.iter().filter(|(other, _)| (x - other).abs() < NAMES);
            let lowest = beside.map(|place| place.1).fold(f64::NEG_INFINITY, f64::max);
            let y = y.max(lowest + LINE);
            placed.push((x, y));
            let (x, y) = (x + 7.0, y + 4.0);
            format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{colour}\">{name}</text>\n")
        };
        ends.into_iter().map(text).collect()
    }
}

/// An exponent as raised digits.
fn raised(exponent: f64) -> String {
    let digit = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        c => c.to_digit(10).and_then(|d| char::from_u32(0x2070 + d)).unwrap_or(c),
    };
    format!("{exponent:.0}").chars().map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: &[&[(f64, f64)]]) -> Chart {
        let names = ["bvh", "grid", "octree"];
        let curves = names.iter().zip(points);
        let curves = curves.map(|(&name, points)| Curve { name, points: points.to_vec() });
        Chart { title: "drape".to_owned(), items: "triangles", curves: curves.collect() }
    }

    /// Heights of the texts that hold one of the names.
    fn heights(svg: &str) -> Vec<f64> {
        let texts = svg.split("<text ").filter(|text| {
            ["bvh", "grid", "octree"].iter().any(|name| text.contains(&format!(">{name}<")))
        });
        let height = |text: &str| text.split("y=\"").nth(1)?.split('"').next()?.parse().ok();
        texts.filter_map(height).collect()
    }

    fn least_distance(mut heights: Vec<f64>) -> f64 {
        heights.sort_by(f64::total_cmp);
        heights.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn one_size_is_bars_with_names_and_times() {
        let text = svg(&[chart(&[&[(5e3, 6.0e-3)], &[(5e3, 6.1e-3)], &[(5e3, 6.0e-3)]])]);
        assert!(text.contains("drape: ms, 5000 triangles"), "{text}");
        assert_eq!(text.matches("<rect ").count(), 1 + 3, "the background and the bars");
        assert!(text.contains(">6.100</text>") && !text.contains("<polyline"));
        let heights = heights(&text);
        assert!(heights.len() == 3 && least_distance(heights) >= LINE);
    }

    #[test]
    fn several_sizes_are_curves_whose_names_are_apart() {
        let (a, b) = ([(1e3, 1e-3), (1e4, 1e-2)], [(1e3, 2e-3), (1e4, 1.01e-2)]);
        let text = svg(&[chart(&[&a, &b, &a])]);
        assert_eq!((text.matches("<polyline").count(), text.matches("<circle").count()), (3, 6));
        assert!(text.contains("10⁻³") && text.contains("10⁴"));
        let heights = heights(&text);
        assert!(heights.len() == 3 && least_distance(heights) >= LINE - 0.11);
    }

    #[test]
    fn nothing_is_a_title_alone() {
        assert!(svg(&[chart(&[])]).contains("drape: nothing was measured"));
    }
}
