//! Stitches that have another layer between their sides.
//!
//! A pleat may be sewn shut through cloth that lies inside it. Merged into one vertex, its two
//! sides would go through that cloth, so such a stitch is left open.

use ripstop_broad::{BoxError, BroadPhase, Bvh};
use ripstop_geometry::predicates::{OnSegment, SegmentTriangle, segment_triangle};
use ripstop_geometry::sew::{Panels, Welded};
use ripstop_geometry::{Aabb, Stitch};

/// The stitches of all seams from which no face separates their vertex; `welded` has them all
/// merged, and a face that has a vertex of the stitch there does not count.
///
/// # Errors
/// If a position is not finite.
pub(super) fn without_layers_between(
    panels: &Panels,
    seams: &[Vec<Stitch>],
    welded: &Welded,
) -> Result<Vec<Vec<Stitch>>, BoxError> {
    let at = |vertex: u32| panels.positions[vertex as usize];
    let number = |vertex: u32| welded.vertex_map[vertex as usize];
    let boxes: Vec<Aabb> = panels.faces.iter().map(|face| Aabb::of_points(&face.map(at))).collect();
    let mut tree = Bvh::default();
    tree.rebuild(&boxes)?;
    let segment = |stitch: &Stitch| {
        let [x, a, b] = stitch.vertices().map(|vertex| at(vertex.0));
        [x, a.lerp(b, stitch.ratio)]
    };
    let all: Vec<Stitch> = seams.iter().flatten().copied().collect();
    let queries: Vec<Aabb> = all.iter().map(|stitch| Aabb::of_points(&segment(stitch))).collect();
    let mut is_free = vec![true; all.len()];
    for (query, face) in tree.pairs_with_where(&queries, &|_, _| {})?.iter() {
        let stitch = &all[query.index()];
        let corners = panels.faces[face.index()];
        let own = stitch.vertices().map(|vertex| number(vertex.0));
        let is_other = !corners.iter().any(|corner| own.contains(&number(*corner)));
        // Sides that lie on each other touch the faces of all layers there: an end does not count.
        let common = segment_triangle(segment(stitch), corners.map(at));
        let is_through =
            matches!(common, SegmentTriangle::Point { segment: OnSegment::Interior, .. });
        if is_other && is_through {
            is_free[query.index()] = false;
        }
    }
    let mut left = is_free.into_iter();
    let free =
        |list: &Vec<Stitch>| list.iter().filter(|_| left.next() == Some(true)).copied().collect();
    Ok(seams.iter().map(free).collect())
}
