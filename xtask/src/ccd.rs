//! `cargo xtask ccd FILE`: a CCD method on a set of queries, judged by the exact answers stored there.

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use ripstop_fixtures::ccd_queries::{self, Kind, Query};
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Additive, Ccd, Cubic, Decision, Inclusion, Verdict, vertex_face_ray_cast};

use crate::transversal::is_transversal;

/// A CCD method on a set of queries with exact answers
#[derive(Args)]
pub(crate) struct CcdArguments {
    /// Queries in the CCDQ1 format
    file: PathBuf,
    /// The method
    #[arg(long, value_enum, default_value = "cubic")]
    method: Method,
    /// Writes `index hit time` for every query
    #[arg(long)]
    out: Option<PathBuf>,
    /// Tolerance of the inclusion or the additive method, instead of its own
    #[arg(long)]
    tolerance: Option<f64>,
    /// Runs over the whole set; the least time of each query counts
    #[arg(long, default_value_t = 3)]
    runs: usize,
}

/// CCD methods by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// The coplanarity cubic, exact in its decisions
    Cubic,
    /// The same in floating point only
    CubicFloat,
    /// Subdivision of time and parameters
    Inclusion,
    /// Conservative advancement
    Additive,
    /// The vertex's path cast at the face; vertex-face queries only
    Ray,
}

impl Method {
    pub(crate) fn ccd(self) -> Box<dyn Ccd> {
        match self {
            Self::Ray => Box::new(RayCast),
            Self::Cubic => Box::new(Cubic::exact()),
            Self::CubicFloat => Box::new(Cubic::float_only()),
            Self::Inclusion => Box::new(Inclusion::contact()),
            Self::Additive => Box::new(Additive::contact()),
        }
    }

    /// The method with another tolerance, if it has one.
    fn with_tolerance(self, tolerance: Option<f64>) -> Box<dyn Ccd> {
        match (self, tolerance) {
            (Self::Inclusion, Some(tolerance)) => {
                Box::new(Inclusion { tolerance, ..Inclusion::contact() })
            }
            (Self::Additive, Some(tolerance)) => {
                Box::new(Additive { tolerance, ..Additive::contact() })
            }
            _ => self.ccd(),
        }
    }
}

/// The ray cast in the place of a method; it has no edge–edge and keeps no contract.
struct RayCast;

impl Ccd for RayCast {
    fn vertex_face(&self, vertex: MovingPoint, face: [MovingPoint; 3], _: f64) -> Verdict {
        let time = vertex_face_ray_cast(vertex, face).map(|hit| hit.time);
        Verdict { time, decision: Decision::Bounds }
    }

    fn edge_edge(&self, _: [MovingPoint; 2], _: [MovingPoint; 2], _: f64) -> Verdict {
        Verdict { time: Some(0.0), decision: Decision::Surrender }
    }
}

/// The answer to one query, and how long it took.
struct Answer {
    verdict: Verdict,
    nanoseconds: u64,
}

pub(crate) fn run(arguments: &CcdArguments) -> anyhow::Result<()> {
    let bytes = std::fs::read(&arguments.file)
        .with_context(|| format!("cannot read {}", arguments.file.display()))?;
    let mut queries = ccd_queries::parse(&bytes)?;
    if arguments.method == Method::Ray {
        queries.retain(|query| query.kind == Kind::VertexFace);
    }
    let method = arguments.method.with_tolerance(arguments.tolerance);
    let answers = answer(&*method, &queries, arguments.runs.max(1));
    if let Some(out) = &arguments.out {
        std::fs::write(out, listing(&answers))
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    report(&queries, &answers);
    let name = arguments.method.to_possible_value().map_or(String::new(), |v| v.get_name().into());
    println!("{}", summary(&name, &queries, &answers));
    Ok(())
}

/// Asks a method one query.
pub(crate) fn ask(method: &dyn Ccd, query: &Query) -> Verdict {
    let [p, a, b, c] = query.points;
    match query.kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    }
}

fn answer(method: &dyn Ccd, queries: &[Query], runs: usize) -> Vec<Answer> {
    let timed = |query: &Query| {
        let begin = Instant::now();
        let verdict = ask(method, black_box(query));
        let nanoseconds = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        Answer { verdict: black_box(verdict), nanoseconds }
    };
    let mut answers: Vec<Answer> = queries.iter().map(timed).collect();
    for _ in 1..runs {
        for (query, answer) in queries.iter().zip(&mut answers) {
            answer.nanoseconds = answer.nanoseconds.min(timed(query).nanoseconds);
        }
    }
    answers
}

/// `index hit time` per line.
fn listing(answers: &[Answer]) -> String {
    answers.iter().enumerate().fold(String::new(), |mut text, (index, answer)| {
        let _ = match answer.verdict.time {
            Some(time) => writeln!(text, "{index} 1 {time:.16e}"),
            None => writeln!(text, "{index} 0 nan"),
        };
        text
    })
}

/// What is counted for one group of queries.
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
    fn of<'a>(pairs: impl Iterator<Item = (&'a Query, &'a Answer)>) -> Self {
        let mut counts = Self::default();
        for (query, answer) in pairs {
            counts.queries += 1;
            match (answer.verdict.time, query.contact) {
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
            counts.hits += usize::from(answer.verdict.time.is_some());
            let decision = match answer.verdict.decision {
                Decision::Bounds => 0,
                Decision::Refinement => 1,
                Decision::Exact => 2,
                Decision::Surrender => 3,
            };
            counts.decisions[decision] += 1;
            counts.nanoseconds.push(answer.nanoseconds);
        }
        counts.nanoseconds.sort_unstable();
        counts.slack.sort_unstable_by(f64::total_cmp);
        counts.transversal_slack.sort_unstable_by(f64::total_cmp);
        counts
    }

    fn nanoseconds_at(&self, fraction: f64) -> u64 {
        at_fraction(&self.nanoseconds, fraction).unwrap_or(0)
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean for people to read")]
    fn mean_nanoseconds(&self) -> f64 {
        self.nanoseconds.iter().sum::<u64>() as f64 / self.queries.max(1) as f64
    }
}

/// The element that a fraction of a sorted slice does not exceed.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts are far below 2^52, and the fraction is in [0, 1]"
)]
fn at_fraction<T: Copy>(sorted: &[T], fraction: f64) -> Option<T> {
    let index = (sorted.len() as f64 * fraction) as usize;
    sorted.get(index.min(sorted.len().checked_sub(1)?)).copied()
}

fn report(queries: &[Query], answers: &[Answer]) {
    println!(
        "{:<12} {:<20} {:>7} {:>6} {:>6} {:>6} {:>5} {:>9} {:>9} {:>10} {:>10}  decided by bounds/refinement/exact/surrender",
        "kind",
        "family",
        "queries",
        "hits",
        "false+",
        "false-",
        "late",
        "median ns",
        "mean ns",
        "p99.9 ns",
        "max ns"
    );
    let mut groups: Vec<(Kind, u8)> = queries.iter().map(|q| (q.kind, q.family)).collect();
    groups.sort_unstable();
    groups.dedup();
    for (kind, family) in groups {
        let member = |pair: &(&Query, &Answer)| pair.0.kind == kind && pair.0.family == family;
        let counts = Counts::of(queries.iter().zip(answers).filter(member));
        let kind = match kind {
            Kind::VertexFace => "vertex-face",
            Kind::EdgeEdge => "edge-edge",
        };
        print_row(kind, ccd_queries::family_name(family), &counts);
    }
    let all = Counts::of(queries.iter().zip(answers));
    print_row("all", "", &all);
    print_slack("all hits", &all.slack);
    print_slack("transversal hits", &all.transversal_slack);
}

fn print_slack(which: &str, sorted: &[f64]) {
    let [median, p99, max] = [0.5, 0.99, 1.0].map(|f| at_fraction(sorted, f).unwrap_or(0.0));
    println!(
        "{} {which} early by: median {median:.1e}, 99th percentile {p99:.1e}, most {max:.1e} of the step",
        sorted.len()
    );
}

fn print_row(kind: &str, family: &str, counts: &Counts) {
    let [bounds, refinement, exact, surrender] = counts.decisions;
    println!(
        "{kind:<12} {family:<20} {:>7} {:>6} {:>6} {:>6} {:>5} {:>9} {:>9.0} {:>10} {:>10}  {bounds}/{refinement}/{exact}/{surrender}",
        counts.queries,
        counts.hits,
        counts.false_positives,
        counts.false_negatives,
        counts.late,
        counts.nanoseconds_at(0.5),
        counts.mean_nanoseconds(),
        counts.nanoseconds_at(0.999),
        counts.nanoseconds_at(1.0),
    );
}

/// One line of JSON.
fn summary(method: &str, queries: &[Query], answers: &[Answer]) -> String {
    let counts = Counts::of(queries.iter().zip(answers));
    let [bounds, refinement, exact, surrender] = counts.decisions;
    format!(
        "{{\"method\":\"{method}\",\"queries\":{},\"hits\":{},\"false_positives\":{},\"false_negatives\":{},\"late\":{},\
         \"ns_mean\":{:.1},\"ns_p999\":{},\"ns_max\":{},\"tiers\":[{bounds},{refinement},{exact},{surrender}]}}",
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
