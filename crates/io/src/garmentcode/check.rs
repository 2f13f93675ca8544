//! Checks of panels: loops of edges, and places that a pattern can have.

use glam::DVec3;

use super::SpecificationError;
use super::draft::DraftEdge;

/// Farthest that anything of a pattern may be from its origin (m).
const FARTHEST: f64 = 1000.0;

/// Checks that edges follow each other and come back to the start.
pub(super) fn check_loop(edges: &[DraftEdge], owner: &str) -> Result<(), SpecificationError> {
    let mut starts: Vec<u32> = Vec::with_capacity(edges.len());
    for (number, edge) in edges.iter().enumerate() {
        let [from, to] = edge.endpoints;
        let next = (number + 1) % edges.len();
        let start = edges[next].endpoints[0];
        let wrong = |what| Err(SpecificationError::of(format!("{owner}, edge {number}"), what));
        if from == to {
            return wrong(format!("it starts and ends at vertex {from}"));
        }
        if to != start {
            return wrong(format!("it ends at vertex {to}, but edge {next} starts at {start}"));
        }
        starts.push(from);
    }
    starts.sort_unstable();
    match starts.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => {
            let what = format!("its outline passes vertex {} twice", pair[0]);
            Err(SpecificationError::of(owner, what))
        }
        None => Ok(()),
    }
}

/// Checks that a place (m) is one on earth.
pub(super) fn check_place(
    x: DVec3,
    owner: impl FnOnce() -> String,
) -> Result<(), SpecificationError> {
    if x.abs().max_element() <= FARTHEST {
        return Ok(());
    }
    let what = format!("it is farther than {FARTHEST} m from the origin");
    Err(SpecificationError::of(owner(), what))
}
