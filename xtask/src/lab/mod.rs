//! `cargo xtask lab SUBJECT`: studies of behaviour, and material for the documentation.

mod ccd_soak;
mod ccd_thick;
mod characters;
mod cusick;
mod exports;
mod gallery;
mod garment;
mod hanging;
mod sweep;
mod untangle;
mod wring;

use clap::Subcommand;

/// Subjects, each with its rough duration.
#[derive(Subcommand)]
#[command(after_help = "Durations are those of two cores of a server with default options.")]
pub(crate) enum Lab {
    /// Built-in scenes with an exact count of crossings in every frame; any is an error (5 min)
    Sweep(sweep::Arguments),
    /// Families of tangled cloth: how many get clean, and at what price; pictures for docs (2 min)
    Untangle(untangle::Arguments),
    /// Random and adversarial CCD queries against an independent exact check (30 min)
    CcdSoak(ccd_soak::Arguments),
    /// Additive CCD with a minimum separation, against inclusion, on a file of queries (3 min)
    CcdThick(ccd_thick::Arguments),
    /// Characters of Blender, every frame beside its own vertices (1 min; needs `pip install bpy`)
    Characters(characters::Arguments),
    /// Cusick's drape test of every fabric: drape coefficients beside measured ones (5 min)
    Cusick(cusick::Arguments),
    /// A sheet of every fabric swings down and comes to rest: speeds, stretch (3 min)
    Hanging(hanging::Arguments),
    /// Pictures of the built-in scenes for README and docs (10 min)
    Gallery(gallery::Arguments),
    /// A public dress dances on a public body: gaps, stretch, crossings (10 min; needs the data)
    Garment(garment::Arguments),
    /// Exports of a run, read back by NumPy, Blender and USD, and files of Blender (1 min)
    Exports(exports::Arguments),
}

impl Lab {
    pub(crate) fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Sweep(arguments) => sweep::run(&arguments),
            Self::Untangle(arguments) => untangle::run(&arguments),
            Self::CcdSoak(arguments) => ccd_soak::run(&arguments),
            Self::CcdThick(arguments) => ccd_thick::run(&arguments),
            Self::Characters(arguments) => characters::run(&arguments),
            Self::Cusick(arguments) => cusick::run(&arguments),
            Self::Hanging(arguments) => hanging::run(&arguments),
            Self::Gallery(arguments) => gallery::run(&arguments),
            Self::Garment(arguments) => garment::run(&arguments),
            Self::Exports(arguments) => exports::run(&arguments),
        }
    }
}
