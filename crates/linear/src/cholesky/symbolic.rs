//! Symbolic factorisation: which fronts there are, and where their numbers go.
//!
//! A front is a supernode with the rows below it: a dense trapezoid, `3k` columns of the factor,
//! and the update that its elimination leaves for the rows below,
//!
//! ```text
//!  ┌ L₁₁      ┐  3k rows of its columns
//!  └ L₂₁   U  ┘  3r rows below them          U = Σ updates of children − L₂₁ L₂₁ᵀ
//! ```
//!
//! Columns are numbered branch by branch ([`branches`]), the trunk last, and within each of them
//! children before parents. Updates of every second generation share a stack, so that a front reads
//! from one and writes to the other. All depends on the pattern alone.

use std::ops::Range;

use super::branches::{TreeNode, branches};
use super::cost::FactorCost;
use super::elimination_tree::{EliminationTree, inverse};
use super::graph::Graph;
use super::rows::RowsBelow;
use super::supernodes::{Supernode, supernodes};

/// Entries that columns begin at a multiple of: those of a cache line. The dense kernels' results
/// may depend on the alignment.
const ALIGNED: usize = 8;

/// Columns of `entries` numbers that are apart by a multiple of this fall on the same cache lines.
const ALIASED: usize = 512;

/// A supernode and the rows below it.
#[derive(Debug)]
pub(super) struct Front {
    /// Its columns of blocks.
    pub(super) columns: Range<usize>,
    /// Rows of blocks below them, as a range of all fronts' rows.
    pub(super) rows: Range<usize>,
    /// Fronts whose updates it needs.
    pub(super) children: Vec<usize>,
    /// Generation in the tree, 0 for roots.
    pub(super) generation: usize,
    /// First number of its panel among those of its branch.
    pub(super) values: usize,
    /// First number of its update in its branch's stack of its generation.
    pub(super) update: usize,
    /// Branch that it belongs to.
    pub(super) branch: usize,
}

impl Front {
    /// Columns of numbers.
    pub(super) fn width(&self) -> usize {
        3 * self.columns.len()
    }

    /// Rows of numbers below its columns.
    pub(super) fn below(&self) -> usize {
        3 * self.rows.len()
    }

    /// Numbers from one column of the panel to the next.
    pub(super) fn panel_stride(&self) -> usize {
        stride(self.width() + self.below())
    }

    /// Numbers from one column of the update to the next.
    pub(super) fn update_stride(&self) -> usize {
        stride(self.below())
    }

    /// Numbers of the panel.
    pub(super) fn panel_len(&self) -> usize {
        self.width() * self.panel_stride()
    }

    /// Numbers of the update.
    pub(super) fn update_len(&self) -> usize {
        self.below() * self.update_stride()
    }
}

fn stride(rows: usize) -> usize {
    let stride = rows.next_multiple_of(ALIGNED);
    if stride > 0 && stride.is_multiple_of(ALIASED) { stride + ALIGNED } else { stride }
}

/// Fronts that need each other and, the last branch, the trunk's.
#[derive(Debug)]
pub(super) struct Branch {
    pub(super) fronts: Range<usize>,
    /// Columns of blocks.
    pub(super) columns: Range<usize>,
    /// Numbers of all its panels, as a range of those of all branches.
    pub(super) panels: Range<usize>,
    /// Numbers of both stacks of updates, of even and of odd generations.
    pub(super) stacks: [usize; 2],
}

/// The symbolic factorisation.
#[derive(Debug)]
pub(super) struct Symbolic {
    /// The place in the graph of every column of blocks, and the inverse.
    pub(super) order: Vec<u32>,
    pub(super) columns: Vec<u32>,
    /// Rows of blocks below the columns of every front, ascending.
    pub(super) rows: Vec<u32>,
    pub(super) fronts: Vec<Front>,
    /// The last one is the trunk.
    pub(super) branches: Vec<Branch>,
    pub(super) cost: FactorCost,
}

impl Symbolic {
    /// Plans the factorisation of a matrix with the pattern of `graph` in an order like the given.
    pub(super) fn new(graph: &Graph, order: &[u32]) -> Self {
        let tree = EliminationTree::new(graph, order);
        let supernodes = supernodes(&tree);
        let to_node = |node: &Supernode| TreeNode { weight: node.weight(), parent: node.parent };
        let nodes: Vec<TreeNode> = supernodes.iter().map(to_node).collect();
        let groups = branches(&nodes);
        let numbered = Numbered::new(&tree, &supernodes, &groups);
        let mut symbolic = Self {
            columns: inverse(&numbered.order),
            order: numbered.order,
            rows: Vec::new(),
            fronts: numbered.fronts,
            branches: numbered.branches,
            cost: FactorCost::of(&supernodes),
        };
        symbolic.find_rows(graph);
        symbolic.place_numbers();
        symbolic
    }

    /// Rows below the columns of a front.
    pub(super) fn rows(&self, front: &Front) -> &[u32] {
        &self.rows[front.rows.clone()]
    }

    /// First column of the trunk.
    pub(super) fn trunk(&self) -> usize {
        self.branches.last().map_or(0, |trunk| trunk.columns.start)
    }

    fn find_rows(&mut self, graph: &Graph) {
        let Self { order, columns, fronts, .. } = self;
        let mut rows = RowsBelow::new(columns.len());
        for k in 0..fronts.len() {
            let (earlier, later) = fronts.split_at_mut(k);
            let front = &mut later[0];
            let mut found = rows.below(&front.columns);
            for column in front.columns.clone() {
                let neighbours = graph.neighbours(order[column] as usize);
                found.add(neighbours.iter().map(|neighbour| columns[*neighbour as usize]));
            }
            for child in &front.children {
                found.add_of(&earlier[*child].rows);
            }
            front.rows = found.sorted();
        }
        self.rows = rows.into_rows();
    }

    /// Lays out panels and stacks of updates.
    fn place_numbers(&mut self) {
        let Self { fronts, branches, .. } = self;
        for k in (0..fronts.len()).rev() {
            let generation = fronts[k].generation + 1;
            for child in fronts[k].children.clone() {
                fronts[child].generation = generation;
            }
        }
        let mut end = 0;
        for branch in branches {
            let (start, mut tops) = (end, [0; 2]);
            for k in branch.fronts.clone() {
                // The children of the same branch are on top of the other stack.
                let own = fronts[k].generation % 2;
                let inside =
                    fronts[k].children.iter().filter(|child| branch.fronts.contains(child));
                let lowest = inside.map(|child| fronts[*child].update).min();
                let front = &mut fronts[k];
                (front.values, front.update) = (end - start, tops[own]);
                end += front.panel_len();
                tops[own] += front.update_len();
                branch.stacks[own] = branch.stacks[own].max(tops[own]);
                tops[1 - own] = lowest.unwrap_or(tops[1 - own]);
            }
            branch.panels = start..end;
        }
    }
}

/// Fronts and branches with their final numbers.
struct Numbered {
    order: Vec<u32>,
    fronts: Vec<Front>,
    branches: Vec<Branch>,
}

impl Numbered {
    fn new(tree: &EliminationTree, supernodes: &[Supernode], groups: &[Vec<usize>]) -> Self {
        let mut order = Vec::with_capacity(tree.order.len());
        let mut fronts: Vec<Front> = Vec::with_capacity(supernodes.len());
        let mut names = vec![0; supernodes.len()];
        let mut branches = Vec::new();
        for (branch, group) in groups.iter().enumerate() {
            let (first, start) = (fronts.len(), order.len());
            for &k in group {
                names[k] = fronts.len();
                let start = order.len();
                let columns = supernodes[k].columns.iter();
                order.extend(columns.map(|column| tree.order[*column as usize]));
                fronts.push(Front {
                    columns: start..order.len(),
                    rows: 0..0,
                    children: Vec::new(),
                    generation: 0,
                    values: 0,
                    update: 0,
                    branch,
                });
            }
            let columns = start..order.len();
            let fronts = first..fronts.len();
            branches.push(Branch { fronts, columns, panels: 0..0, stacks: [0; 2] });
        }
        for (k, supernode) in supernodes.iter().enumerate() {
            if let Some(parent) = supernode.parent {
                fronts[names[parent]].children.push(names[k]);
            }
        }
        Self { order, fronts, branches }
    }
}
