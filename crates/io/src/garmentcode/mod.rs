//! Sewing patterns in GarmentCode's JSON [Korosteleva 2023], in.
//!
//! # Conventions
//!
//! ```text
//! panel    a loop of edges between vertices of the plane, a rotation (degrees, about x, then y,
//!          then z, all of the world) and a translation; its outer side is the one from which the
//!          loop runs counter-clockwise
//! edge     straight, a Bézier curve with one or two control points, or the arc of a circle
//! stitch   two edges; the start of one meets the end of the other, unless it says `right_wrong`
//! ```
//!
//! A control point `(s, t)` is relative to its edge from `a` to `b`: `a + s (b − a) + t (b − a)⊥`,
//! with `⊥` a quarter turn to the left. A circle has a radius and the two flags of SVG arcs: the
//! larger of the two arcs, and the one that bulges to the right. A curvature that is a bare pair of
//! numbers is one control point.
//!
//! Files are in centimetres unless they say otherwise, with y up and the front at positive z. What
//! is returned is in metres; everything relative has been resolved.

mod check;
mod draft;
mod error;
mod read;

use glam::{DVec2, DVec3};

pub use error::SpecificationError;
pub use read::read_garmentcode;

/// A sewing pattern: panels and the stitches between their edges.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Specification {
    /// The panels, as they stand in the file.
    pub panels: Vec<Panel>,
    /// The stitches.
    pub stitches: Vec<Stitch>,
}

/// A piece of cloth and its place around the body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Its name.
    pub name: String,
    /// Translation (m).
    pub translation: DVec3,
    /// Rotation about x, then y, then z of the world (degrees).
    pub rotation: DVec3,
    /// Vertices in the plane (m).
    pub vertices: Vec<DVec2>,
    /// Edges, each from where the one before ends; the last ends where the first starts.
    pub edges: Vec<Edge>,
}

/// An edge of a panel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Vertices at its start and its end.
    pub endpoints: [u32; 2],
    /// Its shape.
    pub curve: Curve,
}

/// Shape of an edge.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Curve {
    /// Straight.
    #[default]
    Line,
    /// A quadratic Bézier curve with a control point (m).
    Quadratic(DVec2),
    /// A cubic Bézier curve with two control points (m).
    Cubic([DVec2; 2]),
    /// An arc of a circle.
    Circle(Circle),
}

/// An arc of a circle between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Radius (m), at least half the distance of the points.
    pub radius: f64,
    /// True for the arc of more than half a turn.
    pub is_large: bool,
    /// True if it bulges to the right of the way from its start to its end.
    pub bulges_right: bool,
}

/// Two edges that are sewn together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stitch {
    /// Both edges.
    pub sides: [StitchSide; 2],
    /// True if the start of one edge meets the start of the other: the outer side of one panel is
    /// then the inner side of the other.
    pub is_right_to_wrong: bool,
}

/// An edge of a panel, by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StitchSide {
    /// The panel.
    pub panel: usize,
    /// Its edge.
    pub edge: usize,
}
