//! Vertices that become one.

use glam::DVec3;

use crate::{Topology, VertexId};

/// Classes of vertices. Two vertices of a face never get into one class.
pub(super) struct Classes<'a> {
    mesh: &'a Topology,
    /// The class of every vertex.
    of: Vec<u32>,
    /// Vertices of every class; empty for one that went into another.
    members: Vec<Vec<u32>>,
}

impl<'a> Classes<'a> {
    /// Every vertex by itself.
    pub(super) fn new(mesh: &'a Topology) -> Self {
        let of: Vec<u32> = (0..mesh.vertex_count() as u32).collect();
        let members = of.iter().map(|&vertex| vec![vertex]).collect();
        Self { mesh, of, members }
    }

    /// The class of a vertex.
    pub(super) fn of(&self, vertex: u32) -> u32 {
        self.of[vertex as usize]
    }

    /// Makes one class of those of two vertices, unless a face has a vertex in both; says if they
    /// are one.
    pub(super) fn unite(&mut self, a: u32, b: u32) -> bool {
        let [a, b] = [a, b].map(|vertex| self.of(vertex));
        if a == b {
            return true;
        }
        // The larger one stays: no vertex changes its class often.
        let key = |class: u32| (self.members[class as usize].len(), std::cmp::Reverse(class));
        let (into, from) = if key(a) >= key(b) { (a, b) } else { (b, a) };
        let touches = |&vertex: &u32| {
            self.mesh.neighbours(VertexId(vertex)).any(|other| self.of[other.index()] == into)
        };
        if self.members[from as usize].iter().any(touches) {
            return false;
        }
        let moved = std::mem::take(&mut self.members[from as usize]);
        for &vertex in &moved {
            self.of[vertex as usize] = into;
        }
        self.members[into as usize].extend(moved);
        true
    }

    /// New numbers of all vertices: classes in the order of their lowest vertices.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let mut of_class = vec![None; self.of.len()];
        let mut next = 0;
        let number = |&class: &u32| {
            *of_class[class as usize].get_or_insert_with(|| {
                next += 1;
                next - 1
            })
        };
        self.of.iter().map(number).collect()
    }

    /// Positions of the classes (m), by their new numbers: the means of their vertices.
    pub(super) fn positions(&self, positions: &[DVec3]) -> Vec<DVec3> {
        let mut means = Vec::new();
        for vertex in 0..self.of.len() {
            let members = &self.members[self.of[vertex] as usize];
            if members.iter().min() == Some(&(vertex as u32)) {
                let mut sorted = members.clone();
                sorted.sort_unstable();
                // Relative to one of them, so that equal positions stay to the bit.
                let base = positions[vertex];
                let sum: DVec3 = sorted.iter().map(|&v| positions[v as usize] - base).sum();
                means.push(base + sum / members.len() as f64);
            }
        }
        means
    }
}
