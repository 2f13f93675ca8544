//! A copy of a Cholesky factor with numbers of four bytes, for a preconditioner.
//!
//! A solve reads the whole factor twice and does little with it, so that its bytes are what it costs. Whatever the numbers of `L` are, `L Lᵀ` is
//! positive definite and symmetric; it is close to the matrix, not equal to it, and solves with it are made in full precision. So the
//! preconditioner is a fixed one, as conjugate gradients ask for.

use glam::DVec3;

/// Numbers in a cache line.
const LINE: usize = 16;

/// How many numbers a solve reads ahead.
const AHEAD: usize = 2048;

/// Columns that follow each other with the same rows below them.
#[derive(Debug)]
struct Supernode {
    /// Its first column.
    start: usize,
    columns: usize,
    /// Where the rows below its own columns begin in [`RoundedFactor::rows`], and how many there are.
    rows: (usize, usize),
    /// Where its numbers begin in [`RoundedFactor::triangles`] and in [`RoundedFactor::values`].
    numbers: (usize, usize),
}

/// `L`.
#[derive(Debug, Default)]
pub(super) struct RoundedFactor {
    supernodes: Vec<Supernode>,
    rows: Vec<u32>,
    /// What is in the columns' own rows, column by column from the diagonal on, reciprocals on it.
    triangles: Vec<f32>,
    /// What is in the rows below, column by column.
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
        let (first, numbers) = (self.rows.len(), (self.triangles.len(), self.values.len()));
        self.rows.extend(rows.iter().map(|row| *row as u32));
        let count = columns.len();
        for (c, column) in columns.enumerate() {
            let (own, below) = column.split_at(count);
            self.triangles.push(own[c].recip() as f32);
            self.triangles.extend(own[c + 1..].iter().map(|number| *number as f32));
            self.values.extend(below.iter().map(|number| *number as f32));
        }
        let rows = (first, rows.len());
        self.supernodes.push(Supernode { start, columns: count, rows, numbers });
    }

    /// Solves `L Lᵀ z = b`.
    pub(super) fn solve(&mut self, b: &[DVec3], z: &mut [DVec3]) {
        let Self { supernodes, rows, triangles, values, places, x, below } = self;
        x.clear();
        x.extend(places.iter().map(|place| b[*place as usize / 3][*place as usize % 3]));
        for node in &*supernodes {
            let (triangle, values, rows) = node.parts(triangles, values, rows);
            let own = &mut x[node.start..][..node.columns];
            let mut rest = triangle;
            for c in 0..own.len() {
                let (column, later) = rest.split_at(own.len() - c);
                rest = later;
                own[c] *= f64::from(column[0]);
                let first = own[c];
                subtract_scaled(&mut own[c + 1..], first, &column[1..]);
            }
            if rows.is_empty() {
                continue;
            }
            below.clear();
            below.resize(rows.len(), 0.0);
            for (x, column) in own.iter().zip(values.chunks_exact(rows.len())) {
                subtract_scaled(below, *x, column);
            }
            for (row, sum) in rows.iter().zip(&*below) {
                x[*row as usize] += sum;
            }
        }
        // Backwards through memory a processor does not see what will be needed; so one number of every cache line is read ahead of time.
        let (mut ahead, mut touched) = (values.len(), 0.0);
        for node in supernodes.iter().rev() {
            while ahead > node.numbers.1.saturating_sub(AHEAD) + LINE {
                ahead -= LINE;
                touched += values[ahead];
            }
            let (triangle, values, rows) = node.parts(triangles, values, rows);
            if !rows.is_empty() {
                below.clear();
                below.extend(rows.iter().map(|row| x[*row as usize]));
                let own = &mut x[node.start..][..node.columns];
                for (x, column) in own.iter_mut().zip(values.chunks_exact(rows.len())) {
                    *x -= product(below, column);
                }
            }
            let own = &mut x[node.start..][..node.columns];
            let mut rest = triangle;
            for c in (0..own.len()).rev() {
                let (earlier, column) = rest.split_at(rest.len() - (own.len() - c));
                rest = earlier;
                own[c] = (own[c] - product(&own[c + 1..], &column[1..])) * f64::from(column[0]);
            }
        }
        std::hint::black_box(touched);
        for (place, x) in places.iter().zip(&*x) {
            z[*place as usize / 3][*place as usize % 3] = *x;
        }
    }
}

impl Supernode {
    /// Its triangle, what is below it, and the rows of that.
    fn parts<'a>(
        &self,
        triangles: &'a [f32],
        values: &'a [f32],
        rows: &'a [u32],
    ) -> (&'a [f32], &'a [f32], &'a [u32]) {
        let rows = &rows[self.rows.0..][..self.rows.1];
        let triangle = self.columns * (self.columns + 1) / 2;
        (
            &triangles[self.numbers.0..][..triangle],
            &values[self.numbers.1..][..self.columns * rows.len()],
            rows,
        )
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
