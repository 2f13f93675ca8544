//! `cargo xtask ccd FILE`: a CCD method on a set of queries, judged by the ground truth stored
//! there.
//!
//! Scripts call this command and read its last line, which is JSON, or the file of `--out`.

mod counts;
mod transversal;

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use ripstop_fixtures::ccd_queries::{Kind, Query};
use ripstop_geometry::MovingPoint;
use ripstop_narrow::{Additive, Ccd, Cubic, Decision, Inclusion, Verdict, vertex_face_ray_cast};

use crate::inputs;
use counts::{print_report, summary};

#[derive(Args)]
pub(crate) struct Arguments {
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
    /// Repeats of the whole set; the least time of each query counts
    #[arg(long, alias = "runs", default_value_t = 3)]
    repeats: usize,
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

/// Verdict on one query, and its time.
struct Timed {
    verdict: Verdict,
    nanoseconds: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut queries = inputs::queries(&arguments.file)?;
    if arguments.method == Method::Ray {
        queries.retain(|query| query.kind == Kind::VertexFace);
    }
    let method = arguments.method.with_tolerance(arguments.tolerance);
    let verdicts = time_all(&*method, &queries, arguments.repeats.max(1));
    if let Some(out) = &arguments.out {
        std::fs::write(out, listing(&verdicts))
            .with_context(|| format!("cannot write {}", out.display()))?;
    }
    print_report(&queries, &verdicts);
    let name = arguments.method.to_possible_value().map_or(String::new(), |v| v.get_name().into());
    println!("{}", summary(&name, &queries, &verdicts));
    Ok(())
}

/// Asks a method one query.
pub(crate) fn ask(method: &dyn Ccd, kind: Kind, points: [MovingPoint; 4]) -> Verdict {
    let [p, a, b, c] = points;
    match kind {
        Kind::VertexFace => method.vertex_face(p, [a, b, c], 1.0),
        Kind::EdgeEdge => method.edge_edge([p, a], [b, c], 1.0),
    }
}

fn time_all(method: &dyn Ccd, queries: &[Query], repeats: usize) -> Vec<Timed> {
    let timed = |query: &Query| {
        let begin = Instant::now();
        let Query { kind, points, .. } = black_box(query);
        let verdict = ask(method, *kind, *points);
        let nanoseconds = u64::try_from(begin.elapsed().as_nanos()).unwrap_or(u64::MAX);
        Timed { verdict: black_box(verdict), nanoseconds }
    };
    let mut verdicts: Vec<Timed> = queries.iter().map(timed).collect();
    for _ in 1..repeats {
        for (query, verdict) in queries.iter().zip(&mut verdicts) {
            verdict.nanoseconds = verdict.nanoseconds.min(timed(query).nanoseconds);
        }
    }
    verdicts
}

/// `index hit time` per line.
fn listing(verdicts: &[Timed]) -> String {
    verdicts.iter().enumerate().fold(String::new(), |mut text, (index, timed)| {
        let _ = match timed.verdict.time {
            Some(time) => writeln!(text, "{index} 1 {time:.16e}"),
            None => writeln!(text, "{index} 0 nan"),
        };
        text
    })
}
