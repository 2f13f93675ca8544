//! Sewing patterns: panels in the plane, triangles in them, and seams between their edges.

mod panel;
mod placement;
mod seam;
mod triangulation;

use std::ops::Range;

use glam::{DVec2, DVec3, dvec2};
use ripstop_geometry::Stitch;
use ripstop_geometry::tessellate::TriangleMesh;

use crate::GarmentError;
use crate::error::check_range;
use triangulation::triangulate;

pub use panel::{EdgeShape, Panel, PanelEdge};
pub use placement::Placement;
pub use seam::{Seam, SeamSide};

/// Panels and the seams between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pattern {
    /// The panels. All of them show their outer side.
    pub panels: Vec<Panel>,
    /// The seams.
    pub seams: Vec<Seam>,
}

/// A pattern as one mesh, with its panels where they start.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SewnPattern {
    /// Start positions (m) and faces, counter-clockwise from outside.
    pub mesh: TriangleMesh,
    /// Rest configuration of every vertex (m): u up along the warp, v to the left along the weft.
    pub uv: Vec<DVec2>,
    /// Vertices and faces of the panels, in the order of the pattern.
    pub panels: Vec<PanelRange>,
    /// Stitches of all seams.
    pub stitches: Vec<Stitch>,
    /// Stitches of each seam, in the order of the pattern.
    pub seams: Vec<Range<usize>>,
}

/// Vertices and faces of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PanelRange {
    /// Its name.
    pub name: String,
    /// Its vertices.
    pub vertices: Range<usize>,
    /// Its faces.
    pub faces: Range<usize>,
}

/// Shortest and longest edges that a pattern is cut into (m).
const EDGE_LENGTHS: [f64; 2] = [1e-3, 1.0];
/// Most vertices of a panel; more do not fit into the memory of common machines.
const MOST_VERTICES: f64 = 4e6;

/// Most parts into which an edge is cut.
const MOST_PARTS: f64 = 1e5;

impl Pattern {
    /// Triangulates the panels with edges of about a given length (m), and matches the two sides
    /// of every seam by arc length. `place` says where a point of a panel, given by its number and
    /// its place in the plane of the pattern, starts.
    ///
    /// # Errors
    /// If the edge length is out of range, an outline crosses itself or is not counter-clockwise,
    /// or a seam names an edge that is not there.
    pub fn sewn(
        &self,
        edge_length: f64,
        place: impl Fn(usize, DVec2) -> DVec3,
    ) -> Result<SewnPattern, GarmentError> {
        check_range("edge_length", edge_length, EDGE_LENGTHS)?;
        let counts = self.edge_counts(edge_length)?;
        let mut sewn = SewnPattern::default();
        let mut borders = Vec::new();
        for (number, (panel, counts)) in self.panels.iter().zip(&counts).enumerate() {
            let (outline, starts) = outline(panel, counts);
            check_outline(panel, &outline, edge_length)?;
            let flat = triangulate(&outline, edge_length)
                .ok_or_else(|| GarmentError::Outline { panel: panel.name.clone() })?;
            let (v0, f0) = (sewn.uv.len(), sewn.mesh.faces.len());
            borders.push(seam::Border { first: v0 as u32, starts, outline });
            sewn.mesh.positions.extend(flat.points.iter().map(|&p| place(number, p)));
            sewn.uv.extend(flat.points.iter().map(|p| dvec2(p.y, -p.x)));
            sewn.mesh.faces.extend(flat.faces.iter().map(|face| face.map(|i| i + v0 as u32)));
            sewn.panels.push(PanelRange {
                name: panel.name.clone(),
                vertices: v0..sewn.uv.len(),
                faces: f0..sewn.mesh.faces.len(),
            });
        }
        for seam in &self.seams {
            let first = sewn.stitches.len();
            sewn.stitches.extend(seam.stitches(&borders));
            sewn.seams.push(first..sewn.stitches.len());
        }
        Ok(sewn)
    }

    /// Number of parts into which every edge of every panel is cut. Sides of a seam that are about
    /// of the same length are cut into as many parts, so that their vertices meet.
    fn edge_counts(&self, edge_length: f64) -> Result<Vec<Vec<u32>>, GarmentError> {
        #[expect(clippy::cast_sign_loss, reason = "at least 1")]
        let count = |panel: &Panel, edge: usize| {
            let parts = panel.edge_length(edge) / edge_length;
            check_range("parts of an edge", parts, [1e-3, MOST_PARTS])?;
            // A length that is a multiple but for rounding is one.
            Ok((parts - 1e-6).ceil().max(1.0) as u32)
        };
        let of_panel = |panel: &Panel| (0..panel.edges.len()).map(|e| count(panel, e)).collect();
        let mut counts: Vec<Vec<u32>> =
            self.panels.iter().map(of_panel).collect::<Result<_, GarmentError>>()?;
        for (number, seam) in self.seams.iter().enumerate() {
            let missing = |side: &SeamSide| {
                self.panels.get(side.panel).is_none_or(|panel| side.edge >= panel.edges.len())
            };
            if let Some(side) = seam.sides.iter().find(|side| missing(side)) {
                return Err(GarmentError::Seam {
                    seam: number,
                    panel: side.panel,
                    edge: side.edge,
                });
            }
            let [a, b] = seam.sides;
            let lengths = [a, b].map(|side| self.panels[side.panel].edge_length(side.edge));
            if (lengths[0] - lengths[1]).abs() < 0.05 * lengths[0] {
                let most = counts[a.panel][a.edge].max(counts[b.panel][b.edge]);
                counts[a.panel][a.edge] = most;
                counts[b.panel][b.edge] = most;
            }
        }
        Ok(counts)
    }
}

/// Points along an outline, and the number of the first point of every edge.
fn outline(panel: &Panel, counts: &[u32]) -> (Vec<DVec2>, Vec<usize>) {
    let mut points = Vec::new();
    let mut starts = Vec::new();
    for (edge, &count) in counts.iter().enumerate() {
        starts.push(points.len());
        points.extend(panel.sampled(edge, count));
    }
    (points, starts)
}

/// Refuses outlines that are clockwise, not finite, or too large for their edge length.
fn check_outline(panel: &Panel, outline: &[DVec2], edge_length: f64) -> Result<(), GarmentError> {
    let next = outline.iter().cycle().skip(1);
    let area: f64 = outline.iter().zip(next).map(|(a, b)| 0.5 * a.perp_dot(*b)).sum();
    let is_sound = outline.len() >= 3 && area > 0.0 && area.is_finite();
    if !is_sound {
        return Err(GarmentError::Outline { panel: panel.name.clone() });
    }
    let count = area / (0.5 * 3.0_f64.sqrt() * edge_length * edge_length);
    check_range("vertices of a panel", count, [0.0, MOST_VERTICES])
}
