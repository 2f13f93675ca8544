//! From a draft to a pattern: names looked up, lengths in metres, everything relative resolved.

use std::collections::BTreeMap;
use std::io::BufRead;

use glam::{DVec2, DVec3};

use super::check::{check_loop, check_place};
use super::draft::{Draft, DraftCurve, DraftEdge, DraftPanel, DraftStitch};
use super::{Circle, Curve, Edge, Panel, Specification, SpecificationError, Stitch, StitchSide};
use crate::gltf::json::unescaped;
use crate::whole_file::read_whole;
use crate::{Place, ReadError};

/// Reads a sewing pattern.
///
/// # Errors
/// If the text is no JSON or something is missing, with the byte; if a panel, an edge or a stitch
/// makes no sense, with its name and number.
pub fn read_garmentcode(reader: impl BufRead) -> Result<Specification, SpecificationError> {
    let bytes = read_whole(reader)?;
    if u32::try_from(bytes.len()).is_err() {
        let (place, limit) = (Place::Byte(0), u64::from(u32::MAX));
        return Err(ReadError::TooMany { place, items: "bytes of JSON", limit }.into());
    }
    // A byte order mark is read over.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    let Draft { panels, stitches, units_in_metre, is_absolute, centres } =
        Draft::read(text, bytes.len() - text.len())?;
    if panels.is_empty() {
        return Err(SpecificationError::NoPanels);
    }
    let rules = Rules { metres: units_in_metre.recip(), is_absolute, centres };
    let panels: Vec<Panel> =
        panels.into_iter().map(|panel| rules.panel(panel)).collect::<Result<_, _>>()?;
    let mut numbers = BTreeMap::new();
    for (number, panel) in panels.iter().enumerate() {
        if numbers.insert(panel.name.as_str(), number).is_some() {
            return Err(SpecificationError::of(
                format!("panel `{}`", panel.name),
                "there are two of this name",
            ));
        }
    }
    let stitch = |(number, draft): (usize, &DraftStitch)| {
        let sides = draft.sides.map(|(name, edge)| {
            let owner = format!("stitch {number}");
            let name = unescaped(name);
            let missing = || format!("it names panel `{name}`, but there is none");
            let panel = *numbers
                .get(name.as_str())
                .ok_or_else(|| SpecificationError::of(owner.as_str(), missing()))?;
            let count = panels[panel].edges.len();
            if edge as usize >= count {
                let what = format!("it names edge {edge} of panel `{name}`, which has {count}");
                return Err(SpecificationError::of(owner, what));
            }
            Ok(StitchSide { panel, edge: edge as usize })
        });
        let [a, b] = sides;
        let sides = [a?, b?];
        if sides[0] == sides[1] {
            let owner = format!("stitch {number}");
            return Err(SpecificationError::of(owner, "it sews an edge to itself"));
        }
        Ok(Stitch { sides, is_right_to_wrong: draft.is_right_to_wrong })
    };
    let stitches = stitches.iter().enumerate().map(stitch).collect::<Result<_, _>>()?;
    Ok(Specification { panels, stitches })
}

/// Meaning of the numbers of a file.
#[derive(Clone, Copy)]
struct Rules {
    /// Length of a unit (m).
    metres: f64,
    is_absolute: bool,
    centres: bool,
}

impl Rules {
    fn panel(self, draft: DraftPanel) -> Result<Panel, SpecificationError> {
        let DraftPanel { name, translation, rotation, mut vertices, edges } = draft;
        let owner = format!("panel `{name}`");
        for (number, edge) in edges.iter().enumerate() {
            let count = vertices.len();
            if let Some(end) = edge.endpoints.iter().find(|end| **end as usize >= count) {
                let owner = format!("{owner}, edge {number}");
                let what = format!("it names vertex {end}, but there are {count}");
                return Err(SpecificationError::of(owner, what));
            }
        }
        check_loop(&edges, &owner)?;
        let mut translation = self.metres * translation;
        for vertex in &mut vertices {
            *vertex *= self.metres;
        }
        let curve = |edge: &DraftEdge| self.curve(edge, &vertices);
        let mut curves: Vec<Curve> = edges.iter().map(curve).collect();
        if self.centres {
            let middle = vertices.iter().sum::<DVec2>() / vertices.len() as f64;
            for vertex in &mut vertices {
                *vertex -= middle;
            }
            for curve in &mut curves {
                curve.shift(-middle);
            }
            translation += middle.extend(0.0);
        }
        let place = |(number, &x): (usize, &DVec2)| {
            check_place(x.extend(0.0), || format!("{owner}, vertex {number}"))
        };
        vertices.iter().enumerate().try_for_each(place)?;
        check_place(translation, || format!("{owner}, translation"))?;
        // An angle of any size has a sine, but a large one hardly means anything.
        check_place(rotation / 360.0, || format!("{owner}, rotation"))?;
        let mut resolved = Vec::with_capacity(edges.len());
        for (number, (edge, curve)) in edges.iter().zip(curves).enumerate() {
            let [a, b] = edge.endpoints.map(|end| vertices[end as usize]);
            let owner = || format!("{owner}, edge {number}");
            let curve = curve.checked(a.distance(b), owner)?;
            resolved.push(Edge { endpoints: edge.endpoints, curve });
        }
        Ok(Panel { name, translation, rotation, vertices, edges: resolved })
    }

    /// Shape of an edge; its vertices are there, in metres.
    fn curve(self, edge: &DraftEdge, vertices: &[DVec2]) -> Curve {
        let [a, b] = edge.endpoints.map(|end| vertices[end as usize]);
        let control = |p: DVec2| {
            if self.is_absolute {
                self.metres * p
            } else {
                a + p.x * (b - a) + p.y * (b - a).perp()
            }
        };
        match edge.curve {
            DraftCurve::Line => Curve::Line,
            DraftCurve::Quadratic(p) => Curve::Quadratic(control(p)),
            DraftCurve::Cubic(points) => Curve::Cubic(points.map(control)),
            DraftCurve::Circle { radius, is_large, bulges_right } => {
                Curve::Circle(Circle { radius: self.metres * radius, is_large, bulges_right })
            }
        }
    }
}

/// Part of its length by which a circle may be too small for its chord: files are rounded.
const ROUNDED: f64 = 1e-3;

impl Curve {
    fn shift(&mut self, by: DVec2) {
        match self {
            Self::Quadratic(point) => *point += by,
            Self::Cubic(points) => points.iter_mut().for_each(|point| *point += by),
            Self::Line | Self::Circle(_) => {}
        }
    }

    /// The same between ends at a distance (m), if that is possible.
    fn checked(
        self,
        distance: f64,
        owner: impl Fn() -> String + Copy,
    ) -> Result<Self, SpecificationError> {
        let near = |points: &[DVec2]| -> Result<(), SpecificationError> {
            points.iter().try_for_each(|point| check_place(point.extend(0.0), owner))
        };
        match self {
            Self::Line => {}
            Self::Quadratic(point) => near(&[point])?,
            Self::Cubic(points) => near(&points)?,
            Self::Circle(circle) => {
                check_place(DVec3::X * circle.radius, owner)?;
                let half = 0.5 * distance;
                if circle.radius < half * (1.0 - ROUNDED) {
                    let what = format!(
                        "its circle has a radius of {:.4} m, but its ends are {:.4} m apart",
                        circle.radius, distance
                    );
                    return Err(SpecificationError::of(owner(), what));
                }
                return Ok(Self::Circle(Circle { radius: circle.radius.max(half), ..circle }));
            }
        }
        Ok(self)
    }
}
