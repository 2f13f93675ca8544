//! Evens out the strain of a garment on a body: a few hundred sweeps of edge lengths, closed seams
//! and distance from the body.
//!
//! Edges that are too long are shortened in full, edges that are too short are lengthened in part,
//! so that cloth that has no room buckles little. Nothing keeps the garment off itself; whoever
//! places it holds its layers apart.

use glam::DVec3;
use ripstop_geometry::Stitch;

use crate::SewnPattern;
use crate::mannequin::BodyField;

/// Body and amount of a fit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit<'a> {
    pub(crate) body: &'a BodyField,
    /// Distance of vertices from the body (m).
    pub(crate) clearance: f64,
    /// Number of sweeps.
    pub(crate) sweeps: u32,
}

/// Part of the error of a short edge that a sweep corrects.
const LENGTHENING: f64 = 0.25;
/// Sweeps between two looks at the body.
const LOOK: u32 = 3;
/// Sweeps at the end that close seams and clear the body alone.
const CLOSING: u32 = 30;

/// An edge: its vertices and its length in the pattern (m).
type Edge = ([usize; 2], f64);

impl Fit<'_> {
    /// Moves the vertices. After every sweep, `hold` says where a vertex may be.
    pub(crate) fn apply(&self, sewn: &mut SewnPattern, hold: impl Fn(usize, DVec3) -> DVec3) {
        let edges = edges(sewn);
        let SewnPattern { mesh, stitches, .. } = sewn;
        let x = &mut mesh.positions;
        for sweep in 0..self.sweeps + CLOSING {
            if sweep < self.sweeps {
                for edge in &edges {
                    correct(edge, x);
                }
            }
            for stitch in &*stitches {
                close(stitch, x);
            }
            for (i, x) in x.iter_mut().enumerate() {
                let held = hold(i, *x);
                let looks = sweep % LOOK == 0 || sweep >= self.sweeps;
                *x = if looks { self.cleared(held) } else { held };
            }
        }
        // Those that follow, exactly.
        for stitch in &*stitches {
            let gap = stitch.gap(x);
            x[stitch.vertex.index()] -= gap;
        }
    }

    fn cleared(&self, x: DVec3) -> DVec3 {
        let sample = self.body.sample(x);
        let missing = self.clearance - sample.value;
        if missing <= 0.0 {
            return x;
        }
        x + missing * sample.gradient / sample.gradient.length_squared().max(0.25)
    }
}

fn edges(sewn: &SewnPattern) -> Vec<Edge> {
    let of_face = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let sorted = |[a, b]: [u32; 2]| [a.min(b), a.max(b)];
    let mut pairs: Vec<[u32; 2]> = sewn.mesh.faces.iter().flat_map(of_face).map(sorted).collect();
    pairs.sort_unstable();
    pairs.dedup();
    let edge = |pair: [u32; 2]| {
        let pair = pair.map(|i| i as usize);
        (pair, sewn.uv[pair[0]].distance(sewn.uv[pair[1]]))
    };
    pairs.into_iter().map(edge).collect()
}

fn correct(&([a, b], rest): &Edge, x: &mut [DVec3]) {
    let along = x[b] - x[a];
    let length = along.length();
    if length == 0.0 {
        return;
    }
    let part = if length > rest { 1.0 } else { LENGTHENING };
    let shift = 0.5 * part * (length - rest) / length * along;
    x[a] += shift;
    x[b] -= shift;
}

fn close(stitch: &Stitch, x: &mut [DVec3]) {
    let gap = stitch.gap(x);
    let weights = stitch.weights();
    let sum: f64 = weights.iter().map(|weight| weight * weight).sum();
    for (vertex, weight) in stitch.vertices().into_iter().zip(weights) {
        x[vertex.index()] -= weight / sum * gap;
    }
}
