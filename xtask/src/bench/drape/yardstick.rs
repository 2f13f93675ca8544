//! Yardstick of both sheets: the same edges, the same sphere of triangles, exact crossings.
//!
//! The triangles lie inside the ball that they stand for, so that whatever crosses them also enters
//! the ball.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_geometry::{CollisionMesh, Crossing, Filters, VertexId};
use ripstop_pipeline::Simulation;

/// Sheet that starts in its rest configuration, flat along x and y, and an obstacle that does not
/// move.
pub(super) struct Yardstick {
    mesh: CollisionMesh,
    filters: Filters,
    /// Positions at the start, the sheet first (m).
    start: Vec<DVec3>,
    sheet_vertex_count: usize,
    edges: Vec<Edge>,
}

struct Edge {
    ends: [usize; 2],
    rest_length: f64,
    /// Along warp or weft, not across a cell.
    is_thread: bool,
}

/// Strains and crossings of a frame, or of many.
#[derive(Clone, Default)]
pub(super) struct Findings {
    /// Largest strain of an edge.
    pub(super) stretch: f64,
    /// Largest strain of an edge along warp or weft.
    pub(super) thread_stretch: f64,
    /// Pairs of an edge and a face of the sheet that cross, summed over frames.
    pub(super) self_crossings: usize,
    /// The same for sheet and obstacle.
    obstacle_crossings: usize,
}

impl Yardstick {
    /// Yardstick of a scene that has not moved yet.
    pub(super) fn new(simulation: &Simulation) -> Self {
        let mesh = simulation.mesh().clone();
        let start = simulation.state().positions.clone();
        let sheet_vertex_count = simulation.cloth_vertex_count();
        let edge = |ends: &[VertexId; 2]| {
            let ends = ends.map(VertexId::index);
            let along = (start[ends[1]] - start[ends[0]]).abs();
            let rest_length = along.length();
            Edge { ends, rest_length, is_thread: along.x.min(along.y) < 1e-9 * rest_length }
        };
        let is_sheet = |ends: &&[VertexId; 2]| ends[0].index() < sheet_vertex_count;
        let edges = mesh.edges().iter().filter(is_sheet).map(edge).collect();
        let filters = simulation.filters().clone();
        Self { mesh, filters, start, sheet_vertex_count, edges }
    }

    /// Positions of the sheet at the start (m).
    #[cfg(feature = "peers")]
    pub(super) fn start(&self) -> &[DVec3] {
        &self.start[..self.sheet_vertex_count]
    }

    /// Faces of the sheet.
    #[cfg(feature = "peers")]
    pub(super) fn faces(&self) -> Vec<[u32; 3]> {
        let faces = self.mesh.faces().iter().map(|face| face.map(|vertex| vertex.0));
        faces.filter(|face| (face[0] as usize) < self.sheet_vertex_count).collect()
    }

    /// Judges a sheet; the obstacle is where it was at the start.
    pub(super) fn judge(&self, sheet: &[DVec3]) -> anyhow::Result<Findings> {
        let mut all = sheet.to_vec();
        all.extend_from_slice(&self.start[self.sheet_vertex_count..]);
        let found = crossings(&self.mesh, &self.filters, &all)?;
        let is_sheet = |vertex: VertexId| vertex.index() < self.sheet_vertex_count;
        let of_sheet = |found: &&Crossing| {
            is_sheet(self.mesh.edge(found.edge)[0]) && is_sheet(self.mesh.face(found.face)[0])
        };
        let self_crossings = found.iter().filter(of_sheet).count();
        let mut findings = Findings {
            self_crossings,
            obstacle_crossings: found.len() - self_crossings,
            ..Findings::default()
        };
        for edge in &self.edges {
            let strain = all[edge.ends[0]].distance(all[edge.ends[1]]) / edge.rest_length - 1.0;
            findings.stretch = findings.stretch.max(strain);
            if edge.is_thread {
                findings.thread_stretch = findings.thread_stretch.max(strain);
            }
        }
        Ok(findings)
    }
}

impl Findings {
    /// Adds the findings of another frame.
    pub(super) fn add(&mut self, other: &Self) {
        self.stretch = self.stretch.max(other.stretch);
        self.thread_stretch = self.thread_stretch.max(other.thread_stretch);
        self.self_crossings += other.self_crossings;
        self.obstacle_crossings += other.obstacle_crossings;
    }

    /// All crossings, summed over frames.
    pub(super) fn crossings(&self) -> usize {
        self.self_crossings + self.obstacle_crossings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ripstop_pipeline::scene::builtin;

    const SIDE: u32 = 10;

    fn drape() -> Yardstick {
        let scene = builtin::scene("drape", SIDE).unwrap();
        let simulation = Simulation::new(&scene, &mut |_| Err(String::new())).unwrap();
        Yardstick::new(&simulation)
    }

    fn judge(map: impl Fn(DVec3) -> DVec3) -> Findings {
        let drape = drape();
        let sheet: Vec<DVec3> =
            drape.start[..drape.sheet_vertex_count].iter().map(|&x| map(x)).collect();
        drape.judge(&sheet).unwrap()
    }

    #[test]
    fn a_stretched_and_a_sheared_sheet_have_the_strains_of_their_maps() {
        let stretched = judge(|x| DVec3::new(1.1 * x.x, x.y, x.z));
        assert!((stretched.stretch - 0.1).abs() < 1e-12);
        assert!((stretched.thread_stretch - 0.1).abs() < 1e-12);
        let sheared = judge(|x| DVec3::new(x.x + 0.2 * x.y, x.y, x.z));
        assert!((sheared.thread_stretch - (1.04_f64.sqrt() - 1.0)).abs() < 1e-12);
        assert!((sheared.stretch - (1.22_f64.sqrt() - 1.0)).abs() < 1e-12);
        assert_eq!(judge(|x| x).crossings(), 0);
    }

    #[test]
    fn crossings_are_told_apart() {
        let sunk = judge(|x| x - 0.2 * DVec3::Z);
        assert!(sunk.obstacle_crossings > 0 && sunk.self_crossings == 0);
        // Folded high above the sphere, the one half through the other.
        let crossed = judge(|x| {
            let height = if x.x < 0.0 { 1.0 } else { 1.25 - x.x };
            DVec3::new(x.x.abs(), x.y, height)
        });
        assert!(crossed.self_crossings > 0 && crossed.obstacle_crossings == 0);
    }
}
