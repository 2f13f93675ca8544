//! Supernodes: columns of a factor that are eliminated together, as one dense front.
//!
//! Columns that follow each other with the same rows below them belong together from the start.
//! Then children are merged with their parents where that stores few zeros, because larger fronts
//! are faster ([Ashcraft 1989], relaxed).

use super::elimination_tree::{EliminationTree, NONE};

/// A child is merged with its parent if the zeros are at most such a part of the stored blocks,
/// for up to a number of columns of blocks. Measured.
const RELAXED: [(usize, f64); 4] = [(4, 1.0), (16, 0.8), (32, 0.2), (usize::MAX, 0.1)];

/// Columns of a tree that form a supernode.
#[derive(Debug, Default)]
pub(super) struct Supernode {
    /// Columns, ascending.
    pub(super) columns: Vec<u32>,
    /// Number of rows of blocks below the columns.
    pub(super) below: usize,
    /// A later one.
    pub(super) parent: Option<usize>,
}

impl Supernode {
    /// Work of its elimination, in units that sums cannot overflow with.
    pub(super) fn weight(&self) -> usize {
        let height = self.columns.len() + self.below;
        self.columns.len().saturating_mul(height).saturating_mul(height) / 64 + 1
    }
}

/// Returns all supernodes in a postorder of their tree.
pub(super) fn supernodes(tree: &EliminationTree) -> Vec<Supernode> {
    let (mut parts, of) = fundamental(tree);
    let mut children = vec![Vec::new(); parts.len()];
    for k in 0..parts.len() {
        let mut open: Vec<usize> = std::mem::take(&mut children[k]);
        let mut kept = Vec::new();
        while let Some(child) = open.pop() {
            let merged = parts[child].merged(&parts[k]);
            if merged.is_worth_it() {
                parts[k] = merged;
                parts[child].into = Some(k);
                open.append(&mut children[child]);
            } else {
                kept.push(child);
            }
        }
        children[k] = kept;
        if let Some(parent) = parent(tree, parts[k].end, &of) {
            children[parent].push(k);
        }
    }
    collected(tree, &parts, &of)
}

/// Columns `start..end` that belong together from the start, and what has been merged with them.
#[derive(Clone, Copy, Debug)]
struct Part {
    start: usize,
    end: usize,
    columns: usize,
    below: usize,
    zeros: usize,
    into: Option<usize>,
}

impl Part {
    /// Blocks that are stored.
    fn stored(&self) -> usize {
        self.columns * (self.columns + 1) / 2 + self.columns * self.below
    }

    /// The part with those of a parent.
    fn merged(&self, parent: &Self) -> Self {
        let mut merged = Self { columns: self.columns + parent.columns, ..*parent };
        let nonzeros = self.stored() - self.zeros + parent.stored() - parent.zeros;
        merged.zeros = merged.stored() - nonzeros;
        merged
    }

    fn is_worth_it(&self) -> bool {
        let limit = RELAXED.iter().find(|(columns, _)| self.columns <= *columns);
        let part = limit.map_or(0.0, |(_, part)| *part);
        self.zeros as f64 <= part * self.stored() as f64
    }
}

/// Returns runs of columns with the same rows below them, and the run of every column.
fn fundamental(tree: &EliminationTree) -> (Vec<Part>, Vec<u32>) {
    let EliminationTree { parents, counts, .. } = tree;
    let (mut parts, mut of): (Vec<Part>, Vec<u32>) = (Vec::new(), Vec::new());
    for column in 0..parents.len() {
        let below = counts[column] as usize - 1;
        let continues = column > 0
            && parents[column - 1] as usize == column
            && counts[column - 1] == counts[column] + 1;
        match parts.last_mut() {
            Some(part) if continues => {
                *part = Part { end: column + 1, columns: part.columns + 1, below, ..*part };
            }
            _ => parts.push(Part {
                start: column,
                end: column + 1,
                columns: 1,
                below,
                zeros: 0,
                into: None,
            }),
        }
        of.push(parts.len() as u32 - 1);
    }
    (parts, of)
}

/// Returns the run that holds the parent of the last column before `end`.
fn parent(tree: &EliminationTree, end: usize, of: &[u32]) -> Option<usize> {
    let parent = tree.parents[end - 1];
    (parent != NONE).then(|| of[parent as usize] as usize)
}

fn collected(tree: &EliminationTree, parts: &[Part], of: &[u32]) -> Vec<Supernode> {
    // The supernode of every run: its own, or that of the later one that it was merged into.
    let roots: Vec<usize> = (0..parts.len()).filter(|k| parts[*k].into.is_none()).collect();
    let mut names = vec![0; parts.len()];
    for (name, root) in roots.iter().enumerate() {
        names[*root] = name;
    }
    for k in (0..parts.len()).rev() {
        if let Some(into) = parts[k].into {
            names[k] = names[into];
        }
    }
    let to_supernode = |root: &usize| {
        let part = &parts[*root];
        let parent = parent(tree, part.end, of).map(|parent| names[parent]);
        Supernode { columns: Vec::with_capacity(part.columns), below: part.below, parent }
    };
    let mut supernodes: Vec<Supernode> = roots.iter().map(to_supernode).collect();
    for (part, name) in parts.iter().zip(names) {
        supernodes[name].columns.extend(part.start as u32..part.end as u32);
    }
    supernodes
}
