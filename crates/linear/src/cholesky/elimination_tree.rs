//! Elimination tree of a graph in a given order, and the number of entries of every column.
//!
//! The parent of a column of `L` is the row of its first entry below the diagonal [Liu 1990]. The
//! counts come from the leaves of row subtrees, without the structure of `L` [Gilbert 1994].

use super::graph::Graph;

/// No column.
pub(super) const NONE: u32 = u32::MAX;

/// Columns in a postorder of their tree.
#[derive(Debug)]
pub(super) struct EliminationTree {
    /// The place of every column in the graph.
    pub(super) order: Vec<u32>,
    /// Parent of every column, or [`NONE`]. It comes later.
    pub(super) parents: Vec<u32>,
    /// Entries of every column of `L`, with the diagonal.
    pub(super) counts: Vec<u32>,
}

impl EliminationTree {
    /// The tree of a graph whose vertices are eliminated in the given order, or in one with the
    /// same entries.
    pub(super) fn new(graph: &Graph, order: &[u32]) -> Self {
        let parents = parents(graph, order, &inverse(order));
        let postorder = postorder(&parents);
        let places = inverse(&postorder);
        let renamed = |column: u32| match parents[column as usize] {
            NONE => NONE,
            parent => places[parent as usize],
        };
        let parents: Vec<u32> = postorder.iter().map(|&column| renamed(column)).collect();
        let order: Vec<u32> = postorder.iter().map(|&column| order[column as usize]).collect();
        let counts = counts(graph, &order, &parents);
        Self { order, parents, counts }
    }
}

/// Returns the inverse of a permutation.
pub(super) fn inverse(order: &[u32]) -> Vec<u32> {
    let mut inverse = vec![0; order.len()];
    for (k, &place) in order.iter().enumerate() {
        inverse[place as usize] = k as u32;
    }
    inverse
}

fn parents(graph: &Graph, order: &[u32], columns: &[u32]) -> Vec<u32> {
    let mut parents = vec![NONE; order.len()];
    // Shortcuts towards the root of what has been seen.
    let mut ancestors = vec![NONE; order.len()];
    for (row, &place) in order.iter().enumerate() {
        let row = row as u32;
        for &neighbour in graph.neighbours(place as usize) {
            let mut column = columns[neighbour as usize];
            while column < row {
                let next = std::mem::replace(&mut ancestors[column as usize], row);
                if next == NONE {
                    parents[column as usize] = row;
                    break;
                }
                column = next;
            }
        }
    }
    parents
}

/// Returns the columns, every subtree on its own and its root last.
fn postorder(parents: &[u32]) -> Vec<u32> {
    let count = parents.len();
    // Children of every column as lists, ascending; those without a parent in the last.
    let (mut first, mut next) = (vec![NONE; count + 1], vec![NONE; count]);
    for (column, &parent) in parents.iter().enumerate().rev() {
        let parent = (parent as usize).min(count);
        next[column] = std::mem::replace(&mut first[parent], column as u32);
    }
    let mut order = Vec::with_capacity(count);
    let mut path = vec![count as u32];
    while let Some(&column) = path.last() {
        let child = first[column as usize];
        if child == NONE {
            order.push(column);
            path.pop();
        } else {
            first[column as usize] = next[child as usize];
            path.push(child);
        }
    }
    order.pop();
    order
}

fn counts(graph: &Graph, order: &[u32], parents: &[u32]) -> Vec<u32> {
    let count = order.len();
    let columns = inverse(order);
    // First column of every subtree.
    let mut first: Vec<u32> = (0..count as u32).collect();
    for (column, &parent) in parents.iter().enumerate() {
        if parent != NONE {
            first[parent as usize] = first[parent as usize].min(first[column]);
        }
    }
    // Differences, which may be negative; they wrap around, and their sums over subtrees do not.
    let mut sums: Vec<u32> = (0..count).map(|k| u32::from(first[k] as usize == k)).collect();
    // Of every row: the last leaf of its subtree, one more than the first column of that leaf.
    let (mut leaves, mut seen) = (vec![NONE; count], vec![0; count]);
    let mut ancestors: Vec<u32> = (0..count as u32).collect();
    for (column, &place) in order.iter().enumerate() {
        if parents[column] != NONE {
            let sum = &mut sums[parents[column] as usize];
            *sum = sum.wrapping_sub(1);
        }
        for &neighbour in graph.neighbours(place as usize) {
            let row = columns[neighbour as usize] as usize;
            if row <= column || first[column] < seen[row] {
                continue;
            }
            seen[row] = first[column] + 1;
            sums[column] = sums[column].wrapping_add(1);
            let last = std::mem::replace(&mut leaves[row], column as u32);
            if last != NONE {
                let sum = &mut sums[root(&mut ancestors, last) as usize];
                *sum = sum.wrapping_sub(1);
            }
        }
        if parents[column] != NONE {
            ancestors[column] = parents[column];
        }
    }
    for (column, &parent) in parents.iter().enumerate() {
        if parent != NONE {
            sums[parent as usize] = sums[parent as usize].wrapping_add(sums[column]);
        }
    }
    sums
}

/// Returns the root of the tree so far, and shortens the way there.
fn root(ancestors: &mut [u32], column: u32) -> u32 {
    let mut root = column;
    while ancestors[root as usize] != root {
        root = ancestors[root as usize];
    }
    let mut column = column;
    while column != root {
        column = std::mem::replace(&mut ancestors[column as usize], root);
    }
    root
}
