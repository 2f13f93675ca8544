//! What both sheets are measured by: the same edges, the same sphere of triangles, exact crossings.
//!
//! The triangles lie inside the ball that they stand for, so that whatever crosses them also enters the ball.

use glam::DVec3;
use ripstop_detection::crossings;
use ripstop_geometry::Crossing;
use ripstop_geometry::{CollisionMesh, Filters, VertexId};
use ripstop_pipeline::Simulation;
use serde_json::{Value, json};

/// A sheet that starts without stress, flat along x and y, and an obstacle at rest.
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

/// What is wrong with a frame, or with many.
#[derive(Clone, Default)]
pub(super) struct Findings {
    /// Largest strain of an edge.
    stretch: f64,
    /// Largest strain of an edge along warp or weft.
    thread_stretch: f64,
    /// Pairs of an edge and a face of the sheet that cross, summed over frames.
    self_crossings: usize,
    /// The same for sheet and obstacle.
    obstacle_crossings: usize,
}

/// What an engine did.
#[derive(Clone)]
pub(super) struct Account {
    /// Simulated time of a frame (s).
    frame_time: f64,
    /// Processor time of every turn (s).
    pub(super) turns: Vec<f64>,
    /// Speed of the fastest vertex after each frame (m/s).
    pub(super) speeds: Vec<f64>,
    /// Nothing if nobody looked.
    pub(super) findings: Option<Findings>,
}

impl Yardstick {
    /// Of a scene that has not moved yet.
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

    /// Where the sheet starts (m).
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

    /// Looks at a sheet; the obstacle is where it was at the start.
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
    /// Joins what was found in another frame.
    pub(super) fn add(&mut self, other: &Self) {
        self.stretch = self.stretch.max(other.stretch);
        self.thread_stretch = self.thread_stretch.max(other.thread_stretch);
        self.self_crossings += other.self_crossings;
        self.obstacle_crossings += other.obstacle_crossings;
    }

    fn crossings(&self) -> usize {
        self.self_crossings + self.obstacle_crossings
    }
}

impl Account {
    /// Of an engine that has done nothing yet.
    pub(super) const fn new(frame_time: f64) -> Self {
        Self { frame_time, turns: Vec::new(), speeds: Vec::new(), findings: None }
    }

    /// Simulated time of so many frames (s).
    pub(super) fn time_of(&self, frames: usize) -> f64 {
        frames as f64 * self.frame_time
    }

    /// Processor seconds per simulated second.
    pub(super) fn cost(&self) -> f64 {
        self.turns.iter().sum::<f64>() / self.time_of(self.speeds.len())
    }

    /// Takes the lesser time of every turn of two runs of the same frames.
    pub(super) fn take_least(&mut self, other: &Self) {
        for (time, other) in self.turns.iter_mut().zip(&other.turns) {
            *time = time.min(*other);
        }
    }

    /// Speed of the fastest vertex at the end (m/s).
    fn fastest(&self) -> f64 {
        self.speeds.last().copied().unwrap_or_default()
    }

    /// A line of the table, from the cost on.
    pub(super) fn cells(&self, ratio: &str) -> String {
        let [stretch, threads, crossings] = match &self.findings {
            Some(found) => [
                format!("{:.2}", 100.0 * found.stretch),
                format!("{:.2}", 100.0 * found.thread_stretch),
                found.crossings().to_string(),
            ],
            None => ["-"; 3].map(str::to_owned),
        };
        format!(
            "{:>9.3} {ratio:>7} {stretch:>10} {threads:>10} {crossings:>10} {:>13.2}",
            self.cost(),
            1e3 * self.fastest()
        )
    }

    /// The same in SI units.
    pub(super) fn json(&self) -> Value {
        let found = self.findings.as_ref();
        json!({
            "cpu_s_per_simulated_s": self.cost(),
            "largest_edge_stretch": found.map(|found| found.stretch),
            "largest_thread_stretch": found.map(|found| found.thread_stretch),
            "crossings": found.map(Findings::crossings),
            "crossings_with_itself": found.map(|found| found.self_crossings),
            "fastest_at_end": self.fastest(),
        })
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
