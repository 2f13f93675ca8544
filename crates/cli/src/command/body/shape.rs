//! A body in one pose.

use std::fmt::{self, Display, Formatter};

use anyhow::Result;
use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_geometry::{Aabb, CollisionMesh, Filters, VertexId};
use serde_json::{Value, json};

use super::counted;

/// Measures of a body, in metres.
pub(super) struct Shape {
    /// Connected parts, and those of them without a boundary.
    parts: usize,
    closed_parts: usize,
    boundary_edges: usize,
    non_manifold_edges: usize,
    isolated_vertices: usize,
    pub(super) size: DVec3,
    /// Edges through faces.
    crossings: usize,
}

impl Shape {
    pub(super) fn of(mesh: &CollisionMesh, positions: &[DVec3]) -> Result<Self> {
        let [parts, closed_parts] = parts(mesh);
        Ok(Self {
            parts,
            closed_parts,
            boundary_edges: mesh.boundary_edges().count(),
            non_manifold_edges: mesh.non_manifold_edges().count(),
            isolated_vertices: mesh.isolated_vertices().count(),
            size: Aabb::of_points(positions).extent(),
            crossings: crossings(mesh, &Filters::default(), positions)?.len(),
        })
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "parts": self.parts,
            "closed_parts": self.closed_parts,
            "boundary_edges": self.boundary_edges,
            "non_manifold_edges": self.non_manifold_edges,
            "isolated_vertices": self.isolated_vertices,
            "size": self.size.to_array(),
            "crossings": self.crossings,
        })
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let Self { parts, closed_parts, boundary_edges, non_manifold_edges, .. } = *self;
        let open = match (parts, closed_parts) {
            (1, 1) => "closed".to_owned(),
            (1, _) => "open".to_owned(),
            (parts, closed) => format!("{closed} closed, {} open", parts - closed),
        };
        write!(f, "  {}, {open}", counted(parts, "part"))?;
        if self.isolated_vertices > 0 {
            let alone = if self.isolated_vertices == 1 { "vertex" } else { "vertices" };
            write!(f, "; {} {alone} without a face", self.isolated_vertices)?;
        }
        let [boundary, manifold] =
            [(boundary_edges, "boundary"), (non_manifold_edges, "non-manifold")]
                .map(|(count, kind)| counted(count, &format!("{kind} edge")));
        let [x, y, z] = self.size.to_array();
        write!(f, "\n  {boundary}, {manifold}\n  size {x:.3} × {y:.3} × {z:.3} m, z up\n")?;
        match self.crossings {
            0 => write!(f, "  does not cross itself"),
            count => write!(f, "  crosses itself: {}", counted(count, "crossing")),
        }
    }
}

/// Number of connected parts with faces, and of those without a boundary.
fn parts(mesh: &CollisionMesh) -> [usize; 2] {
    let mut at_boundary = vec![false; mesh.vertex_count()];
    for edge in mesh.boundary_edges() {
        for vertex in mesh.edge(edge) {
            at_boundary[vertex.index()] = true;
        }
    }
    let mut is_seen = vec![false; mesh.vertex_count()];
    let (mut count, mut closed) = (0, 0);
    let mut waiting = Vec::new();
    for first in (0..mesh.vertex_count() as u32).map(VertexId) {
        if is_seen[first.index()] || mesh.vertex_faces().row(first.index()).is_empty() {
            continue;
        }
        is_seen[first.index()] = true;
        waiting.push(first);
        let mut is_open = false;
        while let Some(vertex) = waiting.pop() {
            is_open |= at_boundary[vertex.index()];
            for next in mesh.neighbours(vertex) {
                if !std::mem::replace(&mut is_seen[next.index()], true) {
                    waiting.push(next);
                }
            }
        }
        count += 1;
        closed += usize::from(!is_open);
    }
    [count, closed]
}
