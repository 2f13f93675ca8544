//! Reproducible random numbers (splitmix64), for tests that count over a fixed sample.

use glam::DVec3;

pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.bits() % u64::try_from(n).expect("a count")).expect("a count")
    }

    /// In `[−1, 1)`.
    pub(crate) fn signed(&mut self) -> f64 {
        let bits = u32::try_from(self.bits() >> 32).expect("32 bits");
        f64::from(bits) / 2_f64.powi(31) - 1.0
    }

    /// In the cube `[−1, 1)³`.
    pub(crate) fn vector(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }
}
