//! Openness inside one long face, on a triangular lattice.
//!
//! ```text
//!  row 0        ·            point (i, j): row i of n + 1, place j of i + 1
//!  row 1       · ·           weights (n − i, i − j, j) / n
//!  row 2      · · ·
//! ```

use crate::openness::Lookout;

/// Values at the points of a lattice.
#[derive(Debug)]
pub(crate) struct Lattice {
    /// Parts of an edge.
    level: u32,
    values: Vec<f32>,
}

/// Parts of an edge at most.
const FINEST: u32 = 48;

impl Lattice {
    /// The openness of a face whose edges are longer than three times the spacing (m).
    pub(crate) fn of(lookout: &Lookout, face: usize, spacing: f64) -> Option<Self> {
        let snapshot = lookout.snapshot();
        let corners = snapshot.corners(face);
        let longest = (0..3).map(|i| corners[i].distance(corners[(i + 1) % 3])).fold(0.0, f64::max);
        let parts = longest / spacing;
        if parts.is_nan() || parts <= 3.0 {
            return None;
        }
        let level = (parts.min(f64::from(FINEST)) as u32).max(1);
        let normals = snapshot.normals[face];
        let value = |weights: [f64; 3]| {
            // A little inside, so that what touches the edge from outside does not count in full.
            let weights = weights.map(|weight| weight + 1e-3 * (1.0 / 3.0 - weight));
            let blend =
                |v: [glam::DVec3; 3]| weights[0] * v[0] + weights[1] * v[1] + weights[2] * v[2];
            let normal = blend(normals).try_normalize().unwrap_or(normals[0]);
            lookout.openness(blend(corners), normal) as f32
        };
        let points = (0..=level).flat_map(|i| (0..=i).map(move |j| [level - i, i - j, j]));
        let values = points
            .map(|counts| value(counts.map(|count| f64::from(count) / f64::from(level))))
            .collect();
        Some(Self { level, values })
    }

    /// Number of points.
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// Interpolated in the small triangle that holds the place.
    pub(crate) fn at(&self, weights: [f64; 3]) -> f64 {
        let n = f64::from(self.level);
        let last = self.level - 1;
        // Place along the rows, and in the row.
        let down = (n * (1.0 - weights[0])).clamp(0.0, n);
        let along = (n * weights[2]).clamp(0.0, down);
        let (i, j) = ((down as u32).min(last), (along as u32).min(last));
        let (x, y) = (along - f64::from(j), down - f64::from(i));
        let value = |i: u32, j: u32| {
            let index = (i * (i + 1) / 2 + j.min(i)) as usize;
            f64::from(self.values[index])
        };
        let (upper, lower) = (value(i, j), value(i + 1, j));
        if x <= y {
            // Upright: (i, j), (i + 1, j), (i + 1, j + 1).
            upper + (y - x) * (lower - upper) + x * (value(i + 1, j + 1) - upper)
        } else {
            // Upside down: (i, j), (i, j + 1), (i + 1, j + 1).
            let right = value(i, j + 1);
            upper + (x - y) * (right - upper) + y * (value(i + 1, j + 1) - upper)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linear_is_interpolated_exactly() {
        let linear = |w: [f64; 3]| 0.2 * w[0] + 0.5 * w[1] + 0.9 * w[2];
        for level in [1, 2, 7] {
            let points = (0..=level).flat_map(|i| (0..=i).map(move |j| [level - i, i - j, j]));
            let values =
                points.map(|p: [u32; 3]| linear(p.map(|c| f64::from(c) / f64::from(level))) as f32);
            let lattice = Lattice { level, values: values.collect() };
            for i in 0..=50_u32 {
                for j in 0..=50 - i {
                    let weights = [i, j, 50 - i - j].map(|c| f64::from(c) / 50.0);
                    let found = lattice.at(weights);
                    assert!((found - linear(weights)).abs() < 1e-6, "{level} {weights:?} {found}");
                }
            }
            assert!((lattice.at([-1e-9, 1.0 + 1e-9, 0.0]) - 0.5).abs() < 1e-6);
        }
    }
}
