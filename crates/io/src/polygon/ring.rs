//! Rest of a polygon while triangles are cut off.

use glam::DVec3;

/// The corners that are left, as a linked ring, and the triangles that have been cut off.
pub(super) struct Ring {
    previous: Vec<u32>,
    next: Vec<u32>,
    count: usize,
    triangles: Vec<[u32; 3]>,
}

impl Ring {
    /// A whole polygon with at least three corners.
    pub(super) fn new(corner_count: usize) -> Self {
        let last = corner_count as u32 - 1;
        Self {
            previous: (0..=last)
                .map(|corner| if corner == 0 { last } else { corner - 1 })
                .collect(),
            next: (0..=last).map(|corner| if corner == last { 0 } else { corner + 1 }).collect(),
            count: corner_count,
            triangles: Vec::with_capacity(corner_count - 2),
        }
    }

    /// Number of corners that are left; never fewer than three.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn previous(&self, corner: u32) -> u32 {
        self.previous[corner as usize]
    }

    pub(super) fn next(&self, corner: u32) -> u32 {
        self.next[corner as usize]
    }

    /// A corner that was cut off is its own successor.
    pub(super) fn is_gone(&self, corner: u32) -> bool {
        self.next(corner) == corner
    }

    /// The corners that are left, in their order.
    pub(super) fn corners(&self) -> impl Iterator<Item = u32> {
        (0..self.next.len() as u32).filter(|&corner| !self.is_gone(corner))
    }

    /// The first corner that is left.
    pub(super) fn first(&self) -> u32 {
        self.corners().next().unwrap_or_default()
    }

    /// Cuts off a corner with the triangle that it forms with its neighbours.
    pub(super) fn cut(&mut self, corner: u32) {
        let (previous, next) = (self.previous(corner), self.next(corner));
        self.triangles.push([previous, corner, next]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
        self.next[corner as usize] = corner;
        self.count -= 1;
    }

    /// Cuts off corners at the place of their predecessor: they turn nowhere and could never be
    /// ears.
    pub(super) fn cut_repeats(&mut self, positions: &[DVec3]) {
        for corner in 0..self.next.len() as u32 {
            let previous = self.previous(corner);
            if self.count > 3 && positions[corner as usize] == positions[previous as usize] {
                self.cut(corner);
            }
        }
    }

    /// True if there are so many corners at so few places that they must cross: on `m ≥ 3` places
    /// in a plane there are at most `3m − 6` edges that do not, and each has two sides. Such a
    /// polygon has no ears worth looking for.
    pub(super) fn runs_in_circles(&self, positions: &[DVec3]) -> bool {
        // Adding 0 turns −0 into 0.
        let place = |corner: u32| (positions[corner as usize] + 0.0).to_array().map(f64::to_bits);
        let mut places: Vec<[u64; 3]> = self.corners().map(place).collect();
        places.sort_unstable();
        places.dedup();
        self.count > 6 * places.len()
    }

    /// Cuts off corners at which the polygon doubles back on itself, again and again. What is cut
    /// off has no area.
    pub(super) fn cut_spikes(&mut self, positions: &[DVec3]) {
        let at = |corner: u32| positions[corner as usize];
        let (mut corner, mut unchecked) = (self.first(), self.count);
        while self.count > 3 && unchecked > 0 {
            let (previous, next) = (self.previous(corner), self.next(corner));
            if at(previous) == at(corner) || at(previous) == at(next) {
                self.cut(corner);
                // The predecessor has a new neighbour, and so has the successor, which comes after
                // it.
                corner = previous;
                unchecked = unchecked.max(2);
            } else {
                corner = next;
                unchecked -= 1;
            }
        }
    }

    /// Cuts the rest into a fan from its first corner.
    pub(super) fn into_fan(mut self) -> Vec<[u32; 3]> {
        let first = self.first();
        while self.count > 3 {
            self.cut(self.next(first));
        }
        self.triangles.push([first, self.next(first), self.previous(first)]);
        self.triangles
    }
}
