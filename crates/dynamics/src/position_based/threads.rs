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
//!
//! So it is with batches. Those of a large mesh are coloured: batches of one colour have no common
//! vertex, are solved at the same time, each beside the positions, and written in their order.

use std::ops::Range;

use glam::DVec3;
use rayon::prelude::*;
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

/// From so many vertices on batches are coloured: before, a change of threads costs more than it
/// gains.
const LARGE: usize = 8192;

/// Springs of four threads in a task: some tens of microseconds.
const TASK: usize = 512;

/// All threads, in batches.
#[derive(Clone, Debug)]
pub(super) struct Threads {
    batches: Vec<Batch>,
    /// Batches without a common vertex; none if the mesh is small.
    colours: Vec<Colour>,
    gains: Gains,
    workspace: Workspace,
    /// Vertices of the longest thread.
    longest: usize,
}

/// A run of batches without a common vertex.
#[derive(Clone, Debug)]
struct Colour {
    batches: Range<usize>,
    /// Batches in a task.
    task: usize,
}

impl Threads {
    pub(super) fn new(mesh: &Topology, rest: &RestShape, fabric: &Fabric) -> Self {
        let compliances = compliances(mesh, rest, fabric);
        let mut groups = disjoint_groups(mesh.vertex_count(), thread_paths(mesh, rest));
        let is_large = mesh.vertex_count() >= LARGE;
        let colours =
            if is_large { coloured(mesh.vertex_count(), &mut groups) } else { Vec::new() };
        let longest = groups.iter().flatten().map(|path| path.vertices.len()).max().unwrap_or(0);
        let spring = |edge: u32| [rest.lengths()[edge as usize], compliances[edge as usize]];
        Self {
            batches: groups.iter().map(|paths| Batch::new(paths, spring)).collect(),
            colours,
            gains: Gains::compliant(1.0, 0.0),
            workspace: Workspace::new(longest),
            longest,
        }
    }

    /// Solves batches and moves points: side by side where there are threads for it.
    fn solve(
        &mut self,
        points: &mut [DVec3],
        solve: &(impl Fn(&mut Batch, &[DVec3], &mut Workspace) + Sync),
    ) {
        let Self { batches, colours, workspace, longest, .. } = self;
        let all = Colour { batches: 0..batches.len(), task: batches.len() };
        let is_alone = colours.is_empty() || rayon::current_num_threads() == 1;
        let runs = if is_alone { std::slice::from_ref(&all) } else { colours.as_slice() };
        for Colour { batches: run, task } in runs {
            let run = &mut batches[run.clone()];
            if run.len() <= *task {
                for batch in run {
                    solve(batch, points, workspace);
                    batch.write(points, workspace);
                }
                continue;
            }
            let seen = &*points;
            run.par_chunks_mut(*task).for_each_init(
                || Workspace::new(*longest),
                |workspace, task| {
                    for batch in task {
                        solve(batch, seen, workspace);
                        batch.keep(workspace);
                    }
                },
            );
            for batch in run.iter() {
                batch.write_kept(points);
            }
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
        let gains = self.gains;
        self.solve(vertices.positions, &|batch, points, work| batch.solve(gains, points, work));
    }

    fn slow(&mut self, bodies: &mut Bodies) {
        let (gains, positions) = (self.gains, bodies.positions);
        self.solve(bodies.velocities, &|batch, velocities, work| {
            batch.slow(gains, [positions, velocities], work);
        });
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

/// Sorts groups by colour: each gets the first colour of which no group has one of its vertices.
fn coloured(vertex_count: usize, groups: &mut Vec<Vec<Path>>) -> Vec<Colour> {
    let mut taken = vec![0_u64; vertex_count];
    let mut colours: Vec<Vec<Vec<Path>>> = Vec::new();
    for group in groups.drain(..) {
        let vertices = || group.iter().flat_map(|path| &path.vertices);
        let of_others = vertices().fold(0, |all, &v| all | taken[v as usize]);
        // Beyond the last colour that has a mark, every group has a colour of its own.
        let colour = match (!of_others).trailing_zeros() {
            colour if colour < u64::BITS => colour as usize,
            _ => colours.len().max(u64::BITS as usize),
        };
        if colour < u64::BITS as usize {
            vertices().for_each(|&v| taken[v as usize] |= 1 << colour);
        }
        colours.resize_with(colours.len().max(colour + 1), Vec::new);
        colours[colour].push(group);
    }
    let mut runs = Vec::new();
    for colour in colours {
        let springs: usize = colour.iter().map(|group| group[0].edges.len()).sum();
        let task = (TASK * colour.len()).div_ceil(springs.max(1)).max(1);
        runs.push(Colour { batches: groups.len()..groups.len() + colour.len(), task });
        groups.extend(colour);
    }
    runs
}

#[cfg(test)]
mod tests {
    use ripstop_geometry::tessellate::grid;

    use super::*;
    use crate::position_based::constraint_set::contract::shaken;

    /// An irregular sheet with as many vertices as a large mesh has.
    fn large() -> (Threads, Vec<DVec3>) {
        let sheet = grid([1.0, 1.0], [96, 96]);
        let mesh = Topology::from_faces(sheet.positions.len(), &sheet.faces).unwrap();
        let irregular = shaken(&sheet.positions, 0.003);
        let rest = RestShape::from_positions(&mesh, &irregular).unwrap();
        (Threads::new(&mesh, &rest, &Fabric::plain()), irregular)
    }

    #[test]
    fn batches_of_a_colour_have_no_common_vertex() {
        let (threads, positions) = large();
        let batches: usize = threads.colours.iter().map(|colour| colour.batches.len()).sum();
        assert_eq!(batches, threads.batches.len());
        let is_shared = |colour: &Colour| colour.batches.len() > colour.task;
        assert!(threads.colours.iter().any(is_shared), "nothing is parallel");
        for colour in &threads.colours {
            let mut seen = vec![false; positions.len()];
            for batch in &threads.batches[colour.batches.clone()] {
                for vertex in batch.own_vertices() {
                    assert!(!std::mem::replace(&mut seen[vertex as usize], true), "{vertex}");
                }
            }
        }
    }

    #[test]
    fn the_same_bits_at_every_number_of_threads() {
        let run = |count: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
            pool.install(|| {
                let (mut threads, rest) = large();
                let weights = vec![1.0; rest.len()];
                threads.prepare(&weights, Gains::compliant(1e-3, 2e-3));
                let mut positions: Vec<DVec3> = rest.iter().map(|x| 1.1 * *x).collect();
                let mut velocities = shaken(&positions, 0.5);
                threads.reset();
                for _ in 0..3 {
                    let vertices =
                        &mut Vertices { positions: &mut positions, inverse_masses: &weights };
                    threads.sweep(vertices);
                }
                threads.slow(&mut Bodies {
                    positions: &positions,
                    velocities: &mut velocities,
                    inverse_masses: &weights,
                });
                positions
                    .iter()
                    .chain(&velocities)
                    .map(|x| x.to_array().map(f64::to_bits))
                    .collect()
            })
        };
        let alone: Vec<[u64; 3]> = run(1);
        for count in [2, 5] {
            assert!(run(count) == alone, "{count} threads");
        }
    }
}
