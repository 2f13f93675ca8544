//! A sorted grid for finding representatives nearby.
//!
//! Space is cut into cubes; a point's cube is named by three numbers, each a monotone function of
//! its coordinate,
//!
//! ```text
//! key(x) = ⌊x / (2 · tolerance)⌋,      key(x) = x for tolerance 0
//! ```
//!
//! kept as `f64`. Because rounded division and ⌊·⌋ are monotone, every `y` within the tolerance of
//! `x` has its key between those of `x − tolerance` and `x + tolerance` (each moved outwards by
//! some roundings), at every scale and without any error analysis. The cubes that hold a point are
//! sorted, and a query skips through that list.
//!
//! Representatives are farther apart than the tolerance, so a cube of twice its size holds a few
//! dozen at most (where coordinates exceed 2⁵² times the tolerance, distinct ones are as far apart
//! by themselves).

use glam::DVec3;

type Key = [f64; 3];

/// The cubes that hold a point, and the representatives in each.
pub(super) struct Cells<'a> {
    positions: &'a [DVec3],
    tolerance: f64,
    /// Keys of the cubes, in lexicographic order.
    keys: Vec<Key>,
    representatives: Vec<Vec<Representative>>,
}

#[derive(Clone, Copy)]
struct Representative {
    /// Its number among the vertices.
    vertex: usize,
    /// Its number among the representatives.
    number: u32,
}

impl<'a> Cells<'a> {
    /// Cubes without representatives.
    pub(super) fn new(positions: &'a [DVec3], tolerance: f64) -> Self {
        let mut keys: Vec<Key> = positions.iter().map(|&x| key(x, tolerance)).collect();
        keys.sort_by(compare);
        keys.dedup();
        let representatives = vec![Vec::new(); keys.len()];
        Self { positions, tolerance, keys, representatives }
    }

    /// Makes a vertex the representative with the given number.
    pub(super) fn insert(&mut self, vertex: usize, number: u32) {
        let cell = self.first_from(key(self.positions[vertex], self.tolerance));
        self.representatives[cell].push(Representative { vertex, number });
    }

    /// The first representative within the tolerance of a vertex.
    pub(super) fn representative(&self, vertex: usize) -> Option<u32> {
        let x = self.positions[vertex];
        // A difference that rounds to the tolerance may exceed it by half a unit in the last place.
        let reach = self.tolerance * (1.0 + 4.0 * f64::EPSILON);
        let low = (x - reach).to_array().map(f64::next_down);
        let high = (x + reach).to_array().map(f64::next_up);
        let low = key(low.into(), self.tolerance);
        let high = key(high.into(), self.tolerance);
        let mut first: Option<u32> = None;
        let mut cell = self.first_from(low);
        while let Some(&[kx, ky, kz]) = self.keys.get(cell) {
            if kx > high[0] {
                break;
            }
            // Outside the range in y or z: on to the first cube that may be inside.
            if ky < low[1] {
                cell = self.first_from([kx, low[1], low[2]]);
            } else if ky > high[1] {
                cell = self.first_from([kx.next_up(), low[1], low[2]]);
            } else if kz < low[2] {
                cell = self.first_from([kx, ky, low[2]]);
            } else if kz > high[2] {
                cell = self.first_from([kx, ky.next_up(), low[2]]);
            } else {
                let near = |other: &&Representative| self.is_near(self.positions[other.vertex] - x);
                let found = self.representatives[cell].iter().find(near).map(|other| other.number);
                first = first.into_iter().chain(found).min();
                cell += 1;
            }
        }
        first
    }

    /// The first cube whose key is not below the given one.
    fn first_from(&self, key: Key) -> usize {
        self.keys.partition_point(|other| compare(other, &key).is_lt())
    }

    /// True if a difference is no longer than the tolerance; no square of it over- or underflows.
    fn is_near(&self, difference: DVec3) -> bool {
        if difference.abs().max_element() > self.tolerance {
            return false;
        }
        self.tolerance == 0.0 || (difference / self.tolerance).length_squared() <= 1.0
    }
}

fn key(x: DVec3, tolerance: f64) -> Key {
    // Adding 0 turns −0 into 0: equal numbers have equal keys.
    if tolerance == 0.0 {
        return (x + 0.0).to_array();
    }
    // Finite, so that every key has a successor.
    let cube = (x / tolerance * 0.5).floor().clamp(DVec3::splat(-1e300), DVec3::splat(1e300));
    (cube + 0.0).to_array()
}

fn compare(a: &Key, b: &Key) -> std::cmp::Ordering {
    let pairs = a.iter().zip(b).map(|(x, y)| x.total_cmp(y));
    pairs.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
}
