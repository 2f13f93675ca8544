//! The rest configuration of a cloth, apart from the pose in which it starts.
//!
//! Everything the constraints need of it is kept per face and per edge: each face as a flat
//! triangle in its own coordinates (warp, weft), each edge with its rest length, direction and
//! dihedral angle. So a rest mesh in space and a flat pattern in the plane, with seams or without,
//! are treated alike.

use glam::{DVec2, DVec3};
use ripstop_geometry::Topology;

use crate::ClothError;
use crate::position_based::dihedral_angle;

/// The rest configuration: faces, edges and rest angles.
#[derive(Clone, Debug, PartialEq)]
pub struct RestShape {
    /// Corners of every face, warp along x and weft along y (m).
    faces: Vec<[DVec2; 3]>,
    /// Area of every face (m²).
    areas: Vec<f64>,
    /// From the lower to the higher end of every edge (m): in space for a mesh, in the plane for a
    /// pattern.
    edges: Vec<DVec3>,
    /// Rest length of every edge (m): the mean over its faces if they differ, as at a seam.
    lengths: Vec<f64>,
    /// Positions for dihedral angles; none if the rest shape is flat.
    positions: Option<Vec<DVec3>>,
}

impl RestShape {
    /// A rest mesh in space: its lengths and its dihedral angles are kept. The warp is the world's
    /// x axis, projected onto each face (its z axis where the face looks along x).
    ///
    /// # Errors
    /// If there is not one position per vertex, one is not finite, or a face has no area.
    pub fn from_positions(mesh: &Topology, positions: &[DVec3]) -> Result<Self, ClothError> {
        check_length("rest positions", positions.len(), "vertices", mesh.vertex_count())?;
        check_finite(positions.iter().map(|x| x.is_finite()))?;
        let faces =
            mesh.faces().iter().map(|face| flattened(face.map(|v| positions[v.index()]))).collect();
        let mut shape = Self::from_flat_faces(mesh, faces)?;
        for (edge, &[low, high]) in shape.edges.iter_mut().zip(mesh.edges()) {
            *edge = positions[high.index()] - positions[low.index()];
        }
        shape.positions = Some(positions.to_vec());
        Ok(shape)
    }

    /// A flat pattern: one point of the plane per vertex, u along the warp, v along the weft, in
    /// metres. The cloth is flat at rest.
    ///
    /// # Errors
    /// As [`RestShape::from_positions`].
    pub fn from_uvs(mesh: &Topology, uvs: &[DVec2]) -> Result<Self, ClothError> {
        check_length("rest coordinates", uvs.len(), "vertices", mesh.vertex_count())?;
        check_finite(uvs.iter().map(|x| x.is_finite()))?;
        Self::from_flat_faces(
            mesh,
            mesh.faces().iter().map(|face| face.map(|v| uvs[v.index()])).collect(),
        )
    }

    /// A flat pattern cut into pieces: the three points of the plane of every face. Where two
    /// pieces are sewn together, an edge has two lengths; their mean is used.
    ///
    /// # Errors
    /// If there is not one triple per face, a coordinate is not finite (the error names a corner of
    /// the face), or a face has no area.
    pub fn from_face_uvs(mesh: &Topology, uvs: &[[DVec2; 3]]) -> Result<Self, ClothError> {
        check_length("triples of rest coordinates", uvs.len(), "faces", mesh.faces().len())?;
        for (face, corners) in mesh.faces().iter().zip(uvs) {
            if let Some(bad) = corners.iter().position(|x| !x.is_finite()) {
                let vertex = face[bad].index();
                return Err(ClothError::NotFinite { quantity: "rest position", vertex });
            }
        }
        Self::from_flat_faces(mesh, uvs.to_vec())
    }

    fn from_flat_faces(mesh: &Topology, faces: Vec<[DVec2; 3]>) -> Result<Self, ClothError> {
        let areas: Vec<f64> =
            faces.iter().map(|&[a, b, c]| 0.5 * (b - a).perp_dot(c - a).abs()).collect();
        let proper = |area: f64| area.is_finite() && area.is_normal();
        if let Some(face) = areas.iter().position(|&area| !proper(area)) {
            return Err(ClothError::NoRestArea { face });
        }
        let edge_count = mesh.edges().len();
        let (mut edges, mut lengths) = (vec![DVec3::ZERO; edge_count], vec![0.0; edge_count]);
        for ((face, corners), sides) in mesh.faces().iter().zip(&faces).zip(mesh.face_edges()) {
            for i in 0..3 {
                let j = (i + 1) % 3;
                let edge = sides[i].index();
                let share = 1.0 / f64::from(mesh.edge_faces().row(edge).len() as u32);
                let sign = if face[i] < face[j] { share } else { -share };
                edges[edge] += (sign * (corners[j] - corners[i])).extend(0.0);
                lengths[edge] += share * corners[i].distance(corners[j]);
            }
        }
        Ok(Self { faces, areas, edges, lengths, positions: None })
    }

    /// Corners of every face in its own plane, warp along x and weft along y (m).
    #[must_use]
    pub fn faces(&self) -> &[[DVec2; 3]] {
        &self.faces
    }

    /// Area of every face (m²).
    #[must_use]
    pub fn areas(&self) -> &[f64] {
        &self.areas
    }

    /// Rest length of every edge (m).
    #[must_use]
    pub fn lengths(&self) -> &[f64] {
        &self.lengths
    }

    /// From the lower to the higher end of every edge (m).
    pub(crate) fn edge_vectors(&self) -> &[DVec3] {
        &self.edges
    }

    /// Rest angle of a hinge: two ends of an edge, then the two vertices opposite.
    pub(crate) fn hinge_angle(&self, hinge: [usize; 4]) -> f64 {
        self.positions.as_ref().map_or(0.0, |x| dihedral_angle(hinge.map(|v| x[v])))
    }

    /// Checks that this is the rest shape of `mesh`.
    pub(crate) fn check_for(&self, mesh: &Topology) -> Result<(), ClothError> {
        check_length("rest faces", self.faces.len(), "faces", mesh.faces().len())?;
        check_length("rest edges", self.lengths.len(), "edges", mesh.edges().len())
    }
}

/// The triangle in its own plane, with x along the projected warp.
fn flattened([a, b, c]: [DVec3; 3]) -> [DVec2; 3] {
    let (e, f) = (b - a, c - a);
    let normal = e.cross(f).normalize_or_zero();
    // Within 18° of the x axis the projection is short, and z serves.
    let axis = if normal.x.abs() > 0.95 { DVec3::Z } else { DVec3::X };
    let warp = (axis - normal * normal.dot(axis)).normalize_or_zero();
    let weft = normal.cross(warp);
    [DVec2::ZERO, DVec2::new(e.dot(warp), e.dot(weft)), DVec2::new(f.dot(warp), f.dot(weft))]
}

pub(crate) fn check_length(
    list: &'static str,
    given: usize,
    items: &'static str,
    wanted: usize,
) -> Result<(), ClothError> {
    if given == wanted { Ok(()) } else { Err(ClothError::Length { list, given, items, wanted }) }
}

fn check_finite(mut finite: impl Iterator<Item = bool>) -> Result<(), ClothError> {
    match finite.position(|is| !is) {
        Some(vertex) => Err(ClothError::NotFinite { quantity: "rest position", vertex }),
        None => Ok(()),
    }
}
