//! Sums over groups of vertices, made in passing.
//!
//! A sweep over all vertices goes task by task. A task sums what belongs to each group as soon as it has it, while that is at hand; what several tasks have
//! for one group is then added up in their order.

use glam::DVec3;

use super::entry::Entry;
use super::groups::NONE;
use super::vectors::TASK;

/// The groups of all tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct GroupSums {
    tasks: Vec<TaskSums>,
}

/// The groups of the vertices of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct TaskSums {
    groups: Vec<u32>,
    /// Group `k` of the task has the vertices `members[ends[k - 1]..ends[k]]`, counted from the first of the task.
    ends: Vec<u16>,
    members: Vec<u16>,
    sums: Vec<DVec3>,
}

impl GroupSums {
    /// For vertices of the given groups, some of them none.
    pub(super) fn new(groups: &[u32]) -> Self {
        Self { tasks: groups.chunks(TASK).map(TaskSums::new).collect() }
    }

    /// For so many vertices of no group.
    pub(super) fn without_groups(vertices: usize) -> Self {
        Self { tasks: vec![TaskSums::default(); vertices.div_ceil(TASK)] }
    }

    /// One for every task of a sweep.
    pub(super) fn tasks(&mut self) -> &mut [TaskSums] {
        &mut self.tasks
    }

    /// The sum of every group, from those of the tasks.
    pub(super) fn total(&self, coarse: &mut [DVec3]) {
        coarse.fill(DVec3::ZERO);
        for task in &self.tasks {
            for (group, sum) in task.groups.iter().zip(&task.sums) {
                coarse[*group as usize] += *sum;
            }
        }
    }
}

impl TaskSums {
    fn new(of: &[u32]) -> Self {
        let free = |i: &u16| of[usize::from(*i)] != NONE;
        let mut members: Vec<u16> = (0..of.len() as u16).filter(free).collect();
        members.sort_by_key(|i| of[usize::from(*i)]);
        let (mut groups, mut ends) = (Vec::new(), Vec::new());
        for same in members.chunk_by(|a, b| of[usize::from(*a)] == of[usize::from(*b)]) {
            groups.push(of[usize::from(same[0])]);
            ends.push(ends.last().unwrap_or(&0) + same.len() as u16);
        }
        Self { sums: vec![DVec3::ZERO; groups.len()], groups, ends, members }
    }

    /// Sums the entries of the task.
    #[inline]
    pub(super) fn sum<E: Entry>(&mut self, entries: &[E]) {
        let mut start = 0;
        for (sum, end) in self.sums.iter_mut().zip(&self.ends) {
            let end = usize::from(*end);
            *sum = self.members[start..end].iter().map(|i| entries[usize::from(*i)].get()).sum();
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Whole numbers: every order of summation gives the same.
        #[test]
        fn every_member_counts_once(
            of in prop::collection::vec(prop::option::of(0_u32..40), 0..3000),
        ) {
            let of: Vec<u32> = of.into_iter().map(|group| group.unwrap_or(NONE)).collect();
            let entries: Vec<DVec3> = (0..of.len()).map(|i| DVec3::new(i as f64, 1.0, -2.0)).collect();
            let mut sums = GroupSums::new(&of);
            for (task, entries) in sums.tasks().iter_mut().zip(entries.chunks(TASK)) {
                task.sum(entries);
            }
            let (mut coarse, mut expected) = ([DVec3::NAN; 40], [DVec3::ZERO; 40]);
            sums.total(&mut coarse);
            for (group, entry) in of.iter().zip(&entries).filter(|(group, _)| **group != NONE) {
                expected[*group as usize] += *entry;
            }
            prop_assert_eq!(coarse, expected);
        }
    }
}
