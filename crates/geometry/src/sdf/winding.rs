//! Exact winding numbers, at the nodes of a grid and at single points.
//!
//! The winding number of a closed surface around a point `p` is the number of times that a ray from
//! `p` leaves it, minus the number of times it enters. Rays run along `+z`, so all nodes of a
//! column share one line, and each face that the line crosses adds `±1` to the nodes below the
//! crossing:
//!
//! ```text
//! w(p) = Σ s_f over faces f crossed above p,    s_f = +1 if f's normal points up, −1 if down
//! ```
//!
//! Floating point would miscount where a line meets an edge or a vertex, and nodes aligned with
//! features of the mesh are the rule, not the exception. Both decisions are therefore made by exact
//! predicates. Whether the line through `(x, y)` crosses a face is decided for the point
//! `(x + ε, y + ε²)` with an infinitely small `ε > 0` [Edelsbrunner 1990]:
//!
//! ```text
//! orient(a, b, p) = (b − a) × (p − a)
//! orient(a, b, p + (ε, ε²)) = orient(a, b, p) − ε (b − a)_y + ε² (b − a)_x
//! ```
//!
//! whose sign is that of the first non-zero term. Only an edge that is vertical has none; it
//! belongs to faces that a vertical line cannot cross. The same shift applies to all faces, so
//! every line crosses a closed surface consistently, and as the winding number is constant near a
//! point off the surface, the shift does not change it there. Whether a node is below a face that
//! its line crosses is the sign of `orient3d`; zero would mean that the node is on the face, where
//! no winding number exists.
//!
//! Compared with a sign from the closest feature's pseudonormal [Baerentzen 2005]: that needs the
//! right feature from rounded closest points, and an embedded manifold. The exact winding number
//! needs neither, and overlapping components or edges of four faces do not disturb it.

use glam::{DVec2, DVec3};

use super::grid::Grid;
use crate::exact::Sign;
use crate::predicates::{orient2d, orient3d};

/// Winding number of a closed surface, given by the corners of its faces, at every node.
///
/// Cost: three plane orientations for every column in the box of a face's projection, and the
/// logarithm of the column's length in space orientations for every crossing.
pub(super) fn winding_numbers(faces: &[[DVec3; 3]], grid: &Grid) -> Vec<i32> {
    let mut winding = vec![0_i32; grid.node_count()];
    for face in faces {
        let low = face[0].min(face[1]).min(face[2]);
        let high = face[0].max(face[1]).max(face[2]);
        for i in grid.span(0, low.x, high.x) {
            for j in grid.span(1, low.y, high.y) {
                let side = side_crossed(face, grid.node([i, j, 0]).truncate());
                if side.is_zero() {
                    continue;
                }
                let below = nodes_below(face, side, [i, j], grid);
                if below > 0 {
                    winding[grid.column(i, j) + below - 1] += side as i32;
                }
            }
        }
    }
    for column in winding.chunks_exact_mut(grid.counts[2]) {
        // Each entry so far counts crossings just above its node; sum them from the top down.
        let mut crossed = 0;
        for number in column.iter_mut().rev() {
            crossed += *number;
            *number = crossed;
        }
    }
    winding
}

/// Exact winding number of a closed surface, given by the corners of its faces, around one point;
/// of an open one, the faces above the point, counted with their signs.
#[must_use]
pub fn winding_number(faces: impl IntoIterator<Item = [DVec3; 3]>, point: DVec3) -> i32 {
    let counted = |face: [DVec3; 3]| {
        let [low, high] = [face[0].min(face[1]).min(face[2]), face[0].max(face[1]).max(face[2])];
        let is_near =
            low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y;
        if !is_near || high.z < point.z {
            return 0;
        }
        let side = side_crossed(&face, point.truncate());
        let [a, b, c] = face;
        let is_below = !side.is_zero() && orient3d(a, b, c, point) == -side;
        if is_below { side as i32 } else { 0 }
    };
    faces.into_iter().map(counted).sum()
}

/// Tests if the vertical line just beside `p` leaves upwards through the face (positive), enters
/// (negative), or does not cross it.
fn side_crossed(face: &[DVec3; 3], p: DVec2) -> Sign {
    let [a, b, c] = face.map(DVec3::truncate);
    let side = shifted_orientation(a, b, p);
    let crossed = shifted_orientation(b, c, p) == side && shifted_orientation(c, a, p) == side;
    if crossed { side } else { Sign::Zero }
}

/// Sign of `orient(a, b, p + (ε, ε²))`; zero only if `a` and `b` coincide.
fn shifted_orientation(a: DVec2, b: DVec2, p: DVec2) -> Sign {
    let terms = [orient2d(a, b, p), compare(a.y, b.y), compare(b.x, a.x)];
    terms.into_iter().find(|term| !term.is_zero()).unwrap_or(Sign::Zero)
}

/// Sign of the exact `x − y`.
fn compare(x: f64, y: f64) -> Sign {
    x.partial_cmp(&y).map_or(Sign::Zero, Sign::from)
}

/// Number of nodes of a column, counted from its lower end, below a face that it crosses.
fn nodes_below(&[a, b, c]: &[DVec3; 3], side: Sign, [i, j]: [usize; 2], grid: &Grid) -> usize {
    let (mut low, mut high) = (0, grid.counts[2]);
    while low < high {
        let middle = usize::midpoint(low, high);
        if orient3d(a, b, c, grid.node([i, j, middle])) == -side {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
