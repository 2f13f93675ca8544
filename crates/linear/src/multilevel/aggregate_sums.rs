//! Sums over aggregates of vertices, made in passing.
//!
//! A sweep over all vertices goes task by task. A task sums what belongs to each aggregate while
//! that is in the cache; the sums of several tasks for one aggregate are then added up in their
//! order.

use glam::DVec3;

use super::aggregates::NONE;
use crate::vectors::TASK;

/// The aggregates of all tasks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct AggregateSums {
    tasks: Vec<TaskSums>,
}

/// The aggregates of the vertices of a task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TaskSums {
    aggregates: Vec<u32>,
    /// Aggregate `k` of the task has the vertices `members[ends[k - 1]..ends[k]]`, counted from the
    /// first of the task.
    ends: Vec<u16>,
    members: Vec<u16>,
    sums: Vec<DVec3>,
}

impl AggregateSums {
    /// Sums for vertices of the given aggregates, some of them none.
    pub(crate) fn new(aggregates: &[u32]) -> Self {
        Self { tasks: aggregates.chunks(TASK).map(TaskSums::new).collect() }
    }

    /// Sums for so many vertices of no aggregate.
    pub(crate) fn without_aggregates(vertices: usize) -> Self {
        Self { tasks: vec![TaskSums::default(); vertices.div_ceil(TASK)] }
    }

    /// Sums of every task of a sweep.
    pub(crate) fn tasks(&mut self) -> &mut [TaskSums] {
        &mut self.tasks
    }

    /// Adds up the sums of all tasks.
    pub(crate) fn total(&self, coarse: &mut [DVec3]) {
        coarse.fill(DVec3::ZERO);
        for task in &self.tasks {
            for (aggregate, sum) in task.aggregates.iter().zip(&task.sums) {
                coarse[*aggregate as usize] += *sum;
            }
        }
    }
}

impl TaskSums {
    fn new(of: &[u32]) -> Self {
        let free = |i: &u16| of[usize::from(*i)] != NONE;
        let mut members: Vec<u16> = (0..of.len() as u16).filter(free).collect();
        members.sort_by_key(|i| of[usize::from(*i)]);
        let (mut aggregates, mut ends) = (Vec::new(), Vec::new());
        for same in members.chunk_by(|a, b| of[usize::from(*a)] == of[usize::from(*b)]) {
            aggregates.push(of[usize::from(same[0])]);
            ends.push(ends.last().unwrap_or(&0) + same.len() as u16);
        }
        Self { sums: vec![DVec3::ZERO; aggregates.len()], aggregates, ends, members }
    }

    /// Sums the entries of the task.
    #[inline]
    pub(crate) fn sum(&mut self, entries: &[DVec3]) {
        let mut start = 0;
        for (sum, end) in self.sums.iter_mut().zip(&self.ends) {
            let end = usize::from(*end);
            *sum = self.members[start..end].iter().map(|i| entries[usize::from(*i)]).sum();
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
            let of: Vec<u32> = of.into_iter().map(|aggregate| aggregate.unwrap_or(NONE)).collect();
            let entries: Vec<DVec3> = (0..of.len()).map(|i| DVec3::new(i as f64, 1.0, -2.0)).collect();
            let mut sums = AggregateSums::new(&of);
            for (task, entries) in sums.tasks().iter_mut().zip(entries.chunks(TASK)) {
                task.sum(entries);
            }
            let (mut coarse, mut expected) = ([DVec3::NAN; 40], [DVec3::ZERO; 40]);
            sums.total(&mut coarse);
            for (aggregate, entry) in of.iter().zip(&entries).filter(|(aggregate, _)| **aggregate != NONE) {
                expected[*aggregate as usize] += *entry;
            }
            prop_assert_eq!(coarse, expected);
        }
    }
}
