//! Rows of a matrix above its diagonal, as a chunk stores them.
//!
//! ```text
//! whole      y_i += D_i x_i + B x_j,             y_j += Bᵀ x_i               8 bytes a number
//! compact    y_i += R_i x_i + B (x_j − x_i),     y_j −= Bᵀ (x_j − x_i)       4 bytes a number,  R_i = D_i + Σ_j A_ij
//! ```
//!
//! Both are the same in exact arithmetic. But numbers that are rounded to four bytes are wrong by 6·10⁻⁸ of a membrane's stiffness, which can be more than all of the inertia of a vertex: the
//! matrix of a fine sheet would resist translations, or worse. Forces that are made of *differences* do not, whatever `B` is: nothing but `R`, which is inertia and what
//! ties the row to fixed vertices, sees a translation. The error is then that of a membrane that is a bit askew, and in a wave of `n` vertices its work is smaller by `n²`.
//!
//! Rounding also takes the symmetry from what stands for the diagonal, `R_i − Σ_j B_ij`. `R` gets the skew part of the sum, so that it is there again; skew forces do no work.

use glam::{DMat3, DVec3};

use super::symmetric_block::SymmetricBlock;

/// Where a block of a row goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// It is that of a fixed vertex, or mirrors a block of an earlier row of the chunk.
    Nowhere,
    Diagonal,
    /// It mirrors a block of an earlier chunk.
    Earlier,
    /// It is to the right of the diagonal, in the column of this node.
    Node(u32),
}

/// Entries to the right of the diagonal, row by row, each with its node.
#[derive(Debug, Default)]
struct Rows<T> {
    offsets: Vec<u32>,
    nodes: Vec<u32>,
    values: Vec<T>,
}

impl<T: Copy> Rows<T> {
    fn clear(&mut self) {
        self.offsets.clear();
        self.offsets.push(0);
        self.nodes.clear();
        self.values.clear();
    }

    fn push(&mut self, node: u32, value: T) {
        self.nodes.push(node);
        self.values.push(value);
    }

    fn end_row(&mut self) {
        self.offsets.push(self.nodes.len() as u32);
    }

    #[inline]
    fn row(&self, k: usize) -> impl Iterator<Item = (usize, T)> {
        let range = self.offsets[k] as usize..self.offsets[k + 1] as usize;
        let nodes = self.nodes[range.clone()].iter().map(|node| *node as usize);
        nodes.zip(self.values[range].iter().copied())
    }
}

/// Rows in one of the two forms.
#[derive(Debug)]
pub(super) enum PackedRows {
    Whole(Whole),
    Compact(Compact),
}

impl Default for PackedRows {
    fn default() -> Self {
        Self::Whole(Whole::default())
    }
}

/// Every number as it is.
#[derive(Debug, Default)]
pub(super) struct Whole {
    diagonal: Vec<SymmetricBlock>,
    blocks: Rows<DMat3>,
    scalars: Rows<f64>,
}

/// Every number rounded.
#[derive(Debug, Default)]
pub(super) struct Compact {
    /// What `R` is made from.
    sums: Vec<RowSum>,
    /// `R`, column by column.
    remainders: Vec<[f32; 9]>,
    blocks: Rows<[f32; 9]>,
    scalars: Rows<f32>,
}

impl PackedRows {
    /// Makes room for so many rows.
    pub(super) fn clear(&mut self, count: usize) {
        match self {
            Self::Whole(Whole { diagonal, blocks, scalars }) => {
                diagonal.clear();
                blocks.clear();
                scalars.clear();
            }
            Self::Compact(Compact { sums, blocks, scalars, .. }) => {
                sums.clear();
                sums.resize(count, RowSum::NOTHING);
                blocks.clear();
                scalars.clear();
            }
        }
    }

    /// The next row, number `k`: inertia and blocks, each with its place.
    pub(super) fn push<'a>(
        &mut self,
        k: usize,
        inertia: f64,
        row: impl Iterator<Item = (&'a Place, &'a DMat3)>,
    ) {
        match self {
            Self::Whole(whole) => whole.push(inertia, row),
            Self::Compact(compact) => compact.push(k, inertia, row),
        }
    }

    /// All rows have been given.
    pub(super) fn end(&mut self) {
        if let Self::Compact(Compact { sums, remainders, .. }) = self {
            remainders.clear();
            remainders.extend(sums.iter().map(RowSum::remainder));
        }
    }

    /// Adds the products with `x` to the sums of all nodes.
    pub(super) fn multiply(&self, x: &[DVec3], sums: &mut [DVec3]) {
        match self {
            Self::Whole(whole) => whole.multiply(x, sums),
            Self::Compact(compact) => compact.multiply(x, sums),
        }
    }
}

/// The number of a block that is a multiple of the identity.
fn scalar(block: &DMat3) -> Option<f64> {
    let scalar = block.x_axis.x;
    (*block == DMat3::from_diagonal(DVec3::splat(scalar))).then_some(scalar)
}

/// `Bᵀ v`.
#[inline]
fn transposed_product(block: &DMat3, v: DVec3) -> DVec3 {
    DVec3::new(block.x_axis.dot(v), block.y_axis.dot(v), block.z_axis.dot(v))
}

impl Whole {
    fn push<'a>(&mut self, inertia: f64, row: impl Iterator<Item = (&'a Place, &'a DMat3)>) {
        let mut diagonal = DMat3::from_diagonal(DVec3::splat(inertia));
        for (place, block) in row {
            match *place {
                Place::Nowhere | Place::Earlier => {}
                Place::Diagonal => diagonal += *block,
                Place::Node(node) => match scalar(block) {
                    Some(scalar) => self.scalars.push(node, scalar),
                    None => self.blocks.push(node, *block),
                },
            }
        }
        self.diagonal.push(SymmetricBlock::upper(diagonal));
        self.blocks.end_row();
        self.scalars.end_row();
    }

    fn multiply(&self, all: &[DVec3], sums: &mut [DVec3]) {
        // The same length for both, so that one check of an index is enough.
        let sums = &mut sums[..all.len()];
        for (k, diagonal) in self.diagonal.iter().enumerate() {
            let x = all[k];
            let mut sum = *diagonal * x;
            for (j, block) in self.blocks.row(k) {
                sum += block * all[j];
                sums[j] += transposed_product(&block, x);
            }
            for (j, scalar) in self.scalars.row(k) {
                sum += scalar * all[j];
                sums[j] += scalar * x;
            }
            sums[k] += sum;
        }
    }
}

/// What the blocks of a row add up to.
#[derive(Clone, Copy, Debug)]
struct RowSum {
    /// Multiples of the identity.
    scalars: f64,
    /// The others, as they are.
    exact: DMat3,
    /// The skew part of those that are not on the diagonal, rounded: `v ↦ skew × v`.
    skew: DVec3,
}

impl RowSum {
    const NOTHING: Self = Self { scalars: 0.0, exact: DMat3::ZERO, skew: DVec3::ZERO };

    /// `R`.
    fn remainder(&self) -> [f32; 9] {
        let DVec3 { x, y, z } = self.skew;
        let skew = DMat3::from_cols(
            DVec3::new(0.0, z, -y),
            DVec3::new(-z, 0.0, x),
            DVec3::new(y, -x, 0.0),
        );
        let scalars = DMat3::from_diagonal(DVec3::splat(self.scalars));
        rounded(&(0.5 * (self.exact + self.exact.transpose()) + scalars + skew))
    }
}

/// The vector of a block's skew part.
fn skew(block: &[f32; 9]) -> DVec3 {
    let [_, yx, zx, xy, _, zy, xz, yz, _] = block.map(f64::from);
    0.5 * DVec3::new(zy - yz, xz - zx, yx - xy)
}

impl Compact {
    fn push<'a>(
        &mut self,
        k: usize,
        inertia: f64,
        row: impl Iterator<Item = (&'a Place, &'a DMat3)>,
    ) {
        let mut sum = RowSum { scalars: inertia, ..RowSum::NOTHING };
        for (place, block) in row {
            let node = match *place {
                Place::Nowhere => continue,
                Place::Diagonal => {
                    sum.exact += *block;
                    continue;
                }
                Place::Earlier => None,
                Place::Node(node) => Some(node),
            };
            let mirrored = node.and_then(|node| self.sums.get_mut(node as usize));
            if let Some(scalar) = scalar(block) {
                sum.scalars += scalar;
                if let Some(mirrored) = mirrored {
                    mirrored.scalars += scalar;
                }
                if let Some(node) = node {
                    self.scalars.push(node, scalar as f32);
                }
            } else {
                let rounded = rounded(block);
                let skew = skew(&rounded);
                sum.exact += *block;
                sum.skew += skew;
                if let Some(mirrored) = mirrored {
                    mirrored.exact += block.transpose();
                    mirrored.skew -= skew;
                }
                if let Some(node) = node {
                    self.blocks.push(node, rounded);
                }
            }
        }
        let all = &mut self.sums[k];
        all.exact += sum.exact;
        all.skew += sum.skew;
        all.scalars += sum.scalars;
        self.blocks.end_row();
        self.scalars.end_row();
    }

    fn multiply(&self, all: &[DVec3], sums: &mut [DVec3]) {
        let sums = &mut sums[..all.len()];
        for (k, remainder) in self.remainders.iter().enumerate() {
            let x = all[k];
            let mut sum = widened(remainder) * x;
            for (j, block) in self.blocks.row(k) {
                let (block, way) = (widened(&block), all[j] - x);
                sum += block * way;
                sums[j] -= transposed_product(&block, way);
            }
            for (j, scalar) in self.scalars.row(k) {
                let force = f64::from(scalar) * (all[j] - x);
                sum += force;
                sums[j] -= force;
            }
            sums[k] += sum;
        }
    }
}

fn rounded(block: &DMat3) -> [f32; 9] {
    block.to_cols_array().map(|number| number as f32)
}

#[inline]
fn widened(block: &[f32; 9]) -> DMat3 {
    DMat3::from_cols_array(&block.map(f64::from))
}
