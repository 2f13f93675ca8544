//! `cargo xtask lab cusick`: Cusick's drape test [Cusick 1968], the part of a disc's overhang that
//! still casts a shadow.
//!
//! ```text
//! drape coefficient = (shadow − pedestal)/(disc − pedestal)
//! ```

mod apparatus;
mod disc;
mod draping;
mod pedestal;
mod picture;
mod published;
mod shadow;

use std::path::PathBuf;

use clap::Args;
use glam::DVec3;
use ripstop_dynamics::{Fabric, ThreadFriction};

use crate::table::{Column, Table, left, right};
use apparatus::{Apparatus, Clamp};
use disc::Disc;
use draping::{Draped, draped};
use picture::{View, write_pictures};
use published::{FABRICS, Published};
use shadow::{coefficient, folds};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Rings of the disc; a multiple of 5
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(5..))]
    rings: u32,
    /// Simulated time (s)
    #[arg(long, default_value_t = 14)]
    seconds: u32,
    /// Time (s) in which the plate under the overhang is lowered
    #[arg(long, default_value_t = 10.0)]
    lowering: f64,
    /// Folds of the shape at the start; without, noise of 0.1 mm
    #[arg(long)]
    folds: Option<u32>,
    /// Moment at which threads slip on each other (N)
    #[arg(long)]
    moment: Option<f64>,
    /// Change of curvature until threads slip (1/m)
    #[arg(long, default_value_t = 5.0)]
    slack: f64,
    /// Only this preset
    #[arg(long)]
    fabric: Option<String>,
    /// Fabrics of papers with their measured coefficients, instead of the presets
    #[arg(long)]
    published: bool,
    /// File for a picture (SVG)
    #[arg(long)]
    out: Option<PathBuf>,
}

const COLUMNS: [Column; 7] = [
    left("fabric", 28),
    right("bending length (cm)", 19),
    right("drape coefficient (%)", 22),
    right("measured", 9),
    right("folds", 6),
    right("speed (mm/s)", 13),
    right("energy (mJ)", 12),
];

/// A disc to be draped.
#[derive(Clone)]
struct Specimen {
    name: String,
    fabric: Fabric,
    apparatus: Apparatus,
    friction: Option<ThreadFriction>,
    /// The measured drape coefficient (%).
    measured: Option<f64>,
}

/// Prints a table of drape coefficients.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let table = Table::aligned(&COLUMNS);
    let mut views = Vec::new();
    for specimen in specimens(arguments) {
        let Specimen { name, fabric, apparatus, measured, .. } = &specimen;
        let clamp = Clamp::new(arguments.rings, *apparatus);
        let disc = Disc::new(arguments.rings, |ring| clamp.radius(ring))?;
        let Draped { positions, speed, energy } = draped(&disc, clamp, &specimen, arguments)?;
        let bending = (fabric.bending_stiffness[0] * fabric.bending_stiffness[1]).sqrt();
        let length = (bending / (9.81 * fabric.density)).cbrt();
        let coefficient = coefficient(&disc, *apparatus, &positions);
        table.row([
            name.clone(),
            format!("{:.2}", 100.0 * length),
            format!("{:.1}", 100.0 * coefficient),
            measured.map_or_else(String::new, |measured| format!("{measured:.1}")),
            folds(&disc, &positions).to_string(),
            format!("{:.2}", 1e3 * speed),
            format!("{:.4}", 1e3 * energy),
        ]);
        let title = format!("{name}, {:.0} %", 100.0 * coefficient);
        views.push(View { title, rings: rings(&disc, &positions) });
    }
    if let Some(path) = &arguments.out {
        write_pictures(path, &views)?;
    }
    Ok(())
}

/// Presets, or fabrics of papers: those whose friction is known both without it and with it.
fn specimens(arguments: &Arguments) -> Vec<Specimen> {
    let given = arguments.moment.map(|moment| ThreadFriction { moment, slack: arguments.slack });
    let both = |smooth: Specimen, friction: Option<ThreadFriction>| {
        let name = format!("{}, rubbing", smooth.name);
        let rubbing = friction.map(|_| Specimen { name, friction, ..smooth.clone() });
        [Some(Specimen { friction: given, ..smooth }), rubbing].into_iter().flatten()
    };
    let preset = |(name, fabric): (&str, Fabric)| {
        let (name, apparatus) = (name.to_owned(), Apparatus::CUSICK);
        let smooth = Specimen { name, fabric, apparatus, friction: None, measured: None };
        both(smooth, fabric.bending_friction)
    };
    let known = |known: &Published| {
        let Published { name, fabric, coefficient, apparatus, friction } = *known;
        let (name, measured) = (name.to_owned(), Some(coefficient));
        both(Specimen { name, fabric, apparatus, friction: None, measured }, friction)
    };
    let all: Vec<Specimen> = if arguments.published {
        FABRICS.iter().flat_map(known).collect()
    } else {
        Fabric::PRESETS.into_iter().flat_map(preset).collect()
    };
    let chosen = |specimen: &Specimen| {
        arguments.fabric.as_deref().is_none_or(|wanted| specimen.name.starts_with(wanted))
    };
    all.into_iter().filter(chosen).collect()
}

fn rings(disc: &Disc, positions: &[DVec3]) -> Vec<Vec<DVec3>> {
    let step = (disc.rings / 15).max(1) as usize;
    let ring = |ring: u32| Disc::ring(ring).map(|v| positions[v]).collect();
    (1..=disc.rings).rev().step_by(step).map(ring).collect()
}
