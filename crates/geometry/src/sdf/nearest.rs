//! The distance to the nearest of many triangles.
//!
//! A binary tree of boxes, split at the median of the widest axis, so its depth is `⌈log₂ n⌉`. A
//! query goes down the nearer child first and skips boxes that are no nearer than the best triangle
//! so far. Neighbouring nodes of a grid have neighbouring nearest triangles: the answer of one
//! bounds the search of the next to a small ball.

use glam::DVec3;

use crate::Aabb;

/// Triangles per leaf: below this a box costs as much as it saves.
const LEAF_SIZE: usize = 4;

/// The nearest triangle found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Nearest {
    /// Its place in the tree's own order.
    pub(super) slot: u32,
    /// Squared distance to it (m²).
    pub(super) distance_squared: f64,
}

/// Triangles, sorted into a tree.
#[derive(Clone, Debug)]
pub(super) struct NearestTree {
    triangles: Vec<[DVec3; 3]>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    content: Content,
}

#[derive(Clone, Copy, Debug)]
enum Content {
    /// The first child follows its parent; this is the second.
    Children {
        second: u32,
    },
    Leaf {
        first: u32,
        end: u32,
    },
}

impl NearestTree {
    /// The tree of some triangles, at least one. O(n log n).
    pub(super) fn new(mut triangles: Vec<[DVec3; 3]>) -> Self {
        debug_assert!(!triangles.is_empty(), "a tree of nothing has no nearest triangle");
        let mut nodes = Vec::with_capacity(triangles.len());
        grow(&mut nodes, &mut triangles, 0);
        Self { triangles, nodes }
    }

    /// The distance from `p` to the triangle in a slot.
    pub(super) fn at_slot(&self, p: DVec3, slot: u32) -> Nearest {
        Nearest { slot, distance_squared: distance_squared(p, &self.triangles[slot as usize]) }
    }

    /// The triangle nearest to `p`, or `guess` if none is nearer.
    pub(super) fn nearest(&self, p: DVec3, guess: Nearest) -> Nearest {
        self.visit(0, p, guess)
    }

    fn visit(&self, node: usize, p: DVec3, mut best: Nearest) -> Nearest {
        match self.nodes[node].content {
            Content::Leaf { first, end } => {
                for slot in first..end {
                    let found = self.at_slot(p, slot);
                    if found.distance_squared < best.distance_squared {
                        best = found;
                    }
                }
            }
            Content::Children { second } => {
                let children = [node + 1, second as usize];
                let [d0, d1] =
                    children.map(|child| box_distance_squared(p, &self.nodes[child].bounds));
                let order = if d1 < d0 { [(1, d1), (0, d0)] } else { [(0, d0), (1, d1)] };
                for (child, distance_squared) in order {
                    if distance_squared < best.distance_squared {
                        best = self.visit(children[child], p, best);
                    }
                }
            }
        }
        best
    }
}

/// Adds the subtree of some triangles, whose first has the slot `first`.
fn grow(nodes: &mut Vec<Node>, triangles: &mut [[DVec3; 3]], first: u32) {
    let bounds =
        triangles.iter().fold(Aabb::EMPTY, |hull, corners| hull.union(Aabb::of_points(corners)));
    let count = triangles.len();
    let node = nodes.len();
    if count <= LEAF_SIZE {
        let content = Content::Leaf { first, end: first + count as u32 };
        nodes.push(Node { bounds, content });
        return;
    }
    nodes.push(Node { bounds, content: Content::Children { second: 0 } });
    let axis = bounds.extent().max_position();
    let key = |corners: &[DVec3; 3]| corners[0][axis] + corners[1][axis] + corners[2][axis];
    triangles.select_nth_unstable_by(count / 2, |a, b| key(a).total_cmp(&key(b)));
    let (left, right) = triangles.split_at_mut(count / 2);
    grow(nodes, left, first);
    let second = nodes.len() as u32;
    nodes[node].content = Content::Children { second };
    grow(nodes, right, first + left.len() as u32);
}

/// Squared distance from `p` to a box, 0 inside.
#[inline]
fn box_distance_squared(p: DVec3, bounds: &Aabb) -> f64 {
    (bounds.min - p).max(p - bounds.max).max(DVec3::ZERO).length_squared()
}

/// Squared distance from `p` to a triangle.
#[inline]
fn distance_squared(p: DVec3, corners: &[DVec3; 3]) -> f64 {
    let [a, b, c] = *corners;
    let (ab, ac, ap) = (b - a, c - a, p - a);
    let (d1, d2) = (ab.dot(ap), ac.dot(ap));
    if d1 <= 0.0 && d2 <= 0.0 {
        return ap.length_squared();
    }
    let bp = p - b;
    let (d3, d4) = (ab.dot(bp), ac.dot(bp));
    if d3 >= 0.0 && d4 <= d3 {
        return bp.length_squared();
    }
    let vc = d1 * d4 - d3 * d2;
    if vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0 {
        return (ap - d1 / (d1 - d3) * ab).length_squared();
    }
    let cp = p - c;
    let (d5, d6) = (ab.dot(cp), ac.dot(cp));
    if d6 >= 0.0 && d5 <= d6 {
        return cp.length_squared();
    }
    let vb = d5 * d2 - d1 * d6;
    if vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0 {
        return (ap - d2 / (d2 - d6) * ac).length_squared();
    }
    let va = d3 * d6 - d5 * d4;
    if va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0 {
        let w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        return (bp - w * (c - b)).length_squared();
    }
    let s = 1.0 / (va + vb + vc);
    (ap - vb * s * ab - vc * s * ac).length_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = DVec3> {
        prop::array::uniform3(-1.0..1.0_f64).prop_map(DVec3::from_array)
    }

    proptest! {
        #[test]
        fn agrees_with_trying_all(
            triangles in prop::collection::vec([point(), point(), point()], 1..60),
            p in point(), slot in 0..60_u32,
        ) {
            let tree = NearestTree::new(triangles.clone());
            let expected = triangles.iter().map(|t| distance_squared(p, t)).fold(f64::INFINITY, f64::min);
            let guess = tree.at_slot(p, slot % triangles.len() as u32);
            let found = tree.nearest(p, guess);
            prop_assert_eq!(found.distance_squared, expected);
            prop_assert_eq!(tree.at_slot(p, found.slot), found);
        }
    }
}
