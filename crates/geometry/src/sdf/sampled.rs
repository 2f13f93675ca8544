//! A signed distance field between the nodes of a grid, and beyond them.
//!
//! In a cell with edge `h` the field is the trilinear interpolant `I` of its eight corners, and the
//! gradient is that of `I`: continuous within a cell, one-sided on cell faces (that of the cell
//! with the larger index). Trilinear, because a weighted mean keeps a promise that a cubic cannot.
//! The signed distance φ of a solid changes by at most the distance walked, so with weights `w_c`
//! of the corners `c` around `x`:
//!
//! ```text
//! |I(x) − φ(x)| ≤ Σ w_c |φ(c) − φ(x)| ≤ Σ w_c |c − x| ≤ √(Σ w_c |c − x|²) ≤ (√3/2) h
//! ```
//!
//! the last step because `Σ w_c |c − x|² = h² Σ tᵢ (1 − tᵢ) ≤ ¾ h²` for fractions `tᵢ`. Hence **the
//! sign is right wherever the surface is farther than 0.87 cells**, for any closed mesh, however
//! sharp its edges. Where φ is smooth the error is O(h²). Each component of the gradient is a mean
//! of difference quotients of φ, so it is at most 1 in size.
//!
//! Beyond the grid, with `c` the nearest point of its box:
//!
//! ```text
//! f(x) = √(I(c)² + |x − c|²),    ∇f = (I(c) ∇I(c) on the axes where c moves with x, + x − c) / f
//! ```
//!
//! The surface lies in the box, which is convex, so `(x − c) · (y − c) ≤ 0` for each of its points
//! `y`, and `|x − y|² ≥ |x − c|² + |c − y|²`: apart from the error of `I(c)`, `f` is a lower bound
//! of the distance. It is at least `1/√2` of it, continuous at the border of the grid, and
//! positive; its gradient has a kink there.

use glam::{DMat3, DVec3};

use super::Sample;
use super::grid::Grid;
use super::polar::length;
use super::round::square;
use crate::Aabb;

/// The signed distance of a closed mesh, sampled on a grid.
///
/// Build it with [`SampledField::from_closed_mesh`]. Like all shapes it lives in coordinates of its
/// own; a [`Pose`](super::Pose) moves it.
#[derive(Clone, Debug, PartialEq)]
pub struct SampledField {
    grid: Grid,
    /// The last node, kept because every query compares with it.
    last: DVec3,
    /// `z` runs fastest, then `y`, then `x`.
    values: Vec<f64>,
}

impl SampledField {
    pub(super) fn of_values(grid: Grid, values: Vec<f64>) -> Self {
        debug_assert_eq!(values.len(), grid.node_count());
        Self { grid, last: grid.last(), values }
    }

    /// The box of the grid; beyond it the field is a lower bound.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        Aabb { min: self.grid.origin, max: self.last }
    }

    /// Edge of a cell (m).
    #[must_use]
    pub fn cell_size(&self) -> f64 {
        self.grid.cell_size
    }

    /// Nodes along each axis.
    #[must_use]
    pub fn node_counts(&self) -> [usize; 3] {
        self.grid.counts
    }

    /// Position (m) and signed distance (m) of every node; `z` runs fastest, then `y`, then `x`.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = (DVec3, f64)> {
        let [_, ny, nz] = self.grid.counts;
        self.values
            .iter()
            .enumerate()
            .map(move |(n, &value)| (self.grid.node([n / (ny * nz), n / nz % ny, n % nz]), value))
    }

    /// Signed distance of `x` (m).
    #[must_use]
    #[inline]
    pub fn distance(&self, x: DVec3) -> f64 {
        let c = self.nearest_in_grid(x);
        let value = self.cell_at(c).value();
        if c == x { value } else { beyond(value, x - c) }
    }

    /// Signed distance and gradient at `x`.
    #[must_use]
    #[inline]
    pub fn sample(&self, x: DVec3) -> Sample {
        let c = self.nearest_in_grid(x);
        let cell = self.cell_at(c);
        let value = cell.value();
        let gradient = cell.slopes() / self.grid.cell_size;
        if c == x {
            return Sample { distance: value, gradient };
        }
        let offset = x - c;
        let distance = beyond(value, offset);
        let free = DVec3::select(offset.cmpeq(DVec3::ZERO), gradient, DVec3::ZERO);
        Sample { distance, gradient: (value / distance) * free + offset / distance }
    }

    /// `∇²φ` (1/m) of the interpolant within its cell. Beyond the grid, where `φ² = ψ² + |o|²` with
    /// the value `ψ` at the nearest point and the offset `o` from there,
    /// `φ ∇²φ = ∇ψ∇ψᵀ + ψ ∇²ψ + ∂o − ∇φ∇φᵀ`.
    #[must_use]
    pub fn hessian(&self, x: DVec3) -> DMat3 {
        let c = self.nearest_in_grid(x);
        let cell = self.cell_at(c);
        let size = self.grid.cell_size;
        let inside = cell.twists() * (1.0 / (size * size));
        if c == x {
            return inside;
        }
        let offset = x - c;
        let is_free = offset.cmpeq(DVec3::ZERO);
        let free = DMat3::from_diagonal(DVec3::select(is_free, DVec3::ONE, DVec3::ZERO));
        let Sample { distance, gradient } = self.sample(x);
        let slope = free * (cell.slopes() / size);
        let curved = square(slope) + free * inside * free * cell.value();
        (curved + (DMat3::IDENTITY - free) - square(gradient)) * (1.0 / distance)
    }

    #[inline]
    fn nearest_in_grid(&self, x: DVec3) -> DVec3 {
        x.max(self.grid.origin).min(self.last)
    }

    /// The cell that holds a point of the grid's box, and where in it the point is.
    #[inline]
    fn cell_at(&self, c: DVec3) -> Cell {
        let ([i, j, k], fractions) = self.grid.locate(c);
        let column = |i, j| {
            let start = self.grid.column(i, j) + k;
            [self.values[start], self.values[start + 1]]
        };
        Cell {
            corners: [[column(i, j), column(i, j + 1)], [column(i + 1, j), column(i + 1, j + 1)]],
            fractions,
        }
    }
}

/// The lower bound at `offset` from the nearest point of the grid's box, where the field is
/// `value`.
#[inline]
fn beyond(value: f64, offset: DVec3) -> f64 {
    length(DVec3::new(value, length(offset), 0.0))
}

/// Eight corner values, indexed `[x][y][z]`, and a point among them.
struct Cell {
    corners: [[[f64; 2]; 2]; 2],
    fractions: DVec3,
}

impl Cell {
    #[inline]
    fn value(&self) -> f64 {
        let f = self.fractions;
        mix(self.corners.map(|plane| mix(plane.map(|line| mix(line, f.z)), f.y)), f.x)
    }

    /// Derivatives by the three fractions.
    #[inline]
    fn slopes(&self) -> DVec3 {
        let f = self.fractions;
        let lines = self.corners.map(|plane| plane.map(|line| mix(line, f.z)));
        let rise = |[low, high]: [f64; 2]| high - low;
        DVec3::new(
            rise(lines.map(|plane| mix(plane, f.y))),
            mix(lines.map(rise), f.x),
            mix(self.corners.map(|plane| mix(plane.map(rise), f.y)), f.x),
        )
    }

    /// Second derivatives by the three fractions: along an axis the interpolant is straight.
    fn twists(&self) -> DMat3 {
        let f = self.fractions;
        let rise = |[low, high]: [f64; 2]| high - low;
        let xy = rise(self.corners.map(|plane| rise(plane.map(|line| mix(line, f.z)))));
        let xz = rise(self.corners.map(|plane| mix(plane.map(rise), f.y)));
        let yz = mix(self.corners.map(|plane| rise(plane.map(rise))), f.x);
        DMat3::from_cols(DVec3::new(0.0, xy, xz), DVec3::new(xy, 0.0, yz), DVec3::new(xz, yz, 0.0))
    }
}

/// The weighted mean, exact at both ends and of the common sign if both have one.
#[inline]
fn mix([low, high]: [f64; 2], t: f64) -> f64 {
    (1.0 - t) * low + t * high
}
