//! Sums over all vertices, in an order that does not depend on the number of threads.

use glam::DVec3;
use rayon::prelude::*;

use super::entry::Entry;

/// Vertices per task. Sums are made per task and then added up in order, so this is part of the result.
pub(super) const TASK: usize = 1024;

/// `Σ aᵢ·bᵢ`.
pub(super) fn dot<E: Entry>(a: &[DVec3], b: &[E]) -> f64 {
    let tasks = a.par_chunks(TASK).zip(b.par_chunks(TASK));
    let sums: Vec<f64> =
        tasks.map(|(a, b)| a.iter().zip(b).map(|(a, b)| a.dot(b.get())).sum()).collect();
    sums.iter().sum()
}

/// Largest length of an entry; not a number if any is not.
pub(super) fn largest(a: &[DVec3]) -> f64 {
    let larger = |a: f64, b: f64| if b > a || b.is_nan() { b } else { a };
    a.par_chunks(TASK)
        .map(|a| a.iter().map(|a| a.length_squared()).fold(0.0, larger))
        .reduce(|| 0.0, larger)
        .sqrt()
}

/// `y ← y + s x`.
pub(super) fn add_scaled(y: &mut [DVec3], s: f64, x: &[DVec3]) {
    y.par_chunks_mut(TASK).zip(x.par_chunks(TASK)).for_each(|(y, x)| {
        for (y, x) in y.iter_mut().zip(x) {
            *y += s * *x;
        }
    });
}

/// `x ← x + α p`, then `p ← more(i, z) + β p` for every place `i`, in one sweep.
pub(super) fn advance<E: Entry>(
    (x, alpha): (&mut [DVec3], f64),
    (p, beta): (&mut [DVec3], f64),
    z: &[E],
    more: impl Fn(usize, DVec3) -> DVec3 + Sync,
) {
    let tasks = x.par_chunks_mut(TASK).zip(p.par_chunks_mut(TASK)).zip(z.par_chunks(TASK));
    tasks.enumerate().for_each(|(task, ((x, p), z))| {
        let entries = x.iter_mut().zip(&mut *p).zip(z);
        for (i, ((x, p), z)) in (TASK * task..).zip(entries) {
            *x += alpha * *p;
            *p = more(i, z.get()) + beta * *p;
        }
    });
}

/// Sets the entries of fixed vertices to 0.
pub(super) fn clear_fixed(a: &mut [DVec3], fixed: &[bool]) {
    for (a, fixed) in a.iter_mut().zip(fixed) {
        if *fixed {
            *a = DVec3::ZERO;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_largest() {
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
