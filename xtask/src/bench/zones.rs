//! `cargo xtask bench zones`: soups with thousands of impacts in one zone.
//!
//! Every soup is a stack of sheets whose vertices are thrown about at random ([`Layers`]). Zones
//! are optimised, without rigid zones, and the end is checked. Then soups of growing size are
//! timed.

use clap::Args;
use glam::DVec3;
use ripstop_detection::{DetectorSettings, DisabledPairs, MeshDetector, PairRules, Subject};
use ripstop_fixtures::Layers;
use ripstop_geometry::{CollisionMesh, Filters, Motion, State};
use ripstop_response::{
    Detector, ImpactWatch, SurfaceContact, SurfaceTable, ZoneReport, ZoneSettings, resolve_zones,
};

use crate::measure::Clock;
use crate::table::{Table, right};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of soups
    #[arg(long, default_value_t = 100)]
    soups: u64,
    /// Seed of the first soup; the others follow
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Vertices per side of a sheet
    #[arg(long, default_value_t = 40)]
    resolution: u32,
    /// Sheets in a soup
    #[arg(long, default_value_t = 6)]
    layers: u32,
    /// Largest displacement along each axis (m)
    #[arg(long, default_value_t = 0.007)]
    throw: f64,
    /// Repeats of the soups of growing size; times are the least
    #[arg(long, default_value_t = 3)]
    repeats: usize,
    /// Only the soups of one size
    #[arg(long)]
    no_growth: bool,
}

/// Vertices per side of the soups of growing size.
const SIDES: [u32; 7] = [10, 14, 20, 28, 40, 56, 80];

const GAP: f64 = 2e-5;
const DT: f64 = 0.01;

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut resolved = 0;
    let table = Table::aligned(&[
        right("soup", 6),
        right("impacts", 8),
        right("in one zone", 8),
        right("planes at the end", 8),
        right("rounds", 6),
        right("visits", 9),
        right("s", 7),
        right("left", 5),
        right("momentum error", 8),
        right("energy ratio", 8),
    ]);
    for seed in arguments.seed..arguments.seed + arguments.soups {
        let soup = Layers::thrown(seed, arguments.layers, arguments.resolution, arguments.throw);
        let Resolved { report, seconds, momentum_error, energy_ratio } = resolve(&soup)?;
        resolved += u64::from(report.left == 0);
        table.row([
            seed.to_string(),
            report.impacts.to_string(),
            report.together.to_string(),
            report.largest.to_string(),
            report.rounds.to_string(),
            report.visits.to_string(),
            format!("{seconds:.2}"),
            report.left.to_string(),
            format!("{momentum_error:.1e}"),
            format!("{energy_ratio:.3}"),
        ]);
    }
    println!("{resolved} of {} resolved by optimisation alone", arguments.soups);
    if !arguments.no_growth {
        growth(arguments)?;
    }
    Ok(())
}

/// Prints the time per impact over the size of a soup.
fn growth(arguments: &Arguments) -> anyhow::Result<()> {
    let table = Table::aligned(&[
        right("side", 6),
        right("impacts", 8),
        right("rounds", 6),
        right("visits", 9),
        right("s", 7),
        right("µs per impact", 8),
        right("µs per impact and log₂", 8),
    ]);
    for side in SIDES {
        let soup = Layers::thrown(7, arguments.layers, side, arguments.throw);
        let Resolved { report, mut seconds, .. } = resolve(&soup)?;
        for _ in 1..arguments.repeats {
            seconds = seconds.min(resolve(&soup)?.seconds);
        }
        let impacts = report.impacts as f64;
        table.row([
            side.to_string(),
            report.impacts.to_string(),
            report.rounds.to_string(),
            report.visits.to_string(),
            format!("{seconds:.3}"),
            format!("{:.2}", 1e6 * seconds / impacts),
            format!("{:.3}", 1e6 * seconds / impacts / impacts.log2()),
        ]);
    }
    Ok(())
}

/// A soup after its zones have been optimised.
struct Resolved {
    report: ZoneReport,
    seconds: f64,
    /// Largest component of the change of linear momentum, over the sum of the vertices' momenta.
    momentum_error: f64,
    /// Kinetic energy after over before.
    energy_ratio: f64,
}

fn resolve(soup: &Layers) -> anyhow::Result<Resolved> {
    let mesh = CollisionMesh::new(&soup.start, &soup.faces)?;
    let smooth = SurfaceContact { thickness: GAP, friction: 0.0 };
    let (filters, surfaces) = (Filters::default(), SurfaceTable::new(vec![smooth]));
    let rules = PairRules::new(&mesh, &filters, surfaces, soup.start.clone());
    let mut settings = DetectorSettings::default();
    settings.least_gap = 0.25 * GAP;
    let mut detector = MeshDetector::new(settings);
    let disabled = DisabledPairs::default();
    let subject = Subject { mesh: &mesh, filters: &filters, rules: &rules, capsules: &[] };
    let mut query = detector.query(subject, &disabled);
    let velocities: Vec<DVec3> =
        soup.start.iter().zip(&soup.end).map(|(x, y)| (*y - *x) / DT).collect();
    let mut state = State {
        positions: soup.end.clone(),
        velocities: velocities.clone(),
        inverse_masses: soup.masses.iter().map(|m| m.recip()).collect(),
    };
    let mut settings = ZoneSettings::new(0.25 * GAP, DT);
    settings.rigid_rounds = 0;
    let begin = Clock::Wall.now();
    let report =
        resolve_zones(&mut query, &mut ImpactWatch::default(), &soup.start, &mut state, &settings);
    let seconds = Clock::Wall.now() - begin;
    if report.left == 0 {
        let motion = Motion { start: &soup.start, end: &state.positions };
        anyhow::ensure!(query.impacts(&motion).is_empty(), "a full detection pass finds impacts");
    }
    let momentum =
        |v: &[DVec3]| -> DVec3 { v.iter().zip(&soup.masses).map(|(v, m)| *m * *v).sum() };
    let size: f64 = velocities.iter().zip(&soup.masses).map(|(v, m)| m * v.length()).sum();
    let energy = |v: &[DVec3]| -> f64 {
        v.iter().zip(&soup.masses).map(|(v, m)| 0.5 * m * v.length_squared()).sum()
    };
    let change = momentum(&state.velocities) - momentum(&velocities);
    Ok(Resolved {
        report,
        seconds,
        momentum_error: change.abs().max_element() / size,
        energy_ratio: energy(&state.velocities) / energy(&velocities),
    })
}
