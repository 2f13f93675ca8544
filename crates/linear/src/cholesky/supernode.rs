//! Columns of a factor that follow each other with the same rows below them.

use std::ops::Range;

/// The numbers of all supernodes.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Rows below the columns, counted from the first column of the branch, or of the trunk.
    rows: Vec<u32>,
    /// Entries in the columns' own rows, column by column from the diagonal on, reciprocals on it.
    triangles: Vec<f32>,
    /// Entries in the rows below, column by column.
    values: Vec<f32>,
}

/// A supernode, as ranges of [`Numbers`].
#[derive(Debug)]
pub(super) struct Supernode {
    /// Its first column, counted from that of its branch.
    start: usize,
    columns: usize,
    rows: Range<usize>,
    /// Number of rows that belong to its branch. They are the first.
    inside: usize,
    triangles: usize,
    values: usize,
}

/// Rows below the columns of a supernode: those within its branch first, then those of the trunk.
pub(super) struct SupernodeRows<'a, I> {
    pub(super) rows: I,
    /// Columns of the branch.
    pub(super) branch: &'a Range<usize>,
    /// First column of the trunk.
    pub(super) trunk: usize,
}

impl Numbers {
    /// Copies the numbers of a supernode, column by column, its columns' own rows first. `start` is
    /// counted from the first column of its branch.
    pub(super) fn push(
        &mut self,
        start: usize,
        SupernodeRows { rows, branch, trunk }: SupernodeRows<impl Iterator<Item = usize>>,
        columns: &[&[f64]],
    ) -> Supernode {
        let [first, triangles, values] = [self.rows.len(), self.triangles.len(), self.values.len()];
        let mut inside = 0;
        for row in rows {
            let is_inside = branch.contains(&row);
            inside += usize::from(is_inside);
            self.rows.push((row - if is_inside { branch.start } else { trunk }) as u32);
        }
        for (c, column) in columns.iter().enumerate() {
            let (own, below) = column.split_at(columns.len());
            self.triangles.push(own[c].recip() as f32);
            self.triangles.extend(own[c + 1..].iter().map(|number| *number as f32));
            self.values.extend(below.iter().map(|number| *number as f32));
        }
        let rows = first..self.rows.len();
        Supernode { start, columns: columns.len(), rows, inside, triangles, values }
    }
}

impl Supernode {
    /// Rows within the branch, those in the trunk, the triangle, and the entries below it column by
    /// column.
    fn parts<'a>(
        &self,
        numbers: &'a Numbers,
    ) -> (&'a [u32], &'a [u32], &'a [f32], impl Iterator<Item = &'a [f32]> + use<'a>) {
        let rows = &numbers.rows[self.rows.clone()];
        let (inside, outside) = rows.split_at(self.inside);
        let triangle =
            &numbers.triangles[self.triangles..][..self.columns * (self.columns + 1) / 2];
        let values = &numbers.values[self.values..][..self.columns * rows.len()];
        (inside, outside, triangle, values.chunks_exact(rows.len().max(1)))
    }

    /// Forward substitution with its columns of `L`: `x` has the columns of its branch, `trunk`
    /// sums for those of the trunk.
    pub(super) fn forward(
        &self,
        numbers: &Numbers,
        x: &mut [f64],
        trunk: &mut [f64],
        below: &mut Vec<f64>,
    ) {
        let (inside, outside, mut triangle, columns) = self.parts(numbers);
        let own = &mut x[self.start..][..self.columns];
        for c in 0..own.len() {
            let (column, later) = triangle.split_at(own.len() - c);
            triangle = later;
            own[c] *= f64::from(column[0]);
            let first = own[c];
            subtract_scaled(&mut own[c + 1..], first, &column[1..]);
        }
        below.clear();
        below.resize(self.rows.len(), 0.0);
        for (x, column) in own.iter().zip(columns) {
            subtract_scaled(below, *x, column);
        }
        let (for_inside, for_outside) = below.split_at(inside.len());
        for (row, sum) in inside.iter().zip(for_inside) {
            x[*row as usize] += sum;
        }
        for (row, sum) in outside.iter().zip(for_outside) {
            trunk[*row as usize] += sum;
        }
    }

    /// Back substitution with its columns of `Lᵀ`.
    pub(super) fn backward(
        &self,
        numbers: &Numbers,
        x: &mut [f64],
        trunk: &[f64],
        below: &mut Vec<f64>,
    ) {
        let (inside, outside, mut triangle, columns) = self.parts(numbers);
        below.clear();
        below.extend(inside.iter().map(|row| x[*row as usize]));
        below.extend(outside.iter().map(|row| trunk[*row as usize]));
        let own = &mut x[self.start..][..self.columns];
        for (x, column) in own.iter_mut().zip(columns) {
            *x -= product(below, column);
        }
        for c in (0..own.len()).rev() {
            let (earlier, column) = triangle.split_at(triangle.len() - (own.len() - c));
            triangle = earlier;
            own[c] = (own[c] - product(&own[c + 1..], &column[1..])) * f64::from(column[0]);
        }
    }
}

/// Sets `y ← y − s a`.
#[inline]
fn subtract_scaled(y: &mut [f64], s: f64, a: &[f32]) {
    for (y, a) in y.iter_mut().zip(a) {
        *y -= s * f64::from(*a);
    }
}

/// Returns `Σ aᵢ bᵢ`, every fourth together.
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
