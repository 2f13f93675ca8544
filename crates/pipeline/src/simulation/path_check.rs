//! The certified check of the path of a solve with barriers, which is not straight.

use glam::DVec3;

use super::correction::Proposal;
use super::step_context::StepContext;

/// The finding of the certified check of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathCheck {
    /// Nothing touches on it.
    Free,
    /// Nothing touches, but a pair ends closer than the least gap.
    Close,
    /// It is not known, or something touches.
    Blocked,
}

/// Certifies the path of a solve with barriers corner by corner: it goes around what is in the way
/// of the straight motion.
pub(super) fn check_path(context: &mut StepContext, proposal: &Proposal) -> PathCheck {
    if context.path.is_empty() {
        return PathCheck::Blocked;
    }
    let corners = context.path.iter().map(Vec::as_slice);
    let path: Vec<&[DVec3]> = std::iter::once(proposal.start)
        .chain(corners)
        .chain(std::iter::once(proposal.end))
        .collect();
    context.report.detection.checks += path.len() - 1;
    match context.query.is_free_along(&path) {
        false => PathCheck::Blocked,
        true if context.query.ends_too_close(proposal.start, proposal.end) => PathCheck::Close,
        true => PathCheck::Free,
    }
}
