//! Detects that contours stay, and says how far around them cloth is ironed.
//!
//! Few contours stall if the least number of crossings has not changed for some iterations. Many
//! contours rarely stall that way: where layers are dense, as many come as go. They stall if a few
//! iterations have not taken a fifth of the crossings.

/// Radii of ironing, in rings of neighbours, from stall to stall.
const RINGS: [usize; 15] = [1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64];

/// More contours than these are many.
const MANY: usize = 50;

/// Iterations in which many contours have to lose a fifth of their crossings.
const WINDOW: usize = 6;

/// Radii without a success after which it is over.
const MOST_FAILURES: usize = 6;

/// Progress of iterations.
#[derive(Clone, Debug)]
pub(crate) struct Stall {
    /// Iterations without progress after which few contours have stalled.
    patience: usize,
    at_start: usize,
    fewest: usize,
    /// Iterations since the fewest crossings were found.
    since_best: usize,
    /// Iterations since the last stall or success, and the fewest crossings then.
    window: usize,
    at_window: usize,
    level: usize,
    failures: usize,
}

impl Stall {
    /// Begins with some crossings.
    pub(crate) const fn new(patience: usize, crossings: usize) -> Self {
        Self {
            patience,
            at_start: crossings,
            fewest: crossings,
            since_best: 0,
            window: 0,
            at_window: crossings,
            level: 0,
            failures: 0,
        }
    }

    /// Iterations without progress.
    pub(crate) const fn iterations(&self) -> usize {
        self.since_best
    }

    /// True if no radius is left, or several have not helped.
    pub(crate) const fn is_over(&self) -> bool {
        self.level >= RINGS.len() || self.failures >= MOST_FAILURES
    }

    /// Takes note of an iteration. Returns the radius to iron if it has stalled.
    pub(crate) fn after(&mut self, fewest: usize, contours: usize) -> Option<usize> {
        self.window += 1;
        self.since_best += 1;
        if fewest < self.fewest {
            (self.fewest, self.since_best) = (fewest, 0);
        }
        let window_ends = self.window >= WINDOW;
        let is_slow = contours > MANY && window_ends && 5 * fewest > 4 * self.at_window;
        let is_still = self.since_best >= self.patience;
        if window_ends && !is_slow {
            (self.window, self.at_window) = (0, fewest);
        }
        if fewest == 0 || !(is_slow || is_still) || self.is_over() {
            return None;
        }
        let rings = RINGS[self.level];
        self.level += 1;
        (self.window, self.at_window, self.since_best) = (0, fewest, 0);
        Some(rings)
    }

    /// Takes note of ironing. True if it has made far more crossings than it has taken: of a large
    /// tangle, of which little is left, a tenth may come back for a while.
    pub(crate) fn has_failed(&mut self, crossings: usize, fewest: usize) -> bool {
        let has_failed = crossings > (2 * fewest + 20).max(self.at_start / 10);
        self.failures = if has_failed { self.failures + 1 } else { 0 };
        has_failed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_contours_stall_when_nothing_changes_and_many_when_little_does() {
        let mut few = Stall::new(24, 100);
        for fewest in (76..100).rev() {
            assert_eq!(few.after(fewest, 3), None);
        }
        let stalled: Vec<usize> = (0..48).filter_map(|_| few.after(76, 3)).collect();
        assert_eq!(stalled, [1, 2]);
        let mut many = Stall::new(24, 1000);
        let stalled: Vec<usize> = (1..13).filter_map(|k| many.after(1000 - k, 80)).collect();
        assert_eq!(stalled, [1, 2]);
    }

    #[test]
    fn it_is_over_after_failures_in_a_row() {
        let mut stall = Stall::new(24, 100);
        for k in 0..5 {
            assert!(stall.has_failed(1000, 100) && !stall.is_over(), "{k}");
        }
        assert!(!stall.has_failed(150, 100));
        assert!((0..6).all(|_| stall.has_failed(1000, 100)) && stall.is_over());
    }
}
