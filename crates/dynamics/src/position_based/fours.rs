//! Constraints in groups of four without a common vertex, one for each lane.

use std::collections::VecDeque;

use super::order::interleaved;

/// Lanes.
const LANES: usize = 4;

/// Items among which the next of a group is looked for.
const WINDOW: usize = 24;

/// Items with their vertices in groups of up to four that share no vertex, each item once.
///
/// Items of a group come from runs that are far apart, and so do those of the next group, so that
/// groups that follow each other seldom wait for each other's results.
pub(super) fn fours<const N: usize>(items: &[(usize, [u32; N])]) -> Vec<Vec<(usize, [u32; N])>> {
    let mut sorted = items.to_vec();
    sorted.sort_by_key(|(item, vertices)| (vertices.iter().min().copied(), *item));
    let mut pending: VecDeque<_> =
        interleaved(sorted.len(), 2 * LANES).into_iter().map(|i| sorted[i]).collect();
    let mut groups = Vec::new();
    while let Some(first) = pending.pop_front() {
        let mut group = vec![first];
        let mut place = 0;
        while group.len() < LANES && place < pending.len().min(WINDOW) {
            let meets = |taken: &(usize, [u32; N])| {
                pending[place].1.iter().any(|vertex| taken.1.contains(vertex))
            };
            if group.iter().any(meets) {
                place += 1;
            } else {
                group.extend(pending.remove(place));
            }
        }
        groups.push(group);
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once_and_no_vertex_twice_in_a_group() {
        for count in [0, 1, 3, 4, 50, 333] {
            let items: Vec<(usize, [u32; 3])> = (0..count)
                .map(|i| (i, [i as u32, i as u32 + 1, (7 * i as u32) % 40 + 400]))
                .collect();
            let groups = fours(&items);
            let mut seen: Vec<usize> = groups.iter().flatten().map(|item| item.0).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..count));
            for group in &groups {
                let mut vertices: Vec<u32> = group.iter().flat_map(|item| item.1).collect();
                let all = vertices.len();
                vertices.sort_unstable();
                vertices.dedup();
                assert_eq!(vertices.len(), all);
            }
            let full = groups.iter().filter(|group| group.len() == 4).count();
            assert!(count < 50 || 4 * full > 9 * count / 10, "{full} full groups of {count}");
        }
    }
}
