//! Two panels, groups of faces of mesh files, that are sewn together where their boundaries are
//! close at the start.

use glam::DVec3;
use ripstop_geometry::{Stitch, VertexId};

use super::SeamInput;
use crate::scene::{Seam, nearest};

/// Boundary edges of a panel in the world.
type Boundary = Vec<[VertexId; 2]>;

impl SeamInput<'_> {
    /// Stitches of the boundary vertices of one panel to the nearest boundary edges of the other,
    /// as far as these are close enough.
    pub(super) fn panel_stitches(
        &self,
        seam: &Seam,
        groups: &[String; 2],
    ) -> Result<Vec<Stitch>, String> {
        let [first, second] = [0, 1].map(|side| self.boundary(seam.cloths[side], &groups[side]));
        let (first, second) = (first?, second?);
        let mut vertices: Vec<VertexId> = first.iter().flatten().copied().collect();
        vertices.sort_unstable();
        vertices.dedup();
        let stitch = |vertex: VertexId| {
            let x = self.start[vertex.index()];
            let nearest = second
                .iter()
                .filter(|edge| !edge.contains(&vertex))
                .map(|&edge| (self.distance(x, edge), edge))
                .min_by(|a, b| a.0.0.total_cmp(&b.0.0))?;
            let ((distance, ratio), edge) = nearest;
            (distance <= seam.within).then_some(Stitch { vertex, edge, ratio })
        };
        let stitches: Vec<Stitch> = vertices.into_iter().filter_map(stitch).collect();
        if stitches.is_empty() {
            let [a, b] = groups;
            return Err(format!(
                "no boundary of `{a}` is within {} m of one of `{b}` at the start",
                seam.within
            ));
        }
        Ok(stitches)
    }

    /// Distance (m) of a position from an edge at the start, and the ratio of the nearest point.
    fn distance(&self, x: DVec3, edge: [VertexId; 2]) -> (f64, f64) {
        let [a, b] = edge.map(|end| self.start[end.index()]);
        let along = b - a;
        let ratio = (x - a).dot(along) / along.length_squared();
        let ratio = if ratio.is_finite() { ratio.clamp(0.0, 1.0) } else { 0.0 };
        (x.distance(a.lerp(b, ratio)), ratio)
    }

    /// Boundary edges of a panel of a cloth: those that have one face of it.
    fn boundary(&self, cloth: usize, name: &str) -> Result<Boundary, String> {
        let (part, file) = (&self.cloths[cloth], &self.files[cloth]);
        let mut counts = vec![0_u32; part.topology.edges().len()];
        let panels = file.groups.iter().filter(|group| group.name == name);
        for face in panels.flat_map(|group| group.faces.clone()) {
            for edge in part.topology.face_edges()[face] {
                counts[edge.index()] += 1;
            }
        }
        if counts.iter().all(|count| *count == 0) {
            let names = file.groups.iter().map(|group| group.name.as_str());
            let names = names.chain(file.chains.iter().map(|chain| chain.name.as_str()));
            let hint = nearest(name, names);
            let hint = hint.map_or_else(String::new, |name| format!(", did you mean `{name}`?"));
            return Err(format!("{} has no group or line `{name}`{hint}", part.owner));
        }
        let edges = part.topology.edges().iter().zip(counts);
        let world = |vertex: VertexId| VertexId(part.first.0 + vertex.0);
        Ok(edges.filter(|(_, count)| *count == 1).map(|(edge, _)| edge.map(world)).collect())
    }
}
