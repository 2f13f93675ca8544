//! The certified check of the path of a solve with contacts inside, which is not straight.

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

/// Certifies the path of a solve with contacts inside corner by corner: it goes around what is in
/// the way of the straight motion. Where only what untangling has added is in the way, that is
/// given up.
pub(super) fn check_path(context: &mut StepContext, proposal: &Proposal) -> PathCheck {
    match check_to(context, proposal.start, proposal.end) {
        PathCheck::Blocked if proposal.solved != proposal.end => {
            let found = check_to(context, proposal.start, proposal.solved);
            if found == PathCheck::Free {
                context.state.positions.copy_from_slice(proposal.solved);
            }
            found
        }
        found => found,
    }
}

/// Certifies the path to an end (m).
fn check_to(context: &mut StepContext, start: &[DVec3], end: &[DVec3]) -> PathCheck {
    if context.path.is_empty() {
        return PathCheck::Blocked;
    }
    let corners = context.path.iter().map(Vec::as_slice);
    let path: Vec<&[DVec3]> =
        std::iter::once(start).chain(corners).chain(std::iter::once(end)).collect();
    context.report.detection.checks += path.len() - 1;
    match context.query.is_free_along(&path) {
        false => PathCheck::Blocked,
        true if context.query.ends_too_close(start, end) => PathCheck::Close,
        true => PathCheck::Free,
    }
}
