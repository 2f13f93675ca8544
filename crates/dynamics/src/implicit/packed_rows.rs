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

use super::row_entries::{Number, Rows};
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

/// Rows in one of the two forms.
#[derive(Debug)]
pub(super) enum PackedRows {
    Whole(Whole),
    Compact(Compact<u16>),
    /// For more nodes than two bytes can tell apart: some vertex has very many neighbours.
    CompactOfMany(Compact<u32>),
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
    blocks: Rows<u32, DMat3>,
    scalars: Rows<u32, f64>,
}

/// Every number rounded.
#[derive(Debug, Default)]
pub(super) struct Compact<N> {
    /// What `R` is made from.
    sums: Vec<RowSum>,
    /// What `R` is mostly, for every row.
    remainders: Vec<Remainder>,
    /// The rest of `R` with its row, where there is one.
    ties: Vec<(u32, SymmetricBlock)>,
    blocks: Rows<N, [f32; 9]>,
    scalars: Rows<N, f32>,
}

/// `inertia 1 + skew ×`: a row that is tied to no fixed vertex has nothing else.
#[derive(Clone, Copy, Debug)]
struct Remainder {
    inertia: f32,
    skew: [f32; 3],
}

impl PackedRows {
    /// Room for rounded numbers of rows with so many nodes.
    pub(super) fn compact(nodes: usize) -> Self {
        if u16::try_from(nodes).is_ok() {
            Self::Compact(Compact::default())
        } else {
            Self::CompactOfMany(Compact::default())
        }
    }

    /// Makes room for so many rows.
    pub(super) fn clear(&mut self, count: usize) {
        match self {
            Self::Whole(whole) => whole.clear(),
            Self::Compact(compact) => compact.clear(count),
            Self::CompactOfMany(compact) => compact.clear(count),
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
            Self::CompactOfMany(compact) => compact.push(k, inertia, row),
        }
    }

    /// All rows have been given.
    pub(super) fn end(&mut self) {
        match self {
            Self::Whole(_) => {}
            Self::Compact(compact) => compact.end(),
            Self::CompactOfMany(compact) => compact.end(),
        }
    }

    /// Adds the products with `x` to the sums of all nodes.
    pub(super) fn multiply(&self, x: &[DVec3], sums: &mut [DVec3]) {
        match self {
            Self::Whole(whole) => whole.multiply(x, sums),
            Self::Compact(compact) => compact.multiply(x, sums),
            Self::CompactOfMany(compact) => compact.multiply(x, sums),
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
    fn clear(&mut self) {
        self.diagonal.clear();
        self.blocks.clear();
        self.scalars.clear();
    }

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
        let (mut blocks, mut scalars) = (self.blocks.unread(), self.scalars.unread());
        for (k, diagonal) in self.diagonal.iter().enumerate() {
            let x = all[k];
            let mut sum = *diagonal * x;
            for (j, block) in blocks.row() {
                sum += block * all[j];
                sums[j] += transposed_product(&block, x);
            }
            for (j, scalar) in scalars.row() {
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

    /// `R`, and what is left of it if that is not all.
    fn remainder(&self) -> (Remainder, Option<SymmetricBlock>) {
        let scalars = DMat3::from_diagonal(DVec3::splat(self.scalars));
        let all = 0.5 * (self.exact + self.exact.transpose()) + scalars;
        let inertia = ((all.x_axis.x + all.y_axis.y + all.z_axis.z) / 3.0) as f32;
        let mostly = f64::from(inertia);
        let tie = all - DMat3::from_diagonal(DVec3::splat(mostly));
        let largest = tie.to_cols_array().into_iter().fold(0.0, |a: f64, b| a.max(b.abs()));
        // Else it is nothing beside what rounding has done.
        let counts = largest > f64::from(f32::EPSILON) * mostly.abs();
        let skew = self.skew.to_array().map(|number| number as f32);
        (Remainder { inertia, skew }, counts.then(|| SymmetricBlock::upper(tie)))
    }
}

impl Remainder {
    #[inline]
    fn product(&self, v: DVec3) -> DVec3 {
        f64::from(self.inertia) * v + DVec3::from_array(self.skew.map(f64::from)).cross(v)
    }
}

/// The vector of a block's skew part.
fn skew(block: &[f32; 9]) -> DVec3 {
    let [_, yx, zx, xy, _, zy, xz, yz, _] = block.map(f64::from);
    0.5 * DVec3::new(zy - yz, xz - zx, yx - xy)
}

impl<N: Number> Compact<N> {
    fn clear(&mut self, count: usize) {
        self.sums.clear();
        self.sums.resize(count, RowSum::NOTHING);
        self.blocks.clear();
        self.scalars.clear();
    }

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

    fn end(&mut self) {
        let Self { sums, remainders, ties, .. } = self;
        remainders.clear();
        ties.clear();
        for (k, sum) in (0..).zip(&*sums) {
            let (remainder, tie) = sum.remainder();
            remainders.push(remainder);
            ties.extend(tie.map(|tie| (k, tie)));
        }
    }

    fn multiply(&self, all: &[DVec3], sums: &mut [DVec3]) {
        let sums = &mut sums[..all.len()];
        let (mut blocks, mut scalars) = (self.blocks.unread(), self.scalars.unread());
        for (k, remainder) in self.remainders.iter().enumerate() {
            let x = all[k];
            let mut sum = remainder.product(x);
            for (j, block) in blocks.row() {
                let (block, way) = (widened(&block), all[j] - x);
                sum += block * way;
                sums[j] -= transposed_product(&block, way);
            }
            for (j, scalar) in scalars.row() {
                let force = f64::from(scalar) * (all[j] - x);
                sum += force;
                sums[j] -= force;
            }
            sums[k] += sum;
        }
        for (k, tie) in &self.ties {
            sums[*k as usize] += *tie * all[*k as usize];
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
