//! The order in which independent neighbours are far apart.

/// Streams that run side by side.
const STREAMS: usize = 4;

/// `0..count` cut into four runs that are visited in turn: 0, n/4, n/2, 3n/4, 1, n/4 + 1, ….
///
/// Neighbours in a list of constraints share vertices, so that each would have to wait for the last
/// one's result. Runs that are far apart do not wait for each other, and every run keeps the memory
/// that it works on close together.
pub(super) fn interleaved(count: usize) -> Vec<usize> {
    let length = count.div_ceil(STREAMS);
    (0..length)
        .flat_map(|i| (0..STREAMS).map(move |stream| stream * length + i))
        .filter(|&i| i < count)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_once() {
        for count in 0..40 {
            let mut order = interleaved(count);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..count));
        }
        assert_eq!(interleaved(8), [0, 2, 4, 6, 1, 3, 5, 7]);
    }
}
