//! Units and axes of files.

use clap::ValueEnum;
use ripstop_pipeline::scene::{LengthUnit, UpAxis};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Unit {
    /// Millimetres.
    Mm,
    /// Centimetres.
    Cm,
    /// Metres.
    M,
    /// Inches.
    In,
    /// Feet.
    Ft,
}

impl Unit {
    pub(crate) const fn length_unit(self) -> LengthUnit {
        match self {
            Self::Mm => LengthUnit::Mm,
            Self::Cm => LengthUnit::Cm,
            Self::M => LengthUnit::M,
            Self::In => LengthUnit::In,
            Self::Ft => LengthUnit::Ft,
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Up {
    /// The second.
    Y,
    /// The third.
    Z,
}

impl Up {
    pub(crate) const fn axis(self) -> UpAxis {
        match self {
            Self::Y => UpAxis::Y,
            Self::Z => UpAxis::Z,
        }
    }
}
