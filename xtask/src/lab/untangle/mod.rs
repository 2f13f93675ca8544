//! `cargo xtask lab untangle`: untangling on the families of tangled cloth: how many get clean, and
//! at what price.

mod meshes;
mod pictures;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use glam::DVec3;
use ripstop_detection::{CrossingSearch, crossings};
use ripstop_fixtures::tangle::{EDGE, Family, Tangle};
use ripstop_geometry::crossing::{contour_points, contours};
use ripstop_geometry::{CollisionMesh, Crossing, Filters, SurfaceId, VertexId};
use ripstop_response::untangle::{
    TangledCloth, UntangleMethod, UntangleSettings, Untangled, untangle,
};

use crate::table::Table;
use pictures::{EXHIBITS, Exhibit, draw};

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "switches of a command")]
pub(crate) struct Arguments {
    /// Only this family
    #[arg(long)]
    family: Option<String>,
    /// Cases of each family
    #[arg(long, default_value_t = 50)]
    cases: u64,
    /// Seed of the first case; the others follow
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Rule that decides on which side surfaces belong
    #[arg(long, value_enum, default_value_t = Method::Both)]
    method: Method,
    /// A line for every case
    #[arg(long)]
    each: bool,
    /// Rest lengths of edges are those of the clean origin, not those of the tangled start
    #[arg(long)]
    rest: bool,
    /// Crumpled sheets instead, or the meshes of these OBJ files
    #[arg(long, value_name = "OBJ", num_args = 0..)]
    meshes: Option<Vec<PathBuf>>,
    /// With --meshes: crumpled sheets of 90,000 triangles as well
    #[arg(long, requires = "meshes")]
    large: bool,
    /// Only pictures for the documentation, before and after
    #[arg(long)]
    pictures: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Flood fill alone
    Flood,
    /// Contour minimisation alone
    Contour,
    /// The combination
    Both,
}

/// Measures of one case.
struct Case {
    contours: usize,
    /// Length of the contours together (m).
    length: f64,
    /// Crossings before and after.
    before: usize,
    after: usize,
    iterations: usize,
    /// Displacements, in edge lengths.
    largest: f64,
    mean: f64,
    /// Root mean square of the strain of edges.
    strain: f64,
    seconds: f64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let wanted =
        |family: &Family| arguments.family.as_ref().is_none_or(|name| name == family.name());
    let families: Vec<Family> = Family::ALL.into_iter().filter(wanted).collect();
    ensure!(!families.is_empty(), "no such family");
    let method = match arguments.method {
        Method::Flood => UntangleMethod::Flood,
        Method::Contour => UntangleMethod::Contour,
        Method::Both => UntangleMethod::Combined,
    };
    let settings = UntangleSettings::with_method(method);
    if let Some(files) = &arguments.meshes {
        return meshes::run(files, &settings, arguments.large);
    }
    if arguments.pictures {
        return pictures(&settings);
    }
    let table = Table::markdown(&[
        "family",
        "cases",
        "contours",
        "length (m)",
        "crossings",
        "clean",
        "fewer",
        "no more",
        "iterations",
        "largest (edges)",
        "mean (edges)",
        "strain",
        "time (s)",
    ]);
    let rest = if arguments.rest { Rest::Clean } else { Rest::Tangled };
    let (mut all, mut failures) = (Vec::new(), Vec::new());
    for family in families {
        let mut cases = Vec::new();
        for seed in arguments.seed..arguments.seed + arguments.cases {
            let case = solve(&family.case(seed), &settings, rest)?;
            let name = format!("{} {seed}", family.name());
            if arguments.each {
                println!("{name}: {}", case.line());
            }
            if case.after > 0 {
                failures.push(format!("{name}: {} of {} left", case.after, case.before));
            }
            cases.push(case);
        }
        table.row(row(family.name(), &cases));
        all.extend(cases);
    }
    table.row(row("all", &all));
    println!();
    println!("not clean: {}", if failures.is_empty() { "none" } else { "" });
    for failure in failures {
        println!("  {failure}");
    }
    Ok(())
}

impl Case {
    fn line(&self) -> String {
        format!(
            "{} contours, {:.3} m, {} crossings, {} left, {} iterations, \
             largest {:.2}, mean {:.3}, {:.2} s",
            self.contours,
            self.length,
            self.before,
            self.after,
            self.iterations,
            self.largest,
            self.mean,
            self.seconds,
        )
    }
}

fn pictures(settings: &UntangleSettings) -> anyhow::Result<()> {
    for (family, seed) in EXHIBITS {
        let case = family.case(seed);
        let Solved { mesh, before, end, .. } = untangled(&case, settings, Rest::Tangled)?;
        let exhibit = Exhibit { case: &case, mesh: &mesh, before: &before, after: &end.positions };
        let (path, bytes) = draw(family, &exhibit)?;
        println!("{}: case {seed}, {bytes} bytes", path.display());
    }
    Ok(())
}

/// Configuration whose edge lengths are the rest lengths.
#[derive(Clone, Copy)]
enum Rest {
    Tangled,
    Clean,
}

struct Solved {
    mesh: CollisionMesh,
    before: Vec<Crossing>,
    end: Untangled,
    seconds: f64,
}

fn untangled(case: &Tangle, settings: &UntangleSettings, rest: Rest) -> anyhow::Result<Solved> {
    let surfaces = case.surfaces.iter().map(|&id| SurfaceId(id)).collect();
    let mesh = CollisionMesh::with_surfaces(&case.tangled, &case.faces, surfaces)?;
    let filters = Filters::default();
    ensure!(crossings(&mesh, &filters, &case.clean)?.is_empty(), "the clean origin has crossings");
    let before = crossings(&mesh, &filters, &case.tangled)?;
    ensure!(!before.is_empty(), "nothing is tangled");
    let shape = match rest {
        Rest::Tangled => &case.tangled,
        Rest::Clean => &case.clean,
    };
    let length = |&[a, b]: &[VertexId; 2]| shape[a.index()].distance(shape[b.index()]);
    let rest_lengths: Vec<f64> = mesh.edges().iter().map(length).collect();
    let inverse_masses = vec![1.0; case.tangled.len()];
    let cloth = TangledCloth {
        rest_lengths: &rest_lengths,
        inverse_masses: &inverse_masses,
        layers: &[],
        inside: &[],
    };
    let mut search = CrossingSearch::new(&mesh, &filters);
    let clock = Instant::now();
    let end = untangle(&mut search, &case.tangled, &cloth, settings);
    let seconds = clock.elapsed().as_secs_f64();
    let after = crossings(&mesh, &filters, &end.positions)?;
    ensure!(after == end.crossings, "the report is not what is there");
    Ok(Solved { mesh, before, end, seconds })
}

fn solve(case: &Tangle, settings: &UntangleSettings, rest: Rest) -> anyhow::Result<Case> {
    let Solved { mesh, before, end, seconds } = untangled(case, settings, rest)?;
    let displacements: Vec<f64> =
        end.positions.iter().zip(&case.tangled).map(|(x, y)| x.distance(*y) / EDGE).collect();
    let (contours, length) = measured(&mesh, &before, &case.tangled);
    Ok(Case {
        contours,
        length,
        before: before.len(),
        after: end.crossings.len(),
        iterations: end.iterations,
        largest: displacements.iter().copied().fold(0.0, f64::max),
        mean: displacements.iter().sum::<f64>() / displacements.len() as f64,
        strain: strain(&mesh, &case.tangled, &end.positions),
        seconds,
    })
}

/// Root mean square of the strain of edges from one state to another.
fn strain(mesh: &CollisionMesh, before: &[DVec3], after: &[DVec3]) -> f64 {
    let squared = mesh.edges().iter().map(|&[a, b]| {
        let length = |x: &[DVec3]| x[a.index()].distance(x[b.index()]);
        (length(after) / length(before) - 1.0).powi(2)
    });
    (squared.sum::<f64>() / mesh.edges().len() as f64).sqrt()
}

/// Number of contours, and their lengths together (m).
fn measured(mesh: &CollisionMesh, found: &[Crossing], positions: &[DVec3]) -> (usize, f64) {
    let curves = contours(mesh, found).contours;
    let length = |contour| {
        let points = contour_points(contour, found, mesh, positions);
        contour.length(&points)
    };
    (curves.len(), curves.iter().map(length).sum())
}

fn row(name: &str, cases: &[Case]) -> [String; 13] {
    let count = cases.len().max(1) as f64;
    let share = |wanted: &dyn Fn(&Case) -> bool| {
        100.0 * cases.iter().filter(|case| wanted(case)).count() as f64 / count
    };
    let mean = |value: &dyn Fn(&Case) -> f64| cases.iter().map(value).sum::<f64>() / count;
    [
        name.to_owned(),
        cases.len().to_string(),
        format!("{:.1}", mean(&|case| case.contours as f64)),
        format!("{:.2}", mean(&|case| case.length)),
        format!("{:.0}", mean(&|case| case.before as f64)),
        format!("{:.0} %", share(&|case| case.after == 0)),
        format!("{:.0} %", share(&|case| case.after < case.before)),
        format!("{:.0} %", share(&|case| case.after <= case.before)),
        format!("{:.1}", mean(&|case| case.iterations as f64)),
        format!("{:.1}", cases.iter().map(|case| case.largest).fold(0.0, f64::max)),
        format!("{:.2}", mean(&|case| case.mean)),
        format!("{:.1} %", 100.0 * mean(&|case| case.strain)),
        format!("{:.2}", mean(&|case| case.seconds)),
    ]
}
