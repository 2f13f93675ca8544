//! Finite-element cloth in long runs: a hanging sheet and the drape test, with every preset.

mod apparatus;
mod disc;
mod drape;
mod hanging;
mod pedestal;
mod picture;
mod published;
mod shadow;

use clap::Subcommand;

/// What to run.
#[derive(Subcommand)]
pub(crate) enum Fem {
    /// A sheet let go from the horizontal, held by a side, for ten seconds with every preset
    Hanging(hanging::Arguments),
    /// Cusick's drape test: a disc of 30 cm on a pedestal of 18 cm, with every preset
    Drape(drape::Arguments),
}

impl Fem {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Hanging(arguments) => hanging::run(&arguments),
            Self::Drape(arguments) => drape::run(&arguments),
        }
    }
}
