//! A loose octree [Ulrich 2000].
//!
//! A box lives at the cell that holds its centre, and never deeper than where the cell is as large
//! as the box. So no box straddles cells, and each is stored once, whatever borders it crosses. The
//! boxes of a cell and of those below it may reach over its borders; a query is compared with the
//! hull of what is really there, which is tighter than the doubled cell of the textbook.

use glam::DVec3;
use ripstop_geometry::Aabb;

use crate::error::check_boxes;
use crate::{BoxError, BoxId, BroadPhase, Row};

/// A cell with at most this many boxes is not divided.
const FEW: usize = 8;
/// Cells are not divided further than this: 2⁶⁰ is enough for any scene that fits into f64.
const DEEPEST: usize = 60;

/// Boxes in cells that are divided by eight.
#[derive(Clone, Debug, Default)]
pub struct Octree {
    boxes: Vec<Aabb>,
    nodes: Vec<Node>,
    /// The boxes, cell by cell.
    items: Vec<(Aabb, BoxId)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// Around all boxes in this cell and below.
    hull: Aabb,
    /// Highest id in this cell and below.
    last_id: BoxId,
    /// Boxes that live in this cell itself, as a range of the items.
    begin: u32,
    end: u32,
    /// Nodes of this subtree end before this one: skipping them is one jump.
    after: u32,
}

/// A cell to be filled.
#[derive(Clone, Copy)]
struct Cell {
    center: DVec3,
    /// Half the edge (m).
    half: f64,
    depth: usize,
}

impl BroadPhase for Octree {
    fn rebuild(&mut self, boxes: &[Aabb]) -> Result<(), BoxError> {
        self.boxes.clear();
        self.nodes.clear();
        self.items.clear();
        check_boxes(boxes)?;
        self.boxes.extend_from_slice(boxes);
        let mut pending: Vec<_> =
            (0..).map(BoxId).zip(boxes).map(|(id, aabb)| (*aabb, id)).collect();
        if !pending.is_empty() {
            let cell = root_cell(boxes);
            self.fill(cell, &mut pending);
        }
        Ok(())
    }

    fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    fn partners_from(&self, first: BoxId, query: &Aabb, row: &mut Row) {
        let mut index = 0;
        while let Some(node) = self.nodes.get(index) {
            if node.last_id < first || !node.hull.overlaps(query) {
                index = node.after as usize;
                continue;
            }
            for (aabb, id) in &self.items[node.begin as usize..node.end as usize] {
                if *id >= first && aabb.overlaps(query) {
                    row.push(*id);
                }
            }
            index += 1;
        }
    }

    fn bytes(&self) -> usize {
        self.boxes.capacity() * size_of::<Aabb>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.items.capacity() * size_of::<(Aabb, BoxId)>()
    }
}

impl Octree {
    /// Appends the node of a cell and those below it.
    fn fill(&mut self, cell: Cell, pending: &mut [(Aabb, BoxId)]) {
        let index = self.nodes.len();
        let hull = pending.iter().fold(Aabb::EMPTY, |hull, (aabb, _)| hull.union(*aabb));
        let last_id = pending.iter().map(|&(_, id)| id).max().unwrap_or_default();
        let begin = self.items.len() as u32;
        self.nodes.push(Node { hull, last_id, begin, end: begin, after: 0 });

        let divided = pending.len() > FEW && cell.depth < DEEPEST && cell.half.is_finite();
        let lives_here = |aabb: &Aabb| !divided || aabb.extent().max_element() > cell.half;
        let octant = |aabb: &Aabb| {
            if lives_here(aabb) { 0 } else { 1 + cell.octant(center(aabb)) }
        };
        // Stable, so that the order of ids is kept.
        pending.sort_by_key(|(aabb, _)| octant(aabb));
        let here = pending.partition_point(|(aabb, _)| octant(aabb) == 0);
        self.items.extend_from_slice(&pending[..here]);
        self.nodes[index].end = self.items.len() as u32;

        let mut rest = &mut pending[here..];
        while let Some((aabb, _)) = rest.first() {
            let which = octant(aabb);
            let len = rest.partition_point(|(aabb, _)| octant(aabb) == which);
            let (part, others) = rest.split_at_mut(len);
            self.fill(cell.child(which - 1), part);
            rest = others;
        }
        self.nodes[index].after = self.nodes.len() as u32;
    }
}

impl Cell {
    fn octant(&self, point: DVec3) -> usize {
        point.cmpge(self.center).bitmask() as usize
    }

    fn child(&self, octant: usize) -> Self {
        let half = 0.5 * self.half;
        let side = |k: usize| if octant >> k & 1 == 1 { half } else { -half };
        let center = self.center + DVec3::new(side(0), side(1), side(2));
        Self { center, half, depth: self.depth + 1 }
    }
}

/// A cube around all centres that are finite.
fn root_cell(boxes: &[Aabb]) -> Cell {
    let hull =
        boxes.iter().fold(Aabb::EMPTY, |hull, aabb| hull.union(Aabb::of_point(center(aabb))));
    let half = (0.5 * hull.max - 0.5 * hull.min).max_element();
    Cell { center: hull.center(), half, depth: 0 }
}

/// The midpoint, clamped to a finite value: boxes may be infinite.
fn center(aabb: &Aabb) -> DVec3 {
    let limit = DVec3::splat(0.5 * f64::MAX);
    let (min, max) = (aabb.min.max(-limit).min(limit), aabb.max.max(-limit).min(limit));
    0.5 * min + 0.5 * max
}
