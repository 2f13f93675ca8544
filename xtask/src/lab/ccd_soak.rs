//! `cargo xtask lab ccd-soak`: fresh queries, the certified cubic against an independent exact
//! check.

use std::cmp::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::Args;
use rayon::prelude::*;
use ripstop_fixtures::ccd_generators::{self, Situation};
use ripstop_fixtures::ccd_queries::Kind;
use ripstop_fixtures::{Random, exact_ccd};
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Additive, Ccd, Cubic, Inclusion};

use crate::ccd;
use crate::table::{Table, left, right};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of queries
    #[arg(default_value_t = 10_000_000)]
    queries: u64,
    /// Seed of the generators
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Every so many queries one of extreme magnitudes; the exact check is slow on them
    #[arg(long, default_value_t = 1000)]
    extreme_every: u64,
    /// Every so many queries also go to the inclusion and the additive method
    #[arg(long, default_value_t = 100)]
    others_every: u64,
}

/// Largest difference of the exact TOI and the certified one (fraction of the step).
const TOLERANCE: f64 = 1.5e-11;
/// Queries that one task works on.
const CHUNK: u64 = 2000;

/// Counts of one task.
#[derive(Default)]
struct Tally {
    queries: [u64; Situation::ALL.len()],
    hits: [u64; Situation::ALL.len()],
    oracle: [Duration; Situation::ALL.len()],
}

impl Tally {
    fn plus(mut self, other: &Self) -> Self {
        for i in 0..Situation::ALL.len() {
            self.queries[i] += other.queries[i];
            self.hits[i] += other.hits[i];
            self.oracle[i] += other.oracle[i];
        }
        self
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let chunks = arguments.queries.div_ceil(CHUNK);
    let begin = Instant::now();
    let tally = (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let count = CHUNK.min(arguments.queries - chunk * CHUNK);
            soak(arguments, chunk, count)
        })
        .try_reduce(Tally::default, |a, b| Ok(a.plus(&b)))?;
    let table = Table::aligned(&[
        left("situation", 12),
        right("queries", 10),
        right("hits", 10),
        right("exact check µs", 9),
    ]);
    for (i, situation) in Situation::ALL.into_iter().enumerate() {
        let mean = tally.oracle[i].as_secs_f64() / tally.queries[i].max(1) as f64;
        table.row([
            format!("{situation:?}"),
            tally.queries[i].to_string(),
            tally.hits[i].to_string(),
            format!("{:.1}", mean * 1e6),
        ]);
    }
    let total: u64 = tally.queries.iter().sum();
    println!("{total} queries without a contradiction in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

fn soak(arguments: &Arguments, chunk: u64, count: u64) -> anyhow::Result<Tally> {
    let mut random = Random::seeded(arguments.seed.wrapping_mul(0x9e37_79b9) ^ (chunk << 20));
    let mut tally = Tally::default();
    for n in 0..count {
        let mut i = random.below(Situation::ALL.len() as u32) as usize;
        if Situation::ALL[i] == Situation::Extreme && n % arguments.extreme_every != 0 {
            i = 0;
        }
        let (kind, points) = ccd_generators::query(Situation::ALL[i], &mut random);
        let begin = Instant::now();
        let scope = if n % arguments.others_every == 0 { Scope::All } else { Scope::Cubic };
        let hit = check(kind, points, scope)
            .with_context(|| format!("chunk {chunk}, query {n}, {:?}", Situation::ALL[i]))?;
        tally.oracle[i] += begin.elapsed();
        tally.queries[i] += 1;
        tally.hits[i] += u64::from(hit);
    }
    Ok(tally)
}

/// Methods that are compared with the exact TOI.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    Cubic,
    All,
}

fn check(kind: Kind, points: [MovingPoint; 4], scope: Scope) -> anyhow::Result<bool> {
    let ask = |method: &dyn Ccd| ccd::ask(method, kind, points);
    let certified = ask(&Cubic::exact()).time;
    let exact = exact_ccd::first_contact(kind, &points);
    let (Some(time), Some(exact)) = (certified, &exact) else {
        if certified.is_some() || exact.is_some() {
            bail!("{kind:?} {points:?}: certified {certified:?}, exact {exact:?}");
        }
        return Ok(false);
    };
    if exact.compare(time) == Ordering::Less {
        bail!("{kind:?} {points:?}: late at {time}");
    }
    if exact.compare((time + TOLERANCE).min(1.0)) == Ordering::Greater {
        bail!("{kind:?} {points:?}: early at {time}");
    }
    let others: [&dyn Ccd; 3] = [&Cubic::float_only(), &Inclusion::contact(), &Additive::contact()];
    let count = if scope == Scope::All { others.len() } else { 1 };
    for (i, method) in others.into_iter().take(count).enumerate() {
        let found = ask(method).time;
        if found.is_none_or(|time| exact.compare(time) == Ordering::Less) {
            bail!("{kind:?} {points:?}: other method {i} says {found:?}");
        }
    }
    Ok(true)
}
