//! Independent subtrees (*branches*) of an elimination tree.
//!
//! A column of a factor needs those below it in the tree alone. The heaviest trees are cut into the
//! subtrees below their roots until all are light; roots that were cut off are the *trunk*, the
//! rest can be eliminated at the same time. Nothing depends on the number of threads.

/// Trees of more than one in so many parts of all are cut, and branches have at least half of such
/// a part of what is not trunk, but for the last.
const BRANCHES: usize = 8;

/// A node of the tree. Children come before their parents.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeNode {
    pub(super) weight: usize,
    pub(super) parent: Option<usize>,
}

/// Returns the nodes of every branch, ascending, and those of the trunk last. Parents of branches
/// are in the trunk.
pub(super) fn branches(nodes: &[TreeNode]) -> Vec<Vec<usize>> {
    let mut weights: Vec<usize> = nodes.iter().map(|node| node.weight).collect();
    let mut children = vec![Vec::new(); nodes.len()];
    let mut trees = Vec::new();
    for (k, node) in nodes.iter().enumerate() {
        match node.parent {
            Some(parent) => {
                weights[parent] += weights[k];
                children[parent].push(k);
            }
            None => trees.push(k),
        }
    }
    let total: usize = nodes.iter().map(|node| node.weight).sum();
    let is_heavy = |tree: usize| BRANCHES * weights[tree] > total && !children[tree].is_empty();
    while let Some(heavy) = trees.iter().position(|tree| is_heavy(*tree)) {
        let root = trees.swap_remove(heavy);
        trees.extend(&children[root]);
    }
    trees.sort_unstable();
    let light: usize = trees.iter().map(|tree| weights[*tree]).sum();
    // The branch of every node: its root's, and none for the trunk.
    let mut of = vec![None; nodes.len()];
    let (mut count, mut weight) = (0, 0);
    for tree in trees {
        of[tree] = Some(count);
        weight += weights[tree];
        if 2 * BRANCHES * weight > light {
            (count, weight) = (count + 1, 0);
        }
    }
    for (k, node) in nodes.iter().enumerate().rev() {
        of[k] = of[k].or_else(|| node.parent.and_then(|parent| of[parent]));
    }
    let trunk = of.iter().flatten().max().map_or(0, |last| last + 1);
    let mut branches = vec![Vec::new(); trunk + 1];
    for (k, of) in of.iter().enumerate() {
        branches[of.unwrap_or(trunk)].push(k);
    }
    branches
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn branches_meet_in_the_trunk_alone(
            nodes in prop::collection::vec((0_usize..50, 0_usize..20), 0..300),
        ) {
            let count = nodes.len();
            let parent = |k: usize, up: usize| (up > 0 && k + up < count).then_some(k + up);
            let nodes: Vec<TreeNode> = nodes
                .iter()
                .enumerate()
                .map(|(k, &(weight, up))| TreeNode { weight, parent: parent(k, up) })
                .collect();
            let branches = branches(&nodes);
            let mut of = vec![None; count];
            for (branch, members) in branches.iter().enumerate() {
                prop_assert!(members.is_sorted());
                for &k in members {
                    prop_assert_eq!(of[k].replace(branch), None);
                }
            }
            let trunk = branches.len() - 1;
            for (k, node) in nodes.iter().enumerate() {
                prop_assert!(of[k].is_some());
                if let Some(parent) = node.parent {
                    prop_assert!(of[parent] == of[k] || of[parent] == Some(trunk));
                }
            }
        }
    }

    /// A tree with two children everywhere: many branches, of about the same weight.
    #[test]
    fn branches_of_an_even_tree_are_even() {
        const LEVELS: u32 = 12;
        // Numbered from the leaves to the root, level by level.
        let count = (1_usize << LEVELS) - 1;
        let parent = |k: usize| (k + 1 < count).then(|| count - 1 - (count - 2 - k) / 2);
        let nodes: Vec<_> = (0..count).map(|k| TreeNode { weight: 1, parent: parent(k) }).collect();
        let branches = branches(&nodes);
        assert_eq!(branches.len(), BRANCHES + 1);
        for branch in &branches[..BRANCHES] {
            assert_eq!(branch.len(), count / BRANCHES);
        }
        assert_eq!(branches[BRANCHES].len(), BRANCHES - 1);
    }
}
