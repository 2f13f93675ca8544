//! Pairs of faces with a common edge, from which every model of bending starts.
//!
//! ```text
//!          x₂              K = (c₁ᵃ + c₁ᵇ, c₀ᵃ + c₀ᵇ, −c₀ᵃ − c₁ᵃ, −c₀ᵇ − c₁ᵇ) / |e|
//!         / a \            c₀, c₁: cotangents of the angles at x₀ and x₁ in faces a and b
//!      x₀ ──e── x₁
//!         \ b /            C = Σ Kᵢ xᵢ = t_a + t_b,    |C| = 2 sin(θ/2)
//!          x₃
//! ```
//!
//! `t_a` and `t_b` are the unit vectors in the faces, perpendicular to the edge and towards it. As
//! long as the faces keep their shape, `K` keeps its value [Bergou 2006].
//!
//! A cylinder of curvature `κ` turns the hinges along its axis by `θ ≈ κ (A_a + A_b)/|e|`. The
//! weight `|e|²/(A_a + A_b)` makes their energies add up to `½ B κ²` per area.

use glam::DVec2;
use ripstop_geometry::{FaceId, Topology, VertexId};

use crate::RestShape;
use crate::fabric::directional;

/// Two faces with a common edge, in the rest configuration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hinge {
    /// The ends of the edge, then the vertices opposite.
    pub(crate) vertices: [VertexId; 4],
    /// `K` (1/m).
    pub(crate) weights: [f64; 4],
    /// `|e|` (m).
    pub(crate) length: f64,
    /// `A_a + A_b` (m²).
    pub(crate) area: f64,
    /// Dihedral angle (rad).
    pub(crate) angle: f64,
    /// The two faces.
    pub(crate) faces: [usize; 2],
    /// Unit vector perpendicular to the edge in each face: x along the warp, y along the weft.
    pub(crate) across: [DVec2; 2],
}

/// All hinges of a mesh. Where more than two faces meet, each is joined to the next, and only to
/// a neighbour in its own piece if the rest configuration has several: the layers of a pleat hang
/// from their common edge. Two faces with the same three corners are no hinge.
pub(crate) fn hinges(mesh: &Topology, rest: &RestShape) -> Vec<Hinge> {
    let mut hinges = Vec::new();
    for (edge, faces) in mesh.edge_faces().rows().enumerate() {
        for both in joined(mesh, rest, edge, faces) {
            let sides = both.map(|face| Side::new(mesh, rest, [face, edge]));
            if sides[0].opposite == sides[1].opposite {
                continue;
            }
            let [low, high] = mesh.edges()[edge];
            let vertices = [low, high, sides[0].opposite, sides[1].opposite];
            let length = rest.lengths()[edge];
            let area = rest.areas()[both[0]] + rest.areas()[both[1]];
            hinges.push(Hinge {
                vertices,
                weights: weights(&sides).map(|k| k / length),
                length,
                area,
                angle: rest.hinge_angle(mesh, edge, both),
                faces: both,
                across: [sides[0].across, sides[1].across],
            });
        }
    }
    hinges
}

/// Faces at an edge up to which their pieces are compared.
const MOST_LAYERS: usize = 64;

/// The pairs of faces at an edge that are hinges: each face with the next one of its piece.
fn joined(mesh: &Topology, rest: &RestShape, edge: usize, faces: &[FaceId]) -> Vec<[usize; 2]> {
    if !(3..=MOST_LAYERS).contains(&faces.len()) {
        return faces.windows(2).map(|pair| [pair[0].index(), pair[1].index()]).collect();
    }
    let next = |(place, face): (usize, &FaceId)| {
        let pairs = faces[place + 1..].iter().map(|other| [face.index(), other.index()]);
        pairs.into_iter().find(|both| rest.is_one_piece(mesh, edge, *both))
    };
    faces.iter().enumerate().filter_map(next).collect()
}

/// One face of a hinge.
struct Side {
    opposite: VertexId,
    /// Cotangents at the lower and the higher end of the edge.
    cotangents: [f64; 2],
    across: DVec2,
}

impl Side {
    fn new(mesh: &Topology, rest: &RestShape, [face, edge]: [usize; 2]) -> Self {
        let corners = mesh.faces()[face];
        let flat = rest.faces()[face];
        let side = mesh.face_edges()[face].iter().position(|e| e.index() == edge).unwrap_or(0);
        let (i, j, k) = (side, (side + 1) % 3, (side + 2) % 3);
        let cotangent = |at: usize, p: usize, q: usize| {
            let (e, f) = (flat[p] - flat[at], flat[q] - flat[at]);
            e.dot(f) / e.perp_dot(f).abs()
        };
        let (at_i, at_j) = (cotangent(i, j, k), cotangent(j, k, i));
        let cotangents = if corners[i] < corners[j] { [at_i, at_j] } else { [at_j, at_i] };
        let across = (flat[j] - flat[i]).normalize_or_zero().perp();
        Self { opposite: corners[k], cotangents, across }
    }
}

/// `K |e|`.
fn weights([a, b]: &[Side; 2]) -> [f64; 4] {
    let ([a0, a1], [b0, b1]) = (a.cotangents, b.cotangents);
    [a1 + b1, a0 + b0, -a0 - a1, -b0 - b1]
}

impl Hinge {
    /// `B |e|²/(A_a + A_b)` (N·m), for the bending stiffnesses of curvature along warp and weft
    /// (N·m).
    pub(crate) fn stiffness(&self, stiffness: [f64; 2]) -> f64 {
        self.bending(stiffness) * self.length * self.length / self.area
    }

    /// Bending stiffness across the edge (N·m).
    pub(crate) fn bending(&self, stiffness: [f64; 2]) -> f64 {
        directional(stiffness, self.across[0].x)
    }
}
