//! Soups with thousands of impacts in one zone.
//!
//! Every soup is a stack of sheets whose vertices are thrown about at random ([`Layers`]). Zones are optimised, without rigid
//! zones, and the end is checked. Then soups of growing size are timed.

use std::time::Instant;

use clap::Args;
use glam::DVec3;
use ripstop_detection::{DetectorSettings, DisabledPairs, MeshDetector, PairRules, Subject};
use ripstop_fixtures::Layers;
use ripstop_geometry::{CollisionMesh, Filters, Motion, State};
use ripstop_response::{
    Detector, ImpactWatch, SurfaceContact, SurfaceTable, ZoneReport, ZoneSettings, resolve_zones,
};

/// How many soups, and how large.
#[derive(Args)]
pub(crate) struct ZonesArguments {
    /// Number of soups
    #[arg(long, default_value_t = 100)]
    soups: u64,
    /// Vertices per side of a sheet
    #[arg(long, default_value_t = 40)]
    side: u32,
    /// Sheets in a soup
    #[arg(long, default_value_t = 6)]
    layers: u32,
    /// Largest displacement along each axis (m)
    #[arg(long, default_value_t = 0.007)]
    throw: f64,
    /// Only the soups, no growth of time
    #[arg(long)]
    no_growth: bool,
}

const GAP: f64 = 2e-5;
const DT: f64 = 0.01;

pub(crate) fn run(arguments: &ZonesArguments) -> anyhow::Result<()> {
    let mut resolved = 0;
    for seed in 0..arguments.soups {
        let soup = Layers::thrown(seed, arguments.layers, arguments.side, arguments.throw);
        let answer = answer(&soup)?;
        let is_clean = answer.report.left == 0;
        resolved += u64::from(is_clean);
        println!(
            "soup {seed}: {} impacts, {} of them in one zone, {} planes in the end, {} rounds, {} visits, {:.2} s, left {}, momentum {:.1e}, energy {:.3}",
            answer.report.impacts,
            answer.report.together,
            answer.report.largest,
            answer.report.rounds,
            answer.report.visits,
            answer.seconds,
            answer.report.left,
            answer.momentum_error,
            answer.energy_ratio,
        );
    }
    println!("{resolved} of {} resolved by optimisation alone", arguments.soups);
    if !arguments.no_growth {
        growth(arguments)?;
    }
    Ok(())
}

/// Time per impact over the size of a soup.
fn growth(arguments: &ZonesArguments) -> anyhow::Result<()> {
    for side in [10, 14, 20, 28, 40, 56, 80] {
        let soup = Layers::thrown(7, arguments.layers, side, arguments.throw);
        let best = (0..3).map(|_| answer(&soup)).collect::<Result<Vec<_>, _>>()?;
        let seconds = best.iter().map(|answer| answer.seconds).fold(f64::INFINITY, f64::min);
        let impacts = best[0].report.impacts as f64;
        println!(
            "side {side}: {impacts} impacts, {} rounds, {} visits, {seconds:.3} s, {:.2} µs per impact, {:.3} µs per impact and log₂",
            best[0].report.rounds,
            best[0].report.visits,
            1e6 * seconds / impacts,
            1e6 * seconds / impacts / impacts.log2(),
        );
    }
    Ok(())
}

struct SoupAnswer {
    report: ZoneReport,
    seconds: f64,
    /// Largest component of the change of linear momentum, over the sum of the vertices' momenta.
    momentum_error: f64,
    /// Kinetic energy after over before.
    energy_ratio: f64,
}

fn answer(soup: &Layers) -> anyhow::Result<SoupAnswer> {
    let mesh = CollisionMesh::new(&soup.start, &soup.faces)?;
    let smooth = SurfaceContact { thickness: GAP, friction: 0.0 };
    let (filters, surfaces) = (Filters::default(), SurfaceTable { surfaces: vec![smooth] });
    let rules = PairRules::new(&mesh, &filters, surfaces, soup.start.clone());
    let mut detector = MeshDetector::new(DetectorSettings {
        least_gap: 0.25 * GAP,
        ..DetectorSettings::default()
    });
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
    let settings = ZoneSettings { rigid_rounds: 0, ..ZoneSettings::new(0.25 * GAP, DT) };
    let clock = Instant::now();
    let report =
        resolve_zones(&mut query, &mut ImpactWatch::default(), &soup.start, &mut state, &settings);
    let seconds = clock.elapsed().as_secs_f64();
    if report.left == 0 {
        let motion = Motion { start: &soup.start, end: &state.positions };
        anyhow::ensure!(query.impacts(&motion).is_empty(), "a full look finds impacts");
    }
    let momentum =
        |v: &[DVec3]| -> DVec3 { v.iter().zip(&soup.masses).map(|(v, m)| *m * *v).sum() };
    let size: f64 = velocities.iter().zip(&soup.masses).map(|(v, m)| m * v.length()).sum();
    let energy = |v: &[DVec3]| -> f64 {
        v.iter().zip(&soup.masses).map(|(v, m)| 0.5 * m * v.length_squared()).sum()
    };
    let change = momentum(&state.velocities) - momentum(&velocities);
    Ok(SoupAnswer {
        report,
        seconds,
        momentum_error: change.abs().max_element() / size,
        energy_ratio: energy(&state.velocities) / energy(&velocities),
    })
}
