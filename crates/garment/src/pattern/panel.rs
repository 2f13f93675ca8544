//! Panels: pieces of cloth that are cut along an outline.

use std::f64::consts::PI;

use glam::{DVec2, dvec2};

/// An edge of an outline, from its start to the start of the next one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanelEdge {
    /// Its start (m): x to the right, y up, as somebody sees the panel who stands before it.
    pub start: DVec2,
    /// Its shape.
    pub shape: EdgeShape,
}

/// Shape of an edge.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeShape {
    /// A straight line.
    Line,
    /// A cubic Bézier curve with two control points (m) between its ends.
    Bezier([DVec2; 2]),
    /// The shorter arc of a circle around a centre (m) that has both ends on it.
    Arc(DVec2),
    /// The longer arc of such a circle.
    LongArc(DVec2),
}

/// A piece of cloth: its name and its outline, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Panel {
    /// A name for reports.
    pub name: String,
    /// Edges of the outline, each from its start to the start of the next.
    pub edges: Vec<PanelEdge>,
}

/// Angle from one point to another around a centre, between −π and π.
fn angle_between([a, b]: [DVec2; 2], centre: DVec2) -> f64 {
    let (from, to) = (a - centre, b - centre);
    libm::atan2(from.perp_dot(to), from.dot(to))
}

/// The point at a part `t` of an arc of an angle; both ends exactly, whatever its rounding.
fn on_arc([a, b]: [DVec2; 2], centre: DVec2, angle: f64, t: f64) -> DVec2 {
    let turned = dvec2(libm::cos(angle * t), libm::sin(angle * t)).rotate(a - centre);
    if t == 1.0 { b } else { centre + turned }
}

/// Pieces into which a curve is cut to measure it.
const PIECES: u32 = 64;

impl Panel {
    /// A panel without edges.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), edges: Vec::new() }
    }

    /// The same with one more edge that begins at a point (m).
    #[must_use]
    pub fn edge(mut self, start: DVec2, shape: EdgeShape) -> Self {
        self.edges.push(PanelEdge { start, shape });
        self
    }

    /// The point of an edge at a parameter from 0 to 1, which is not arc length (m).
    fn point(&self, edge: usize, t: f64) -> DVec2 {
        let a = self.edges[edge].start;
        let b = self.edges[(edge + 1) % self.edges.len()].start;
        match self.edges[edge].shape {
            EdgeShape::Line => a.lerp(b, t),
            EdgeShape::Bezier([p, q]) => {
                let (pq, ap, qb) = (p.lerp(q, t), a.lerp(p, t), q.lerp(b, t));
                ap.lerp(pq, t).lerp(pq.lerp(qb, t), t)
            }
            EdgeShape::Arc(centre) => on_arc([a, b], centre, angle_between([a, b], centre), t),
            EdgeShape::LongArc(centre) => {
                let angle = angle_between([a, b], centre);
                on_arc([a, b], centre, angle - (2.0 * PI).copysign(angle), t)
            }
        }
    }

    /// Length of an edge (m).
    #[must_use]
    pub fn edge_length(&self, edge: usize) -> f64 {
        self.measured(edge).last().map_or(0.0, |&(length, _)| length)
    }

    /// Points along an edge with the lengths before them.
    fn measured(&self, edge: usize) -> Vec<(f64, DVec2)> {
        let mut length = 0.0;
        let mut before = self.point(edge, 0.0);
        (0..=PIECES)
            .map(|i| {
                let x = self.point(edge, f64::from(i) / f64::from(PIECES));
                length += x.distance(before);
                before = x;
                (length, x)
            })
            .collect()
    }

    /// Points that cut an edge into a number of parts of the same length, without its end.
    pub(crate) fn sampled(&self, edge: usize, parts: u32) -> Vec<DVec2> {
        let measured = self.measured(edge);
        let total = measured[measured.len() - 1].0;
        let at = |part: u32| {
            let length = total * f64::from(part) / f64::from(parts);
            let next =
                measured.partition_point(|known| known.0 <= length).clamp(1, PIECES as usize);
            let ((l0, x0), (l1, x1)) = (measured[next - 1], measured[next]);
            x0.lerp(x1, ((length - l0) / (l1 - l0)).clamp(0.0, 1.0))
        };
        (0..parts).map(|part| if part == 0 { self.point(edge, 0.0) } else { at(part) }).collect()
    }
}
