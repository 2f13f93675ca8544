//! The lines that a repair prints.

use std::fmt::{self, Display, Formatter};
use std::io::Write;

use anyhow::Result;
use glam::DVec3;
use ripstop_detection::PrimitiveNames;
use ripstop_geometry::CollisionMesh;
use ripstop_response::untangle::{Enclosed, Obstruction, TangleReport, Untangled};

use crate::arguments::UntangleOptions;
use crate::tangle_text::{counted, list, list_inside};

/// A repair that has been made.
pub(super) struct Outcome<'a> {
    pub(super) mesh: &'a CollisionMesh,
    pub(super) tangle: TangleReport,
    pub(super) end: Untangled,
    pub(super) displacement: Displacement,
    /// Parts that were inside of closed ones and are not any more.
    pub(super) brought_out: usize,
    /// Parts that still are.
    pub(super) inside: Vec<Enclosed>,
}

impl Outcome<'_> {
    /// True if nothing is left.
    pub(super) fn is_clean(&self) -> bool {
        self.end.crossings.is_empty() && self.inside.is_empty()
    }

    pub(super) fn write(&self, out: &mut impl Write, options: &UntangleOptions) -> Result<()> {
        let Self { mesh, tangle, end, displacement, brought_out, inside } = self;
        writeln!(
            out,
            "{}: {} in {} contours of length {:.4}",
            options.mesh.display(),
            counted(end.crossings_before),
            tangle.contours.len(),
            tangle.length(),
        )?;
        writeln!(
            out,
            "{}: {} after {} iterations; {displacement}",
            options.out.display(),
            counted(end.crossings.len()),
            end.iterations,
        )?;
        if *brought_out > 0 {
            writeln!(
                out,
                "  {brought_out} parts were inside of closed ones and have been brought out"
            )?;
        }
        let names = PrimitiveNames { mesh, surfaces: &[] };
        list(out, &names, &end.positions, &end.crossings)?;
        for crossing in &end.crossings {
            if let Some(reason) = Obstruction::of(mesh, crossing, &end.positions) {
                writeln!(
                    out,
                    "  {} stays: {reason}",
                    names.crossing(crossing.edge, crossing.face)
                )?;
            }
        }
        list_inside(out, inside)
    }
}

/// Displacements of all vertices.
pub(super) struct Displacement {
    largest: f64,
    mean: f64,
}

impl Displacement {
    pub(super) fn between(end: &[DVec3], start: &[DVec3]) -> Self {
        let lengths = end.iter().zip(start).map(|(x, y)| x.distance(*y));
        let (largest, sum) =
            lengths.fold((0.0_f64, 0.0), |(most, sum), length| (most.max(length), sum + length));
        Self { largest, mean: sum / end.len().max(1) as f64 }
    }
}

impl Display for Displacement {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { largest, mean } = self;
        write!(f, "vertices moved by {largest:.4} at most, {mean:.4} on average")
    }
}
