//! Cusick's drape test [Cusick 1968]: how much of a disc's overhang still casts a shadow.
//!
//! ```text
//! drape coefficient = (shadow − pedestal)/(disc − pedestal)
//! ```

use std::path::PathBuf;

use clap::Args;
use glam::DVec3;
use ripstop_dynamics::{
    BendingFriction, Damping, ElementSettings, Fabric, FiniteElementCloth, Forces, ImplicitEuler,
    ImplicitMethod, ImplicitSettings, NoHook, RestShape, Step, ThreadFriction,
};
use ripstop_fixtures::Random;
use ripstop_geometry::{Potential, VertexId};

use super::apparatus::{Apparatus, Clamp};
use super::disc::Disc;
use super::pedestal::Pedestal;
use super::picture::{View, write_pictures};
use super::published::{FABRICS, Published};
use super::shadow::{coefficient, folds};

/// A disc to be draped.
struct Specimen {
    name: String,
    fabric: Fabric,
    apparatus: Apparatus,
    friction: Option<ThreadFriction>,
    /// The measured drape coefficient (%).
    measured: Option<f64>,
}

/// How long, how fine.
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
    /// Where to write a picture (SVG)
    #[arg(long)]
    picture: Option<PathBuf>,
}

/// Prints a table of drape coefficients.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    println!(
        "fabric                       bending length (cm)  drape coefficient (%)  measured  folds  speed (mm/s)  energy (mJ)"
    );
    let mut views = Vec::new();
    for specimen in specimens(arguments) {
        let Specimen { name, fabric, apparatus, measured, .. } = &specimen;
        let clamp = Clamp::new(arguments.rings, *apparatus);
        let disc = Disc::new(arguments.rings, |ring| clamp.radius(ring))?;
        let Draped { positions, speed, energy } = draped((&disc, clamp), &specimen, arguments)?;
        let bending = (fabric.bending_stiffness[0] * fabric.bending_stiffness[1]).sqrt();
        let length = (bending / (9.81 * fabric.density)).cbrt();
        let coefficient = coefficient((&disc, *apparatus), &positions);
        let folds = folds(&disc, &positions);
        println!(
            "{name:<28} {:>19.2} {:>22.1} {:>9} {folds:>6} {:>13.2} {:>12.4}",
            100.0 * length,
            100.0 * coefficient,
            measured.map_or_else(String::new, |measured| format!("{measured:.1}")),
            1e3 * speed,
            1e3 * energy
        );
        let title = format!("{name}, {:.0} %", 100.0 * coefficient);
        views.push(View { title, rings: rings(&disc, &positions) });
    }
    if let Some(path) = &arguments.picture {
        write_pictures(path, &views)?;
    }
    Ok(())
}

/// What to drape: presets, or fabrics of papers, those whose friction is known without it and with it.
fn specimens(arguments: &Arguments) -> Vec<Specimen> {
    let given = arguments.moment.map(|moment| ThreadFriction { moment, slack: arguments.slack });
    let preset = |(name, fabric): (&str, Fabric)| Specimen {
        name: name.to_owned(),
        fabric,
        apparatus: Apparatus::CUSICK,
        friction: given,
        measured: None,
    };
    let known = |known: &Published| {
        let Published { name, fabric, coefficient, apparatus, friction } = *known;
        let specimen = move |name: String, friction| {
            let measured = Some(coefficient);
            Specimen { name, fabric, apparatus, friction, measured }
        };
        let rubbed = friction.map(|friction| specimen(format!("{name}, rubbing"), Some(friction)));
        [Some(specimen(name.to_owned(), given)), rubbed].into_iter().flatten()
    };
    let all: Vec<Specimen> = if arguments.published {
        FABRICS.iter().flat_map(known).collect()
    } else {
        Fabric::PRESETS.into_iter().map(preset).collect()
    };
    let chosen = |specimen: &Specimen| {
        arguments.fabric.as_deref().is_none_or(|wanted| specimen.name.starts_with(wanted))
    };
    all.into_iter().filter(chosen).collect()
}

/// A disc at the end.
struct Draped {
    positions: Vec<DVec3>,
    /// The greatest speed left (m/s).
    speed: f64,
    /// Elastic energy, and that of weight and pedestal (J), 0 for a level disc.
    energy: f64,
}

/// The disc after the given time (s). The plate that carries the overhang at first is
/// lowered bit by bit: it is taken to carry a share of the weight that falls to nothing.
fn draped(
    (disc, clamp): (&Disc, Clamp),
    specimen: &Specimen,
    arguments: &Arguments,
) -> anyhow::Result<Draped> {
    let Specimen { fabric, friction, .. } = *specimen;
    let rest = RestShape::from_uvs(&disc.mesh, &disc.uvs)?;
    let elements = ElementSettings::default();
    let cloth = FiniteElementCloth::new(&disc.mesh, &rest, fabric, elements, VertexId(0))?;
    let start = disc.uvs.iter().zip(heights(disc, clamp, arguments.folds));
    let start = start.map(|(u, height)| DVec3::new(u.x, height, u.y));
    let held = Disc::count(clamp.held);
    let (pins, free): (Vec<_>, Vec<_>) =
        (0..disc.uvs.len() as u32).map(VertexId).partition(|v| v.0 < held);
    let mut state = cloth.state_at_rest(start.collect(), &pins)?;
    let settings = ImplicitSettings {
        method: ImplicitMethod::Newton { tolerance: 1e-3, iterations: 60 },
        damping: Damping { drag: 2.0, internal: 0.0 },
        ..ImplicitSettings::default()
    };
    let mut euler = ImplicitEuler::new(vec![cloth], settings)?;
    let mut threads = friction
        .map(|friction| {
            let place = (VertexId(0), state.positions.as_slice());
            BendingFriction::new(&disc.mesh, &rest, friction, place)
        })
        .transpose()?;
    let pedestal = Pedestal { vertices: free, radius: clamp.apparatus.pedestal, stiffness: 50.0 };
    for frame in 1..=60 * arguments.seconds {
        let time = f64::from(frame) / 60.0;
        let borne = if time < arguments.lowering { time / arguments.lowering } else { 1.0 };
        let forces = Forces { gravity: borne * Forces::EARTH.gravity, wind: None };
        let potentials: Vec<&dyn Potential> = std::iter::once(&pedestal as &dyn Potential)
            .chain(threads.as_ref().map(|threads| threads as &dyn Potential))
            .collect();
        let step = Step { dt: 1.0 / 60.0, forces: &forces, targets: &[], potentials: &potentials };
        euler.step(&mut state, &step, &mut NoHook)?;
        if let Some(threads) = &mut threads {
            threads.settle(&state.positions);
        }
    }
    let speed = state.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
    let positions = state.positions;
    let elastic = euler.cloths().iter().flat_map(FiniteElementCloth::potentials);
    let energy = |part: &dyn Potential| part.energy(0..part.element_count(), &positions);
    let elastic: f64 = elastic.map(energy).sum();
    let weigh = |(x, w): (&DVec3, &f64)| if *w > 0.0 { 9.81 * x.y / w } else { 0.0 };
    let weight: f64 = positions.iter().zip(&state.inverse_masses).map(weigh).sum();
    let energy = elastic + energy(&pedestal) + weight;
    Ok(Draped { positions, speed, energy })
}

/// Heights at the start (m). A real disc is never quite level: a tenth of a millimetre lets it choose its folds. A wave of 2 mm
/// at the rim chooses for it.
fn heights(disc: &Disc, clamp: Clamp, folds: Option<u32>) -> impl Iterator<Item = f64> {
    let mut random = Random::seeded(1);
    disc.uvs.iter().map(move |u| {
        let edge = clamp.radius(clamp.held);
        let out = (u.length() - 1.001 * edge) / (clamp.apparatus.disc - edge);
        match folds {
            _ if out <= 0.0 => 0.0,
            Some(folds) => 2e-3 * out * out * (f64::from(folds) * u.to_angle()).cos(),
            None => random.uniform(-1e-4, 1e-4),
        }
    })
}

fn rings(disc: &Disc, positions: &[DVec3]) -> Vec<Vec<DVec3>> {
    let step = (disc.rings / 15).max(1) as usize;
    let ring = |ring: u32| Disc::ring(ring).map(|v| positions[v]).collect();
    (1..=disc.rings).rev().step_by(step).map(ring).collect()
}
