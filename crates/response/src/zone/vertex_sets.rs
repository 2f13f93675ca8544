//! Disjoint sets of vertices that grow by joining [Tarjan 1975].
//!
//! The representative of a set is its lowest vertex, so that it does not depend on the order of
//! joins.

/// A partition of the vertices `0..count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct VertexSets {
    parents: Vec<u32>,
}

impl VertexSets {
    /// Every vertex alone.
    pub(super) fn new(count: usize) -> Self {
        Self { parents: (0..count as u32).collect() }
    }

    /// The lowest vertex of the set that holds `vertex`.
    pub(super) fn root(&mut self, vertex: usize) -> usize {
        let mut at = vertex;
        while self.parents[at] as usize != at {
            self.parents[at] = self.parents[self.parents[at] as usize];
            at = self.parents[at] as usize;
        }
        at
    }

    /// Joins the sets of two vertices. Returns true if they were disjoint.
    pub(super) fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b)] = a.min(b) as u32;
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_vertex_stands_for_its_set() {
        let joins = [(5, 2), (7, 5), (1, 9), (3, 4)];
        let mut forward = VertexSets::new(10);
        let mut backward = VertexSets::new(10);
        for k in 0..joins.len() {
            assert!(forward.join(joins[k].0, joins[k].1));
            let (a, b) = joins[joins.len() - 1 - k];
            assert!(backward.join(b, a));
        }
        let roots = |sets: &mut VertexSets| (0..10).map(|v| sets.root(v)).collect::<Vec<_>>();
        assert_eq!(roots(&mut forward), [0, 1, 2, 3, 3, 2, 6, 2, 8, 1]);
        assert_eq!(roots(&mut forward), roots(&mut backward));
        assert!(!forward.join(7, 2));
    }
}
