//! Springs along threads: all springs of a path solved together.
//!
//! Along a path with vertices `x₀ … x_n` and the springs' directions `n_k = (x_{k+1} − x_k)/|…|`,
//! the matrix `∇C W ∇Cᵀ + α̃` of all its springs is tridiagonal,
//!
//! ```text
//! b_k = w_k + w_{k+1} + α̃_k,    e_k = −w_{k+1} n_k · n_{k+1},
//! ```
//!
//! symmetric and positive definite, so that elimination without pivoting solves it in linear time.
//! This is block Gauss–Seidel with a path as a block. One by one, a spring sees only its neighbours
//! in a sweep, and tension needs as many sweeps as a thread has edges to come from end to end.
//!
//! Elimination is a chain of divisions that wait for each other. Four paths without a common vertex
//! are therefore solved side by side, one in each lane; they do not see each other, so that the
//! result is that of one after another.

use glam::DVec3;
use ripstop_geometry::Topology;
use wide::f64x4;

use super::constraint_set::{ConstraintSet, Gains, Vertices};
use super::springs::compliances;
use super::thread_batch::{Batch, LANES, Workspace};
use super::thread_paths::{Path, thread_paths};
use crate::damping::Bodies;
use crate::{Fabric, RestShape};

/// Paths in one batch may differ in length by the ratio of these numbers.
const SIMILAR: [usize; 2] = [5, 4];

/// All threads, in batches.
#[derive(Clone, Debug)]
pub(super) struct Threads {
    batches: Vec<Batch>,
    gains: Gains,
    workspace: Workspace,
}

impl Threads {
    pub(super) fn new(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Self {
        let compliances = compliances(mesh, rest, fabric);
        let groups = disjoint_groups(mesh.vertex_count(), thread_paths(mesh, rest));
        let longest = groups.iter().flatten().map(|path| path.vertices.len()).max().unwrap_or(0);
        let spring = |edge: u32| [rest.lengths()[edge as usize], compliances[edge as usize]];
        Self {
            batches: groups.iter().map(|paths| Batch::new(paths, spring)).collect(),
            gains: Gains::compliant(1.0, 0.0),
            workspace: Workspace::new(longest),
        }
    }
}

impl ConstraintSet for Threads {
    fn prepare(&mut self, inverse_masses: &[f64], gains: Gains) {
        self.gains = gains;
        for batch in &mut self.batches {
            batch.prepare(inverse_masses, gains);
        }
    }

    fn reset(&mut self) {
        for batch in &mut self.batches {
            batch.multipliers.fill(f64x4::ZERO);
        }
    }

    fn sweep(&mut self, vertices: &mut Vertices) {
        for batch in &mut self.batches {
            batch.solve(self.gains, vertices, &mut self.workspace);
        }
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        for batch in &self.batches {
            batch.slow(self.gains, bodies, &mut self.workspace);
        }
    }

    fn energy(&self, positions: &[DVec3]) -> f64 {
        self.batches.iter().map(|batch| batch.energy(positions)).sum()
    }
}

/// Groups of up to four paths that share no vertex and are about equally long. Each path joins the
/// oldest group that takes it.
fn disjoint_groups(vertex_count: usize, mut paths: Vec<Path>) -> Vec<Vec<Path>> {
    paths.sort_by_key(|path| std::cmp::Reverse(path.edges.len()));
    let mut groups: Vec<Vec<Path>> = Vec::new();
    let mut groups_at = vec![Vec::new(); vertex_count];
    let mut first_open = 0;
    for path in paths {
        let takes = |(index, group): &(usize, &Vec<Path>)| {
            let similar = SIMILAR[1] * group[0].edges.len() <= SIMILAR[0] * path.edges.len();
            let meets = |v: &u32| groups_at[*v as usize].contains(index);
            similar && group.len() < LANES && !path.vertices.iter().any(meets)
        };
        let open = groups.iter().enumerate().skip(first_open);
        let index = open.clone().find(takes).map_or(groups.len(), |(index, _)| index);
        if index == groups.len() {
            groups.push(Vec::new());
        }
        for &v in &path.vertices {
            groups_at[v as usize].push(index);
        }
        groups[index].push(path);
        while groups.get(first_open).is_some_and(|group| group.len() == LANES) {
            first_open += 1;
        }
    }
    groups
}
