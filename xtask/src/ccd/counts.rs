//! Counts over queries and their verdicts: false positives and negatives, late times, decisions.

use ripstop_fixtures::ccd_queries::{self, Kind, Query};
use ripstop_narrow::Decision;

use super::Timed;
use super::transversal::is_transversal;
use crate::table::{Column, Table, left, right};

const COLUMNS: [Column; 12] = [
    left("kind", 12),
    left("family", 20),
    right("queries", 7),
    right("hits", 6),
    right("false+", 6),
    right("false-", 6),
    right("late", 5),
    right("median ns", 9),
    right("mean ns", 9),
    right("p99.9 ns", 10),
    right("max ns", 10),
    left(" decided by bounds/refinement/exact/surrender", 0),
];

/// Counts of one group of queries.
#[derive(Default)]
struct Counts {
    queries: usize,
    hits: usize,
    false_positives: usize,
    false_negatives: usize,
    late: usize,
    decisions: [usize; 4],
    nanoseconds: Vec<u64>,
    slack: Vec<f64>,
    /// The part of `slack` that belongs to transversal contacts.
    transversal_slack: Vec<f64>,
}

impl Counts {
    fn of<'a>(pairs: impl Iterator<Item = (&'a Query, &'a Timed)>) -> Self {
        let mut counts = Self::default();
        for (query, timed) in pairs {
            counts.queries += 1;
            match (timed.verdict.time, query.contact) {
                (Some(time), Some([lo, _])) => {
                    counts.late += usize::from(time > lo);
                    counts.slack.push(lo - time);
                    if is_transversal(query, lo) {
                        counts.transversal_slack.push(lo - time);
                    }
                }
                (Some(_), None) => counts.false_positives += 1,
                (None, Some(_)) => counts.false_negatives += 1,
                (None, None) => {}
            }
            counts.hits += usize::from(timed.verdict.time.is_some());
            let decision = match timed.verdict.decision {
                Decision::Bounds => 0,
                Decision::Refinement => 1,
                Decision::Exact => 2,
                Decision::Surrender => 3,
            };
            counts.decisions[decision] += 1;
            counts.nanoseconds.push(timed.nanoseconds);
        }
        counts.nanoseconds.sort_unstable();
        counts.slack.sort_unstable_by(f64::total_cmp);
        counts.transversal_slack.sort_unstable_by(f64::total_cmp);
        counts
    }

    fn nanoseconds_at(&self, fraction: f64) -> u64 {
        at_fraction(&self.nanoseconds, fraction).unwrap_or(0)
    }

    fn mean_nanoseconds(&self) -> f64 {
        self.nanoseconds.iter().sum::<u64>() as f64 / self.queries.max(1) as f64
    }
}

/// The element that a fraction of a sorted slice does not exceed.
#[expect(clippy::cast_sign_loss, reason = "the fraction is in [0, 1]")]
fn at_fraction<T: Copy>(sorted: &[T], fraction: f64) -> Option<T> {
    let index = (sorted.len() as f64 * fraction) as usize;
    sorted.get(index.min(sorted.len().checked_sub(1)?)).copied()
}

/// Prints a row for every kind and family, and how early times of impact are.
pub(super) fn print_report(queries: &[Query], verdicts: &[Timed]) {
    let table = Table::aligned(&COLUMNS);
    let mut groups: Vec<(Kind, u8)> = queries.iter().map(|q| (q.kind, q.family)).collect();
    groups.sort_unstable();
    groups.dedup();
    for (kind, family) in groups {
        let member = |pair: &(&Query, &Timed)| pair.0.kind == kind && pair.0.family == family;
        let counts = Counts::of(queries.iter().zip(verdicts).filter(member));
        let kind = match kind {
            Kind::VertexFace => "vertex-face",
            Kind::EdgeEdge => "edge-edge",
        };
        table.row(row(kind, ccd_queries::family_name(family), &counts));
    }
    let all = Counts::of(queries.iter().zip(verdicts));
    table.row(row("all", "", &all));
    print_slack("all hits", &all.slack);
    print_slack("transversal hits", &all.transversal_slack);
}

fn print_slack(which: &str, sorted: &[f64]) {
    let [median, p99, max] = [0.5, 0.99, 1.0].map(|f| at_fraction(sorted, f).unwrap_or(0.0));
    println!(
        "{} {which} early by: median {median:.1e}, 99th percentile {p99:.1e}, \
         most {max:.1e} of the step",
        sorted.len()
    );
}

fn row(kind: &str, family: &str, counts: &Counts) -> [String; 12] {
    let [bounds, refinement, exact, surrender] = counts.decisions;
    [
        kind.to_owned(),
        family.to_owned(),
        counts.queries.to_string(),
        counts.hits.to_string(),
        counts.false_positives.to_string(),
        counts.false_negatives.to_string(),
        counts.late.to_string(),
        counts.nanoseconds_at(0.5).to_string(),
        format!("{:.0}", counts.mean_nanoseconds()),
        counts.nanoseconds_at(0.999).to_string(),
        counts.nanoseconds_at(1.0).to_string(),
        format!(" {bounds}/{refinement}/{exact}/{surrender}"),
    ]
}

/// One line of JSON.
pub(super) fn summary(method: &str, queries: &[Query], verdicts: &[Timed]) -> String {
    let counts = Counts::of(queries.iter().zip(verdicts));
    let [bounds, refinement, exact, surrender] = counts.decisions;
    format!(
        "{{\"method\":\"{method}\",\"queries\":{},\"hits\":{},\"false_positives\":{},\
         \"false_negatives\":{},\"late\":{},\"ns_mean\":{:.1},\"ns_p999\":{},\"ns_max\":{},\
         \"tiers\":[{bounds},{refinement},{exact},{surrender}]}}",
        counts.queries,
        counts.hits,
        counts.false_positives,
        counts.false_negatives,
        counts.late,
        counts.mean_nanoseconds(),
        counts.nanoseconds_at(0.999),
        counts.nanoseconds_at(1.0),
    )
}
