//! Sentences on what had to be left out of mesh files.

use ripstop_io::{Imported, Mesh};
use ripstop_pipeline::scene::Import;

use crate::mesh_parts::LONGEST_CHAIN_NAME;

/// Sentences on a file that somebody who trusts it should know: lines that were skipped, seams with
/// another number of stitches than they say.
#[must_use]
pub fn import_notes(imported: &Imported) -> Vec<String> {
    let skipped = &imported.skipped;
    let skipped = (!skipped.is_empty()).then(|| skipped.to_string());
    let miscounted = match imported.miscounted_seams {
        0 => None,
        1 => Some("1 seam has another number of stitches than it says".to_owned()),
        count => Some(format!("{count} seams have another number of stitches than they say")),
    };
    skipped.into_iter().chain(miscounted).collect()
}

/// Sentences on what is sewn in the part of a file that was taken, of so many stitches of the
/// whole file.
pub(crate) fn sewing_notes(mesh: &Mesh, all: usize, import: &Import) -> Vec<String> {
    let kept: usize = mesh.seams.iter().map(Vec::len).sum();
    let reason = match (&import.surface, import.weld) {
        (Some(_), None) => "`import.surface`",
        (None, _) => "`import.weld`",
        (Some(_), Some(_)) => "`import.surface` and `import.weld`",
    };
    let left_out = all - kept;
    let stitches = (left_out > 0)
        .then(|| format!("{left_out} of {all} stitches are left out because of {reason}"));
    let long = mesh.chains.iter().filter(|chain| chain.name.len() > LONGEST_CHAIN_NAME).count();
    let chains = (long > 0).then(|| {
        format!("{long} lines are left out: their name has more than {LONGEST_CHAIN_NAME} bytes")
    });
    stitches.into_iter().chain(chains).collect()
}
