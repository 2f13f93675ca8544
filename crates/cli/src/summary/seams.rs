//! Seams in the summary of a run.

use std::fmt::{self, Formatter};

use ripstop_pipeline::OpenSeam;
use ripstop_run::{Run, Totals};

use super::counted;

/// Seams that are named.
const NAMED: usize = 3;

/// Gaps, pairs that are not checked, and seams that are open; nothing without seams.
pub(super) fn write_seams(f: &mut Formatter, run: &Run, totals: &Totals) -> fmt::Result {
    let simulation = run.simulation();
    let seams = simulation.world().seams.iter();
    let stitches: usize = seams.map(|seam| seam.stitches.len()).sum();
    if stitches == 0 {
        return Ok(());
    }
    let merged = &totals.merged;
    let gap = 1e3 * merged.response.seam_gap;
    writeln!(
        f,
        "  seams          stitches: {stitches}, 99 % of them closed to {gap:.2} mm in every frame; {} at them\n\
         {:17}are not checked, with at most {}",
        counted(merged.response.excluded, "pair"),
        "",
        counted(merged.detection.stitched_crossings, "intersection"),
    )?;
    let open = simulation.open_seams();
    for OpenSeam { owner, open, widest, .. } in open.iter().take(NAMED) {
        let widest = 1e3 * widest;
        writeln!(f, "                 open: {owner}, stitches: {open}, the widest {widest:.1} mm")?;
    }
    match open.len().saturating_sub(NAMED) {
        0 => Ok(()),
        more => writeln!(f, "                 open: {more} more"),
    }
}
