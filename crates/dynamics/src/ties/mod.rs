//! Ties: springs between a vertex and another one, or a point of a face.
//!
//! ```text
//! δ = x_v − x_w,    or    δ = x_v − (u x_a + v x_b + w x_c) − o n
//! E = ½ k max(0, |δ| − r)²
//! ```
//!
//! A tie pulls and never pushes. Elastic bands are ties along a chain, each with its rest length
//! `r`; buttons are ties that begin at a time, and are drawn together at a speed `s`, so that in a
//! step of length `h` from the gap `δ₀` their rest length is max(r, |δ₀| − s h); attachments have a
//! rest length of 0 and hold a vertex to a point over a face, with its shape functions and its
//! distance `o` along the unit normal `n`. That face has to belong to an obstacle: the energy takes
//! its normal as given.
//!
//! Finite elements take the energy as a [`Potential`](ripstop_geometry::Potential), position-based
//! cloth takes it as a constraint of compliance 1/k that only pulls. A tie knows nothing of the
//! past: what it does in a step depends on its start and its time alone.

mod potential;
mod sweep;

pub use potential::TiePotential;
pub use sweep::TieSweep;

use glam::DVec3;
use ripstop_geometry::VertexId;

use crate::ClothError;
use crate::error::{positive, within};

/// The other end of a tie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TieEnd {
    /// A vertex.
    Vertex(VertexId),
    /// A point over a face of an obstacle: shape functions of any sign that sum to 1, and its
    /// distance along the normal (m).
    Face {
        /// Corners of the face.
        corners: [VertexId; 3],
        /// Shape functions.
        weights: [f64; 3],
        /// Distance from the plane of the face (m).
        offset: f64,
    },
}

/// A spring that pulls a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tie {
    /// The vertex.
    pub vertex: VertexId,
    /// The end to which it is pulled.
    pub end: TieEnd,
    /// Length up to which it is slack (m).
    pub rest: f64,
    /// Force per elongation (N/m).
    pub stiffness: f64,
    /// Time from which it pulls (s).
    pub from: f64,
    /// Speed at which it is drawn together (m/s); at once if there is none.
    pub speed: Option<f64>,
}

impl Tie {
    /// The gap δ (m).
    #[must_use]
    pub fn gap(&self, positions: &[DVec3]) -> DVec3 {
        let x = |vertex: VertexId| positions[vertex.index()];
        let end = match self.end {
            TieEnd::Vertex(vertex) => x(vertex),
            TieEnd::Face { corners, weights: [u, v, w], offset } => {
                let [a, b, c] = corners.map(x);
                let normal = (b - a).cross(c - a).normalize_or_zero();
                u * a + v * b + w * c + offset * normal
            }
        };
        x(self.vertex) - end
    }

    /// Force with which it pulls once it has come to its rest length (N), at any time.
    #[must_use]
    pub fn tension(&self, positions: &[DVec3]) -> f64 {
        self.stiffness * (self.gap(positions).length() - self.rest).max(0.0)
    }

    /// Rest length (m) in a step of length `dt` (s) from a gap.
    fn rest_in_step(&self, gap: DVec3, dt: f64) -> f64 {
        let drawn = self.speed.map_or(0.0, |speed| gap.length() - speed * dt);
        self.rest.max(drawn)
    }
}

/// Ties of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ties {
    list: Vec<Tie>,
}

impl Ties {
    /// Adds a tie between vertices below `count`.
    ///
    /// # Errors
    /// If a number of it makes no sense, it ties a vertex to itself, or a vertex is not there.
    pub fn add(&mut self, tie: Tie, count: usize) -> Result<(), ClothError> {
        positive("stiffness of a tie", tie.stiffness)?;
        within("rest length of a tie", tie.rest, [0.0, f64::MAX])?;
        within("beginning of a tie", tie.from, [f64::MIN, f64::MAX])?;
        if let Some(speed) = tie.speed {
            positive("speed of a tie", speed)?;
        }
        let others = match tie.end {
            TieEnd::Vertex(vertex) => [vertex; 3],
            TieEnd::Face { corners, .. } => corners,
        };
        let constraint = self.list.len();
        let is_lost = |vertex: &&VertexId| vertex.index() >= count;
        if let Some(vertex) = [tie.vertex].iter().chain(&others).find(is_lost) {
            let (vertex, vertex_count) = (vertex.0, count);
            return Err(ClothError::ConstraintVertex { constraint, vertex, vertex_count });
        }
        if others.contains(&tie.vertex) {
            return Err(ClothError::SelfTie { vertex: tie.vertex.0 });
        }
        self.list.push(tie);
        Ok(())
    }

    /// The ties.
    #[must_use]
    pub fn list(&self) -> &[Tie] {
        &self.list
    }

    /// True if there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The energy of the ties that pull at a time (s), in a step of length `dt` (s) that ends then
    /// and starts at the given positions.
    #[must_use]
    pub fn potential(&self, start: &[DVec3], time: f64, dt: f64) -> TiePotential {
        TiePotential::new(self.pulling(start, time, dt))
    }

    /// The ties that pull in a step, with their rest lengths in it.
    fn pulling(&self, start: &[DVec3], time: f64, dt: f64) -> impl Iterator<Item = Tie> {
        let pulls = self.list.iter().filter(move |tie| tie.from < time);
        pulls.map(move |tie| Tie { rest: tie.rest_in_step(tie.gap(start), dt), ..*tie })
    }
}
