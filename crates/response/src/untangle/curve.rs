//! A contour with its points, the normals of both strands, and the sides of the edges that it cuts.

use glam::DVec3;
use ripstop_geometry::crossing::{Contour, ContourEnd, Crossing, Strand};
use ripstop_geometry::exact::Sign;
use ripstop_geometry::predicates::orient3d;
use ripstop_geometry::{CollisionMesh, EdgeId, FaceId, VertexId};

/// One crossing of a curve.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CurvePoint {
    pub(crate) crossing: Crossing,
    /// The strand that has the edge.
    pub(crate) edge_strand: Strand,
    /// Its position (m).
    pub(crate) position: DVec3,
    /// Half of the length of the segments next to it (m).
    pub(crate) weight: f64,
}

/// A contour in space.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) points: Vec<CurvePoint>,
    pub(crate) ends: Option<[ContourEnd; 2]>,
    pub(crate) is_twisted: bool,
    /// (m)
    pub(crate) length: f64,
    /// Unit normals of the faces of each strand, averaged along the curve; short where they
    /// disagree.
    pub(crate) normals: [DVec3; 2],
    /// The middle of the curve (m).
    pub(crate) center: DVec3,
    /// The edges of each strand that the curve cuts: those that it crosses an odd number of times,
    /// so that their ends lie on different sides. Sides are exact.
    pub(crate) cuts: [Vec<Cut>; 2],
    /// The faces of each strand, ascending.
    pub(crate) faces: [Vec<FaceId>; 2],
}

/// An edge that a curve cuts, and the vertices on the positive and on the negative side of the
/// other strand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cut {
    pub(crate) edge: EdgeId,
    pub(crate) positive: VertexId,
    pub(crate) negative: VertexId,
}

impl Curve {
    pub(crate) fn new(
        contour: &Contour,
        crossings: &[Crossing],
        mesh: &CollisionMesh,
        positions: &[DVec3],
    ) -> Self {
        let mut points: Vec<CurvePoint> = contour
            .crossings
            .iter()
            .zip(&contour.edge_strands)
            .map(|(&index, &edge_strand)| {
                let crossing = crossings[index];
                let position = crossing.point(mesh, positions);
                CurvePoint { crossing, edge_strand, position, weight: 0.0 }
            })
            .collect();
        let count = points.len();
        let mut length = 0.0;
        let segments = if contour.is_closed() { count } else { count - 1 };
        for k in 0..segments {
            let next = (k + 1) % count;
            let segment = points[k].position.distance(points[next].position);
            length += segment;
            points[k].weight += 0.5 * segment;
            points[next].weight += 0.5 * segment;
        }
        let mut curve = Self {
            points,
            ends: contour.ends,
            is_twisted: contour.is_twisted,
            length,
            normals: [DVec3::ZERO; 2],
            center: DVec3::ZERO,
            cuts: [Vec::new(), Vec::new()],
            faces: [Vec::new(), Vec::new()],
        };
        curve.average(mesh, positions);
        curve.cuts = Strand::BOTH.map(|strand| curve.cuts_of(strand, mesh, positions));
        curve.faces = Strand::BOTH.map(|strand| curve.faces_of(strand, mesh));
        curve
    }

    pub(crate) const fn is_closed(&self) -> bool {
        self.ends.is_none()
    }

    fn average(&mut self, mesh: &CollisionMesh, positions: &[DVec3]) {
        let normal = |face: FaceId| {
            let [a, b, c] = mesh.face(face).map(|vertex| positions[vertex.index()]);
            (b - a).cross(c - a).normalize_or_zero()
        };
        // A curve of one point has no length, but a position.
        let least = if self.length > 0.0 { 0.0 } else { 1.0 };
        let (mut normals, mut center, mut total) = ([DVec3::ZERO; 2], DVec3::ZERO, 0.0);
        for point in &self.points {
            let weight = point.weight + least;
            let on_edge = mesh.edge_faces().row(point.crossing.edge.index());
            let mean: DVec3 = on_edge.iter().map(|&face| normal(face)).sum();
            normals[point.edge_strand.index()] += weight * mean.normalize_or_zero();
            normals[point.edge_strand.other().index()] += weight * normal(point.crossing.face);
            center += weight * point.position;
            total += weight;
        }
        self.normals = normals.map(|sum| sum / total);
        self.center = center / total;
    }

    /// A vertex of a strand's surface.
    pub(crate) fn vertex(&self, strand: Strand, mesh: &CollisionMesh) -> VertexId {
        let point = &self.points[0];
        if point.edge_strand == strand {
            mesh.edge(point.crossing.edge)[0]
        } else {
            mesh.face(point.crossing.face)[0]
        }
    }

    fn cuts_of(&self, strand: Strand, mesh: &CollisionMesh, positions: &[DVec3]) -> Vec<Cut> {
        let mut own: Vec<(EdgeId, f64, FaceId)> = self
            .points
            .iter()
            .filter(|point| point.edge_strand == strand)
            .map(|point| {
                let parameter = point.crossing.parameter(mesh, positions);
                (point.crossing.edge, parameter, point.crossing.face)
            })
            .collect();
        own.sort_unstable_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
        let groups = own.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() % 2 == 1);
        groups
            .filter_map(|group| {
                let (edge, _, face) = group[0];
                let [start, end] = mesh.edge(edge);
                let [a, b, c] = mesh.face(face).map(|vertex| positions[vertex.index()]);
                let side = |vertex: VertexId| orient3d(a, b, c, positions[vertex.index()]);
                // The first face that the edge meets tells the side of its start.
                match (side(start), side(end)) {
                    (Sign::Positive, _) | (Sign::Zero, Sign::Negative) => {
                        Some(Cut { edge, positive: start, negative: end })
                    }
                    (Sign::Negative, _) | (Sign::Zero, Sign::Positive) => {
                        Some(Cut { edge, positive: end, negative: start })
                    }
                    (Sign::Zero, Sign::Zero) => None,
                }
            })
            .collect()
    }

    /// The faces of a strand, ascending: those that are pierced, and those on its edges.
    fn faces_of(&self, strand: Strand, mesh: &CollisionMesh) -> Vec<FaceId> {
        let mut faces = Vec::new();
        for point in &self.points {
            if point.edge_strand == strand {
                faces.extend_from_slice(mesh.edge_faces().row(point.crossing.edge.index()));
            } else {
                faces.push(point.crossing.face);
            }
        }
        faces.sort_unstable();
        faces.dedup();
        faces
    }
}
