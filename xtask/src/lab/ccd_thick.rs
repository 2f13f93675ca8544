//! `cargo xtask lab ccd-thick FILE`: the additive method with a minimum separation, judged by
//! inclusion and by the exact contacts.
//!
//! The ground truth does not tell when primitives come closer than `ξ`. But those that touch have
//! come closer before, and a hit of inclusion for a separation a little below `ξ` witnesses a
//! moment at which they are closer than `ξ`; `thick_queries.rs` among the narrow phase's tests says
//! why. And those that inclusion clears never come closer.

use std::path::PathBuf;

use anyhow::ensure;
use clap::Args;
use rayon::prelude::*;
use ripstop_fixtures::ccd_queries::Query;
use ripstop_narrow::{Additive, Ccd, Decision, Inclusion};

use crate::{ccd, inputs};

#[derive(Args)]
pub(crate) struct Arguments {
    /// Queries in the CCDQ1 format
    file: PathBuf,
    /// Separation, a fraction of the size of each query, not below 1e-4
    #[arg(long, default_value_t = 1e-3)]
    separation: f64,
}

/// Sums over all queries.
#[derive(Clone, Copy, Default)]
struct Counts {
    hits: u64,
    /// Queries for which inclusion or the ground truth names a time by which there must be a hit.
    witnessed: u64,
    false_negatives: u64,
    late: u64,
    /// Hits that inclusion excludes.
    false_positives: u64,
    /// Queries that the additive method gave up, with a hit.
    surrendered: u64,
    /// Queries that inclusion gave up: no witness.
    unwitnessed: u64,
}

impl Counts {
    fn plus(self, other: Self) -> Self {
        Self {
            hits: self.hits + other.hits,
            witnessed: self.witnessed + other.witnessed,
            false_negatives: self.false_negatives + other.false_negatives,
            late: self.late + other.late,
            false_positives: self.false_positives + other.false_positives,
            surrendered: self.surrendered + other.surrendered,
            unwitnessed: self.unwitnessed + other.unwitnessed,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(
        arguments.separation >= 1e-4,
        "the separation must be well above inclusion's tolerance"
    );
    let queries = inputs::queries(&arguments.file)?;
    let judged = queries.par_iter().map(|query| judge(query, arguments.separation));
    let counts = judged.reduce(Counts::default, Counts::plus);
    println!(
        "{{\"method\":\"additive\",\"separation\":{:e},\"queries\":{},\"hits\":{},\
         \"witnessed\":{},\"false_negatives\":{},\"late\":{},\
         \"false_positives\":{},\"surrendered\":{},\"unwitnessed\":{}}}",
        arguments.separation,
        queries.len(),
        counts.hits,
        counts.witnessed,
        counts.false_negatives,
        counts.late,
        counts.false_positives,
        counts.surrendered,
        counts.unwitnessed,
    );
    ensure!(counts.false_negatives + counts.late == 0, "the additive method misses or is late");
    Ok(())
}

fn judge(query: &Query, fraction: f64) -> Counts {
    let ask = |method: &dyn Ccd| ccd::ask(method, query.kind, query.points);
    let separation = fraction * size(query);
    let found = ask(&Additive::with_separation(separation));
    let inclusion = Inclusion::with_separation(separation);
    let closer = separation - 24.0 * inclusion.tolerance * size(query);
    let witness = ask(&Inclusion { separation: closer, ..inclusion });
    let is_witness = witness.decision != Decision::Surrender;
    let by_inclusion = witness.time.filter(|_| is_witness);
    let by_contact = query.contact.map(|[lo, _]| lo);
    let deadline = by_inclusion.into_iter().chain(by_contact).reduce(f64::min);
    let excluded = found.time.is_some() && ask(&inclusion).time.is_none();
    Counts {
        hits: u64::from(found.time.is_some()),
        witnessed: u64::from(deadline.is_some()),
        false_negatives: u64::from(deadline.is_some() && found.time.is_none()),
        late: u64::from(deadline.is_some_and(|by| found.time.is_some_and(|time| time > by))),
        false_positives: u64::from(excluded),
        surrendered: u64::from(found.decision == Decision::Surrender),
        unwitnessed: u64::from(!is_witness),
    }
}

/// Largest component of a difference of two points.
fn size(query: &Query) -> f64 {
    let moments = [query.points.map(|p| p.start), query.points.map(|p| p.end)];
    let differences = moments.iter().flat_map(|x| x.iter().flat_map(|p| x.map(|q| *p - q)));
    differences.map(|d| d.abs().max_element()).fold(0.0, f64::max)
}
