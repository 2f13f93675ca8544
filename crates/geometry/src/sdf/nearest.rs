//! The distance to the nearest of many triangles.
//!
//! A binary tree of boxes, split at the median of the widest axis, so its depth is `⌈log₂ n⌉`. A
//! query goes down the nearer child first and skips boxes that are no nearer than the best triangle
//! so far, then triangles whose [`Disc`] is not. Neighbouring nodes of a grid have neighbouring
//! nearest triangles: the result of one bounds the search of the next to a small ball.

use glam::DVec3;

use super::disc::Disc;
use crate::Aabb;
use crate::closest::point_triangle;

/// Triangles per leaf; their discs cost no more than boxes would, and cut off more.
const LEAF_SIZE: usize = 8;

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
    discs: Vec<Disc>,
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
        let discs = triangles.iter().map(|&corners| Disc::around(corners)).collect();
        Self { triangles, discs, nodes }
    }

    /// The distance from `p` to the triangle in a slot.
    pub(super) fn at_slot(&self, p: DVec3, slot: u32) -> Nearest {
        Nearest {
            slot,
            distance_squared: point_triangle(p, self.triangles[slot as usize]).distance_squared,
        }
    }

    /// The triangle nearest to `p`, or `guess` if none is nearer.
    pub(super) fn nearest(&self, p: DVec3, guess: Nearest) -> Nearest {
        self.visit(0, p, guess)
    }

    fn visit(&self, node: usize, p: DVec3, mut best: Nearest) -> Nearest {
        match self.nodes[node].content {
            Content::Leaf { first, end } => {
                for slot in first..end {
                    if self.discs[slot as usize].bound_squared(p) >= best.distance_squared {
                        continue;
                    }
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
            let expected = triangles.iter().map(|t| point_triangle(p, *t).distance_squared).fold(f64::INFINITY, f64::min);
            let guess = tree.at_slot(p, slot % triangles.len() as u32);
            let found = tree.nearest(p, guess);
            prop_assert_eq!(found.distance_squared, expected);
            prop_assert_eq!(tree.at_slot(p, found.slot), found);
        }
    }
}
