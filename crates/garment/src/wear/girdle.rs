//! A tape around the torso: a convex loop, by parts of its length from the left side.

use glam::DVec2;

use crate::Mannequin;
use crate::mannequin::hull;

/// A closed convex curve, counter-clockwise from above, that begins at the left side of the body.
#[derive(Clone, Debug)]
pub(crate) struct Girdle {
    /// Points and outward normals, the first again at the end.
    points: Vec<(DVec2, DVec2)>,
    /// Lengths before the points (m).
    places: Vec<f64>,
    /// Turns of the normal before the points (radians).
    turns: Vec<f64>,
}

impl Girdle {
    /// The tightest loop that keeps a distance (m) from the torso at all heights between two.
    pub(crate) fn new(mannequin: &Mannequin, heights: [f64; 2], distance: f64) -> Self {
        let level = |i: u32| heights[0] + f64::from(i) / 4.0 * (heights[1] - heights[0]);
        let points: Vec<DVec2> =
            (0..5).flat_map(|i| mannequin.section(level(i), distance)).collect();
        let mut corners = hull(&points);
        let left = (0..corners.len()).max_by(|&i, &j| {
            let key = |i: usize| corners[i].x - 4.0 * corners[i].y.abs();
            key(i).total_cmp(&key(j))
        });
        corners.rotate_left(left.unwrap_or(0));
        Self::of_corners(&corners)
    }

    fn of_corners(corners: &[DVec2]) -> Self {
        let count = corners.len();
        let at = |i: usize| corners[i % count];
        let normal = |i: usize| {
            let outwards = |side: DVec2| -side.perp().normalize();
            let (before, after) = (at(i) - at(i + count - 1), at(i + 1) - at(i));
            (outwards(before) + outwards(after)).normalize()
        };
        let points: Vec<_> = (0..=count).map(|i| (at(i), normal(i))).collect();
        let mut girdle = Self { places: vec![0.0], turns: vec![0.0], points };
        for i in 1..=count {
            let [(from, before), (to, after)] = [girdle.points[i - 1], girdle.points[i]];
            girdle.places.push(girdle.places[i - 1] + from.distance(to));
            let turn = libm::atan2(before.perp_dot(after), before.dot(after));
            girdle.turns.push(girdle.turns[i - 1] + turn);
        }
        girdle
    }

    /// Its length (m).
    pub(crate) fn length(&self) -> f64 {
        self.places[self.places.len() - 1]
    }

    /// Point and outward normal of the loop at a distance outside of it (m), at a part of the
    /// length of that loop.
    pub(crate) fn at(&self, distance: f64, part: f64) -> (DVec2, DVec2) {
        let last = self.places.len() - 1;
        // A parallel loop is longer by the distance times the turn.
        let before = |i: usize| self.places[i] + distance * self.turns[i];
        let place = part.clamp(0.0, 1.0) * before(last);
        let (mut low, mut high) = (0, last);
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if before(middle) <= place {
                low = middle;
            } else {
                high = middle;
            }
        }
        let t = ((place - before(low)) / (before(high) - before(low))).clamp(0.0, 1.0);
        let (from, to) = (self.points[low], self.points[high]);
        let normal = from.1.lerp(to.1, t).normalize();
        (from.0.lerp(to.0, t) + distance * normal, normal)
    }

    /// Largest distance (m) by which points lie outside.
    pub(crate) fn excess(&self, points: &[DVec2]) -> f64 {
        let outside = |p: DVec2| {
            let beyond = |pair: &[(DVec2, DVec2)]| {
                let side = pair[1].0 - pair[0].0;
                -side.perp().normalize().dot(p - pair[0].0)
            };
            self.points.windows(2).map(beyond).fold(f64::NEG_INFINITY, f64::max)
        };
        points.iter().map(|&p| outside(p)).fold(0.0, f64::max)
    }
}
