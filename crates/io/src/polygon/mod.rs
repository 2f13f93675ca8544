//! Triangles from polygons.
//!
//! A polygon with `n` corners becomes `n − 2` triangles on its own corners, always, and every
//! result is defined:
//!
//! 1. **Simple polygons** in a plane (concave ones too, with corners in the middle of straight
//!    edges as well) become a triangulation in the strict sense: triangles with area, all turning
//!    like the polygon, no two of them overlapping. A convex polygon becomes the fan from its first
//!    corner.
//! 2. **Polygons that touch themselves** (a hole joined to the outside by a bridge that is run
//!    through twice, corners at the same place) are treated the same way, with triangles without
//!    area where two neighbouring corners are at the same place, or where the polygon doubles back
//!    on itself.
//! 3. **Polygons without an inside** (all corners on a line, crossing edges that leave no ear)
//!    become a fan as far as nothing better is found, and [`Triangulation::shape`] says so.
//!
//! A polygon that is not flat is seen along the coordinate axis nearest to its area vector
//!
//! ```text
//! N = ½ Σ (pᵢ − p₀) × (pᵢ₊₁ − p₀)
//! ```
//!
//! (Newell's normal), and what counts is the polygon that is seen there: along that axis, a plane
//! maps one to one onto the coordinate plane, whose coordinates are given and not computed. All
//! decisions there are signs of [`orient2d`](ripstop_geometry::predicates::orient2d), hence exact.

mod ears;
mod faces;
mod ring;
mod view;

pub(crate) use faces::{FaceCutter, MOST_CORNERS};

use glam::DVec3;
use ring::Ring;
use ripstop_geometry::exact::Sign;

/// A polygon cut into triangles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Triangulation {
    /// The triangles, each as three numbers of corners of the polygon, turning like the polygon.
    pub triangles: Vec<[u32; 3]>,
    /// Kind of polygon.
    pub shape: PolygonShape,
}

/// Kinds of polygons: with an inside, or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonShape {
    /// It could be cut ear by ear.
    Simple,
    /// It has no area or crosses itself, so that some of the triangles are an arbitrary, though
    /// always the same, choice.
    Tangled,
}

/// Cuts a polygon into triangles. Fewer than three corners give none.
///
/// Time O(n²), memory O(n). Coordinates must be finite; others give some triangles, without a panic
/// in release builds.
///
/// ```
/// use glam::dvec3;
/// use ripstop_io::triangulate;
///
/// // An arrow head: corner 2 points inwards, so the fan from corner 0 would leave the polygon.
/// let arrow = [(2.0, 1.0), (0.0, 2.0), (0.5, 1.0), (0.0, 0.0)].map(|(x, y)| dvec3(x, y, 0.0));
/// assert_eq!(triangulate(&arrow).triangles, [[0, 1, 2], [0, 2, 3]]);
/// let turned = [arrow[1], arrow[2], arrow[3], arrow[0]];
/// assert_eq!(triangulate(&turned).triangles, [[1, 2, 3], [0, 1, 3]]);
/// ```
#[must_use]
pub fn triangulate(corners: &[DVec3]) -> Triangulation {
    if corners.len() < 3 {
        return Triangulation { triangles: Vec::new(), shape: PolygonShape::Simple };
    }
    let mut ring = Ring::new(corners.len());
    ring.cut_repeats(corners);
    let points =
        if ring.runs_in_circles(corners) { None } else { view::counter_clockwise(&ring, corners) };
    if let Some(points) = &points {
        ears::clip(&mut ring, points);
    }
    ring.cut_spikes(corners);
    // A triangle is what it is; a polygon ends in a triangle that turns as it does.
    let is_simple = corners.len() == 3
        || ring.count() == 3
            && points.is_some_and(|points| ears::turn(&ring, &points) != Sign::Negative);
    let shape = if is_simple { PolygonShape::Simple } else { PolygonShape::Tangled };
    Triangulation { triangles: ring.into_fan(), shape }
}
