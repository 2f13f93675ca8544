//! Sums over all vertices, in an order that does not depend on the number of threads.

use glam::DVec3;
use rayon::prelude::*;

/// Vertices per task. Sums are made per task and added up in order: this is part of the result.
pub(crate) const TASK: usize = 1024;

/// Returns `Σ aᵢ·bᵢ`, the same bits at every number of threads.
#[must_use]
pub fn dot(a: &[DVec3], b: &[DVec3]) -> f64 {
    let tasks = a.par_chunks(TASK).zip(b.par_chunks(TASK));
    let sums: Vec<f64> =
        tasks.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum()).collect();
    sums.iter().sum()
}

/// Returns the largest length of an entry; NaN if any is.
#[must_use]
pub fn largest(a: &[DVec3]) -> f64 {
    let larger = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
    a.par_chunks(TASK)
        .map(|a| a.iter().map(|a| a.length_squared()).fold(0.0, larger))
        .reduce(|| 0.0, larger)
        .sqrt()
}

/// Sets `y ← y + s x`.
pub fn add_scaled(y: &mut [DVec3], s: f64, x: &[DVec3]) {
    y.par_chunks_mut(TASK).zip(x.par_chunks(TASK)).for_each(|(y, x)| {
        for (y, x) in y.iter_mut().zip(x) {
            *y += s * *x;
        }
    });
}

/// Sets `x ← x + α p`, then `p ← more(i, z) + β p` for every place `i`, in one sweep.
pub(crate) fn advance(
    (x, alpha): (&mut [DVec3], f64),
    (p, beta): (&mut [DVec3], f64),
    z: &[DVec3],
    more: impl Fn(usize, DVec3) -> DVec3 + Sync,
) {
    let tasks = x.par_chunks_mut(TASK).zip(p.par_chunks_mut(TASK)).zip(z.par_chunks(TASK));
    tasks.enumerate().for_each(|(task, ((x, p), z))| {
        let entries = x.iter_mut().zip(&mut *p).zip(z);
        for (i, ((x, p), z)) in (TASK * task..).zip(entries) {
            *x += alpha * *p;
            *p = more(i, *z) + beta * *p;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nan_is_largest() {
        let mut entries = vec![DVec3::X; 3 * TASK];
        entries[TASK] = DVec3::new(0.0, -4.0, 3.0);
        assert_eq!(largest(&entries), 5.0);
        for place in [0, TASK, 3 * TASK - 1] {
            let mut entries = entries.clone();
            entries[place].z = f64::NAN;
            assert!(largest(&entries).is_nan(), "{place}");
        }
    }
}
