//! Checks of a garment as it starts on a body.

use glam::{DVec2, DVec3};
use ripstop_detection::crossings;
use ripstop_garment::{Mannequin, SewnPattern};
use ripstop_geometry::{CollisionMesh, Filters, Stitch, SurfaceId, VertexId};

/// A garment and who wears it.
pub(crate) struct Worn<'a> {
    pub(crate) mannequin: &'a Mannequin,
    pub(crate) sewn: &'a SewnPattern,
    pub(crate) edge_length: f64,
    /// Greatest ratio of the sides of a seam.
    pub(crate) gather: f64,
}

impl Worn<'_> {
    /// Panels are filled with good triangles, each once.
    pub(crate) fn check_panels(&self) {
        let sewn = self.sewn;
        let mut next = [0, 0];
        for panel in &sewn.panels {
            assert_eq!([panel.vertices.start, panel.faces.start], next, "{}", panel.name);
            next = [panel.vertices.end, panel.faces.end];
            let mut worst: f64 = 90.0;
            for face in &sewn.mesh.faces[panel.faces.clone()] {
                assert!(face.iter().all(|&i| panel.vertices.contains(&(i as usize))));
                let corners = face.map(|i| sewn.uv[i as usize]);
                let [a, b, c] = corners;
                assert!((b - a).perp_dot(c - a) > 0.0, "{}", panel.name);
                worst = worst.min(smallest_angle(corners));
            }
            assert!(worst > 15.0, "{} has an angle of {worst} degrees", panel.name);
        }
        assert_eq!(next, [sewn.uv.len(), sewn.mesh.faces.len()]);
        assert_eq!(sewn.uv.len(), sewn.mesh.positions.len());
    }

    /// Stitches of every seam lie within a distance (m), and cover both sides without gaps.
    pub(crate) fn check_seams(&self, farthest: f64) {
        let sewn = self.sewn;
        for seam in &sewn.seams {
            let stitches = &sewn.stitches[seam.clone()];
            assert!(stitches.len() >= 2);
            for stitch in stitches {
                let gap = stitch.gap(&sewn.mesh.positions).length();
                assert!(
                    gap < farthest,
                    "{gap} at {:?}",
                    sewn.mesh.positions[stitch.vertex.index()]
                );
            }
            self.check_cover(stitches);
        }
    }

    /// Stitches one after another are an edge apart on their own side, and on the same or the next
    /// edge of the other.
    fn check_cover(&self, stitches: &[Stitch]) {
        let uv = |vertex: VertexId| self.sewn.uv[vertex.index()];
        for pair in stitches.windows(2) {
            let step = uv(pair[0].vertex).distance(uv(pair[1].vertex));
            assert!(step < 1.3 * self.edge_length, "{step}");
            let place = |stitch: &Stitch| uv(stitch.edge[0]).lerp(uv(stitch.edge[1]), stitch.ratio);
            let other = place(&pair[0]).distance(place(&pair[1]));
            assert!(other < 1.3 * self.gather * self.edge_length && other > 0.0, "{other}");
        }
    }

    /// Nothing crosses the body or the garment but pairs of elements of stitches.
    pub(crate) fn check_crossings(&self) {
        let (garment, body) = (&self.sewn.mesh, self.mannequin.mesh());
        let count = garment.positions.len();
        let positions: Vec<DVec3> =
            garment.positions.iter().chain(&body.positions).copied().collect();
        let moved = body.faces.iter().map(|face| face.map(|i| i + count as u32));
        let faces: Vec<[u32; 3]> = garment.faces.iter().copied().chain(moved).collect();
        let surface = |i: usize| SurfaceId(u32::from(i >= count));
        let surfaces = (0..positions.len()).map(surface).collect();
        let mesh = CollisionMesh::with_surfaces(&positions, &faces, surfaces).expect("a mesh");
        let mut is_stitched = vec![false; positions.len()];
        for vertex in self.sewn.stitches.iter().flat_map(Stitch::vertices) {
            is_stitched[vertex.index()] = true;
        }
        let is_element = |corners: &[VertexId]| corners.iter().any(|v| is_stitched[v.index()]);
        let found = crossings(&mesh, &Filters::default(), &positions).expect("finite");
        let bad: Vec<DVec3> = found
            .iter()
            .map(|crossing| (mesh.edge(crossing.edge), mesh.face(crossing.face)))
            .filter(|(edge, face)| edge[0].index() < count || face[0].index() < count)
            .filter(|(edge, face)| !(is_element(edge) && is_element(face)))
            .map(|(edge, _)| positions[edge[0].index()])
            .collect();
        assert!(
            bad.is_empty(),
            "{} crossings, such as near {:?}",
            bad.len(),
            &bad[..bad.len().min(6)]
        );
    }

    /// Relative changes of the lengths of all edges from the pattern, ascending.
    pub(crate) fn strains(&self) -> Vec<f64> {
        let strain = |&[a, b, _]: &[u32; 3]| {
            let [a, b] = [a as usize, b as usize];
            let x = &self.sewn.mesh.positions;
            x[a].distance(x[b]) / self.sewn.uv[a].distance(self.sewn.uv[b]) - 1.0
        };
        let mut strains: Vec<f64> = self.sewn.mesh.faces.iter().map(strain).collect();
        strains.sort_by(f64::total_cmp);
        strains
    }
}

/// Smallest angle of a triangle (degrees).
fn smallest_angle([a, b, c]: [DVec2; 3]) -> f64 {
    let at = |p: DVec2, q: DVec2, r: DVec2| {
        libm::atan2((q - p).perp_dot(r - p).abs(), (q - p).dot(r - p)).to_degrees()
    };
    at(a, b, c).min(at(b, c, a)).min(at(c, a, b))
}
