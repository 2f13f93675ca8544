//! The order in which independent neighbours are far apart.

/// Streams that run side by side.
pub(super) const STREAMS: usize = 4;

/// `0..count` cut into runs, `streams` of them, that are visited in turn; of four: 0, n/4, n/2,
/// 3n/4, 1, n/4 + 1, ….
///
/// Neighbours in a list of constraints share vertices, so that each would have to wait for the last
/// one's result. Runs that are far apart do not wait for each other, and every run keeps the memory
/// that it works on close together.
pub(super) fn interleaved(count: usize, streams: usize) -> Vec<usize> {
    let length = count.div_ceil(streams);
    (0..length)
        .flat_map(|i| (0..streams).map(move |stream| stream * length + i))
        .filter(|&i| i < count)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once() {
        for count in 0..40 {
            let mut order = interleaved(count, STREAMS);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count));
        }
        assert_eq!(interleaved(8, STREAMS), [0, 2, 4, 6, 1, 3, 5, 7]);
    }
}
