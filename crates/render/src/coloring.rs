//! Meaning of colours: the cloth's own, or a quantity.
//!
//! A quantity becomes a level from 0 to 1, and a level a colour of a ramp. Pictures and the player
//! use the same.

use crate::color::{Color, hex, ramp};

/// Quantity that the colour of cloth shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coloring {
    /// The two sides of the fabric.
    #[default]
    Fabric,
    /// Its strain, see [`vertex_strains`](crate::vertex_strains).
    Strain,
    /// Its closeness to what it touches, see [`vertex_closeness`](crate::vertex_closeness).
    Contact,
    /// The surface that it belongs to.
    Layer,
}

/// The strain at the ends of the ramp.
pub const LARGEST_STRAIN: f64 = 0.05;

/// Compressed, at rest, stretched.
const STRAIN: [u32; 5] = [0x1B_4F_9C, 0x5F_A8_D3, 0xEE_EA_E2, 0xF0_9A_5B, 0xA8_1E_2D];

/// Far, near, in contact.
const CONTACT: [u32; 4] = [0xDD_DA_D2, 0xF2_C1_4E, 0xE8_6A_33, 0xB0_20_3A];

/// Front colours of layers, one after another.
const LAYERS: [u32; 8] = [
    0x2F_6D_9E, 0xE2_8B_3C, 0x4D_9A_6A, 0xC4_4E_52, 0x7E_6B_B5, 0x3F_A7_A3, 0xD1_A8_2F, 0x8C_6D_5A,
];

/// The level of a strain on the ramp.
#[must_use]
pub fn strain_level(strain: f64) -> f64 {
    (0.5 + 0.5 * strain / LARGEST_STRAIN).clamp(0.0, 1.0)
}

impl Coloring {
    /// The colours that levels run through, as `0xRRGGBB`; empty if the colour is that of the
    /// surface.
    #[must_use]
    pub const fn stops(self) -> &'static [u32] {
        match self {
            Self::Strain => &STRAIN,
            Self::Contact => &CONTACT,
            Self::Fabric | Self::Layer => &[],
        }
    }

    /// The colour of a level.
    #[must_use]
    pub fn color(self, level: f64) -> Color {
        let colors: Vec<Color> = self.stops().iter().map(|&stop| hex(stop)).collect();
        ramp(&colors, level)
    }

    /// The colours of many levels.
    #[must_use]
    pub fn colors(self, levels: &[f64]) -> Vec<Color> {
        let colors: Vec<Color> = self.stops().iter().map(|&stop| hex(stop)).collect();
        levels.iter().map(|&level| ramp(&colors, level)).collect()
    }
}

/// The two sides of the cloth with this number, as `0xRRGGBB`.
#[must_use]
pub const fn fabric(index: usize) -> [u32; 2] {
    const FABRICS: [[u32; 2]; 4] = [
        [0xD9_5F_3B, 0xE9_C4_8A],
        [0x2C_6E_8F, 0xA9_CF_D6],
        [0x7A_8F_45, 0xD8_DC_A8],
        [0x8A_4A_7D, 0xDD_B3_CF],
    ];
    FABRICS[index % FABRICS.len()]
}

/// The colour of the layer with this number, as `0xRRGGBB`.
#[must_use]
pub const fn layer(index: usize) -> u32 {
    LAYERS[index % LAYERS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_end_where_the_ramp_does() {
        assert_eq!([-1.0, 0.0, 0.05, 9.0].map(strain_level), [0.0, 0.5, 1.0, 1.0]);
        assert_eq!(Coloring::Strain.color(1.0), hex(0xA8_1E_2D));
        assert_eq!(Coloring::Contact.colors(&[0.0, 1.0]), [hex(0xDD_DA_D2), hex(0xB0_20_3A)]);
    }
}
