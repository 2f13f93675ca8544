//! Constraints at given positions, linear: the rows of a system.

use glam::DVec3;
use ripstop_geometry::{Candidate, Contact, Stitch, VertexId, separation};

use super::Rope;

/// An edge that is so long, as a part of its greatest length, may reach it.
const NEAR: f64 = 0.95;

/// Part of its length by which an edge is shortened at once, at most: what is linear holds so far.
const SHORTENED: f64 = 0.03;

/// A linear constraint: `Σ gᵢ·Δxᵢ ≤ t`, or `= t`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Vertices with their gradients; those that are not needed have none.
    pub(super) gradients: [(usize, DVec3); 4],
    /// `t` (m).
    pub(super) target: f64,
    /// Distance by which the constraint is missed (m); more than `|t|` where that is capped.
    pub(super) violation: f64,
    pub(super) constraint: Constraint,
}

/// The constraint that a row stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constraint {
    Stitch,
    /// By its place in the list.
    Rope(usize),
    Contact(Candidate),
}

impl Row {
    /// `Σ gᵢ·Δxᵢ`.
    pub(super) fn change(&self, moved: &[DVec3]) -> f64 {
        self.gradients.iter().map(|(vertex, gradient)| gradient.dot(moved[*vertex])).sum()
    }

    /// True if one of its vertices can move.
    pub(super) fn is_free(&self, inverse_masses: &[f64]) -> bool {
        self.gradients.iter().any(|(i, g)| inverse_masses[*i] > 0.0 && *g != DVec3::ZERO)
    }
}

/// The rows at given positions.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// First those that hold with `=`, three for each stitch, then those with `≤`.
    pub(super) list: Vec<Row>,
    /// Number of rows with `=`.
    pub(super) equal: usize,
}

impl Rows {
    /// Stitches, ropes that are nearly tight, and contacts.
    pub(super) fn new(
        positions: &[DVec3],
        stitches: &[(Stitch, f64)],
        ropes: &[Rope],
        contacts: &[(Contact, f64)],
    ) -> Self {
        let mut list: Vec<Row> = Vec::new();
        for (stitch, thread) in stitches {
            list.extend(stitch_rows(stitch, *thread, positions));
        }
        let equal = list.len();
        list.extend(ropes.iter().enumerate().filter_map(|(i, rope)| rope_row(i, rope, positions)));
        list.extend(
            contacts.iter().map(|(contact, least)| contact_row(contact, *least, positions)),
        );
        Self { list, equal }
    }

    /// Sum of what rows are violated by (m).
    pub(super) fn violation(&self) -> f64 {
        self.list.iter().map(|row| row.violation).sum()
    }

    /// True if no row is violated by more than a length (m).
    pub(super) fn are_met(&self, tolerance: f64) -> bool {
        let (equal, others) = self.list.split_at(self.equal);
        equal.iter().all(|row| row.target.abs() <= tolerance)
            && others.iter().all(|row| row.target >= -tolerance)
    }
}

fn stitch_rows(stitch: &Stitch, thread: f64, positions: &[DVec3]) -> [Row; 3] {
    let gap = stitch.gap(positions);
    let beyond = (1.0 - thread / gap.length().max(f64::MIN_POSITIVE)).max(0.0);
    let [v, a, b] = stitch.vertices().map(VertexId::index);
    let [of_v, of_a, of_b] = stitch.weights();
    [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
        let target = -beyond * gap.dot(axis);
        Row {
            gradients: [(v, of_v * axis), (a, of_a * axis), (b, of_b * axis), (b, DVec3::ZERO)],
            target,
            violation: target.abs(),
            constraint: Constraint::Stitch,
        }
    })
}

fn rope_row(place: usize, &([a, b], longest): &Rope, positions: &[DVec3]) -> Option<Row> {
    let along = positions[b] - positions[a];
    let length_squared = along.length_squared();
    if length_squared <= (NEAR * longest) * (NEAR * longest) {
        return None;
    }
    let length = libm::sqrt(length_squared);
    let direction = along / length;
    let none = (a, DVec3::ZERO);
    Some(Row {
        gradients: [(a, -direction), (b, direction), none, none],
        target: (longest - length).max(-SHORTENED * longest),
        violation: (length - longest).max(0.0),
        constraint: Constraint::Rope(place),
    })
}

fn contact_row(contact: &Contact, least: f64, positions: &[DVec3]) -> Row {
    let vertices = contact.vertices.map(VertexId::index);
    let distance = separation(contact.weights, vertices.map(|i| positions[i])).dot(contact.normal);
    Row {
        gradients: [0, 1, 2, 3].map(|i| (vertices[i], -contact.weights[i] * contact.normal)),
        target: distance - least,
        violation: (least - distance).max(0.0),
        constraint: Constraint::Contact(contact.candidate),
    }
}
