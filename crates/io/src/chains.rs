//! Named chains of vertices.
//!
//! As with [groups](crate::Groups), names share one string, and chains in a row with the same name
//! share that: a file may have a line of six letters for every chain.

use crate::growth::PushSlowly;

/// The chains of a mesh: lists of at least two vertices, one after another along a line of the
/// file.
///
/// A name may occur more than once, where a group has several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chains {
    /// All names, one after the other.
    names: String,
    name_ends: Vec<usize>,
    /// Vertices of all chains.
    vertices: Vec<u32>,
    ends: Vec<ChainEnd>,
}

/// Name and end of a chain; it starts where the one before it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChainEnd {
    name: u32,
    vertex: u32,
}

/// One chain, as [`Chains::iter`] yields it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain<'a> {
    /// The name of its group; empty if it has none.
    pub name: &'a str,
    /// Its vertices.
    pub vertices: &'a [u32],
}

impl Chains {
    /// Appends a chain. With fewer than two vertices there is none.
    pub fn push(&mut self, name: &str, vertices: &[u32]) {
        if vertices.len() < 2 {
            return;
        }
        self.name_next(name);
        for &vertex in vertices {
            self.push_vertex(vertex);
        }
        self.end_chain();
    }

    /// Names the chains from here on.
    pub(crate) fn name_next(&mut self, name: &str) {
        let last_used = self.ends.last().map_or(0, |last| last.name as usize + 1);
        self.name_ends.truncate(last_used);
        self.names.truncate(self.name_ends.last().copied().unwrap_or(0));
        let start = self.name_ends.iter().nth_back(1).copied().unwrap_or(0);
        if last_used == 0 || &self.names[start..] != name {
            self.names.push_str(name);
            self.name_ends.push_slowly(self.names.len());
        }
    }

    /// Appends a vertex to the chain that is being made.
    pub(crate) fn push_vertex(&mut self, vertex: u32) {
        self.vertices.push_slowly(vertex);
    }

    /// Number of vertices of the chain that is being made.
    pub(crate) fn open_vertices(&self) -> usize {
        self.vertices.len() - self.ends.last().map_or(0, |last| last.vertex as usize)
    }

    /// Number of vertices of all chains.
    pub(crate) fn vertex_count(&self) -> usize {
        self.vertices.len()
    }

    /// Ends the chain that is being made.
    pub(crate) fn end_chain(&mut self) {
        let name = (self.name_ends.len() - 1) as u32;
        self.ends.push_slowly(ChainEnd { name, vertex: self.vertices.len() as u32 });
    }

    /// Forgets names without a chain, and memory without content.
    pub(crate) fn cut_to_size(&mut self) {
        self.name_ends.truncate(self.ends.last().map_or(0, |last| last.name as usize + 1));
        self.names.truncate(self.name_ends.last().copied().unwrap_or(0));
        self.names.shrink_to_fit();
        self.name_ends.shrink_to_fit();
        self.vertices.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// The same chains with other numbers of vertices. A chain ends at a vertex without a number,
    /// and may go on after it; of numbers in a row that are equal one is kept.
    #[must_use]
    pub fn renumbered(&self, number: impl Fn(u32) -> Option<u32>) -> Self {
        let mut chains = Self::default();
        for Chain { name, vertices } in self.iter() {
            let numbers: Vec<Option<u32>> = vertices.iter().map(|&vertex| number(vertex)).collect();
            for run in numbers.split(Option::is_none) {
                let mut run: Vec<u32> = run.iter().flatten().copied().collect();
                run.dedup();
                chains.push(name, &run);
            }
        }
        chains
    }

    /// Number of chains.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is no chain.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The chains, in the order of the file.
    pub fn iter(&self) -> impl Iterator<Item = Chain<'_>> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|end| end.vertex as usize));
        starts.zip(&self.ends).map(|(start, end)| Chain {
            name: self.name(end.name as usize),
            vertices: &self.vertices[start..end.vertex as usize],
        })
    }

    fn name(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.name_ends[before]);
        &self.names[start..self.name_ends[number]]
    }
}

#[test]
fn chains_share_names_and_none_is_short() {
    let mut chains = Chains::default();
    chains.push("hem", &[1, 2, 3]);
    chains.push("hem", &[5, 4]);
    chains.push("point", &[7]);
    chains.push("hem", &[3, 2]);
    chains.push("", &[0, 9]);
    chains.push("hem", &[2, 3]);
    let listed: Vec<(&str, &[u32])> =
        chains.iter().map(|chain| (chain.name, chain.vertices)).collect();
    let expected: [(&str, &[u32]); 5] =
        [("hem", &[1, 2, 3]), ("hem", &[5, 4]), ("hem", &[3, 2]), ("", &[0, 9]), ("hem", &[2, 3])];
    assert_eq!(listed, expected);
    assert_eq!(chains.names, "hemhem");
    // Vertex 2 is gone, 3 and 5 are the same.
    let number = |vertex| match vertex {
        2 => None,
        3 => Some(5),
        other => Some(other),
    };
    let mut fewer = Chains::default();
    fewer.push("hem", &[5, 4]);
    fewer.push("", &[0, 9]);
    assert_eq!(chains.renumbered(number), fewer);
}
