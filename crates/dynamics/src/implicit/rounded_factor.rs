//! A copy of a Cholesky factor with numbers of four bytes, for a preconditioner.
//!
//! A solve reads the whole factor twice and does little with it, so that its bytes are what it costs. Whatever the numbers of `L` are, `L Lᵀ` is
//! positive definite and symmetric; it is close to the matrix, not equal to it, and solves with it are made in full precision. So the
//! preconditioner is a fixed one, as conjugate gradients ask for.

use glam::DVec3;

/// Columns that follow each other with the same rows below them.
#[derive(Debug)]
struct Supernode {
    /// Its first column.
    start: usize,
    columns: usize,
    /// Where the rows below its own columns begin in [`RoundedFactor::rows`], and how many there are.
    rows: (usize, usize),
    /// Where its numbers begin: column by column, each with all rows, reciprocals on the diagonal.
    values: usize,
}

/// `L`.
#[derive(Debug, Default)]
pub(super) struct RoundedFactor {
    supernodes: Vec<Supernode>,
    rows: Vec<u32>,
    values: Vec<f32>,
    /// For every row of `L` its vertex and coordinate, `3 v + c`.
    places: Vec<u32>,
    x: Vec<f64>,
    below: Vec<f64>,
}

impl RoundedFactor {
    /// A factor without supernodes, for rows that belong to the given vertices and coordinates.
    pub(super) fn new(places: Vec<u32>) -> Self {
        Self { places, ..Self::default() }
    }

    /// Adds the next supernode: its first column, the rows below its columns, and its numbers column by column, the columns' own rows first.
    pub(super) fn push<'a>(
        &mut self,
        start: usize,
        rows: &[usize],
        columns: impl ExactSizeIterator<Item = &'a [f64]>,
    ) {
        let (first, values) = (self.rows.len(), self.values.len());
        self.rows.extend(rows.iter().map(|row| *row as u32));
        let count = columns.len();
        for (c, column) in columns.enumerate() {
            let number = |(k, value): (usize, &f64)| {
                if k == c { value.recip() as f32 } else { *value as f32 }
            };
            self.values.extend(column.iter().enumerate().map(number));
        }
        let rows = (first, rows.len());
        self.supernodes.push(Supernode { start, columns: count, rows, values });
    }

    /// Solves `L Lᵀ z = b`.
    pub(super) fn solve(&mut self, b: &[DVec3], z: &mut [DVec3]) {
        let Self { supernodes, rows, values, places, x, below } = self;
        x.clear();
        x.extend(places.iter().map(|place| b[*place as usize / 3][*place as usize % 3]));
        for node in &*supernodes {
            let rows = &rows[node.rows.0..][..node.rows.1];
            below.clear();
            below.resize(rows.len(), 0.0);
            for c in 0..node.columns {
                let column = node.column(values, c);
                let own = &mut x[node.start + c..node.start + node.columns];
                own[0] *= f64::from(column[c]);
                let (first, others) = (own[0], &mut own[1..]);
                let (top, rest) = column[c + 1..].split_at(others.len());
                subtract_scaled(others, first, top);
                subtract_scaled(below, first, rest);
            }
            for (row, sum) in rows.iter().zip(&*below) {
                x[*row as usize] += sum;
            }
        }
        for node in supernodes.iter().rev() {
            let rows = &rows[node.rows.0..][..node.rows.1];
            below.clear();
            below.extend(rows.iter().map(|row| x[*row as usize]));
            for c in (0..node.columns).rev() {
                let column = node.column(values, c);
                let own = &mut x[node.start + c..node.start + node.columns];
                let (top, rest) = column[c + 1..].split_at(own.len() - 1);
                let sum = product(&own[1..], top) + product(below, rest);
                own[0] = (own[0] - sum) * f64::from(column[c]);
            }
        }
        for (place, x) in places.iter().zip(&*x) {
            z[*place as usize / 3][*place as usize % 3] = *x;
        }
    }
}

impl Supernode {
    fn column<'a>(&self, values: &'a [f32], c: usize) -> &'a [f32] {
        let height = self.columns + self.rows.1;
        &values[self.values + c * height..][..height]
    }
}

/// `y ← y − s a`.
#[inline]
fn subtract_scaled(y: &mut [f64], s: f64, a: &[f32]) {
    for (y, a) in y.iter_mut().zip(a) {
        *y -= s * f64::from(*a);
    }
}

/// `Σ aᵢ bᵢ`, every fourth together.
#[inline]
fn product(a: &[f64], b: &[f32]) -> f64 {
    let ((a, last_a), (b, last_b)) = (a.as_chunks::<4>(), b.as_chunks::<4>());
    let mut sums = [0.0; 4];
    for (a, b) in a.iter().zip(b) {
        for k in 0..4 {
            sums[k] += a[k] * f64::from(b[k]);
        }
    }
    let last: f64 = last_a.iter().zip(last_b).map(|(a, b)| a * f64::from(*b)).sum();
    (sums[0] + sums[1]) + (sums[2] + sums[3]) + last
}
