//! Trees built from the top: a range of boxes is cut in two, again and again, until there are eight
//! parts to make a node of, and each part is treated alike until it fits into a leaf.

mod binned;
mod median;
mod sweep;

use super::lanes::{CullBox, LANES};
use super::node::{Entry, Inner, Leaf, NodeRef};
use super::tree::Tree;

/// Below this depth cuts are made at the median, so that no set of boxes makes a tree deep.
const DEEP: usize = 48;

/// Build method of a tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BuildMethod {
    /// Along a space-filling curve, with median cuts within runs: fast, parallel, the default.
    #[default]
    Curve,
    /// Surface area heuristic, every position on three axes: slow, the best trees for rays.
    SweepSah,
    /// Surface area heuristic at 16 positions on three axes.
    BinnedSah,
    /// At the median of the longest axis of the centres, as in a k-d tree.
    Median,
}

/// A box to be put into a tree.
#[derive(Clone, Copy, Debug)]
struct Item {
    aabb: CullBox,
    center: [f32; 3],
    id: u32,
}

/// Reorders items and returns where to cut them: more than 0, less than their number.
type Cut = fn(&mut [Item]) -> usize;

/// Replaces a tree by one that is built from the top.
pub(super) fn build(tree: &mut Tree, method: BuildMethod, boxes: &[CullBox]) {
    let cut: Cut = match method {
        BuildMethod::SweepSah => sweep::cut,
        BuildMethod::BinnedSah => binned::cut,
        BuildMethod::Median | BuildMethod::Curve => median::cut,
    };
    let mut items: Vec<Item> = (0..)
        .zip(boxes)
        .map(|(id, aabb)| Item { aabb: *aabb, center: aabb.center(), id })
        .collect();
    tree.leaves.clear();
    let mut builder = Builder { leaves: &mut tree.leaves, inner: Vec::new(), cut };
    if !items.is_empty() {
        builder.inner(&mut items, 0);
    }
    let nodes = builder.inner;
    tree.adopt_by_height(&nodes);
}

struct Builder<'a> {
    leaves: &'a mut Vec<Leaf>,
    /// With the height of each node; children stand before their parents.
    inner: Vec<(usize, Inner)>,
    cut: Cut,
}

impl Builder<'_> {
    /// Makes a node of all items.
    fn inner(&mut self, items: &mut [Item], depth: usize) -> (usize, Entry) {
        let mut height = 0;
        let mut entries = Vec::with_capacity(LANES);
        for part in self.parts(items, depth) {
            let (below, entry) = if part.len() <= LANES {
                (0, self.leaf(part))
            } else {
                self.inner(part, depth + 1)
            };
            height = height.max(below + 1);
            entries.push(entry);
        }
        let mut node = Inner::EMPTY;
        node.adopt(entries.into_iter());
        self.inner.push((height, node));
        (height, node.entry(self.inner.len() - 1))
    }

    /// Cuts items into up to eight parts, always the one with the largest box that is not a leaf.
    fn parts<'b>(&self, items: &'b mut [Item], depth: usize) -> Vec<&'b mut [Item]> {
        let cut = if depth < DEEP { self.cut } else { median::cut };
        let mut parts = vec![(area(&hull(items)), items)];
        while parts.len() < LANES {
            let largest = (0..parts.len())
                .filter(|&i| parts[i].1.len() > LANES)
                .max_by(|&i, &j| parts[i].0.total_cmp(&parts[j].0).then(j.cmp(&i)));
            let Some(largest) = largest else { break };
            let (_, part) = parts.remove(largest);
            let middle = cut(part);
            let (left, right) = part.split_at_mut(middle);
            parts.insert(largest, (area(&hull(right)), right));
            parts.insert(largest, (area(&hull(left)), left));
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    fn leaf(&mut self, items: &[Item]) -> Entry {
        let mut leaf = Leaf::EMPTY;
        for (lane, item) in items.iter().enumerate() {
            leaf.lanes.set(lane, &item.aabb);
            leaf.ids[lane] = item.id.cast_signed();
        }
        self.leaves.push(leaf);
        leaf.entry(self.leaves.len() - 1)
    }
}

impl Tree {
    /// Takes nodes with their heights, and puts them in order of height.
    fn adopt_by_height(&mut self, nodes: &[(usize, Inner)]) {
        let heights = nodes.iter().map(|&(height, _)| height).max().unwrap_or(0);
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&i| nodes[i].0);
        let mut new_index = vec![0; nodes.len()];
        for (new, &old) in order.iter().enumerate() {
            new_index[old] = new;
        }
        self.inner.clear();
        self.inner.extend(order.iter().map(|&old| {
            let mut node = nodes[old].1;
            for child in &mut node.children {
                if !child.is_leaf() {
                    *child = NodeRef::inner(new_index[child.index()]);
                }
            }
            node
        }));
        self.levels.clear();
        let mut start = 0;
        for height in 1..=heights {
            let end = start + nodes.iter().filter(|&&(h, _)| h == height).count();
            self.levels.push(start..end);
            start = end;
        }
        self.root = self.inner.last().map(|node| node.entry(self.inner.len() - 1));
    }
}

fn hull(items: &[Item]) -> CullBox {
    items.iter().fold(CullBox::EMPTY, |hull, item| hull.union(&item.aabb))
}

/// Half the surface area; 0 for an empty box. In f64, where f32 would overflow.
fn area(aabb: &CullBox) -> f64 {
    let [x, y, z] = [0, 1, 2].map(|k| (f64::from(aabb.max[k]) - f64::from(aabb.min[k])).max(0.0));
    x * y + y * z + z * x
}

/// Sorts items by their centres along an axis, equal ones by id.
fn sort_along(items: &mut [Item], axis: usize) {
    items.sort_unstable_by(|a, b| a.center[axis].total_cmp(&b.center[axis]).then(a.id.cmp(&b.id)));
}
