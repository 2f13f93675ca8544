//! The rest configuration of a cloth, apart from the pose in which it starts.
//!
//! Everything the constraints need of it is kept per face and per edge: each face as a flat
//! triangle in its own coordinates (warp, weft), each edge with its rest length, direction and
//! dihedral angle. So a rest mesh in space and a flat pattern in the plane, with seams or without,
//! are treated alike.

use glam::{DVec2, DVec3};
use ripstop_geometry::{Topology, VertexId};

use crate::ClothError;
use crate::position_based::dihedral_angle;

/// Part of its length above which the mean of an edge over its faces is a direction.
const SAME_DIRECTION: f64 = 0.9;

/// Gap of an edge of a rest mesh up to which it is closed, as a part of its length.
const CLOSED: f64 = 0.25;

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
    /// Places for dihedral angles.
    space: Space,
}

/// Places of a rest shape in space.
#[derive(Clone, Debug, PartialEq)]
enum Space {
    /// None: the rest shape is flat.
    Flat,
    /// Of the vertices (m).
    Vertices(Vec<DVec3>),
    /// Of the corners of every face (m).
    Corners(Vec<[DVec3; 3]>),
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
        shape.space = Space::Vertices(positions.to_vec());
        Ok(shape)
    }

    /// A rest mesh in space cut into pieces: the three positions of every face (m). Where pieces
    /// are sewn together, an edge has two lengths, whose mean is used; it keeps its dihedral angle
    /// if it is closed in the rest mesh, otherwise the cloth is flat there.
    ///
    /// # Errors
    /// As [`RestShape::from_face_uvs`].
    pub fn from_face_positions(
        mesh: &Topology,
        corners: &[[DVec3; 3]],
    ) -> Result<Self, ClothError> {
        check_length("triples of rest positions", corners.len(), "faces", mesh.faces().len())?;
        check_corners(mesh, corners, |x| x.is_finite())?;
        let faces = corners.iter().map(|&face| flattened(face)).collect();
        let mut shape = Self::from_flat_faces(mesh, faces)?;
        for (edge, faces) in mesh.edge_faces().rows().enumerate() {
            if let Some(face) = faces.first() {
                let [low, high] = at(mesh, edge, corners, face.index());
                shape.edges[edge] = high - low;
            }
        }
        shape.space = Space::Corners(corners.to_vec());
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
        check_corners(mesh, uvs, |x| x.is_finite())?;
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
        let mut first = vec![None; edge_count];
        for ((face, corners), sides) in mesh.faces().iter().zip(&faces).zip(mesh.face_edges()) {
            for i in 0..3 {
                let j = (i + 1) % 3;
                let edge = sides[i].index();
                let share = 1.0 / f64::from(mesh.edge_faces().row(edge).len() as u32);
                let sign = if face[i] < face[j] { share } else { -share };
                let along = (sign * (corners[j] - corners[i])).extend(0.0);
                first[edge].get_or_insert(along / share);
                edges[edge] += along;
                lengths[edge] += share * corners[i].distance(corners[j]);
            }
        }
        // Pieces that are sewn together lie as they like: directions have no mean.
        for ((edge, length), first) in edges.iter_mut().zip(&lengths).zip(first) {
            if edge.length() < SAME_DIRECTION * length {
                *edge = first.unwrap_or_default();
            }
        }
        Ok(Self { faces, areas, edges, lengths, space: Space::Flat })
    }

    /// True for a flat pattern, false for a mesh in space.
    #[must_use]
    pub const fn is_pattern(&self) -> bool {
        matches!(self.space, Space::Flat)
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

    /// Rest angle between two faces at an edge.
    pub(crate) fn hinge_angle(&self, mesh: &Topology, edge: usize, [a, b]: [usize; 2]) -> f64 {
        match &self.space {
            Space::Flat => 0.0,
            Space::Vertices(x) => {
                let [p, q] = [a, b].map(|face| mesh.faces()[face][opposite(mesh, edge, face)]);
                let [low, high] = mesh.edges()[edge];
                dihedral_angle([low, high, p, q].map(|vertex| x[vertex.index()]))
            }
            Space::Corners(corners) => {
                let [one, other] = [a, b].map(|face| at(mesh, edge, corners, face));
                let gap = 0.5 * (one[0] - other[0] + one[1] - other[1]);
                if gap.length() > CLOSED * self.lengths[edge] {
                    return 0.0;
                }
                let [p, q] = [a, b].map(|face| corners[face][opposite(mesh, edge, face)]);
                dihedral_angle([one[0], one[1], p, q + gap])
            }
        }
    }

    /// True if two faces at an edge are neighbours in their piece.
    pub(crate) fn is_one_piece(&self, mesh: &Topology, edge: usize, [a, b]: [usize; 2]) -> bool {
        match &self.space {
            Space::Vertices(_) => true,
            Space::Flat => at(mesh, edge, &self.faces, a) == at(mesh, edge, &self.faces, b),
            Space::Corners(corners) => at(mesh, edge, corners, a) == at(mesh, edge, corners, b),
        }
    }

    /// Checks that this is the rest shape of `mesh`.
    pub(crate) fn check_for(&self, mesh: &Topology) -> Result<(), ClothError> {
        check_length("rest faces", self.faces.len(), "faces", mesh.faces().len())?;
        check_length("rest edges", self.lengths.len(), "edges", mesh.edges().len())
    }
}

/// Corners of a face at the lower and the higher end of one of its edges.
fn ends(mesh: &Topology, edge: usize, face: usize) -> [usize; 2] {
    let corners = mesh.faces()[face];
    let corner = |end: VertexId| corners.iter().position(|corner| *corner == end);
    mesh.edges()[edge].map(|end| corner(end).unwrap_or_default())
}

/// Values at the ends of an edge, of one of its faces.
fn at<T: Copy>(mesh: &Topology, edge: usize, corners: &[[T; 3]], face: usize) -> [T; 2] {
    ends(mesh, edge, face).map(|corner| corners[face][corner])
}

/// The corner of a face opposite to one of its edges.
fn opposite(mesh: &Topology, edge: usize, face: usize) -> usize {
    let [i, j] = ends(mesh, edge, face);
    3 - i - j
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

fn check_corners<T>(
    mesh: &Topology,
    corners: &[[T; 3]],
    is_finite: impl Fn(&T) -> bool,
) -> Result<(), ClothError> {
    for (face, corners) in mesh.faces().iter().zip(corners) {
        if let Some(bad) = corners.iter().position(|x| !is_finite(x)) {
            let vertex = face[bad].index();
            return Err(ClothError::NotFinite { quantity: "rest position", vertex });
        }
    }
    Ok(())
}

fn check_finite(mut finite: impl Iterator<Item = bool>) -> Result<(), ClothError> {
    match finite.position(|is| !is) {
        Some(vertex) => Err(ClothError::NotFinite { quantity: "rest position", vertex }),
        None => Ok(()),
    }
}
