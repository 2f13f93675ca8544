//! Ear clipping with exact signs.
//!
//! Corner `i` with neighbours `p` and `n` is an *ear* if it turns left and no other corner lies in
//! the closed triangle `p i n`. Every simple polygon with more than three corners has one: it can
//! be triangulated without triangles of zero area, even with corners in the middle of straight
//! edges, and the dual tree of the triangulation has two leaves. Cutting it off leaves a simple
//! polygon.
//!
//! **O(n²).** The scan for a corner inside a triangle stops at the first one found and remembers
//! it. As long as `p`, `i`, `n` stay neighbours, the corners before it need not be looked at again,
//! and those that are gone stay gone; so each triangle scans each corner once. There are at most
//! `3n` triangles: `n` at the start, two new ones with each ear.
//!
//! **Touching.** A corner at the place of `p` or `n` does not block: the edges that leave from it
//! into the triangle would have to end there, and their end blocks. A corner at the place of `i`
//! blocks if one of its edges enters the triangle, since that edge may leave it through the side
//! from `n` to `p`; and it blocks if it is the only other corner that is left, since then what is
//! left has no area. If there is no ear left, corners on the border of a triangle stop to block; if
//! there is still none, the rest is not cut here. For polygons that touch themselves this is a rule
//! that works where it has been tried (holes on bridges, antennas, pinched corners), not a theorem.

use glam::DVec2;
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::orient2d;

use super::ring::Ring;

/// Cuts ears off a ring whose corners, at the given points, turn counter-clockwise, until a
/// triangle is left or no ear is.
pub(super) fn clip(ring: &mut Ring, points: &[DVec2]) {
    let cursors = vec![0; points.len()];
    Clipper { ring, points, cursors, blocking: Blocking::Closed }.run();
}

/// Sense in which the first three corners of a ring turn.
pub(super) fn turn(ring: &Ring, points: &[DVec2]) -> Sign {
    let first = ring.first();
    let [a, b, c] = [first, ring.next(first), ring.next(ring.next(first))]
        .map(|corner| points[corner as usize]);
    orient2d(a, b, c)
}

struct Clipper<'a> {
    ring: &'a mut Ring,
    points: &'a [DVec2],
    /// For the triangle at each corner: no corner before this one blocks it.
    cursors: Vec<u32>,
    blocking: Blocking,
}

/// Corners that keep a triangle from being cut off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blocking {
    /// Those in the closed triangle.
    Closed,
    /// Those in its interior.
    Open,
}

impl Clipper<'_> {
    fn run(&mut self) {
        let mut corner = self.ring.next(self.ring.first());
        let mut visited_in_vain = 0;
        while self.ring.count() > 3 {
            let following = self.ring.next(corner);
            if self.is_ear(corner) {
                // Its neighbours form new triangles.
                self.cursors[self.ring.previous(corner) as usize] = 0;
                self.cursors[following as usize] = 0;
                self.ring.cut(corner);
                visited_in_vain = 0;
            } else {
                visited_in_vain += 1;
            }
            corner = following;
            if visited_in_vain == self.ring.count() {
                if self.blocking == Blocking::Open {
                    return;
                }
                self.blocking = Blocking::Open;
                self.cursors.fill(0);
                visited_in_vain = 0;
            }
        }
    }

    fn is_ear(&mut self, corner: u32) -> bool {
        let ear = [self.ring.previous(corner), corner, self.ring.next(corner)];
        let [p, i, n] = ear.map(|corner| self.points[corner as usize]);
        if orient2d(p, i, n) != Sign::Positive {
            return false;
        }
        let (low, high) = (p.min(i).min(n), p.max(i).max(n));
        let start = self.cursors[corner as usize];
        let blocker = (start..self.points.len() as u32).find(|&other| {
            let q = self.points[other as usize];
            q.cmpge(low).all()
                && q.cmple(high).all()
                && !ear.contains(&other)
                && !self.ring.is_gone(other)
                && self.blocks(other, [p, i, n])
        });
        self.cursors[corner as usize] = blocker.unwrap_or(self.points.len() as u32);
        blocker.is_none()
    }

    fn blocks(&self, other: u32, [p, i, n]: [DVec2; 3]) -> bool {
        let q = self.points[other as usize];
        if q == p || q == n {
            return false;
        }
        if q == i {
            if self.ring.count() == 4 {
                return true;
            }
            let ends = [self.ring.previous(other), self.ring.next(other)];
            return ends.map(|end| self.points[end as usize]).into_iter().any(|end| {
                orient2d(p, i, end) == Sign::Positive && orient2d(i, n, end) == Sign::Positive
            });
        }
        let sides = [(p, i), (i, n), (n, p)].map(|(a, b)| orient2d(a, b, q));
        match self.blocking {
            Blocking::Closed => !sides.contains(&Sign::Negative),
            Blocking::Open => sides == [Sign::Positive; 3],
        }
    }
}
