//! The report on a tangle, as text and as JSON.
//!
//! Vertices are counted from 0: in text those of a run by surface, as in its scene, and those of a
//! mesh file as a whole; in JSON as a whole, as in `positions.npy`. Contours are counted from 0.

use std::io::Write;

use anyhow::Result;
use glam::DVec3;
use ripstop_detection::PrimitiveNames;
use ripstop_geometry::crossing::{ContourEnd, Crossing};
use ripstop_geometry::{CollisionMesh, VertexId};
use ripstop_response::untangle::{ContourKind, ContourReport, ContourSide, Enclosed, TangleReport};
use serde_json::{Value, json};

/// `1 intersection`, `2 intersections`.
pub(crate) fn counted(count: usize) -> String {
    if count == 1 { "1 intersection".to_owned() } else { format!("{count} intersections") }
}

/// Writes a line for every contour, then one for every crossing.
pub(crate) fn list(
    out: &mut impl Write,
    names: &PrimitiveNames,
    positions: &[DVec3],
    found: &[Crossing],
) -> Result<()> {
    let mesh = names.mesh;
    let report = TangleReport::new(mesh, found, positions);
    for (number, contour) in report.contours.iter().enumerate() {
        let crossings = contour.contour.crossings.len();
        let crossings =
            if crossings == 1 { "1 crossing".to_owned() } else { format!("{crossings} crossings") };
        let [a, b] = [&contour.sides[0], &contour.sides[1]].map(described);
        writeln!(
            out,
            "  contour {number}: {}, {}, length {:.4}, {crossings}; cuts off {a} and {b}",
            course(contour),
            kind(contour.kind),
            contour.length + 0.0,
        )?;
    }
    if report.irregular_pairs > 0 {
        writeln!(
            out,
            "  {} pairs of faces overlap or touch in more than a curve",
            report.irregular_pairs
        )?;
    }
    for crossing in found {
        let crossed = names.crossing(crossing.edge, crossing.face);
        let [x, y, z] = crossing.point(mesh, positions).to_array().map(tenth_of_a_millimetre);
        writeln!(out, "  {crossed}, near ({x:.4}, {y:.4}, {z:.4})")?;
    }
    Ok(())
}

/// Writes a line for every part that lies inside of a closed one.
pub(crate) fn list_inside(out: &mut impl Write, inside: &[Enclosed]) -> Result<()> {
    for Enclosed { part, body, vertex, of_body, vertices } in inside {
        writeln!(
            out,
            "  inside: part {part} ({vertices} vertices, the first is {}) lies wholly inside of the \
             closed part {body} (the first is {})",
            vertex.0, of_body.0
        )?;
    }
    Ok(())
}

/// The same as a value.
pub(crate) fn as_json(mesh: &CollisionMesh, positions: &[DVec3], found: &[Crossing]) -> Value {
    let report = TangleReport::new(mesh, found, positions);
    let contours: Vec<Value> = report
        .contours
        .iter()
        .map(|contour| {
            let [first, second] = &contour.sides;
            json!({
                "course": course(contour),
                "kind": kind(contour.kind),
                "length": contour.length + 0.0,
                "crossings": contour.contour.crossings,
                "ends": contour.contour.ends.map(|ends| ends.map(end)),
                "sides": [side(first), side(second)],
            })
        })
        .collect();
    let crossings: Vec<Value> = found
        .iter()
        .map(|crossing| {
            json!({
                "edge": mesh.edge(crossing.edge).map(number),
                "face": mesh.face(crossing.face).map(number),
                "point": crossing.point(mesh, positions).to_array().map(|x| x + 0.0),
            })
        })
        .collect();
    json!({
        "intersections": found.len(),
        "length": report.length(),
        "irregular_pairs": report.irregular_pairs,
        "contours": contours,
        "crossings": crossings,
    })
}

const fn number(vertex: VertexId) -> u32 {
    vertex.0
}

/// Rounded to four digits; what rounds to zero has no sign.
fn tenth_of_a_millimetre(metres: f64) -> f64 {
    (1e4 * metres).round() / 1e4 + 0.0
}

fn course(contour: &ContourReport) -> &'static str {
    match contour.contour.is_closed() {
        true => "closed",
        false if contour.ends_at_boundary() => "to a boundary",
        false => "open",
    }
}

fn kind(kind: ContourKind) -> &'static str {
    match kind {
        ContourKind::ClothCloth => "cloth–cloth",
        ContourKind::ClothVolume => "cloth–volume",
        ContourKind::VolumeVolume => "volume–volume",
    }
}

fn end(end: ContourEnd) -> String {
    match end {
        ContourEnd::Boundary(_) => "boundary".to_owned(),
        ContourEnd::CommonVertex(vertex) => format!("vertex {}", number(vertex)),
        ContourEnd::Irregular => "irregular".to_owned(),
    }
}

fn described(side: &ContourSide) -> String {
    match &side.region {
        None => "nothing".to_owned(),
        Some(region) if region.vertices.len() == 1 => format!("1 vertex (area {:.4})", side.area),
        Some(region) => format!("{} vertices (area {:.4})", region.vertices.len(), side.area),
    }
}

fn side(side: &ContourSide) -> Value {
    json!({
        "part": side.part,
        "area": side.region.as_ref().map(|_| side.area),
        "vertices": side.region.as_ref().map(|region| {
            region.vertices.iter().map(|&vertex| number(vertex)).collect::<Vec<_>>()
        }),
    })
}
