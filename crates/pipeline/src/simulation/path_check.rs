//! The certified check of the path of a solve with contacts inside, which is not straight.
//!
//! A path that nothing touches is taken as it is, however close its end: a barrier parts what it
//! has pressed together by itself. To project such pairs out of the straight motion would move
//! whole layers, which the next solve could not make good.

use glam::DVec3;
use ripstop_geometry::Motion;

use super::correction::Proposal;
use super::solve_path::Piece;
use super::step_context::StepContext;

/// Certifies the path of a solve with contacts inside corner by corner: it goes around what is in
/// the way of the straight motion. Where only what untangling has added is in the way, that is
/// given up. False if something touches, or the path is not known.
pub(super) fn is_path_free(context: &mut StepContext, proposal: &Proposal) -> bool {
    if is_free_to(context, proposal.start, proposal.end) {
        return true;
    }
    let is_free =
        proposal.solved != proposal.end && is_free_to(context, proposal.start, proposal.solved);
    if is_free {
        context.state.positions.copy_from_slice(proposal.solved);
    }
    is_free
}

/// True if nothing touches on the path to an end (m).
fn is_free_to(context: &mut StepContext, start: &[DVec3], end: &[DVec3]) -> bool {
    let StepContext { path, query, report, .. } = context;
    let is_free = |piece: Piece| {
        report.detection.checks += usize::from(!piece.is_certified);
        piece.is_certified
            || query.first_impact(&Motion { start: piece.start, end: piece.end }).is_none()
    };
    path.len() > 0 && path.pieces(start, end).all(is_free)
}
