//! Sinks for the gradients and Hessians of a potential: slots in the order of its elements.

use glam::{DMat3, DVec3};

/// Number of blocks on and above the diagonal of the Hessian of a stencil.
#[must_use]
pub const fn block_count(stencil_size: usize) -> usize {
    stencil_size * (stencil_size + 1) / 2
}

/// Takes gradients, element after element: one slot per vertex of each stencil.
#[derive(Debug)]
pub struct GradientSink<'a> {
    slots: &'a mut [DVec3],
    filled: usize,
}

impl<'a> GradientSink<'a> {
    /// Fills `slots` from their start.
    #[must_use]
    pub fn new(slots: &'a mut [DVec3]) -> Self {
        Self { slots, filled: 0 }
    }

    /// Takes the gradient of the next element, one vector (N) per vertex of its stencil. What does
    /// not fit is dropped: a potential that gives more than its stencils say breaks its contract.
    #[inline]
    pub fn add(&mut self, gradient: &[DVec3]) {
        let end = self.filled + gradient.len();
        debug_assert!(end <= self.slots.len(), "more gradients than the stencils say");
        if let Some(slots) = self.slots.get_mut(self.filled..end) {
            slots.copy_from_slice(gradient);
        }
        self.filled = end;
    }

    /// Slots taken so far.
    #[must_use]
    pub const fn filled(&self) -> usize {
        self.filled
    }
}

/// Takes Hessians, element after element: for a stencil of `n` vertices the `n (n + 1) / 2` blocks
/// on and above the diagonal, row by row: 00, 01, 02, …, 11, 12, …
#[derive(Debug)]
pub struct HessianSink<'a> {
    slots: &'a mut [DMat3],
    filled: usize,
}

impl<'a> HessianSink<'a> {
    /// Fills `slots` from their start.
    #[must_use]
    pub fn new(slots: &'a mut [DMat3]) -> Self {
        Self { slots, filled: 0 }
    }

    /// Takes the Hessian of the next element (N/m); block `ij` is `∂²E/∂xᵢ∂xⱼ`. Blocks below the
    /// diagonal are not read: they are the transposes of those above.
    #[inline]
    pub fn add<const N: usize>(&mut self, hessian: &[[DMat3; N]; N]) {
        self.add_leading(N, hessian);
    }

    /// Takes the first `size` rows and columns only, for elements whose stencil is shorter than
    /// their array.
    #[inline]
    pub fn add_leading<const N: usize>(&mut self, size: usize, hessian: &[[DMat3; N]; N]) {
        debug_assert!(size <= N);
        let end = self.filled + block_count(size);
        debug_assert!(end <= self.slots.len(), "more blocks than the stencils say");
        if let Some(mut slots) = self.slots.get_mut(self.filled..end) {
            for (i, row) in hessian.iter().enumerate().take(size) {
                let (now, later) = slots.split_at_mut(size - i);
                now.copy_from_slice(&row[i..size]);
                slots = later;
            }
        }
        self.filled = end;
    }

    /// Takes the next element's blocks on and above the diagonal, row by row, for stencils of any
    /// size.
    #[inline]
    pub fn add_blocks(&mut self, blocks: impl Iterator<Item = DMat3>) {
        for block in blocks {
            debug_assert!(self.filled < self.slots.len(), "more blocks than the stencils say");
            if let Some(slot) = self.slots.get_mut(self.filled) {
                *slot = block;
            }
            self.filled += 1;
        }
    }

    /// Slots taken so far.
    #[must_use]
    pub const fn filled(&self) -> usize {
        self.filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_come_row_by_row_from_the_diagonal_on() {
        let block = |i: usize, j: usize| DMat3::from_diagonal(DVec3::splat((10 * i + j) as f64));
        let hessian: [[DMat3; 3]; 3] =
            std::array::from_fn(|i| std::array::from_fn(|j| block(i, j)));
        let mut slots = [DMat3::ZERO; 9];
        let mut sink = HessianSink::new(&mut slots);
        sink.add(&hessian);
        sink.add_leading(2, &hessian);
        assert_eq!(sink.filled(), block_count(3) + block_count(2));
        let order = slots.map(|slot| slot.x_axis.x);
        assert_eq!(order, [0.0, 1.0, 2.0, 11.0, 12.0, 22.0, 0.0, 1.0, 11.0]);
    }

    #[test]
    fn gradients_come_in_order() {
        let mut slots = [DVec3::ZERO; 3];
        let mut sink = GradientSink::new(&mut slots);
        sink.add(&[DVec3::X, DVec3::Y]);
        sink.add(&[DVec3::Z]);
        assert_eq!(sink.filled(), 3);
        assert_eq!(slots, [DVec3::X, DVec3::Y, DVec3::Z]);
    }
}
